// What observers make of an access that reads one memory and writes another: each side counts.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/observe/races/event_log.hpp"
#include "sim/observe/races/shared_races.hpp"
#include "sim/observe/streams/fetches.hpp"
#include "sim/observe/streams/shared_patterns.hpp"
#include "sim/observe/streams/stream_keeper.hpp"

using namespace warplens;
using trace::Operation;
using trace::Space;

namespace {

constexpr uint64_t kArray = uint64_t{1} << 36;
using Lanes = std::array<uint64_t, trace::kWarpSize>;

Lanes affine(uint64_t base, uint64_t stride) {
  Lanes lanes{};
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) lanes[lane] = base + lane * stride;
  return lanes;
}

// A copy of 16 bytes a lane from an array to shared memory, by one warp at one place in the text,
// and an access of 4 bytes a lane by another warp at another place.
struct Copies {
  Copies() {
    source.bytes = 16;
    source.mask = ~0u;
    source.addresses = &read;
    copy.bytes = 16;
    copy.mask = ~0u;
    copy.space = Space::kShared;
    copy.operation = Operation::kCopy;
    copy.addresses = &written;
    copy.source = &source;
    copy.site = 1;
  }
  trace::WarpAccess other(Space space, Operation operation, const Lanes& lanes) const {
    trace::WarpAccess access;
    access.warp = 1;
    access.mask = ~0u;
    access.space = space;
    access.operation = operation;
    access.addresses = &lanes;
    return access;
  }

  const Lanes read = affine(kArray, 16), written = affine(0, 16);
  trace::Side source;
  trace::WarpAccess copy;
};

std::shared_ptr<const code::Program> two_sites() {
  auto program = std::make_shared<code::Program>();
  program->sites.resize(2);
  return program;
}

observe::RaceScope two_warps() {
  observe::RaceScope scope;
  scope.grid = {1, 1, 1};
  scope.block = {64, 1, 1};
  scope.memory = observe::CheckMemory::of(uint64_t{1} << 20);
  return scope;
}

// Both accesses' indices in the block, of each race, in order.
using Steps = std::pair<uint32_t, uint32_t>;
std::vector<Steps> steps_of(const observe::Races& races) {
  std::vector<Steps> all;
  for (const auto& [key, conflict] : races.conflicts().all())
    all.emplace_back(conflict.earlier.step, conflict.later.step);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("copies: what is written races with who reads it, what is read with who writes it") {
  const Copies made;
  const Lanes of_tile = affine(0, 4), of_array = affine(kArray, 4);
  const trace::WarpAccess load = made.other(Space::kShared, Operation::kLoad, of_tile);
  const trace::WarpAccess store = made.other(Space::kGlobal, Operation::kStore, of_array);
  observe::SharedRaces shared(two_sites(), two_warps());
  observe::Races global(two_sites(), two_warps(), observe::Watched::kGlobal);
  observe::Races replayed(two_sites(), two_warps(), observe::Watched::kAll);
  const observe::RaceScope scope = two_warps();
  observe::EventLog log(true, scope);
  for (trace::Observer* observer :
       {static_cast<trace::Observer*>(&shared), static_cast<trace::Observer*>(&global),
        static_cast<trace::Observer*>(&log)}) {
    observer->block_begins({});
    for (const trace::WarpAccess* access : {&made.copy, &load, &made.copy, &store})
      observer->access(*access);
    observer->block_ends({});
  }
  log.replay(replayed);
  // A copy is one step, though both its sides are looked at.
  CHECK(steps_of(global) == std::vector{Steps{2, 3}});
  CHECK(steps_of(shared.races()) == std::vector{Steps{0, 1}, Steps{1, 2}});
  CHECK(steps_of(replayed) == std::vector{Steps{0, 1}, Steps{1, 2}, Steps{2, 3}});
}

TEST_CASE("copies: streams have the lines that are read and the banks that are written") {
  const Copies made;
  observe::PatternCounter patterns;
  patterns.access(made.copy);
  const observe::SharedPatterns found = patterns.take();
  REQUIRE(found.all.size() == 1);
  CHECK(found.all[0].bytes == 16);
  CHECK(found.all[0].addresses[31] == 31 * 16);

  const std::vector<observe::ArrayInfo> arrays = {{"a", kArray, 512, 4, {128}, nullptr}};
  observe::FetchCounter fetches(arrays);
  observe::StreamKeeper lines(arrays);
  for (trace::Observer* observer :
       {static_cast<trace::Observer*>(&fetches), static_cast<trace::Observer*>(&lines)}) {
    observer->block_begins({});
    observer->access(made.copy);
  }
  CHECK(fetches.take().arrays[0].loads == std::vector<uint32_t>(128, 1));
  const model::MemoryStream stream = lines.take();
  CHECK(stream.lane_bytes == 512);
  REQUIRE(stream.lines.size() == 4);
  CHECK(stream.lines[3].sectors == 0xf);
  CHECK(stream.lines[3].op == Operation::kLoad);
}
