#include "sim/host/address_set.hpp"

#include <algorithm>

namespace warplens::host {

namespace {

// So many ranges may be added before they are put in order again.
constexpr size_t kMostAdded = 1 << 16;

}  // namespace

void AddressSet::add(uint64_t address, uint64_t bytes) {
  if (bytes == 0) return;
  if (ranges_.size() > settled_) {
    Range& last = ranges_.back();
    if (last.begin <= address && address + bytes <= last.end) return;
    if (last.end == address) {
      last.end += bytes;
      return;
    }
  }
  ranges_.push_back({address, address + bytes});
  if (ranges_.size() - settled_ > std::max(kMostAdded, settled_)) settle();
}

void AddressSet::add(const AddressSet& other) {
  for (const Range& range : other.ranges_) add(range.begin, range.end - range.begin);
}

void AddressSet::settle() const {
  if (settled_ == ranges_.size()) return;
  std::sort(ranges_.begin(), ranges_.end(),
            [](const Range& a, const Range& b) { return a.begin < b.begin; });
  size_t last = 0;
  for (size_t i = 1; i < ranges_.size(); ++i) {
    if (ranges_[i].begin <= ranges_[last].end)
      ranges_[last].end = std::max(ranges_[last].end, ranges_[i].end);
    else
      ranges_[++last] = ranges_[i];
  }
  ranges_.resize(last + 1);
  settled_ = ranges_.size();
}

const std::vector<AddressSet::Range>& AddressSet::ranges() const {
  settle();
  return ranges_;
}

bool AddressSet::has_any_of(uint64_t address, uint64_t bytes) const {
  const std::vector<Range>& all = ranges();
  const auto behind =
      std::upper_bound(all.begin(), all.end(), address,
                       [](uint64_t value, const Range& range) { return value < range.end; });
  return behind != all.end() && behind->begin < address + bytes;
}

AddressSet common(const AddressSet& a, const AddressSet& b) {
  AddressSet both;
  auto one = a.ranges().begin(), other = b.ranges().begin();
  while (one != a.ranges().end() && other != b.ranges().end()) {
    const uint64_t begin = std::max(one->begin, other->begin);
    const uint64_t end = std::min(one->end, other->end);
    if (begin < end) both.add(begin, end - begin);
    if (one->end < other->end)
      ++one;
    else
      ++other;
  }
  return both;
}

AddressSet without(const AddressSet& a, const AddressSet& b) {
  AddressSet left;
  auto taken = b.ranges().begin();
  for (const AddressSet::Range& range : a.ranges()) {
    uint64_t begin = range.begin;
    while (taken != b.ranges().end() && taken->end <= begin) ++taken;
    for (auto next = taken; next != b.ranges().end() && next->begin < range.end; ++next) {
      if (next->begin > begin) left.add(begin, next->begin - begin);
      begin = std::max(begin, next->end);
    }
    if (begin < range.end) left.add(begin, range.end - begin);
  }
  return left;
}

}  // namespace warplens::host
