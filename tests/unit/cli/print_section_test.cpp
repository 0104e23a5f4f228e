#include "app/cli/print_section.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/base/source.hpp"

using namespace warplens;
using study::Align;
using study::Form;
using study::Section;
using study::Value;

namespace {

Section example() {
  Section section{.key = "cost", .is_model = true};
  section.title = to_say("cost of {kernel}", "kernel"_a = "k");
  section.fact("bytes", 4096);
  section.fact("known", nullptr);
  section.fact("absent", {});
  section.line(sentence("a line"));
  study::Table& rows = section.table(
      "rows",
      {{"op", sentence("op"), Align::kLeft}, {"hits", std::nullopt}, {nullptr, sentence("share")}});
  rows.rows = {{Value("load", sentence("loads")), 12, {37.5, Form::kPercent}},
               {Value("store", sentence("stores")), 1048576, {}}};
  Section inner{.key = "inner"};
  inner.fact("block", std::vector<Value>{1, 2, 3});
  section.parts.push_back(inner);
  section.parts.push_back(study::List{"launches", {inner, inner}});
  return section;
}

std::string printed(const Section& section) {
  std::ostringstream out;
  cli::print(out, section, false);
  return out.str();
}

}  // namespace

TEST_CASE("section: people read lines and tables, of which what is for programs is left out") {
  std::ostringstream out;
  cli::print(out, example());
  CHECK(out.str() ==
        "\ncost of k\n"
        "  a line\n"
        "  op       share\n"
        "  loads   37.5 %\n"
        "  stores\n");
}

TEST_CASE("section: programs read names and numbers as they are, in order") {
  CHECK(cli::to_json(example()).dump() ==
        R"({"is_model":true,"bytes":4096,"known":null,)"
        R"("rows":[{"op":"load","hits":12},{"op":"store","hits":1048576}],)"
        R"("inner":{"block":[1,2,3]},"launches":[{"block":[1,2,3]},{"block":[1,2,3]}]})");
  Section section = example();
  section.missing = sentence("nothing moves");
  CHECK(cli::to_json(section).dump() == R"({"missing":"nothing moves"})");
  std::ostringstream out;
  cli::print(out, section);
  CHECK(out.str() == "\nnothing moves\n");
}

TEST_CASE("section: lines and tables may be further in, or as far out as the title") {
  Section section;
  section.title = sentence("title");
  section.line(sentence("out"), -1);
  section.line(sentence("in"));
  study::Table& table = section.table(nullptr, {{nullptr, sentence("a"), Align::kLeft}});
  table.indent = 1;
  CHECK(printed(section) == "title\nout\n  in\n    a\n");
}

TEST_CASE("section: the last column may take the rest of a line, cut between letters") {
  const auto with = [](size_t width_of_first, const std::string& last) {
    Section section;
    study::Table& table =
        section.table(nullptr, {{nullptr, sentence("a"), Align::kLeft},
                                {nullptr, sentence("source"), Align::kLeft, true}});
    table.rows.push_back({std::string(width_of_first, 'x'), last});
    return printed(section);
  };
  CHECK(with(3, "short") == "  a    source\n  xxx  short\n");
  std::string letters;
  for (int i = 0; i < 200; ++i) letters += "\u8bfb";
  const std::string cut = with(3, letters);
  CHECK(cut.ends_with("\u8bfb...\n"));
  CHECK(base::count_characters(cut.substr(cut.find('\n') + 1)) == 120 + 1);
  CHECK(with(100, letters).find("...") != std::string::npos);
  CHECK(with(101, letters).find("source") == std::string::npos);
}

TEST_CASE("section: what another program reads is printed byte for byte, with a line's gap") {
  Section section, patch;
  patch.parts.push_back(study::Verbatim{"--- a\n+++ b\n"});
  section.parts.push_back(Section{.title = sentence("title")});
  section.parts.push_back(patch);
  CHECK(printed(section) == "title\n\n--- a\n+++ b\n");
  CHECK(cli::to_json(section).dump() == "{}");
}

TEST_CASE("section: as Markdown each part is a paragraph, and a bar ends no cell") {
  Section section;
  section.title = sentence("title");
  section.line(sentence("a line"));
  study::Table& table =
      section.table("rows", {{"a", sentence("a")}, {"b", Text()}, {"c", std::nullopt}});
  table.rows.push_back({"1|2", 3, 4});
  std::ostringstream out;
  cli::print_markdown(out, section);
  CHECK(out.str() ==
        "# title\n\na line\n\n"
        "| a | |\n| --- | --- |\n| 1\\|2 | 3 |\n");
}
