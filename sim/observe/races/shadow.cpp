// Accesses that no place has any more are dropped when there is no room for new ones.
#include "sim/observe/races/shadow.hpp"

#include <algorithm>
#include <utility>

namespace warplens::observe {

namespace {

constexpr size_t kFewestParties = 256;
// Numbers of forgotten parties are not given again before so many were given.
constexpr uint32_t kMostNumbers = 0xf0000000;

// Each element as often as it has bytes.
template <class T>
void repeat(std::vector<T>& all) {
  std::vector<T> bytes;
  bytes.reserve(all.size() * ShadowPage::kWord);
  for (const T& one : all) bytes.insert(bytes.end(), ShadowPage::kWord, one);
  all = std::move(bytes);
}

}  // namespace

void ShadowPage::divide() {
  if (place_bytes == 1) return;
  place_bytes = 1;
  read_by_several.reset();
  repeat(writes);
  repeat(atomics);
  repeat(readers);
  repeat(values);
  for (uint32_t i = 0; i < values.size(); ++i) values[i] = values[i] >> (i % kWord * 8) & 0xff;
}

Shadow::Shadow(ShadowRoom room, std::shared_ptr<base::ByteBudget> budget) {
  if (room.is_common && budget == nullptr)
    budget = std::make_shared<base::ByteBudget>(room.pages + room.parties);
  places_ = base::ByteShare(budget, room.pages);
  parties_share_ = base::ByteShare(budget, room.parties + (room.is_common ? room.pages : 0));
}

// Old marks lead to nobody.
void Shadow::forget() {
  first_ += static_cast<uint32_t>(parties_.size());
  parties_.clear();
  is_full_of_parties_ = false;
  if (first_ < kMostNumbers) return;
  collect();
  first_ = 0;
}

// Keeps the parties that some place has.
void Shadow::collect() {
  std::vector<uint32_t> numbers(parties_.size(), kNone);
  uint32_t count = 0;
  const auto visit = [&](Mark& mark) {
    const uint32_t index = mark.party - first_;
    if (index >= numbers.size()) {
      mark = {};
      return;
    }
    if (numbers[index] == kNone) numbers[index] = count++;
    mark.party = numbers[index];
  };
  for (ShadowPage& page : pages_) {
    std::for_each(page.writes.begin(), page.writes.end(), visit);
    for (auto* peers : {&page.atomics, &page.readers}) {
      for (ShadowPage::Peers& both : *peers) std::for_each(both.begin(), both.end(), visit);
    }
  }
  std::vector<Party> old(count);
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != kNone) old[numbers[i]] = parties_[i];
  }
  parties_.assign(old.begin(), old.end());
  first_ = 0;
}

bool Shadow::make_room_for_parties() {
  if (is_full_of_parties_) return false;
  if (first_ + parties_.size() < kMostNumbers &&
      parties_share_.make_room(parties_, std::max(kFewestParties, parties_.size()))) {
    return true;
  }
  const size_t before = parties_.size();
  collect();
  // Where few are dropped, they would soon be in the way again.
  is_full_of_parties_ = parties_.size() > before / 8 * 7;
  return !is_full_of_parties_;
}

template <class T>
bool Shadow::make(std::vector<T>& all, uint32_t places) {
  if (!all.empty()) return true;
  if (!places_.take(places * sizeof(T))) {
    is_full_of_places_ = true;
    return false;
  }
  all.resize(places);
  return true;
}

// Arrays of global memory begin in the middle of their windows, shared memory at 0.
Shadow::Place Shadow::place_of(uint64_t number) {
  constexpr uint64_t kPages = (uint64_t{1} << kWindowShift) / ShadowPage::kBytes;
  const uint64_t window = number / kPages;
  const uint64_t page = window == 0 ? number : (number % kPages) ^ kPages / 2;
  return {window, page / kGroupPages, page % kGroupPages};
}

