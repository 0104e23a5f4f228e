// The program as it is in a language of which every text is the English one in brackets
// (app/languages/compile.py --bracketed): what it does must not depend on its words.
#include <iostream>

#include "app/cli/run_cli.hpp"
#include "app/window/platform/run_gui.hpp"
#include "tests/unit/languages/made.hpp"

int main(int argc, char** argv) {
  using namespace warplens;
  return cli::run_cli(argc, argv,
                      {.out = std::cout,
                       .err = std::cerr,
                       .open_window = gui::run_gui,
                       .languages = tests::bracketed()});
}
