// Shadow memory: for each place in a memory, who accessed it last. A place is 4 bytes until an
// access touches only part of them; then each byte of its page is a place of its own.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/base/byte_budget.hpp"
#include "sim/observe/races/party.hpp"

namespace warplens::observe {

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

// What a shadow memory may take. [bytes]
struct ShadowRoom {
  uint64_t pages = 0;    // for places: 12 to 44 bytes for each of 4 bytes
  uint64_t parties = 0;  // for accesses that some place still has
  // Accesses may take what places have not taken yet.
  bool is_common = false;
};

class Shadow {
 public:
  // `budget` may be null: the room is its own.
  explicit Shadow(ShadowRoom room, std::shared_ptr<base::ByteBudget> budget = nullptr);

  // Forgets who accessed what.
  void forget();

  // The page of the address, with places that no access of `bytes` bytes there shares with a
  // neighbour, and with room for what the operation keeps. Null: there is no room.
  ShadowPage* page_for_load(uint64_t address, uint32_t bytes);
  ShadowPage* page_for_store(uint64_t address, uint32_t bytes);
  ShadowPage* page_for_atomic(uint64_t address, uint32_t bytes);
  // Null: nobody has accessed it.
  const ShadowPage* known_page(uint64_t address);
  // Asks the processor for a page that will be looked at, then for a place in it, and, at last, for
  // who accessed that; they are there soon. Null: there is no page.
  const ShadowPage* fetch_page(uint64_t address) {
    const ShadowPage* page = find_page(address / ShadowPage::kBytes);
    __builtin_prefetch(page);
    return page;
  }
  void fetch_place(const ShadowPage& page, uint64_t address, bool are_parties) const;

  // Some places are not watched.
  bool is_full_of_places() const { return is_full_of_places_; }
  // Places still have more accesses than there is room for: from then on nothing is watched.
  bool is_full_of_parties() const { return is_full_of_parties_; }

  // A mark's party; null: nobody, or forgotten.
  const Party* find(Mark mark) const {
    const uint32_t index = mark.party - first_;
    return index < parties_.size() ? &parties_[index] : nullptr;
  }
  // Marks have the number that this returns. Null: there is no room.
  Party* add(const Party& party, uint32_t& number) {
    if (parties_.size() == parties_.capacity() && !make_room_for_parties()) return nullptr;
    number = first_ + static_cast<uint32_t>(parties_.size());
    parties_.push_back(party);
    return &parties_.back();
  }

 private:
  static constexpr uint32_t kNone = 0xffffffff;
  // The pages are found in two steps: those of 4 MiB are beside each other.
  static constexpr uint64_t kGroupPages = 1024;
  using Group = std::array<uint32_t, kGroupPages>;  // indices in pages_, or kNone
  static constexpr uint32_t kWindowShift = 36;      // addresses of one array

  ShadowPage* page(uint64_t address, uint32_t bytes);
  // Where a page is found, by address / kBytes.
  struct Place {
    uint64_t window = 0, group = 0, page = 0;
  };
  static Place place_of(uint64_t number);
  ShadowPage* find_page(uint64_t number);
  ShadowPage* make_page(uint64_t number);
  bool make_room_for_parties();
  void collect();
  template <class T>
  bool make(std::vector<T>& all, uint32_t places);

  base::ByteShare places_, parties_share_;
  bool is_full_of_places_ = false, is_full_of_parties_ = false;
  uint32_t first_ = 0;  // number of parties_[0]
  std::vector<Party> parties_;
  std::deque<ShadowPage> pages_;
  std::deque<Group> groups_;
  std::vector<std::vector<uint32_t>> windows_;  // indices in groups_, or kNone
  uint64_t latest_ = ~uint64_t{0};
  ShadowPage* latest_page_ = nullptr;
};

}  // namespace warplens::observe
