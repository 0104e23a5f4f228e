// Asynchronous copies: what a block's threads have begun to copy, and what has not arrived yet.
//
// A copy's bytes are read when it is begun and kept until they arrive. When that is, a GPU leaves
// open between the copy and the wait that covers it: here, at the next barrier or wait of the lanes
// that began it, or at their end; where copies are to be late, at the wait that covers them, or at
// their end, unless they are to arrive at an mbarrier, where others may wait for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/warp.hpp"
#include "sim/code/program.hpp"
#include "sim/trace/copy_groups.hpp"

namespace warplens::machine {

struct WarpRun;

// What one warp instruction copies, up to 16 bytes a lane.
struct PendingCopy {
  static constexpr uint32_t kMostBytes = 16;
  uint32_t number = 0;  // in its block, in order of their beginning
  uint32_t warp = 0;
  uint32_t mask = 0;  // lanes whose bytes have not arrived; their targets are inside
  uint8_t bytes = 4;  // of a lane
  trace::GroupNumbers groups{};
  // Of a part of a copy in bulk, whose "lanes" are pieces: the lane that began it, by the
  // instruction at `pc`, and the mbarrier that counts its bytes.
  struct Bulk {
    uint32_t lane = 0, pc = 0, mbarrier = 0;
    friend bool operator==(const Bulk&, const Bulk&) = default;
  };
  std::optional<Bulk> bulk;
  std::array<uint32_t, base::kWarpSize> targets{};  // offsets in the block's shared memory
  std::array<std::byte, size_t{base::kWarpSize} * kMostBytes> data{};

  friend bool operator==(const PendingCopy&, const PendingCopy&) = default;
  std::byte* data_of(uint32_t lane) { return data.data() + size_t{lane} * kMostBytes; }
};

// Arrivals at mbarriers that wait for a warp's copies before them.
struct PendingArrival {
  uint32_t warp = 0, pc = 0;
  uint32_t mask = 0;  // lanes whose arrival is to come
  uint32_t end = 0;   // behind the last copy, by number
  std::array<uint32_t, base::kWarpSize> addresses{};
};

// A part of a copy in bulk out of shared memory, where copies are late: neither read nor written.
struct PendingStore {
  uint32_t number = 0, warp = 0, lane = 0;          // as above
  uint32_t group = 0;                               // of the lane's in bulk
  uint32_t mask = 0;                                // pieces
  int32_t sum = 0;                                  // 0: stored; else code::BulkSum, plus 1
  std::array<uint32_t, base::kWarpSize> sources{};  // offsets in the block's shared memory
  std::array<uint64_t, base::kWarpSize> targets{};
  std::array<uint8_t, base::kWarpSize> bytes{};  // of a piece
};

// A block's copies in flight, in order of their beginning. A value, as its block is.
class CopyQueue {
 public:
  // Of kMostInFlight the first ones arrive before another is added.
  static constexpr size_t kMostInFlight = 1024, kFirst = 256;
  // Of a warp's copy that begins now; it is in flight once it is added.
  PendingCopy next(uint32_t warp) const;
  void add(const PendingCopy& copy);
  bool is_full() const { return pending_.size() >= kMostInFlight; }
  bool is_empty() const { return pending_.empty() && stores_.empty(); }
  // How many the block has begun, also those that have arrived.
  uint32_t begun() const { return begun_; }
  std::vector<PendingCopy>& pending() { return pending_; }
  const std::vector<PendingCopy>& pending() const { return pending_; }
  std::vector<PendingStore>& stores() { return stores_; }
  void add_store(const PendingStore& store) { stores_.push_back(store); }
  void forget_arrived();  // those whose mask is 0

  trace::CopyGroups& groups(uint32_t warp) { return groups_of(groups_, warp); }
  trace::CopyGroups& bulk_groups(uint32_t warp) { return groups_of(bulk_groups_, warp); }
  std::vector<PendingArrival>& arrivals() { return arrivals_; }

 private:
  static trace::CopyGroups& groups_of(std::vector<trace::CopyGroups>& all, uint32_t warp);

  std::vector<PendingCopy> pending_;
  std::vector<PendingArrival> arrivals_;
  std::vector<PendingStore> stores_;
  std::vector<trace::CopyGroups> groups_;       // by warp, of those that have committed
  std::vector<trace::CopyGroups> bulk_groups_;  // the same of copies in bulk out of shared memory
  uint32_t begun_ = 0;
};

// What the instructions do, for the lanes of the mask, at least one; each reports it.
void begin_copy(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t site,
                uint32_t mask);
void commit_copies(WarpRun& run, uint32_t pc, uint32_t mask);
void wait_for_copies(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t pc,
                     uint32_t mask);
void wait_for_all_copies(WarpRun& run, uint32_t pc, uint32_t mask);
void arrive_with_copies(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t pc,
                        uint32_t mask);
// The copy is in flight from here on; its number is the block's next one.
void begin_flight(WarpRun& run, const PendingCopy& copy);
// Lanes meet a barrier, or wait at an mbarrier: what they copy arrives, of copies that are late
// what is to arrive at an mbarrier. At their end all does.
void land_copies(WarpRun& run, uint32_t lanes);
void land_last_copies(WarpRun& run, uint32_t lanes);

}  // namespace warplens::machine
