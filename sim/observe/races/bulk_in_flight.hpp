// Mistakes with copies in bulk. What one fills in shared memory is there for threads that know of
// the end of the phase of its mbarrier: that waited for it, or met one that has. What one reads
// there may be written again by threads that know of a wait of the copy's own thread; and stores of
// threads come before it only behind a fence between the two.
//
// Who knows of what: of each mbarrier how many phases have ended, of each thread that copies how
// often it has waited. Threads tell each other where they meet: at barriers of the block, at
// __syncwarp(), and at mbarriers, those that wait for what those knew who arrived. A fence that
// orders other memory is taken for a meeting with all: nothing is reported that might be right.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/observe/races/copy_mistakes.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

// Whether the program copies in bulk.
bool has_bulk_copies(const code::Program& program);

class BulkInFlight : public trace::Observer {
 public:
  // `block`: extents.
  BulkInFlight(std::shared_ptr<const code::Program> program, trace::BlockId block);

  void block_begins(trace::BlockId block) override;
  void access(const trace::WarpAccess& access) override;
  void bulk_begins(const trace::BulkCopy& copy) override;
  void bulk_commits(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void bulk_waits(uint32_t warp, uint32_t pc, const trace::CopyWait& wait, bool reads) override;
  void proxy_fence(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void mbarrier(const trace::MbarrierStep& step) override;
  void barrier_releases() override;
  void warp_syncs(uint32_t warp, uint32_t mask) override;
  void fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) override;

  using trace::Observer::merge;
  void merge(const BulkInFlight& later) { found_.merge(later.found_); }
  void clear() override { found_ = {}; }
  std::vector<Finding> findings(const MemoryLayout& layout) const {
    return found_.findings(*program_, layout, extent_);
  }

 private:
  static constexpr uint32_t kNobody = 0xffffffff;
  static constexpr uint32_t kChunkBytes = 16;
  static constexpr uint32_t kNever = 0xffffffff;
  // By what is counted, its number: phases that have ended, or waits.
  using Known = std::vector<uint32_t>;

  // A copy, from its beginning until everybody knows that it has come to its end.
  struct Flight {
    trace::BulkCopy::Kind kind = trace::BulkCopy::Kind::kLoad;
    uint32_t site = 0, step = 0, thread = 0;
    uint32_t counted = 0;      // index of what is counted
    uint32_t needed = kNever;  // who knows of so many may touch its bytes
    uint32_t group = 0;        // of a store
    uint64_t missing = 0;      // of a load: bytes that have not arrived
  };
  // Of 16 bytes of shared memory.
  struct Chunk {
    uint32_t load = kNobody, store = kNobody;  // flights
    // The last store of a thread, when its own fences, and all barriers, were so many.
    uint32_t writer = kNobody, site = 0, step = 0, fences = 0, interval = 0, all_fences = 0;
    uint8_t written = 0;  // the first byte that it wrote here
  };
  struct Meeting {
    Known arrived, ended;  // at an mbarrier
  };

  uint32_t index_of(uint64_t counted);
  static void join(Known& to, const Known& more);
  uint32_t known(uint32_t thread, uint32_t counted) const;
  void look_at(const trace::WarpAccess& side);
  void look_at(Chunk& chunk, const trace::WarpAccess& side, uint32_t thread, uint64_t address);
  void begin_part(const trace::WarpAccess& access);
  void check_fence(const Chunk& chunk, const trace::WarpAccess& access, uint64_t address);
  void note(CopyMistakes::Kind kind, CopyDetail::Cause cause, const Flight& flight,
            const trace::WarpAccess& side, uint32_t thread, uint64_t address);
  void bytes_came(const trace::MbarrierStep& step);
  Chunk& chunk_at(uint64_t address);

  std::shared_ptr<const code::Program> program_;
  const trace::BlockId extent_;
  const uint32_t threads_;
  trace::BlockId block_;
  uint32_t step_ = 0, interval_ = 0;
  std::vector<Known> known_;                        // by thread
  std::unordered_map<uint64_t, uint32_t> counted_;  // mbarriers and threads
  Known counts_;                                    // by now
  std::unordered_map<uint64_t, Meeting> meetings_;  // by mbarrier
  std::vector<Flight> flights_;
  std::optional<trace::BulkCopy> begun_;
  uint32_t present_ = kNobody;                      // the flight that `begun_` is
  std::unordered_map<uint32_t, uint32_t> of_copy_;  // flights, by the number of a part
  uint32_t copies_ = 0;
  std::vector<uint32_t> groups_;  // by thread: that are committed
  std::vector<uint32_t> fences_;  // by thread: of its own, of shared memory
  std::vector<uint32_t> fenced_;  // by thread: all_fences_ at the last one
  uint32_t all_fences_ = 0, last_fenced_interval_ = 0;
  std::vector<Chunk> chunks_;
  CopyMistakes found_;
};

}  // namespace warplens::observe
