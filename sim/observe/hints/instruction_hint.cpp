#include "sim/observe/hints/instruction_hint.hpp"

#include "sim/observe/finding/finding_place.hpp"

namespace warplens::observe {

Finding InstructionHint::finding_at(FindingKind kind, base::Span span, uint32_t frame) const {
  Finding finding;
  finding.severity = traits(kind).severity;
  finding.kind = kind;
  finding.count = 1;
  finding.block = subject_.block;
  put_place(finding, subject_.program, span, frame);
  return finding;
}

void InstructionHint::put_thread(Finding& finding, uint32_t thread) const {
  observe::put_thread(finding, subject_.block, thread, subject_.extent);
}

std::vector<std::unique_ptr<InstructionHint>> instruction_hints(const FollowedBlock& subject) {
  std::vector<std::unique_ptr<InstructionHint>> hints;
  const auto add = [&](std::unique_ptr<InstructionHint> hint) {
    if (hint != nullptr) hints.push_back(std::move(hint));
  };
#define WL_INSTRUCTION_HINT(function) add(function(subject));
#include "sim/observe/finding/findings.def"
  return hints;
}

}  // namespace warplens::observe
