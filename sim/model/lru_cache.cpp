#include "sim/model/lru_cache.hpp"

#include <algorithm>
#include <bit>

#include "sim/base/assert.hpp"

namespace warplens::model {

namespace {
constexpr size_t kFirstPlaces = 64;
}

LruCache::LruCache(size_t lines)
    : capacity_(lines),
      table_(std::min(std::bit_ceil(std::max<size_t>(2, 2 * lines)), kFirstPlaces), kNone) {}

size_t LruCache::home_of(uint64_t line) const {
  const uint64_t mixed = (line ^ (line >> 29)) * 0x9e3779b97f4a7c15ull;
  return static_cast<size_t>(mixed >> 20) & (table_.size() - 1);
}

size_t LruCache::place_of(uint64_t line) const {
  size_t place = home_of(line);
  while (table_[place] != kNone && nodes_[table_[place]].entry.line != line)
    place = (place + 1) & (table_.size() - 1);
  return place;
}

LruCache::Entry* LruCache::find(uint64_t line) {
  const uint32_t at = table_[place_of(line)];
  if (at == kNone) return nullptr;
  if (at != newest_) {
    unlink(at);
    put_first(at);
  }
  return &nodes_[at].entry;
}

LruCache::Entry& LruCache::insert(uint64_t line, std::optional<Entry>& evicted) {
  WL_ASSERT(capacity_ > 0, "a cache without room holds no line");
  evicted.reset();
  if (nodes_.size() - free_.size() == capacity_) {
    evicted = nodes_[oldest_].entry;
    erase(evicted->line);
  }
  uint32_t at = 0;
  if (free_.empty()) {
    at = static_cast<uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    at = free_.back();
    free_.pop_back();
  }
  nodes_[at].entry = {line, 0, 0};
  if (2 * (nodes_.size() - free_.size()) > table_.size()) grow();
  const size_t place = place_of(line);
  WL_ASSERT(table_[place] == kNone, "the line is not held yet");
  table_[place] = at;
  put_first(at);
  return nodes_[at].entry;
}

void LruCache::erase(uint64_t line) {
  const size_t place = place_of(line);
  if (table_[place] == kNone) return;
  unlink(table_[place]);
  free_.push_back(table_[place]);
  remove_place(place);
}

void LruCache::unlink(uint32_t at) {
  const Node& node = nodes_[at];
  (node.newer == kNone ? newest_ : nodes_[node.newer].older) = node.older;
  (node.older == kNone ? oldest_ : nodes_[node.older].newer) = node.newer;
}

void LruCache::put_first(uint32_t at) {
  Node& node = nodes_[at];
  node.newer = kNone;
  node.older = newest_;
  (newest_ == kNone ? oldest_ : nodes_[newest_].newer) = at;
  newest_ = at;
}

// All lines find their places in a table twice as large.
void LruCache::grow() {
  table_.assign(2 * table_.size(), kNone);
  for (uint32_t at = newest_; at != kNone; at = nodes_[at].older)
    table_[place_of(nodes_[at].entry.line)] = at;
}

// What probing would no longer reach over the gap moves into it.
void LruCache::remove_place(size_t place) {
  const size_t mask = table_.size() - 1;
  size_t gap = place;
  for (size_t at = (place + 1) & mask; table_[at] != kNone; at = (at + 1) & mask) {
    const size_t home = home_of(nodes_[table_[at]].entry.line);
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    table_[gap] = table_[at];
    gap = at;
  }
  table_[gap] = kNone;
}

}  // namespace warplens::model
