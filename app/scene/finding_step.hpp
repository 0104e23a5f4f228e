// The step of the recording that the window shows a finding at.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::scene {

// Of threadIdx, counted through the block.
uint32_t thread_index(const launch::Dim3& block, const uint32_t thread[3]);

// The access that it happened in, or the other of its two; at a barrier the last one that the
// thread's warp made before it waited, or its first one if it had made none. Of a deadlock the last
// one of the thread, or else of its warp. None: it is in another block, or unknown. Looks through
// the recording's heads only where the finding does not name the access.
std::optional<uint32_t> step_of(const run::Run& run, const observe::Finding& finding, bool other);

// One of the two is the step.
bool is_shown_at(const run::Run& run, const observe::Finding& finding, uint32_t step);

// Where the recorded block's findings are.
struct FindingSteps {
  std::vector<uint32_t> warned, failed;  // errors: `failed`
  std::vector<uint32_t> faulty;          // of `failed`, ascending: the error is about the access
};
FindingSteps steps_of_findings(const run::Run& run);

}  // namespace warplens::scene
