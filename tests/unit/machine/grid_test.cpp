// Parts of a grid, which together are the whole.
#include "sim/machine/grid/grid.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "support.hpp"

namespace warplens::machine {
namespace {

using test::Launched;

// Each block takes on from the one before it.
Launched chain() {
  Launched run(
      "__global__ void k(int* a) { int b = blockIdx.x + 3 * blockIdx.y;\n"
      "  for (int i = 0; i < b; ++i) a[b + 1] = a[b] + i; }");
  return run.grid(3, 2).block(1).array(std::vector<int>(7, 5));
}

}  // namespace

TEST_CASE("grid: from a block on, with memory as it found it, and to before another") {
  Launched whole = chain();
  std::vector<GlobalMemory> found;
  std::vector<uint64_t> steps;
  GridOptions options;
  options.step_limit = 100'000;
  options.is_start = [](uint64_t) { return true; };
  options.at_block = [&](uint64_t block, uint64_t so_far, const GlobalMemory& memory) {
    CHECK(block == found.size());
    found.push_back(memory);
    steps.push_back(so_far);
  };
  const GridEnd all = run_grid(whole.context(), whole.memory, nullptr, options);
  CHECK(all.blocks_done == 6);
  REQUIRE(found.size() == 6);
  found.push_back(whole.memory);
  steps.push_back(all.steps);
  CHECK(steps[0] == 0);

  options.is_start = {};
  for (uint64_t first = 0; first < 6; ++first) {
    for (uint64_t end = first; end <= 6; ++end) {
      GlobalMemory memory = found[first];
      options.first_block = first;
      options.end_block = end;
      const GridEnd part = run_grid(whole.context(), memory, nullptr, options);
      CHECK(part.reason == StopReason::kDone);
      CHECK(part.blocks_done == end - first);
      CHECK(part.steps == steps[end] - steps[first]);
      CHECK(memory.array(0).bytes == found[end].array(0).bytes);
    }
  }
}

}  // namespace warplens::machine
