// The different accesses of shared memory, counted.
#include "sim/observe/streams/shared_patterns.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

// Lanes of the mask at step * lane + base.
void see(observe::PatternCounter& counter, uint64_t step, uint64_t base, uint32_t mask = ~0u,
         trace::Space space = trace::Space::kShared) {
  std::array<uint64_t, trace::kWarpSize> addresses;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) addresses[lane] = step * lane + base;
  trace::WarpAccess access;
  access.space = space;
  access.mask = mask;
  access.addresses = &addresses;
  counter.access(access);
}

}  // namespace

TEST_CASE("shared patterns: equal ones are one, with their number") {
  observe::PatternCounter counter;
  see(counter, 4, 0);
  see(counter, 128, 0);
  see(counter, 4, 0);
  see(counter, 4, 128);
  see(counter, 4, 0, 0xff);
  see(counter, 4, 0, ~0u, trace::Space::kGlobal);
  const observe::SharedPatterns patterns = counter.take();
  CHECK_FALSE(patterns.is_cut);
  REQUIRE(patterns.all.size() == 4);
  CHECK(patterns.all[0].count == 2);
  CHECK(patterns.all[1].addresses[31] == 31 * 128);
  CHECK(patterns.all[3].addresses[8] == 0);
}

TEST_CASE("shared patterns: those that are too many are left out, and that is known") {
  observe::PatternCounter counter;
  for (uint64_t i = 0; i <= observe::kMostPatterns; ++i) see(counter, 4, 4 * i);
  see(counter, 4, 0);
  const observe::SharedPatterns patterns = counter.take();
  CHECK(patterns.is_cut);
  CHECK(patterns.all.size() == observe::kMostPatterns);
  CHECK(patterns.all[0].count == 2);
}
