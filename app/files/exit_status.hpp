// How the program ends: the one table of exit statuses, of every command and of the window.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace warplens::files {

inline constexpr int kExitDone = 0, kExitFindings = 1, kExitMistake = 2, kExitCut = 3,
                     kExitNotMeasured = 4, kExitDiffers = 5, kExitInterrupted = 130;

struct ExitStatus {
  int status = 0;
  std::string_view meaning;
};

// In the order of importance: where several hold, the first is the program's.
inline constexpr std::array<ExitStatus, 7> kExitStatuses{{
    {kExitInterrupted, "interrupted (Ctrl+C); run, trace and compare print what was counted"},
    {kExitMistake, "a mistake in the command, in a file that it names, or in the kernel's text"},
    {kExitNotMeasured, "cannot be done on this machine: no GPU, driver, permission or display"},
    {kExitDiffers, "simulation and GPU differ without a known reason"},
    {kExitFindings, "a finding of severity error, or an assertion of a script that failed"},
    {kExitCut, "cut: a limit was met; what was counted until then is printed"},
    {kExitDone, "it ran"},
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
