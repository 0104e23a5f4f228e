// Checks name the access that a finding happened in; a barrier or a place where threads are stuck
// may have none, and takes one of the warp's.
#include "app/scene/finding_step.hpp"

#include <algorithm>

namespace warplens::scene {

namespace {

uint32_t first_step(const trace::Recording& recording, uint32_t thread) {
  const auto steps = recording.steps().of_warp(thread / trace::kWarpSize);
  return steps.empty() ? 0 : steps.front();
}

std::optional<uint32_t> last_step(const trace::Recording& recording, uint32_t thread) {
  const uint32_t warp = thread / trace::kWarpSize;
  const auto of_thread = recording.steps().next(
      recording.size(), -1, {.warp = warp, .lanes = 1u << thread % trace::kWarpSize});
  return of_thread ? of_thread : recording.steps().next(recording.size(), -1, {.warp = warp});
}

}  // namespace

uint32_t thread_index(const launch::Dim3& block, const uint32_t thread[3]) {
  return thread[0] + block.x * (thread[1] + block.y * thread[2]);
}

std::optional<uint32_t> step_of(const run::Run& run, const observe::Finding& finding, bool other) {
  if (run.recording == nullptr || run.recording->size() == 0 || (other && !finding.other))
    return std::nullopt;
  const trace::Recording& recording = *run.recording;
  if (!((other ? finding.other->block : finding.block) == recording.block)) return std::nullopt;
  const std::optional<uint32_t> known = other ? finding.other->step : finding.step;
  if (known) return *known < recording.size() ? known : std::nullopt;
  const uint32_t thread =
      thread_index(run.context->block, other ? finding.other->thread : finding.thread);
  if (finding.kind == observe::FindingKind::kDivergentBarrier) return first_step(recording, thread);
  const bool is_deadlock =
      finding.kind == observe::FindingKind::kDeadlock && finding.severity == base::Severity::kError;
  return is_deadlock ? last_step(recording, thread) : std::nullopt;
}

bool is_shown_at(const run::Run& run, const observe::Finding& finding, uint32_t step) {
  return step_of(run, finding, false) == step || step_of(run, finding, true) == step;
}

FindingSteps steps_of_findings(const run::Run& run) {
  FindingSteps steps;
  if (run.recording == nullptr) return steps;
  for (const observe::Finding& finding : run.findings) {
    const bool is_error = finding.severity == base::Severity::kError;
    for (const bool other : {false, true}) {
      const auto step = step_of(run, finding, other);
      if (!step) continue;
      (is_error ? steps.failed : steps.warned).push_back(*step);
      const base::Span place = run.program->sites[run.recording->heads[*step].site].span;
      if (is_error && finding.is_at(place)) steps.faulty.push_back(*step);
    }
  }
  std::sort(steps.faulty.begin(), steps.faulty.end());
  return steps;
}

}  // namespace warplens::scene
