// Pairs of accesses that nothing orders, counted by the two places in the text; the first pair of
// each is kept.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>

#include "sim/observe/races/party.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

enum class Relation : uint8_t { kInWarp, kBetweenWarps, kBetweenBlocks };

struct ConflictKey {
  Relation relation = Relation::kInWarp;
  trace::Space space = trace::Space::kShared;
  // Lanes of one instruction; else those of a warp that runs in step are ordered.
  bool is_one_instruction = false;
  uint32_t earlier_site = 0, later_site = 0;  // indices into code::Program::sites
  auto operator<=>(const ConflictKey&) const = default;

  // `in_lockstep`: the lanes of a warp run in step (before compute capability 7.0), so that its
  // instructions are ordered.
  bool is_ordered(bool in_lockstep) const {
    return in_lockstep && relation == Relation::kInWarp && !is_one_instruction;
  }
};

struct Conflict {
  uint64_t count = 0;  // lanes' accesses that met an earlier one
  // Both threads stored, and each had loaded the place before with nothing between.
  bool is_lost_update = false;
  bool is_same_value = true;  // every pair stored the same
  bool lacks_acquire = true;  // of every pair only the second one's fence is missing
  bool lacks_fences = true;   // of every pair both: a lock or a flag that is polled is there
  uint64_t address = 0;       // of the first pair, like what follows
  Party earlier, later;       // in order of execution; one lane each
  // The second of the latest pair: an access meets several others, and in several places.
  uint32_t latest_block = 0, latest_step = 0, latest_lanes = 0;
};

// A pair of accesses, of one lane each.
struct ConflictPair {
  const Party& earlier;
  const Party& later;
  uint32_t earlier_lanes = 0, later_lanes = 0;
  uint64_t address = 0;
  bool is_lost_update = false, is_same_value = false, lacks_acquire = false,
       lacks_fences = false;  // as in Conflict
};

class Conflicts {
 public:
  // More different pairs of places are not kept: a few megabytes.
  static constexpr size_t kMost = 1 << 15;

  void add(const ConflictKey& key, const ConflictPair& pair);
  void merge(const Conflicts& later);
  void clear() { *this = {}; }
  // How many pairs were added.
  uint64_t additions() const { return additions_; }
  // The later access of the first pair that was not kept, where one was not.
  const std::optional<Party>& first_left_out() const { return first_left_out_; }
  const std::map<ConflictKey, Conflict>& all() const { return all_; }

 private:
  std::map<ConflictKey, Conflict> all_;
  uint64_t additions_ = 0;
  std::optional<Party> first_left_out_;
};

}  // namespace warplens::observe