ShadowPage* Shadow::find_page(uint64_t number) {
  const Place at = place_of(number);
  if (at.window >= windows_.size() || at.group >= windows_[at.window].size()) return nullptr;
  const uint32_t group = windows_[at.window][at.group];
  if (group == kNone) return nullptr;
  const uint32_t page = groups_[group][at.page];
  return page == kNone ? nullptr : &pages_[page];
}

ShadowPage* Shadow::make_page(uint64_t number) {
  const Place at = place_of(number);
  const auto fill = [this](auto& all, uint64_t index, const auto& none) {
    if (index < all.size()) return true;
    if (!places_.make_room(all, index + 1 - all.size())) return false;
    all.resize(index + 1, none);
    return true;
  };
  if (!fill(windows_, at.window, std::vector<uint32_t>()) ||
      !fill(windows_[at.window], at.group, kNone)) {
    return nullptr;
  }
  uint32_t& group = windows_[at.window][at.group];
  if (group == kNone) {
    if (!places_.take(sizeof(Group))) return nullptr;
    group = static_cast<uint32_t>(groups_.size());
    groups_.emplace_back().fill(kNone);
  }
  if (!places_.take(sizeof(ShadowPage))) return nullptr;
  groups_[group][at.page] = static_cast<uint32_t>(pages_.size());
  return &pages_.emplace_back();
}

ShadowPage* Shadow::page(uint64_t address, uint32_t bytes) {
  const uint64_t number = address / ShadowPage::kBytes;
  if (number != latest_) {
    ShadowPage* found = find_page(number);
    if (found == nullptr) found = make_page(number);
    if (found == nullptr) {
      is_full_of_places_ = true;
      return nullptr;
    }
    latest_ = number;
    latest_page_ = found;
  }
  ShadowPage* page = latest_page_;
  if (page->place_bytes != 1 &&
      (address % ShadowPage::kWord != 0 || bytes % ShadowPage::kWord != 0)) {
    const uint64_t held = page->writes.size() * (sizeof(Mark) + sizeof(uint32_t)) +
                          (page->atomics.size() + page->readers.size()) * sizeof(ShadowPage::Peers);
    if (!places_.take(held * (ShadowPage::kWord - 1))) {
      is_full_of_places_ = true;
      return nullptr;
    }
    page->divide();
  }
  return page;
}

const ShadowPage* Shadow::known_page(uint64_t address) {
  const uint64_t number = address / ShadowPage::kBytes;
  if (number == latest_) return latest_page_;
  ShadowPage* found = find_page(number);
  if (found == nullptr) return nullptr;
  latest_ = number;
  return latest_page_ = found;
}

void Shadow::fetch_place(const ShadowPage& page, uint64_t address, bool are_parties) const {
  const uint64_t place = address % ShadowPage::kBytes / page.place_bytes;
  const auto fetch = [&](const Mark& mark) {
    if (!are_parties)
      __builtin_prefetch(&mark);
    else if (const Party* party = find(mark); party != nullptr)
      __builtin_prefetch(party);
  };
  if (!page.writes.empty()) fetch(page.writes[place]);
  if (!page.values.empty() && !are_parties) __builtin_prefetch(&page.values[place]);
  if (!page.atomics.empty()) fetch(page.atomics[place][0]);
  if (!page.readers.empty()) fetch(page.readers[place][0]);
}

ShadowPage* Shadow::page_for_load(uint64_t address, uint32_t bytes) {
  ShadowPage* found = page(address, bytes);
  return found != nullptr && make(found->readers, found->places()) ? found : nullptr;
}

ShadowPage* Shadow::page_for_store(uint64_t address, uint32_t bytes) {
  ShadowPage* found = page(address, bytes);
  return found != nullptr && make(found->writes, found->places()) &&
                 make(found->values, found->places())
             ? found
             : nullptr;
}

ShadowPage* Shadow::page_for_atomic(uint64_t address, uint32_t bytes) {
  ShadowPage* found = page(address, bytes);
  return found != nullptr && make(found->atomics, found->places()) ? found : nullptr;
}

}  // namespace warplens::observe
