// Shadow memory: for each place in a memory, who accessed it last. A place is 4 bytes until an
// access touches only part of them; then each byte of its page is a place of its own.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "sim/check/party.hpp"

namespace warplens::check {

// 4096 bytes of a memory. What is kept for a kind of access is empty until there is one.
struct ShadowPage {
  static constexpr uint32_t kBytes = 4096;
  static constexpr uint32_t kWord = 4;
  // Two accesses that don't race with each other, of different warps, if there were several.
  using Peers = std::array<Mark, 2>;

  uint32_t place_bytes = kWord;
  std::vector<Mark> writes;      // by place: the last plain store
  std::vector<uint32_t> values;  // parallel to writes: what it stored
  std::vector<Peers> atomics;
  std::vector<Peers> readers;  // of loads
  // Words that several blocks have read, none of them behind block `last_reader`: another block's
  // load changes nothing.
  std::bitset<kBytes / kWord> read_by_several;
  uint32_t last_reader = 0;

  uint32_t places() const { return kBytes / place_bytes; }
  bool is_only_read() const { return writes.empty() && atomics.empty(); }
  // Each byte is a place from here on.
  void divide();
};

class Shadow {
 public:
  // Takes at most `budget` bytes.
  explicit Shadow(uint64_t budget) : whole_(budget), budget_(budget) {}

  // Forgets who accessed what.
  void forget();

  // The page of the address, with places that no access of `bytes` bytes there shares with a
  // neighbour, and with room for what the operation keeps. Null: the budget is spent.
  ShadowPage* page_for_load(uint64_t address, uint32_t bytes);
  ShadowPage* page_for_store(uint64_t address, uint32_t bytes);
  ShadowPage* page_for_atomic(uint64_t address, uint32_t bytes);
  // Null: nobody has accessed it.
  const ShadowPage* known_page(uint64_t address);
  bool is_full() const { return is_full_; }
  // When it became full, parties took most of it: many accesses, rather than many places.
  bool is_full_of_parties() const { return is_full_of_parties_; }

  // A mark's party; null: nobody, or forgotten.
  const Party* find(Mark mark) const {
    const uint32_t index = mark.party - first_;
    return index < parties_.size() ? &parties_[index] : nullptr;
  }
  // Marks have the number that this returns. Null: the budget is spent.
  Party* add(const Party& party, uint32_t& number);

 private:
  ShadowPage* page(uint64_t address, uint32_t bytes);
  bool take(uint64_t bytes);
  void be_full();
  template <class T>
  bool make(std::vector<T>& all, uint32_t places);

  uint64_t whole_;
  uint64_t budget_;  // what is left
  bool is_full_ = false, is_full_of_parties_ = false;
  uint32_t first_ = 0;  // number of parties_[0]
  std::deque<Party> parties_;
  std::unordered_map<uint64_t, ShadowPage> pages_;  // by address / kBytes
  uint64_t latest_ = ~uint64_t{0};
  ShadowPage* latest_page_ = nullptr;
};

}  // namespace warplens::check
