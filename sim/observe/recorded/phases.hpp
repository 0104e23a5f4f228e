// Names what a block does between its barriers, from its trace alone: `sub = 0: load | compute`. A
// part is named after its accesses; no kernel is known by name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

enum class Activity : uint8_t {
  kNone,
  kLoad,            // shared stores of values that come from global memory: a tile is loaded
  kLoadAndCompute,  // ... and read without a barrier between
  kFill,            // shared stores of other values, nothing read
  kCompute,         // shared loads (and perhaps shared stores), nothing goes to global memory
  kRead,            // global loads only
  kReadAndStore,    // global loads and stores, no tile between them
  kStore,           // global stores
  kLoadAndStore,    // a tile is loaded and global memory written in one interval
};
std::string_view name_of(Activity activity);

// The accesses of one phase in one barrier interval.
struct PhasePart {
  uint32_t phase = 0;  // index into Recording::phases
  uint32_t interval = 0;
  Activity activity = Activity::kNone;
};

// Collects the parts of a recording, step by step.
class PhaseReader {
 public:
  void read(const trace::Access& access);  // every step, in order
  // In order of the first step. A phase or interval without accesses has no part.
  std::vector<PhasePart> parts() const;

 private:
  // What happens in a part, as seen so far.
  struct Seen {
    bool shared_load = false, shared_store = false, stored_from_global = false;
    bool global_load = false, global_store = false;
  };
  static void note(const trace::Access& side, Seen& what);
  static Activity activity_of(const Seen& seen);

  std::map<uint32_t, size_t> index_of_;  // of the present interval, by phase: intervals only grow
  std::vector<PhasePart> parts_;         // without their activities
  std::vector<Seen> seen_;               // parallel
};

// "sub = 0"; of a loop without an induction variable "iteration 0"; "" outside loops.
std::string phase_name(const code::Program& program, const trace::Phase& phase);

}  // namespace warplens::observe
