// In every textbook kernel, what the tree says of an access's address agrees with the run: members
// of records, vectors, references and inlined functions among them.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/code/pointer.hpp"
#include "sim/replay/evaluate.hpp"
#include "sim/replay/replay.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

constexpr uint32_t kMostSteps = 150;

struct Compared {
  size_t known = 0, unknown = 0;  // accesses by a lane
};

// A copy of a record has an access a member, each somewhere inside of what the text names.
void compare_step(const run::Run& run, replay::Replay& replay, uint32_t step, Compared& sum) {
  const trace::Access access = run.recording->at(step);
  const code::AccessSite& site = run.program->sites[access.site];
  if (site.lvalue == nullptr) return;
  replay.go_to(step);
  for (uint32_t lane = 0; lane < 32; lane += 5) {
    if ((access.mask >> lane & 1) == 0) continue;
    const replay::LaneState state{&replay.block(), &replay.memory(), access.warp, lane};
    const auto pointer = replay::address_of(state, *site.lvalue);
    ++(pointer ? sum.known : sum.unknown);
    if (!pointer) continue;
    const uint64_t distance = access.addresses[lane] - code::offset_of(*pointer);
    if (distance + access.bytes <=
        std::max<uint64_t>(access.bytes, lang::size_of(site.lvalue->type))) {
      continue;
    }
    CAPTURE(step);
    CAPTURE(lane);
    CAPTURE(run.program->unit->file.slice(site.span));
    FAIL_CHECK("the expression is " << static_cast<int64_t>(distance) << " bytes off");
    return;
  }
}

}  // namespace

TEST_CASE("addresses: the tree agrees with the run in every textbook kernel") {
  Compared sum;
  test::for_each_textbook_run([&](const auto& run) {
    replay::Replay replay(run);
    const uint32_t steps = std::min(kMostSteps, run->recording->size());
    for (uint32_t step = 0; step < steps; ++step) compare_step(*run, replay, step, sum);
  });
  MESSAGE(sum.known << " addresses compared, " << sum.unknown << " not known");
  CHECK(sum.known > 20 * sum.unknown);
}
