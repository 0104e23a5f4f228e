// What ends a window from outside: a signal, or a display that goes away. Nothing typed is lost
// then: the loop sees the signal, and where a library ends the process (Xlib does when its display
// is gone) unsaved texts are kept first.
#pragma once

#include <functional>

namespace warplens::platform {

// From here on SIGTERM, SIGHUP and SIGINT are noted; a second one ends the process at once.
void note_ending_signals();
// The signal that was noted; 0: none.
int ending_signal();

// While it lives, `keep` is called if the process ends by exit().
class KeptAtExit {
 public:
  explicit KeptAtExit(std::function<void()> keep);
  ~KeptAtExit();
  KeptAtExit(const KeptAtExit&) = delete;
  KeptAtExit& operator=(const KeptAtExit&) = delete;
};

}  // namespace warplens::platform
