// Texts that are a piece of a program, with what is guessed around them.
#pragma once

#include <atomic>
#include <optional>

#include "app/session/guess.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/fragment.hpp"

namespace warplens::gui {

// A text that does not compile because something around it is missing, with what is guessed for
// that and for its launch. To be continued later.
class Completion {
 public:
  // `cancelled` may be null.
  Completion(lessons::Target as_it_is, launch::LaunchOptions given,
             const std::atomic<bool>* cancelled);
  Completion(const Completion&) = delete;
  Completion& operator=(const Completion&) = delete;
  base::Progress advance(base::Slice& slice) { return work_.advance(slice); }
  // When it is done; nothing where it can't be completed.
  std::optional<Opened> take() { return std::move(opened_); }

 private:
  void take_fragment(std::optional<prepare::Fragment> fragment);
  void take_guess(Guess guess);

  const lessons::Target as_it_is_;
  launch::LaunchOptions given_;
  const std::atomic<bool>* const cancelled_;
  std::optional<prepare::Fragment> fragment_;
  base::WorkQueue work_;
  std::optional<Opened> opened_;
};

}  // namespace warplens::gui
