// The cost that a run keeps of each recorded step is that of the access that is recorded.
#include <doctest/doctest.h>

#include "sim/observe/totals/step_cost.hpp"
#include "tests/support/runs.hpp"

namespace warplens {

TEST_CASE("step costs: of every textbook kernel, as the models say of the recorded accesses") {
  uint64_t steps = 0;
  test::for_each_textbook_run([&](const auto& run) {
    CHECK(*run->costs == observe::step_costs(*run->recording, *run->program, run->device));
    steps += run->recording->size();
  });
  CHECK(steps > 10'000);
}

TEST_CASE("step costs: of atomics that turn by what is in memory") {
  const auto run = test::must_run(
      "__global__ void k(float* a) {\n  __shared__ float sum[2];\n  __shared__ double most;\n"
      "  int t = threadIdx.x;\n  atomicAdd(&sum[t & 1], t % 3);\n  if (t % 5) atomicAdd(&most, "
      "1.0);\n"
      "  __syncthreads();\n  a[t] = sum[t & 1] + most; }",
      "--grid 1 --block 64 --arg a=float[64]");
  const trace::Recording& recording = *run->recording;
  CHECK(*run->costs == observe::step_costs(recording, *run->program, run->device));
  uint64_t wavefronts = 0;
  for (uint32_t step = 0; step < recording.size(); ++step) {
    if (recording.heads[step].space == trace::Space::kShared &&
        recording.heads[step].operation == trace::Operation::kAtomic)
      wavefronts += (*run->costs)[step].paid;
  }
  CHECK(wavefronts ==
        run->totals.shared[static_cast<size_t>(trace::Operation::kAtomic)].wavefronts);
  CHECK(wavefronts > 40);
}

}  // namespace warplens
