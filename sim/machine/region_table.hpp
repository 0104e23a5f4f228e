// Something about parts of global memory, by address: a region of 2 KiB is entered when it is
// first touched. Made to be filled and emptied again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warplens::machine {

// Regions are divided into units of 64 bytes, so that a word of 64 bits has one for each byte.
inline constexpr uint32_t kUnitShift = 6, kRegionShift = 11;
inline constexpr uint64_t kUnitBytes = uint64_t{1} << kUnitShift;
inline constexpr uint64_t kRegionBytes = uint64_t{1} << kRegionShift;
inline constexpr uint32_t kRegionUnits = kRegionBytes / kUnitBytes;

// Which unit of its region an address is in.
inline uint32_t unit_of(uint64_t address) {
  return static_cast<uint32_t>(address >> kUnitShift) % kRegionUnits;
}

// Region::clear() makes one as new. Regions stay where they are until the table is emptied.
template <class Region>
class RegionTable {
 public:
  static constexpr uint64_t kBytesToFind = 40;  // that a region takes beside its own, about

  // The region that holds the address; null if it has not been entered.
  const Region* find(uint64_t address) const {
    if (keys_.empty()) return nullptr;
    const Slot& slot = slots_[place_of(address >> kRegionShift)];
    return slot.round == round_ ? &at(slot.index) : nullptr;
  }
  Region* find(uint64_t address) {
    return const_cast<Region*>(static_cast<const RegionTable*>(this)->find(address));
  }
  Region& enter(uint64_t address) {
    if ((keys_.size() + 1) * 2 > slots_.size()) grow();
    const uint64_t key = address >> kRegionShift;
    Slot& slot = slots_[place_of(key)];
    if (slot.round != round_) {
      const auto index = static_cast<uint32_t>(keys_.size());
      if (index == kTogether * regions_.size())
        regions_.push_back(std::make_unique_for_overwrite<Region[]>(kTogether));
      at(index).clear();
      keys_.push_back(key);
      slot = {key, index, round_};
    }
    return at(slot.index);
  }
  size_t size() const { return keys_.size(); }
  // In the order in which they were entered.
  uint64_t address(size_t index) const { return keys_[index] << kRegionShift; }
  const Region& region(size_t index) const { return at(index); }

  // Room for more regions than `most` is given back.
  void empty(size_t most) {
    if (kTogether * regions_.size() > most + kTogether) {
      *this = {};
    } else if (++round_ == 0) {
      slots_.assign(slots_.size(), {});
      round_ = 1;
    }
    keys_.clear();
  }

 private:
  static constexpr size_t kTogether = 64;  // regions that are allocated at a time
  Region& at(size_t index) const { return regions_[index / kTogether][index % kTogether]; }

  struct Slot {
    uint64_t key = 0;
    uint32_t index = 0;
    uint32_t round = 0;  // in which it was filled
  };
  // Where a key is, or would be.
  size_t place_of(uint64_t key) const {
    const size_t last = slots_.size() - 1;
    size_t at = static_cast<size_t>((key * 0x9E3779B97F4A7C15ull) >> 32) & last;
    while (slots_[at].round == round_ && slots_[at].key != key) at = (at + 1) & last;
    return at;
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, {});
    for (uint32_t i = 0; i < keys_.size(); ++i) slots_[place_of(keys_[i])] = {keys_[i], i, round_};
  }

  std::vector<Slot> slots_;  // a power of two
  std::vector<uint64_t> keys_;
  std::vector<std::unique_ptr<Region[]>> regions_;
  uint32_t round_ = 1;
};

}  // namespace warplens::machine
