// The program: the command line decides, and the window is called where this build has one. The
// first Ctrl+C makes a command stop and print; the second ends the program.
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <atomic>
#include <csignal>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "app/cli/language.hpp"
#include "app/cli/run_cli.hpp"
#include "app/enough_stack.hpp"
#include "app/window/platform/run_gui.hpp"
#include "kernels/measure/child/process.hpp"

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may write it");

std::string read_input(size_t most) {
  std::string text(most, '\0');
  const ssize_t count = read(STDIN_FILENO, text.data(), most);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return text;
}

extern "C" void note_interrupt(int) {
  interrupted.store(true);
  std::signal(SIGINT, SIG_DFL);
}

bool stops_softly(int argc, char** argv) {
  constexpr std::string_view kSoft[] = {"run",       "trace",   "fix",     "check",
                                        "course",    "grade",   "lecture", "devices",
                                        "exercises", "measure", "compare"};
  const std::string command = warplens::cli::command_of(argc, argv);
  return std::find(std::begin(kSoft), std::end(kSoft), command) != std::end(kSoft);
}

// What compiling a program needs is taken from the system at once: piece by piece takes a sixth of
// the time that a small program runs. Arrays' pages, which each launch may allocate and free again,
// are kept: fresh ones would take longer than simple kernels.
void prepare_memory() {
#ifdef __GLIBC__
  mallopt(M_TOP_PAD, 16 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  prepare_memory();
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, not the end
#endif
  if (stops_softly(argc, argv)) std::signal(SIGINT, note_interrupt);
  warplens::cli::OpenWindow open_window;
#ifdef WARPLENS_GUI
  open_window = warplens::gui::run_gui;
#endif
  std::function<void(const std::string&)> show_progress;
  if (isatty(STDERR_FILENO) != 0)
    show_progress = [](const std::string& line) {
      std::cerr << "\r" << line << "\x1b[K" << std::flush;
    };
  return warplens::on_enough_stack([&] {
    return warplens::cli::run_cli(argc, argv,
                                  {std::cout,
                                   std::cerr,
                                   open_window,
                                   {},
                                   &interrupted,
                                   show_progress,
                                   warplens::languages::compiled_in(),
                                   warplens::measure::this_program("compile-child"),
                                   isatty(STDOUT_FILENO) != 0,
                                   read_input});
  });
}
