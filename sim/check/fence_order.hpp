// The order that fences give: what a thread did before a fence and a store to a flag comes before
// what another thread does behind a load of that flag and a fence. Flags are atomics and volatile
// accesses. Barriers pass on what a thread of the block knows.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/check/party.hpp"

namespace warplens::check {

// A thread at a moment.
struct ThreadMoment {
  uint32_t block = 0;  // linear index
  uint32_t interval = 0, step = 0;
  uint32_t warp = 0, lane = 0;
};

enum class FenceRelation : uint8_t { kNone, kLacksAcquire, kOrdered };

class FenceOrder {
 public:
  // The first `count` releases of a flag.
  struct Seen {
    uint64_t flag = 0;
    uint32_t count = 0;
  };
  using Knowledge = std::vector<Seen>;
  // What comes before a fence: all that the block did in earlier intervals, all that the lane did
  // before `at`, and what it knew.
  struct Release {
    ThreadMoment at;
    Knowledge known;
  };
  struct Thread {
    bool has_fence = false;
    Release fence;      // its last one
    Knowledge known;    // behind a fence
    Knowledge pending;  // loaded, without a fence since
  };
  // What the threads of a block know.
  struct Block {
    std::unordered_map<uint32_t, Thread> threads;
    Thread all;  // what every thread has from the barriers
  };

  void block_begins() { block_ = {}; }
  // The present block, put away and taken up again where blocks take turns.
  Block put_away() { return std::exchange(block_, {}); }
  void take_up(Block block) { block_ = std::move(block); }
  void barrier(uint32_t interval);  // that begins
  void fence(const ThreadMoment& now);
  // A store to a flag, or the store of an atomic.
  void flag_stored(uint64_t address, const ThreadMoment& now);
  void flag_loaded(uint64_t address, const ThreadMoment& now);
  // How the earlier access is ordered before what the thread does now.
  FenceRelation relation(const Party& before, const ThreadMoment& now) const;

 private:
  struct Flag {
    std::vector<Release> releases;
    std::unordered_map<uint32_t, std::vector<uint32_t>> of_block;  // indices of its releases
  };

  Thread& thread(const ThreadMoment& now) { return block_.threads[now.warp * 32 + now.lane]; }
  static void add(Knowledge& to, const Knowledge& more);
  bool is_released(const Seen& seen, const Party& before) const;
  bool covers(const Knowledge& known, const Party& before) const;

  std::unordered_map<uint64_t, Flag> flags_;  // by address
  Block block_;                               // the present one
};

}  // namespace warplens::check
