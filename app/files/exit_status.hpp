// How the program ends: the one table of exit statuses, of every command and of the window.
#pragma once

#include <algorithm>
#include <array>

#include "sim/base/say.hpp"

namespace warplens::files {

inline constexpr int kExitDone = 0, kExitFindings = 1, kExitMistake = 2, kExitCut = 3,
                     kExitNotMeasured = 4, kExitDiffers = 5, kExitInterrupted = 130;

struct ExitStatus {
  int status = 0;
  Sentence meaning;
};

// In the order of importance: where several hold, the first is the program's.
inline constexpr std::array<ExitStatus, 7> kExitStatuses{{
    {kExitInterrupted, sentence("interrupted (Ctrl+C); what was counted until then is printed")},
    {kExitMistake,
     sentence("a mistake in the command, in a file that it names, or in the kernel's text")},
    {kExitNotMeasured,
     sentence("cannot be done on this machine: no GPU, driver, permission or display")},
    {kExitDiffers, sentence("simulation and GPU differ without a known reason")},
    {kExitFindings,
     sentence(
         "a finding of severity error, an assertion of a script or a comment that failed, bank "
         "conflicts that fix leaves, or a hand-in that did not pass")},
    {kExitCut, sentence("cut: a limit was met; what was counted until then is printed")},
    {kExitDone, sentence("it ran")},
}};

// The more important one of two.
constexpr int worse(int a, int b) {
  const auto rank = [](int status) {
    return std::find_if(kExitStatuses.begin(), kExitStatuses.end(),
                        [&](const ExitStatus& known) { return known.status == status; });
  };
  return rank(a) < rank(b) ? a : b;
}

}  // namespace warplens::files
