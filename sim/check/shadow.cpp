#include "sim/check/shadow.hpp"

#include <new>
#include <utility>

namespace warplens::check {

namespace {

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

// Numbers are never given again, so that old marks lead to nobody.
void Shadow::forget() {
  budget_ += parties_.size() * sizeof(Party);
  first_ += static_cast<uint32_t>(parties_.size());
  parties_.clear();
}

void Shadow::be_full() {
  if (is_full_) return;
  is_full_ = true;
  is_full_of_parties_ = parties_.size() * sizeof(Party) > whole_ / 2;
}

Party* Shadow::add(const Party& party, uint32_t& number) {
  number = first_ + static_cast<uint32_t>(parties_.size());
  if (number == Party::kNobody || !take(sizeof(Party))) {
    be_full();
    return nullptr;
  }
  try {
    parties_.push_back(party);
  } catch (const std::bad_alloc&) {
    be_full();
    return nullptr;
  }
  return &parties_.back();
}

bool Shadow::take(uint64_t bytes) {
  if (bytes > budget_) {
    be_full();
    return false;
  }
  budget_ -= bytes;
  return true;
}

template <class T>
bool Shadow::make(std::vector<T>& all, uint32_t places) {
  if (!all.empty()) return true;
  if (!take(places * sizeof(T))) return false;
  try {
    all.resize(places);
  } catch (const std::bad_alloc&) {
    be_full();
  }
  return !all.empty();
}

ShadowPage* Shadow::page(uint64_t address, uint32_t bytes) {
  const uint64_t number = address / ShadowPage::kBytes;
  if (number != latest_) {
    latest_ = number;
    latest_page_ = &pages_[number];
  }
  ShadowPage* page = latest_page_;
  if (page->place_bytes != 1 &&
      (address % ShadowPage::kWord != 0 || bytes % ShadowPage::kWord != 0)) {
    const uint64_t held = page->writes.size() * (sizeof(Mark) + sizeof(uint32_t)) +
                          (page->atomics.size() + page->readers.size()) * sizeof(ShadowPage::Peers);
    if (!take(held * (ShadowPage::kWord - 1))) return nullptr;
    page->divide();
  }
  return page;
}

const ShadowPage* Shadow::known_page(uint64_t address) {
  const uint64_t number = address / ShadowPage::kBytes;
  if (number != latest_) {
    const auto found = pages_.find(number);
    if (found == pages_.end()) return nullptr;
    latest_ = number;
    latest_page_ = &found->second;
  }
  return latest_page_;
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

}  // namespace warplens::check
