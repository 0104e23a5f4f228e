#include "app/cli/print_section.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

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
