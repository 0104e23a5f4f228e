// Where steps are found in a recording, against reading all of it.
#include "sim/trace/step_index.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "sim/trace/recording.hpp"

using namespace warplens::trace;

namespace {

constexpr uint32_t kWarps = 5, kSites = 7, kSteps = 600;

// Random accesses of a few places, with barriers between them.
std::shared_ptr<const Recording> random_recording(uint32_t seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  Recorder recorder({}, kWarps, 1 << 24);
  recorder.block_begins({});
  for (uint32_t step = 0; step < kSteps; ++step) {
    Lanes addresses{}, values{};
    for (uint32_t lane = 0; lane < 32; ++lane) {
      addresses[lane] = 4 * (random() % 24) + 8192 * (random() % 2);
      values[lane] = random();
    }
    WarpAccess access;
    access.warp = random() % kWarps;
    access.site = random() % kSites;
    access.space = random() % 2 == 0 ? Space::kShared : Space::kGlobal;
    access.operation = static_cast<Operation>(random() % 3);
    access.bytes = random() % 3 == 0 ? 8 : 4;
    access.mask = random() | 1u;
    access.addresses = &addresses;
    access.values = &values;
    recorder.access(access);
    if (random() % 50 == 0) recorder.barrier_releases();
  }
  return recorder.finish();
}

std::optional<uint32_t> searched(const Recording& recording, int64_t from, int direction,
                                 const StepFilter& filter) {
  for (int64_t step = from + direction; step >= 0 && step < kSteps; step += direction)
    if (filter.takes(recording.heads[static_cast<size_t>(step)]))
      return static_cast<uint32_t>(step);
  return std::nullopt;
}

}  // namespace

TEST_CASE("step index: steps by site, warp and interval are those of the recording") {
  const auto recording = random_recording(1);
  const StepIndex& steps = recording->steps();
  REQUIRE(recording->size() == kSteps);
  size_t at_sites = 0, of_warps = 0;
  for (uint32_t site = 0; site < kSites; ++site) {
    for (const uint32_t step : steps.at_site(site)) CHECK(recording->heads[step].site == site);
    CHECK(std::is_sorted(steps.at_site(site).begin(), steps.at_site(site).end()));
    at_sites += steps.at_site(site).size();
  }
  for (uint32_t warp = 0; warp < kWarps; ++warp) of_warps += steps.of_warp(warp).size();
  CHECK(at_sites == kSteps);
  CHECK(of_warps == kSteps);
  CHECK(steps.at_site(kSites).empty());
  CHECK(steps.of_warp(1000).empty());
  uint32_t end = 0;
  for (uint32_t interval = 0; interval <= recording->releases.size(); ++interval) {
    const auto [first, behind] = steps.in_interval(interval);
    CHECK(first == end);
    for (uint32_t step = first; step < behind; ++step)
      CHECK(recording->heads[step].interval == interval);
    end = behind;
  }
  CHECK(end == kSteps);
}

TEST_CASE("step index: the next step by a filter, in both directions") {
  const auto recording = random_recording(2);
  const StepIndex& steps = recording->steps();
  std::mt19937 engine(3);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int i = 0; i < 2000; ++i) {
    StepFilter filter;
    if (random() % 2 == 0) filter.warp = random() % (kWarps + 1);
    if (random() % 2 == 0) filter.site = random() % (kSites + 1);
    if (random() % 2 == 0) filter.lanes = 1u << random() % 32;
    if (random() % 3 == 0) filter.space = Space::kShared;
    if (random() % 3 == 0) filter.operation = Operation::kStore;
    const uint32_t from = random() % (kSteps + 1);
    for (const int direction : {1, -1})
      CHECK(steps.next(from, direction, filter) == searched(*recording, from, direction, filter));
    CHECK(steps.first(filter) == searched(*recording, -1, 1, filter));
  }
}

TEST_CASE("step index: who touches a byte, and whose value is there") {
  const auto recording = random_recording(4);
  const StepIndex& steps = recording->steps();
  for (const Space space : {Space::kShared, Space::kGlobal}) {
    for (uint64_t address = 0; address < 8192 + 100; address += address == 100 ? 8092 : 1) {
      size_t count = 0;
      std::optional<std::pair<uint32_t, uint32_t>> writer;  // step, lane
      const uint32_t before = kSteps / 2;
      for (uint32_t step = 0; step < kSteps; ++step) {
        const Access access = recording->at(step);
        if (access.space != space) continue;
        const auto holds = [&](uint32_t lane) {
          return (access.mask >> lane & 1) != 0 && address - access.addresses[lane] < access.bytes;
        };
        for (uint32_t lane = 0; lane < 32; ++lane) count += holds(lane) ? 1 : 0;
        if (access.operation == Operation::kLoad || step >= before) continue;
        if (access.operation == Operation::kAtomic) {
          for (uint32_t lane = 0; lane < 32; ++lane)
            if (holds(lane)) writer = {step, lane};
        } else {
          for_each_storing_lane(access.mask, access.bytes, [&](uint32_t lane) {
            if (holds(lane)) writer = {step, lane};
          });
        }
      }
      CHECK(steps.touches(space, address).size() == count);
      const auto last = steps.last_writer(space, address, before);
      CHECK(last.has_value() == writer.has_value());
      if (last && writer) CHECK(std::pair<uint32_t, uint32_t>(last->step, last->lane) == *writer);
    }
  }
}
