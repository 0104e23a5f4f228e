// Where to find steps of a recording: by site, warp, barrier interval and address, without reading
// all of it. Made once, when it is first asked for (Recording::steps); for any thread.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/trace/event.hpp"

namespace warplens::trace {

struct AccessHead;
struct Recording;

// What a step has to be; nothing given: any step.
struct StepFilter {
  std::optional<uint32_t> warp = std::nullopt;
  std::optional<uint32_t> site = std::nullopt;
  uint32_t lanes = ~0u;  // one of these takes part
  std::optional<Space> space = std::nullopt;
  std::optional<Operation> operation = std::nullopt;

  bool takes(const AccessHead& head) const;
};

// An access of a lane to some bytes.
struct Touch {
  uint32_t step = 0;
  uint8_t lane = 0;
  Operation operation = Operation::kLoad;
};

class StepIndex {
 public:
  // The recording outlives this.
  explicit StepIndex(const Recording& recording);

  // Steps, ascending. Empty where the site or warp has none.
  std::span<const uint32_t> at_site(uint32_t site) const { return part(sites_, site); }
  std::span<const uint32_t> of_warp(uint32_t warp) const { return part(warps_, warp); }
  // The first step of a barrier interval, and the one behind its last.
  std::pair<uint32_t, uint32_t> in_interval(uint32_t interval) const;

  // The next step behind `from` (direction 1), or in front of it (-1), that the filter takes.
  std::optional<uint32_t> next(uint32_t from, int direction, const StepFilter& filter) const;
  // The first step that the filter takes.
  std::optional<uint32_t> first(const StepFilter& filter) const;

  // Who accesses the byte at an address, which is in an array, by step; of a step in the order in
  // which lanes take effect (for_each_storing_lane).
  std::vector<Touch> touches(Space space, uint64_t address) const;
  // Whose store or atomic the byte's value is from, before a step.
  std::optional<Touch> last_writer(Space space, uint64_t address, uint32_t before) const;

 private:
  // Steps by a number that each has: those of number n are steps[begins[n]] to steps[begins[n +
  // 1]].
  struct Sorted {
    std::vector<uint32_t> begins, steps;
  };
  template <class Number>
  Sorted sorted(uint32_t numbers, Number number) const;
  static std::span<const uint32_t> part(const Sorted& all, uint32_t number) {
    if (size_t{number} + 1 >= all.begins.size()) return {};
    return std::span(all.steps).subspan(all.begins[number],
                                        all.begins[number + 1] - all.begins[number]);
  }

  // All touches of a window of addresses, which are likely to be asked for next.
  static constexpr uint64_t kWindow = 4096;  // [bytes]
  static constexpr size_t kMostWindows = 64;
  struct WindowTouch {
    uint64_t address = 0;
    uint8_t bytes = 0;
    Touch touch;
  };
  std::vector<WindowTouch> read_window(Space space, uint64_t begin) const;

  const Recording& recording_;
  Sorted sites_, warps_;
  mutable std::mutex mutex_;  // of windows_
  mutable std::map<std::pair<Space, uint64_t>, std::vector<WindowTouch>> windows_;
};

}  // namespace warplens::trace
