// Global memory as one chunk of blocks sees it while others run beside it: the grid's, which nobody
// changes meanwhile, under what the chunk itself has stored, which is kept apart until the chunk is
// committed (chunk_commit.hpp). What it read of the grid's is noted in words of 4 bytes, of arrays
// that no block has stored to so far as a whole.
//
// MemoryUnit (access.hpp) asks it wherever it would reach into global memory. Where the chunk
// cannot go on apart, it goes on with any values, and is_given_up() tells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/machine/memory.hpp"
#include "sim/machine/region_table.hpp"
#include "sim/trace/event.hpp"

namespace warplens::machine {

// By array: how loads of it are noted.
enum class ArrayUse : uint8_t {
  kLoaded,  // nobody is known to have stored to it: as a whole
  kStored,  // by committed blocks: by words
  kOwn      // by the chunk itself, too: by words, under its own bytes
};

// Changes the value at a place; the operands are bits in the width of the value.
using ApplyAtomic = void (*)(std::byte* place, uint64_t operand, uint64_t second);

class ChunkMemory {
 public:
  // Both outlive it. `unused_results`: by site (sim/code/unused_results.hpp).
  ChunkMemory(const GlobalMemory& memory, const std::vector<bool>& unused_results)
      : memory_(&memory), unused_results_(&unused_results) {}

  // Nothing is stored or read. It may take about `most_bytes` for what is kept apart.
  void begin(const std::vector<ArrayUse>& uses, uint64_t most_bytes);
  bool is_given_up() const { return is_given_up_; }
  bool is_too_large() const { return is_too_large_; }  // why it gave up
  uint64_t bytes() const;                              // kept apart so far

  // Whether a load of lanes that lie in one array may be served from the grid's memory; then it is
  // noted. Else each lane is read by itself.
  bool loads_from_grid(uint32_t array, const std::array<uint64_t, trace::kWarpSize>& addresses,
                       uint32_t mask, uint32_t bytes);
  // The bytes that a load finds, valid until the next call; null if they do not lie in one array.
  // `buffer` has room for 16.
  const std::byte* read(uint64_t address, uint32_t bytes, std::byte* buffer);
  // Where to put what is stored; null as above. If it is `buffer`, write() takes it from there.
  std::byte* place_to_store(uint64_t address, uint32_t bytes, std::byte* buffer);
  // The same, with the bytes that a load finds there.
  std::byte* place_to_change(uint64_t address, uint32_t bytes, std::byte* buffer);
  void write(uint64_t address, const std::byte* from, uint32_t bytes);

  bool is_logged(uint32_t site) const { return (*unused_results_)[site]; }
  // An atomic that is executed when the chunk is committed; false, and nothing done, if its place
  // does not lie in one array.
  bool log(uint64_t address, uint32_t bytes, ApplyAtomic apply, uint64_t operand, uint64_t second);

  // ---- what the chunk did, for its commit

  struct Reads {
    std::array<uint16_t, kRegionUnits> words{};  // a bit for each word of a unit
    void clear() { words.fill(0); }
  };
  struct Stores {
    std::array<uint64_t, kRegionUnits> dirty{};   // a bit for each byte of a unit
    std::array<uint16_t, kRegionUnits> logged{};  // a bit for each word that an atomic changes
    std::array<std::byte, kRegionBytes> bytes;    // valid where dirty
    void clear() {
      dirty.fill(0);
      logged.fill(0);
    }
  };
  struct LoggedAtomic {
    uint64_t address = 0;
    uint64_t operand = 0, second = 0;
    ApplyAtomic apply = nullptr;
    uint32_t bytes = 0;
  };
  const RegionTable<Reads>& reads() const { return reads_; }
  const RegionTable<Stores>& stores() const { return stores_; }
  const std::vector<LoggedAtomic>& atomics() const { return atomics_; }
  bool reads_whole(uint32_t array) const { return reads_whole_[array]; }
  bool stores_to(uint32_t array) const { return uses_[array] == ArrayUse::kOwn; }

 private:
  // The grid's bytes at an address; null if they do not lie in one array. Sets array_.
  const std::byte* grid_bytes(uint64_t address, uint32_t bytes);
  void note_read(uint64_t address, uint32_t bytes);
  Reads& reads_at(uint64_t address);
  Stores& stores_at(uint64_t address);
  bool has_room(uint64_t bytes);
  void give_up() { is_given_up_ = true; }

  const GlobalMemory* memory_;
  const std::vector<bool>* unused_results_;
  std::vector<ArrayUse> uses_;     // by array
  std::vector<bool> reads_whole_;  // by array
  RegionTable<Reads> reads_;
  RegionTable<Stores> stores_;
  std::vector<LoggedAtomic> atomics_;
  uint64_t most_bytes_ = 0;
  bool is_given_up_ = false, is_too_large_ = false;
  uint32_t array_ = 0;  // of the last access
  uint64_t array_begin_ = 0, array_bytes_ = 0;
  // The regions reached last; null: none.
  uint64_t reads_key_ = 0, stores_key_ = 0;
  Reads* latest_reads_ = nullptr;
  Stores* latest_stores_ = nullptr;
  // Where a chunk that has given up leaves what it would keep.
  Reads lost_reads_;
  Stores lost_stores_;
};

}  // namespace warplens::machine
