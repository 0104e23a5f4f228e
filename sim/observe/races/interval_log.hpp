// The accesses of shared memory in one barrier interval, and the intervals that are known to be
// free of races: most intervals of a grid do what an earlier one did, in another block or another
// iteration, and are recognised while they happen. One that is too long to be kept is not
// recognised: its accesses are checked when they happen.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/base/byte_budget.hpp"
#include "sim/observe/races/written_state.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

class Races;

class IntervalLog {
 public:
  // Takes what it keeps of `budget`, which may be null.
  explicit IntervalLog(const std::shared_ptr<base::ByteBudget>& budget)
      : budget_(budget),
        log_(budget, kMostOfInterval),
        kept_(budget, kMostKept),
        written_(budget) {}

  // In order of execution; `step` is the access's index in its block. An interval for which there
  // is no room is reported to `races` at once.
  void access(const trace::WarpAccess& access, uint32_t step, Races& races);
  void warp_syncs(uint32_t warp, uint32_t mask, Races& races) {
    add({0, mask, warp, kSync}, races);
  }
  void lanes_return(uint32_t warp, uint32_t mask, Races& races) {
    add({0, mask, warp, kReturn}, races);
  }

  // The interval has ended. It is reported to `races`, unless it did what an interval without races
  // did.
  void end(Races& races);
  // A block begins: forgets the present interval.
  void begin_block();
  // What the block has loaded without having written it, in intervals that have ended, as a hash of
  // sites and bytes; 0: nothing.
  uint64_t loads_unwritten() const { return unwritten_; }

 private:
  static constexpr uint8_t kSync = 200, kReturn = 201;
  // What is compared. `kind`: a trace::Operation, or one of the above.
  struct Event {
    uint32_t site = 0, mask = 0, warp = 0;
    uint8_t kind = 0, bytes = 0;
    uint64_t pattern = 0;  // of the addresses, its id; 0: they are numbers of their own
    uint64_t base = 0;     // of the pattern
    friend bool operator==(const Event&, const Event&) = default;
  };
  using Numbers = std::array<uint64_t, trace::kWarpSize>;
  static constexpr uint32_t kNone = 0xffffffff;
  static constexpr uint64_t kMostKept = uint64_t{64} << 20;       // [bytes] of known intervals
  static constexpr uint64_t kMostOfInterval = uint64_t{8} << 20;  // [bytes] of one

  struct Interval {
    std::vector<Event> events;
    std::vector<Numbers> addresses;  // of events without a pattern, in order
    uint64_t hash() const;
    uint64_t bytes() const;
    friend bool operator==(const Interval&, const Interval&) = default;
  };
  struct Known {
    Interval interval;
    uint32_t next = kNone;  // the known interval that followed last
  };
  // The beginning of an interval.
  struct Part {
    const Interval& of;
    size_t events = 0;
  };

  void add(const Event& event, Races& races);
  bool keep(const trace::WarpAccess& access, Event event, uint32_t step);
  bool keep_step(const trace::WarpAccess& access, const Event& event, uint32_t step);
  bool continues(const Event& event, const trace::WarpAccess* access);
  bool stop_following();
  void report_at_once(Races& races);
  Part so_far() const;
  uint32_t search(uint64_t hash) const;
  void replay(const Part& part, Races& races) const;
  bool may_be_known() const;
  void begin(uint32_t previous);
  // What becomes of the written bytes; `known` is the interval's number or kNone.
  void note_written(uint32_t known);
  // Returns what is loaded unwritten.
  uint64_t write(const Part& part, WrittenBytes& bytes) const;
  WrittenStates::Step step_of(const Interval& interval);

  const std::shared_ptr<base::ByteBudget> budget_;
  base::ByteShare log_;   // what the present interval takes, and the longest one took
  base::ByteShare kept_;  // known intervals and patterns
  std::vector<Known> known_;
  std::unordered_multimap<uint64_t, uint32_t> by_hash_;
  std::unordered_map<uint64_t, trace::LanePattern> patterns_;  // by id

  WrittenStates written_;
  uint32_t state_ = WrittenStates::kNothing;  // before the present interval
  uint64_t unwritten_ = 0;                    // of the block

  uint32_t previous_ = kNone;        // the interval before, if it is known
  uint32_t followed_ = kNone;        // the known interval that the present one has been so far
  const Event* expected_ = nullptr;  // its events
  size_t expected_count_ = 0;
  size_t position_ = 0;  // in its events
  size_t address_position_ = 0;
  Interval present_;                           // where it follows none
  std::vector<uint32_t> steps_;                // of accesses
  std::vector<Numbers> values_, high_values_;  // of stores
  // Where the present interval is reported at once: what is written by now, and what it has loaded
  // unwritten.
  bool is_at_once_ = false;
  WrittenBytes bytes_;
  uint64_t unwritten_at_once_ = 0;
};

}  // namespace warplens::observe
