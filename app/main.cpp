// The program: the command line decides, and the window is called where this build has one.
#include <csignal>
#include <iostream>

#include "app/cli/run_cli.hpp"
#include "app/gui/platform/run_gui.hpp"

int main(int argc, char** argv) {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, not the end
#endif
  warplens::cli::OpenWindow open_window;
#ifdef WARPLENS_GUI
  open_window = warplens::gui::run_gui;
#endif
  return warplens::cli::run_cli(argc, argv, {std::cout, std::cerr, open_window});
}
