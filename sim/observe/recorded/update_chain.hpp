// The updates of one place by the threads of a block: what each loaded and stored, and which of
// them are part of what the place holds at the end.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

struct Update {
  uint32_t warp = 0, lane = 0;
  uint32_t load_step = 0, store_step = 0;  // of the recording; of an atomic one and the same
  uint64_t before = 0, after = 0;          // bits
  bool has_after = true;                   // false: of an atomic other than an addition, not known
  // Whether the last value was computed of this one, through others or not; else it was lost.
  bool has_arrived = false;
};

struct UpdateChain {
  trace::Space space = trace::Space::kGlobal;
  uint64_t address = 0;
  const lang::Type* type = nullptr;  // of the value; null: there are no updates
  bool is_atomic = true;             // all of them are
  std::vector<Update> updates;       // in the order of the stores
  uint64_t arrived() const;
  uint64_t lost() const { return updates.size() - arrived(); }
};

// An update is a store by a thread that has loaded the place before, since its own last store, or
// an atomic. Reads all of the recording: up to kMostUpdateSteps steps, else there are no updates.
inline constexpr uint32_t kMostUpdateSteps = 500'000;
struct UpdatedPlace {
  trace::Space space = trace::Space::kGlobal;
  uint64_t address = 0;
  friend auto operator<=>(const UpdatedPlace&, const UpdatedPlace&) = default;
};
// Parallel to `places`, which differ; from one pass over the recording.
std::vector<UpdateChain> update_chains(const code::Program& program,
                                       const trace::Recording& recording,
                                       std::span<const UpdatedPlace> places);
UpdateChain update_chain(const code::Program& program, const trace::Recording& recording,
                         trace::Space space, uint64_t address);

}  // namespace warplens::observe
