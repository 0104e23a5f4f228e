// A race detector out of the textbook: a full vector clock for each thread of the grid, all
// accesses that were ever made to each byte, one lane at a time. It shares no code with
// sim/observe, which is held against it.
//
// Clocks: one's own component counts what one has passed on; an access happens before what a thread
// does if that thread's clock has reached the access's. The rules are those of
// sim/observe/races/README.md.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/code/program_facts.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::race_oracle {

// Of an access, in the text.
struct Place {
  uint32_t line = 0, column = 0;
  auto operator<=>(const Place&) const = default;
};

// What a finding is known by.
struct Race {
  std::string kind;  // observe::Finding::kind
  Place one, other;  // the smaller one first
  auto operator<=>(const Race&) const = default;
};

// What the pairs of accesses of one Race are.
struct Pairs {
  bool are_some_different = false;  // some are not two stores of one value
  bool are_some_updates = false;    // lost updates
};

struct Races {
  std::map<Race, Pairs> all;
  // Those in which the earlier access is the byte's last store: a detector that remembers no other
  // store finds these.
  std::map<Race, Pairs> of_last_store;
  // The races of an access to a byte with all loads before it, and those with all atomics: a
  // detector that remembers two of them finds at least one. Left out are those within a warp whose
  // __syncwarp()s of some lanes order two of its loads before the access, but not a third one.
  std::set<std::set<Race>> of_readers, of_atomics;
  // Places between which the loads and stores of a lost update race; by the stores' places.
  std::map<std::pair<Place, Place>, std::set<std::pair<Place, Place>>> explained;
};

class VectorClocks : public trace::Observer {
 public:
  // Extents of the grid and of a block. `in_lockstep`: the lanes of a warp run in step.
  VectorClocks(std::shared_ptr<const code::Program> program, trace::BlockId grid,
               trace::BlockId block, bool in_lockstep);

  void block_begins(trace::BlockId block) override;
  bool wants_stored_values() const override { return true; }
  void access(const trace::WarpAccess& access) override;
  void barrier_releases() override;
  void warp_syncs(uint32_t warp, uint32_t mask) override;
  void lanes_return(uint32_t warp, uint32_t mask) override { returned_[warp] |= mask; }

  const Races& races() const { return races_; }

 private:
  using Clock = std::vector<uint32_t>;  // by thread of the grid
  struct Access {
    uint32_t thread = 0, clock = 0, site = 0;
    trace::Operation operation = trace::Operation::kLoad;
    uint8_t value = 0;            // that a store leaves in the byte
    uint32_t interval = 0;        // barriers that the block had passed
    uint32_t syncs = 0;           // __syncwarp()s of its warp in the interval
    std::set<uint32_t> computed;  // of a store: sites by which its thread had loaded the byte in
                                  // the interval, and of which the stored value was computed
  };
  struct Byte {
    std::vector<Access> accesses;
    size_t last_store = ~size_t{0};
  };

  Byte& byte(trace::Space space, uint64_t address) { return bytes_[space][address]; }
  uint32_t first_thread(uint32_t warp) const;
  std::vector<uint32_t> lanes(uint32_t warp, uint32_t mask) const;
  void meet(const std::vector<uint32_t>& threads);
  bool is_before(const Access& earlier, uint32_t thread) const;
  bool is_third_in_warp(const Byte& byte, const Access& now, trace::Operation operation,
                        const std::set<Race>& races) const;
  void note_computed(const Byte& byte, Access& store) const;
  void check(const Byte& byte, const Access& now);
  void note_pair(const Access& earlier, const Access& later, bool is_last_store,
                 std::set<Race>& readers, std::set<Race>& atomics);
  void note_update(const Access& earlier, const Access& later);
  bool is_update(const Access& store) const;
  Race race(const Access& one, const Access& other) const;
  Place place(uint32_t site) const;

  std::shared_ptr<const code::Program> program_;
  std::vector<code::LoadUse> uses_;  // by site
  std::vector<Place> places_;        // by site
  const trace::BlockId grid_;
  const uint32_t block_threads_;
  const bool in_lockstep_;

  std::vector<Clock> clocks_;  // by thread of the grid
  std::map<trace::Space, std::map<uint64_t, Byte>> bytes_;
  uint32_t block_ = 0;              // linear index of the present block
  uint32_t interval_ = 0;           // of the present block
  std::vector<uint32_t> returned_;  // by warp of the present block
  struct Syncs {
    uint32_t count = 0, of_some_lanes = 0;  // __syncwarp()s in the present interval
  };
  std::vector<Syncs> syncs_;  // by warp of the present block
  Races races_;
};

}  // namespace warplens::race_oracle
