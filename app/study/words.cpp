#include "app/study/words.hpp"

namespace warplens::study {

const char* word(trace::Space space) {
  if (space == trace::Space::kConstant) return "constant";
  return space == trace::Space::kShared ? "shared" : "global";
}

const char* word(trace::Operation operation) {
  switch (operation) {
    case trace::Operation::kLoad:
      return "load";
    case trace::Operation::kStore:
      return "store";
    case trace::Operation::kAtomic:
      return "atomic";
    case trace::Operation::kCopy:
      break;
  }
  return "copy";
}

const char* word(observe::AccessKind kind) {
  switch (kind) {
    case observe::AccessKind::kLoad:
      return "load";
    case observe::AccessKind::kStore:
      return "store";
    case observe::AccessKind::kAtomic:
      return "atomic";
    case observe::AccessKind::kLdmatrix:
      return "ldmatrix";
    case observe::AccessKind::kStmatrix:
      return "stmatrix";
    case observe::AccessKind::kCpAsync:
      return "cp_async";
    case observe::AccessKind::kBulk:
      break;
  }
  return "bulk";
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
  switch (operation) {
    case trace::Operation::kLoad:
      return sentence("load");
    case trace::Operation::kStore:
      return sentence("store");
    case trace::Operation::kAtomic:
      return sentence("atomic");
    case trace::Operation::kCopy:
      break;
  }
  return sentence("copy");
}

Sentence name_of(observe::AccessKind kind) {
  switch (kind) {
    case observe::AccessKind::kLoad:
      return sentence("load");
    case observe::AccessKind::kStore:
      return sentence("store");
    case observe::AccessKind::kAtomic:
      return sentence("atomic");
    case observe::AccessKind::kLdmatrix:
      return sentence("ldmatrix");
    case observe::AccessKind::kStmatrix:
      return sentence("stmatrix");
    case observe::AccessKind::kCpAsync:
      return sentence("cp.async");
    case observe::AccessKind::kBulk:
      break;
  }
  return sentence("bulk copy");
}

Sentence name_of(measure::Operation operation) {
  switch (operation) {
    case measure::Operation::kLoad:
      return name_of(observe::AccessKind::kLoad);
    case measure::Operation::kStore:
      return name_of(observe::AccessKind::kStore);
    case measure::Operation::kAtomic:
      return name_of(observe::AccessKind::kAtomic);
    case measure::Operation::kCpAsync:
      return name_of(observe::AccessKind::kCpAsync);
    case measure::Operation::kBulk:
      break;
  }
  return name_of(observe::AccessKind::kBulk);
}

}  // namespace warplens::study
