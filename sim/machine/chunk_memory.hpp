// Global memory as one chunk of blocks sees it while others run beside it: the grid's, which nobody
// changes meanwhile, under what the chunk itself has stored, which is kept apart until the chunk is
// committed (grid/chunk.hpp). What it read of the grid's is noted in words of 4 bytes, of arrays
// that no block has stored to so far as a whole.
//
// MemoryUnit (access.hpp) and Places ask it wherever they would reach into global memory. Where the
// chunk cannot go on apart, it goes on with any values, and is_given_up() is true.
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

// Changes the value at a place; the operand is bits in the width of the value.
using ApplyAtomic = void (*)(std::byte* place, uint64_t operand);

// Global memory that an access site of native code reaches, as long as it is where it is: a page,
// or a region that a chunk keeps apart.
struct SitePage {
  uint64_t start = 0;  // its address
  uint32_t last = 0;   // the last offset in it of an access
  uint32_t size = 0;   // [bytes]; 0: there is none
  std::byte* bytes = nullptr;
  // Of a chunk, of an array that blocks store to, else null: a store has to mark the bytes, a load
  // its words of 4 bytes, a bit for each. A row of lanes is loaded
  // where it is stored as a whole or not at all.
  std::byte* marks = nullptr;
  const std::byte* stored = nullptr;  // of loads: a bit for each byte
  const std::byte* own = nullptr;     // of loads: the bytes where they are stored
};

class ChunkMemory {
 public:
  // Both outlive it. `unused_results`: by site (sim/code/unused_results.hpp).
  ChunkMemory(const GlobalMemory& memory, const std::vector<bool>& unused_results)
      : memory_(&memory), unused_results_(&unused_results) {}

  // Nothing is stored or read. It may take about `most_bytes` for what is kept apart.
  void begin(const std::vector<ArrayUse>& uses, uint64_t most_bytes);
  bool is_given_up() const { return is_given_up_; }
  bool is_too_large() const { return is_too_large_; }  // why it gave up
  uint64_t bytes() const { return bytes_; }            // kept apart so far

  // Whether a load of lanes that lie in one array may be served from the grid's memory; then it is
  // noted. Else each lane is read by itself.
  bool loads_from_grid(uint32_t array, const std::array<uint64_t, trace::kWarpSize>& addresses,
                       uint32_t mask, uint32_t bytes);
  // Whether loads of the array are served from the grid's memory, unseen; then that is noted.
  bool loads_whole(uint32_t array) {
    if (uses_[array] != ArrayUse::kLoaded) return false;
    reads_whole_[array] = true;
    return true;
  }
  // Counts on where loads of an array are no longer served whole, and where a region that was given
  // is no longer what it was.
  uint32_t changes_of_use() const { return changes_of_use_; }
  // Counts on with each begin(), in all chunks; never 0.
  uint64_t round() const { return round_; }

  // For who loads or stores around an address again and again: the part of its region that is in
  // its array, which is not loaded as a whole; without `last`. None where atomics are logged in it.
  SitePage region_to_load(uint64_t address);
  SitePage region_to_store(uint64_t address);
  // The bytes that a load finds, valid until the next call; null if they do not lie in one array.
  // `buffer` has room for as many; they are at most 64.
  const std::byte* read(uint64_t address, uint32_t bytes, std::byte* buffer) {
    const auto at = static_cast<uint32_t>(address % kUnitBytes);
    if (address >> kUnitShift == load_.key && at + bytes <= load_.bytes) {
      const uint64_t wanted = byte_bits(at, bytes), dirty = *load_.dirty & wanted;
      if (dirty == wanted) return load_.own + at;
      const uint16_t words = word_bits(at, bytes);
      if (dirty == 0 && load_.words != nullptr && (*load_.logged & words) == 0) {
        *load_.words |= words;
        return load_.grid + at;
      }
    }
    return read_anywhere(address, bytes, buffer);
  }
  // Where to put what is stored; null as above. If it is `buffer`, which is where the place reaches
  // over the end of a unit, write() takes it from there.
  std::byte* place_to_store(uint64_t address, uint32_t bytes, std::byte* buffer) {
    const auto at = static_cast<uint32_t>(address % kUnitBytes);
    if (address >> kUnitShift == store_.key && at + bytes <= store_.bytes &&
        (*store_.logged & word_bits(at, bytes)) == 0) {
      *store_.dirty |= byte_bits(at, bytes);
      return store_.own + at;
    }
    return place_anywhere(address, bytes, buffer);
  }
  // The same, with the bytes that a load finds there.
  std::byte* place_to_change(uint64_t address, uint32_t bytes, std::byte* buffer);
  void write(uint64_t address, const std::byte* from, uint32_t bytes);

