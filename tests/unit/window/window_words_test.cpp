#include "app/window/source/window_words.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using warplens::test::golden;

TEST_CASE("window words: an option of the command line is the launch, and the hint its button") {
  CHECK(views::in_window_words("kernel 'add' has no parameter 'k', which --arg names") ==
        golden("window.words.parameter"));
  CHECK(views::in_window_words("--arg k: unknown type 'flot'") == golden("window.words.type"));
  CHECK(views::in_window_words("x --y; i--; a -Dust") == "x --y; i--; a -Dust");
  CHECK(views::window_hint("choose one, for example --kernel add").find("--") == std::string::npos);
  CHECK(views::window_hint("did you mean 'add'?") == "did you mean 'add'?");
}
