// The words that reports use for the simulator's enumerators, and small things all reports share.
#pragma once

#include <string>

#include "sim/base/diagnostic.hpp"
#include "sim/run/named_element.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

inline const char* word(trace::Space space) {
  if (space == trace::Space::kConstant) return "constant";
  return space == trace::Space::kShared ? "shared" : "global";
}

inline const char* word(trace::Operation operation) {
  if (operation == trace::Operation::kLoad) return "load";
  return operation == trace::Operation::kStore ? "store" : "atomic";
}

inline const char* word(base::Severity severity) {
  if (severity == base::Severity::kError) return "error";
  if (severity == base::Severity::kHint) return "hint";
  return severity == base::Severity::kWarning ? "warning" : "note";
}

inline const char* word(run::Ending ending) {
  switch (ending) {
    case run::Ending::kComplete:
      return "complete";
    case run::Ending::kStepLimit:
      return "step_limit";
    case run::Ending::kCancelled:
      return "interrupted";
    case run::Ending::kTrapped:
      return "trapped";
    case run::Ending::kSetUpLimit:
      return "set_up_limit";
    case run::Ending::kWorkLimit:
      return "work_limit";
    case run::Ending::kMemoryLimit:
      return "memory_limit";
    case run::Ending::kSequenceLimit:
      return "sequence_limit";
    case run::Ending::kDeadlock:
      return "deadlock";
    case run::Ending::kRunning:
      break;
  }
  return "running";
}

inline const char* word(lang::KernelState state) {
  if (state == lang::KernelState::kReady) return "ready";
  if (state == lang::KernelState::kTemplate) return "template";
  return state == lang::KernelState::kUnsupported ? "unsupported" : "wrong";
}

// The device functions around a row's place: "reduce_row, sum"; "" in the kernel itself.
inline std::string functions_of(const observe::AccessRow& row) {
  std::string list;
  for (const std::string& function : row.functions) {
    if (!function.empty()) list += (list.empty() ? "" : ", ") + function;
  }
  return list;
}

// The array that an access touches, found from the address of its first active lane.
inline run::NamedElement place_of(const run::Run& run, const trace::Access& access) {
  uint32_t lane = 0;
  while (lane < trace::kWarpSize && (access.mask >> lane & 1u) == 0) ++lane;
  return run::named_element(run, access.space, access.addresses[lane % trace::kWarpSize]);
}

}  // namespace warplens::cli
