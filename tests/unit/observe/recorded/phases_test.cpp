// Phases and intervals are named after their accesses, on hand-made recordings.
#include "sim/observe/recorded/phases.hpp"

#include <doctest/doctest.h>

#include "tests/support/phase_parts.hpp"

using namespace warplens;
using observe::Activity;
using trace::Operation;
using trace::Space;

namespace {

using Lanes = std::array<uint64_t, trace::kWarpSize>;

class Story {
 public:
  Story() { recorder_.block_begins({}); }
  void access(Space space, Operation operation, trace::Origin origin = 0) {
    Lanes addresses{}, values{}, origins{};
    origins.fill(origin);
    trace::WarpAccess access;
    access.space = space;
    access.operation = operation;
    access.mask = 0xffffffff;
    access.addresses = &addresses;
    access.values = &values;
    if (operation == Operation::kStore) access.origins = &origins;
    recorder_.access(access);
  }
  void barrier() {
    recorder_.barrier_arrives(0, 0, 0xffffffff);
    recorder_.barrier_releases();
  }
  void round(int64_t value) { recorder_.phase(0, 0, true, true, value); }
  void leave() { recorder_.phase(0, 0, false, false, 0); }
  std::shared_ptr<const trace::Recording> finish() {
    recorder_.block_ends({});
    return recorder_.finish();
  }

 private:
  trace::Recorder recorder_{trace::BlockId{}, 1, 1 << 20};
};

}  // namespace

TEST_CASE("phases: a tiled product's rounds load and compute, and its end stores") {
  lang::Variable induction;
  induction.name = "sub";
  lang::For loop;
  loop.induction = &induction;
  code::Program program;
  program.phase_loops = {{{}, &loop}};

  Story story;
  for (int64_t round = 0; round < 2; ++round) {
    story.round(round);
    story.access(Space::kGlobal, Operation::kLoad);
    story.access(Space::kShared, Operation::kStore, uint64_t{1} << 36);
    story.barrier();
    story.access(Space::kShared, Operation::kLoad);
    story.barrier();
  }
  story.leave();
  story.access(Space::kGlobal, Operation::kStore);
  const auto recording = story.finish();
  const auto parts = tests::phase_parts(*recording);
  REQUIRE(parts.size() == 5);
  CHECK(parts[0].activity == Activity::kLoad);
  CHECK(parts[1].activity == Activity::kCompute);
  CHECK(parts[4].activity == Activity::kStore);
  const auto name = [&](const observe::PhasePart& part) {
    return observe::phase_name(program, recording->phases[part.phase]);
  };
  CHECK(name(parts[0]) == "sub = 0");
  CHECK(name(parts[2]) == "sub = 1");
  CHECK(name(parts[4]).empty());
  loop.induction = nullptr;
  CHECK(name(parts[2]) == "iteration 1");
}

TEST_CASE("phases: other kinds of intervals") {
  Story story;
  story.access(Space::kShared, Operation::kStore);
  story.barrier();
  story.access(Space::kGlobal, Operation::kLoad);
  story.barrier();
  story.access(Space::kShared, Operation::kLoad);
  story.access(Space::kShared, Operation::kStore, trace::kSharedOrigin | 4);
  story.barrier();
  story.access(Space::kGlobal, Operation::kLoad);
  story.access(Space::kShared, Operation::kStore);
  story.access(Space::kGlobal, Operation::kStore);
  story.barrier();
  story.access(Space::kGlobal, Operation::kLoad);
  story.access(Space::kGlobal, Operation::kStore);
  story.barrier();
  story.access(Space::kGlobal, Operation::kAtomic);
  const auto parts = tests::phase_parts(*story.finish());
  REQUIRE(parts.size() == 6);
  CHECK(parts[0].activity == Activity::kFill);
  CHECK(parts[1].activity == Activity::kRead);
  CHECK(parts[2].activity == Activity::kCompute);
  CHECK(parts[3].activity == Activity::kLoadAndStore);
  CHECK(parts[4].activity == Activity::kReadAndStore);
  CHECK(parts[5].activity == Activity::kStore);
}
