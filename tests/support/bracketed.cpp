// The program as it is in a language of which every text is the English one in brackets
// (languages/compile.py --bracketed): what it does must not depend on its words.
#include <atomic>
#include <iostream>

#include "app/cli/run_cli.hpp"
#include "app/gui/platform/run_gui.hpp"
#include "tests/unit/languages/made.hpp"

int main(int argc, char** argv) {
  using namespace warplens;
  const std::atomic<bool> interrupted{false};
  return cli::run_cli(
      argc, argv,
      {std::cout, std::cerr, gui::run_gui, {}, &interrupted, {}, tests::bracketed(), {}, false});
}
