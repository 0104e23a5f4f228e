// The order that fences give: what a thread did before a fence and a store to a flag comes before
// what another thread does behind a load of that flag and a fence. Flags are atomics and volatile
// accesses. Barriers pass on what a thread of the block knows. A fence for the block orders only
// threads of one block.
//
// At an mbarrier what a thread did before it arrives comes before what another does behind a wait
// for the phase's end; no fence is needed.
//
// What a thread knows is a vector clock (clocks.hpp): for each block, before which interval all
// accesses are known, and for each thread, before which of its own. A flag keeps one clock for all
// that was released by it, so memory and time do not grow with the number of releases.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/observe/races/clocks.hpp"
#include "sim/observe/races/party.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

// A thread at a moment.
struct ThreadMoment {
  uint32_t block = 0;  // linear index
  uint32_t interval = 0, step = 0;
  uint32_t warp = 0, lane = 0;
};

enum class FenceRelation : uint8_t { kNone, kLacksAcquire, kOrdered };

class FenceOrder {
 public:
  struct Limits {
    uint64_t bytes = 0;  // that it takes
    uint64_t work = 0;   // that it does, as work() counts it
  };
  // `has_block_fences`: whether the program has fences for the block.
  FenceOrder(uint64_t blocks, uint32_t warps_per_block, bool has_block_fences, Limits limits);

  void block_begins() { block_.clear(); }
  // Nothing is ordered, and nothing was done.
  void forget();
  // Where blocks take turns: the present one waits; one goes on that has waited.
  void put_away(uint32_t block);
  void take_up(uint32_t block);
  void barrier(uint32_t interval);  // that begins
  void fence(const ThreadMoment& now, trace::FenceScope scope);
  // A store to a flag, or the store of an atomic.
  void flag_stored(uint64_t address, const ThreadMoment& now);
  void flag_loaded(uint64_t address, const ThreadMoment& now);
  // A thread arrives at the mbarrier at an address of its block's shared memory; its phase ends; a
  // thread has seen a phase end, at the latest the one that ended last.
  void arrived(uint64_t address, const ThreadMoment& now);
  void phase_ended(uint64_t address);
  void waited(uint64_t address, const ThreadMoment& now);
  // How the earlier access, of one lane, is ordered before what the thread does now.
  FenceRelation relation(const Party& before, const ThreadMoment& now) const;

  // A limit was met: from then on nothing is ordered.
  bool is_full() const { return is_full_; }
  uint64_t work() const { return clocks_.work(); }  // done so far: nodes of clocks, 5 to 20 ns each

 private:
  using Clock = Clocks::Clock;
  static constexpr size_t kScopes = 2;  // by trace::FenceScope
  struct Fence {
    bool is_there = false;
    ThreadMoment at;
    Clock known = Clocks::kNothing;  // by the thread, when it made the fence
    Clock release = Clocks::kNothing;
    bool is_release_made = false;
  };
  struct Thread {
    std::array<Fence, kScopes> fences;     // its last ones; one for the device is one for the block
    Clock known = Clocks::kNothing;        // behind a fence
    std::array<Clock, kScopes> pending{};  // loaded, without such a fence since
    bool is_touched = false;
  };
  // What those knew who arrived at an mbarrier, and of them those that did before its phase ended.
  struct Mbarrier {
    Clock arrived = Clocks::kNothing, ended = Clocks::kNothing;
  };
  // What the threads of a block know.
  struct Block {
    std::vector<Thread> threads;    // by number in the block
    std::vector<uint32_t> touched;  // of them, those that have done something since the barrier
    Thread all;                     // what every thread has from the barriers
    std::unordered_map<uint64_t, Mbarrier> mbarriers;  // by address
    void clear();
    void forget_threads();
  };
  // A flag, as threads of a block see it; of the device: kDevice.
  struct Flag {
    static constexpr uint64_t kDevice = ~uint64_t{0};
    uint64_t address = 0, block = kDevice;
    friend bool operator==(const Flag&, const Flag&) = default;
  };
  struct HashOfFlag {
    size_t operator()(const Flag& flag) const {
      return (flag.address ^ flag.block * 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd >> 16;
    }
  };
  static constexpr uint64_t kFlagBytes = 64;  // that an entry of flags_ takes, about

  Thread& thread(const ThreadMoment& now);
  uint64_t key(uint32_t block, uint32_t warp, uint32_t lane) const;
  uint64_t key_of_block(uint32_t block) const { return block; }
  void add(Clock& to, Clock more) { to = clocks_.join(to, more); }
  Clock release(Fence& fence, bool is_of_thread);
  void store(const Flag& flag, Fence& own, Fence& of_all);
  bool covers(Clock known, const Party& before) const;
  bool make_room();
  void add_clocks(const Thread& thread, std::vector<Clock>& held) const;
  void add_clocks(const Block& block, std::vector<Clock>& held) const;

  const uint64_t blocks_;
  const uint32_t warps_;
  const bool has_block_fences_;
  const Limits limits_;
  bool is_full_ = false;
  Clocks clocks_;
  std::unordered_map<Flag, Clock, HashOfFlag> flags_;
  Block block_;                                  // the present one
  std::unordered_map<uint32_t, Block> waiting_;  // by linear index
};

}  // namespace warplens::observe
