// A launch for the window's form, for a kernel that comes without one.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::gui {

struct Guess {
  launch::Launch launch;  // grid and block at least
  std::vector<std::string>
      kernels;               // of the text, then its templates; empty if none of them is ready
  base::Diagnostics errors;  // why none is, or not the one that is meant
};
// For the text's first kernel, or the one that `kernel` names.
Guess guess_launch(const base::SourceFile& file, const std::string& kernel,
                   const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::gui
