#include "app/study/words.hpp"

namespace warplens::study {

const char* word(trace::Space space) {
  if (space == trace::Space::kConstant) return "constant";
  return space == trace::Space::kShared ? "shared" : "global";
}

const char* word(trace::Operation operation) {
  if (operation == trace::Operation::kLoad) return "load";
  return operation == trace::Operation::kStore ? "store" : "atomic";
}

const char* word(base::Severity severity) {
  if (severity == base::Severity::kError) return "error";
  if (severity == base::Severity::kHint) return "hint";
  return severity == base::Severity::kWarning ? "warning" : "note";
}

const char* word(run::Ending ending) {
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

const char* word(lang::KernelState state) {
  if (state == lang::KernelState::kReady) return "ready";
  if (state == lang::KernelState::kTemplate) return "template";
  return state == lang::KernelState::kUnsupported ? "unsupported" : "wrong";
}

Sentence name_of(trace::Space space) {
  if (space == trace::Space::kConstant) return sentence("constant");
  return space == trace::Space::kShared ? sentence("shared") : sentence("global");
}

Sentence name_of(trace::Operation operation) {
  if (operation == trace::Operation::kLoad) return sentence("load");
  return operation == trace::Operation::kStore ? sentence("store") : sentence("atomic");
}

}  // namespace warplens::study