  bool is_logged(uint32_t site) const { return (*unused_results_)[site]; }
  // An atomic that is executed when the chunk is committed; false, and nothing done, if its place
  // is not in one array. One that is associative may become one with the last of its place:
  // then `apply` makes one operand of two.
  bool log(uint64_t address, uint32_t bytes, ApplyAtomic apply, uint64_t operand,
           bool is_associative);

  // ---- what the chunk did, for its commit

  struct Reads {
    std::array<uint16_t, kRegionUnits> words{};  // a bit for each word of a unit
    void clear() { words.fill(0); }
  };
  struct Stores {
    std::array<uint64_t, kRegionUnits> dirty{};   // a bit for each byte of a unit
    std::array<uint16_t, kRegionUnits> logged{};  // a bit for each word that an atomic changes
    bool has_logged = false;                      // any of them
    // Valid where dirty; of a logged word, which of the atomics changes it last.
    std::array<std::byte, kRegionBytes> bytes;
    void clear() {
      dirty.fill(0);
      logged.fill(0);
      has_logged = false;
    }
  };
  struct LoggedAtomic {
    uint64_t address = 0;
    uint64_t operand = 0;
    ApplyAtomic apply = nullptr;
  };
  const RegionTable<Reads>& reads() const { return reads_; }
  const RegionTable<Stores>& stores() const { return stores_; }
  const std::vector<LoggedAtomic>& atomics() const { return atomics_; }
  bool reads_whole(uint32_t array) const { return reads_whole_[array]; }
  bool reads_words(uint32_t array) const { return reads_words_[array]; }
  bool stores_to(uint32_t array) const { return uses_[array] == ArrayUse::kOwn; }

 private:
  bool joins_last(std::byte* words, const LoggedAtomic& atomic, uint32_t bytes);
  // The units that loads and stores reached last, as long as nothing else is entered.
  struct LoadUnit {
    uint64_t key = ~uint64_t{0};  // address >> kUnitShift
    uint32_t bytes = 0;           // of it that are in the array
    const std::byte* grid = nullptr;
    uint16_t* words = nullptr;  // read; null: not entered
    const uint64_t* dirty = nullptr;
    const uint16_t* logged = nullptr;
    const std::byte* own = nullptr;  // valid where dirty
  };
  struct StoreUnit {
    uint64_t key = ~uint64_t{0};
    uint32_t bytes = 0;
    uint64_t* dirty = nullptr;
    uint16_t* logged = nullptr;
    bool* has_logged = nullptr;  // of its region
    std::byte* own = nullptr;
  };

  // Of a unit: the bytes from `at` on, and the words that hold them.
  static uint64_t byte_bits(uint32_t at, uint32_t bytes) {
    return ~uint64_t{0} >> (64 - bytes) << at;
  }
  static uint16_t word_bits(uint32_t at, uint32_t bytes) {
    const uint32_t first = at / 4, end = (at + bytes + 3) / 4;
    return static_cast<uint16_t>((1u << end) - (1u << first));
  }

  const std::byte* read_anywhere(uint64_t address, uint32_t bytes, std::byte* buffer);
  void make_own();
  std::byte* place_anywhere(uint64_t address, uint32_t bytes, std::byte* buffer);
  // The grid's bytes at an address; null if they do not lie in one array. Sets array_.
  const std::byte* grid_bytes(uint64_t address, uint32_t bytes);
  uint32_t unit_bytes(uint64_t address) const;
  Reads& reads_at(uint64_t address);
  uint16_t& words_at(uint64_t address) { return reads_at(address).words[unit_of(address)]; }
  Stores& stores_at(uint64_t address);
  SitePage region_around(uint64_t address) const;
  bool take(uint64_t bytes);
  void give_up() { is_given_up_ = true; }

  const GlobalMemory* memory_;
  const std::vector<bool>* unused_results_;
  std::vector<ArrayUse> uses_;                   // by array
  std::vector<bool> reads_whole_, reads_words_;  // by array
  RegionTable<Reads> reads_;
  RegionTable<Stores> stores_;
  std::vector<LoggedAtomic> atomics_;
  uint64_t most_bytes_ = 0, bytes_ = 0;
  bool is_given_up_ = false, is_too_large_ = false;
  uint32_t array_ = 0;  // of the last access
  uint32_t changes_of_use_ = 0;
  uint64_t round_ = 0;
  uint64_t array_begin_ = 0, array_bytes_ = 0;
  LoadUnit load_;
  StoreUnit store_;
  // Where a chunk that has given up leaves what it would keep, and one that reads whole arrays its
  // words.
  Reads lost_reads_;
  Stores lost_stores_;
};

}  // namespace warplens::machine
