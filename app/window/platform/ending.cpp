#include "app/window/platform/ending.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace warplens::platform {

namespace {

std::atomic<int> seen{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");

extern "C" void note_signal(int signal) {
  seen.store(signal);
  std::signal(signal, SIG_DFL);
}

std::function<void()>& kept_at_exit() {
  static std::function<void()> keep;
  return keep;
}

// Threads may be at work, and the display's library is in the middle of a call: nothing else that
// would be done at the end of a process is.
void keep_and_leave() {
  const std::function<void()> keep = std::exchange(kept_at_exit(), nullptr);
  if (!keep) return;
  keep();
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE);
}

}  // namespace

void note_ending_signals() {
  for (const int signal : {SIGTERM, SIGINT}) std::signal(signal, note_signal);
#ifdef SIGHUP
  std::signal(SIGHUP, note_signal);
#endif
}

int ending_signal() {
  return seen.load();
}

KeptAtExit::KeptAtExit(std::function<void()> keep) {
  kept_at_exit() = std::move(keep);
  static const bool is_registered = std::atexit(keep_and_leave) == 0;
  static_cast<void>(is_registered);
}

KeptAtExit::~KeptAtExit() {
  kept_at_exit() = nullptr;
}

}  // namespace warplens::platform
