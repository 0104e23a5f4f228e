// A model of what a GPU's caches do with a run: how much its lanes request, how much L1 has, how
// much moves from L2, and how much from DRAM. What it assumes:
//
// - L1 of each multiprocessor and L2 forget the line used least recently (lru_cache.hpp); a line
//   has 128 bytes, of which only sectors of 32 bytes that were needed are there.
// - Loads look in L1, then in L2, then in DRAM, and what is found is kept on the way. A load of
//   what another one waits for counts as a hit.
// - Stores go through L1, which is not filled by them, and stay in L2 until their line has to go.
//   Atomics are carried out in L2.
// - L2 has one or two parts. A multiprocessor asks the nearer one; what is at home in the other one
//   is kept in both.
// - All caches are empty at first. Requests come in the order of interleave.hpp, and take no time.
//
// How far that is from a GPU: tests/data/caches/README.md.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/model/interleave.hpp"
#include "sim/model/memory_stream.hpp"

namespace warplens::model {

struct CacheSizes {
  uint64_t l1 = 0;            // [bytes] of one multiprocessor; 0: none for global memory
  uint64_t l2 = 0;            // [bytes] of all parts together; 0: none
  uint32_t l2_parts = 1;      // 1 or 2
  uint32_t dram_sectors = 1;  // read together from DRAM: 1, 2 or 4
};

// Sectors of 32 bytes.
struct Traffic {
  uint64_t requests = 0;              // of warps
  uint64_t loads = 0, load_hits = 0;  // asked of L1, and found there
  uint64_t stores = 0, atomics = 0;   // asked of L1
  uint64_t l2_reads = 0, l2_read_hits = 0;
  uint64_t l2_from_other = 0;  // of the reads' misses: that the other part has or gets
  uint64_t dram_reads = 0;
  uint64_t dram_paired = 0;  // of them: that nobody asked for, the other sector of a pair
  uint64_t dram_writes = 0;  // of lines that had to go; what is left at the end is `dirty`

  uint64_t requested() const { return loads + stores + atomics; }   // of L1
  uint64_t from_l2() const { return l2_reads + stores + atomics; }  // between L1 and L2
  uint64_t from_dram() const { return dram_reads + dram_writes; }
  void add(const Traffic& other);
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

// What leaves the caches, in order.
struct DramRequest {
  uint64_t sector = 0;  // address / 32, of the first
  uint32_t block = 0;   // whose request it was
  uint16_t site = 0;
  uint8_t sectors = 1;
  bool is_write = false;
};

struct CachesResult {
  Traffic all;
  std::vector<Traffic> sites;  // by site; DRAM writes count for the site that makes room for others
  uint64_t dirty = 0;          // sectors that L2 still has to write
  uint64_t lane_bytes = 0;     // what lanes asked for
  std::vector<DramRequest> dram;
};

class CachesRun {
 public:
  // `stream` outlives this.
  CachesRun(const MemoryStream& stream, const CacheSizes& sizes, const Placement& placement);
  ~CachesRun();
  base::Progress advance(base::Slice& slice);
  CachesResult take();  // when it is done

 private:
  class Hierarchy;
  const MemoryStream& stream_;
  std::unique_ptr<Hierarchy> hierarchy_;
  Interleaver order_;
};

// The same, at once.
CachesResult run_caches(const MemoryStream& stream, const CacheSizes& sizes,
                        const Placement& placement);

}  // namespace warplens::model
