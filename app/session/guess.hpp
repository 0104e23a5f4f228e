// A launch for the window's form, for a kernel that comes without one.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"
#include "sim/base/source.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/guess.hpp"
#include "sim/prepare/host_launch.hpp"

namespace warplens::gui {

struct Guess {
  launch::Launch launch;       // grid and block at least
  prepare::LaunchPlace place;  // of host code's launch, and what was guessed beside it; or empty
  std::vector<std::string>
      kernels;  // of the text, then its templates; empty if none of them is ready
  std::vector<prepare::HostDefault> host;  // launches of the text's host code, each by itself
  prepare::LaunchPlace unknown;            // a launch whose sizes host code computes; or empty
  std::string note;                        // what is to be known of what was guessed; or empty
  base::Diagnostics errors;                // why none is, or not the one that is meant
};

// For the kernel that `given` names, or the text's first; the rest of `given` stays as it is. To be
// continued later.
class GuessMaking {
 public:
  // `cancelled` may be null.
  GuessMaking(const base::SourceFile& file, const launch::LaunchOptions& given,
              const std::atomic<bool>* cancelled);
  base::Progress advance(base::Slice& slice) { return making_.advance(slice); }
  Guess take();  // when it is done

 private:
  launch::Launch usual_;  // where none can be guessed
  prepare::LaunchGuess making_;
};
// The same at once.
Guess guess_launch(const base::SourceFile& file, const launch::LaunchOptions& given,
                   const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::gui
