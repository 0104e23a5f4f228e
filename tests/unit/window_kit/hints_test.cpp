// Which words of a text are explained.
#include "app/window/kit/hints.hpp"

#include <doctest/doctest.h>

using namespace warplens::ui;

namespace {

// "request,requested bytes": the words that are found, as the text has them.
std::string found_in(std::string_view text) {
  const std::vector<Hint> hints{{"bank", ""},     {"bank conflict", ""},   {"SM", ""},
                                {"request", ""},  {"requested bytes", ""}, {"row-major", ""},
                                {"wavefront", ""}};
  std::string found;
  for (const HintPlace& place : find_hints(text, hints)) {
    if (!found.empty()) found += ',';
    found += text.substr(place.first, place.end - place.first);
    REQUIRE(place.hint != nullptr);
  }
  return found;
}

}  // namespace

TEST_CASE("hints: whole words, with a capital and of several") {
  CHECK(found_in("Wavefronts of a load: one wavefront.") == "Wavefronts,wavefront");
  CHECK(found_in("a databank, banking, bank_size and banks") == "banks");
  CHECK(found_in("an SM, not an sm, nor a Sm") == "SM");
  CHECK(found_in("row-major, not row-majority") == "row-major");
  CHECK(found_in("").empty());
}

TEST_CASE("hints: the longest of those that begin at one place") {
  CHECK(found_in("Bank conflicts: a bank") == "Bank conflicts,bank");
  CHECK(found_in("A request has requested bytes.") == "request,requested bytes");
  CHECK(found_in("requested") == "");
}
