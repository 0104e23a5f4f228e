// The glossary as the window shows it under the pointer.
#include "app/guide/glossary.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace warplens::guide;

TEST_CASE("glossary: rows of terms, each with its meaning and the document that it is from") {
  const std::vector<Term> terms = parse_glossary(
      "# Glossary\n\n| source | document |\n| --- | --- |\n| Guide | The Whole Guide |\n\n"
      "## Words\n\n| term | meaning | source |\n| --- | --- | --- |\n"
      "| grid, block | all blocks; some `threads` | Guide |\n"
      "| sector, line | 32 and 128 bytes | Guide |\n"
      "| warp | lanes; they go together | |\n\n"
      "| term | meaning |\n| --- | --- |\n| step | one request |\n\n"
      "| word | see |\n| --- | --- |\n| slot | block |\n");
  REQUIRE(terms.size() == 6);
  CHECK(find_term(terms, "grid")->meaning == "all blocks");
  CHECK(find_term(terms, "grid")->source == "The Whole Guide");
  CHECK(find_term(terms, "block")->meaning == "some threads");
  CHECK(find_term(terms, "line")->meaning == "32 and 128 bytes");
  CHECK(find_term(terms, "warp")->meaning == "lanes; they go together");
  CHECK(find_term(terms, "warp")->source.empty());
  CHECK(find_term(terms, "step")->source.empty());
  CHECK(find_term(terms, "slot") == nullptr);
  CHECK(parse_glossary("").empty());
}

TEST_CASE("glossary: the program's own has no term twice, and no source without its document") {
  std::set<std::string> names;
  for (const Term& term : glossary()) {
    CAPTURE(term.term);
    CHECK(names.insert(term.term).second);
    CHECK_FALSE(term.meaning.empty());
    CHECK_FALSE(term.meaning.ends_with('.'));
    const bool is_named = term.source.empty() || term.source.starts_with("NVIDIA, ");
    CHECK(is_named);
  }
  CHECK(names.contains("bank conflict"));
  CHECK_FALSE(find_term(glossary(), "wavefront")->source.empty());
}
