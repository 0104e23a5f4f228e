// A fully associative cache of 128-byte lines that forgets the line used least recently. The ways
// and the replacement of GPUs' caches are not public; this is the usual idealisation, which has no
// conflicts between addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warplens::model {

class LruCache {
 public:
  struct Entry {
    uint64_t line = 0;
    uint8_t valid = 0, dirty = 0;  // bits of sectors
  };

  // Lines that it holds; 0: every look-up misses, and insert() must not be called.
  explicit LruCache(size_t lines);

  // Null: it does not hold the line. What is found counts as used now; valid until the next call.
  Entry* find(uint64_t line);
  // A line that it does not hold; `evicted` is what has to go for it.
  Entry& insert(uint64_t line, std::optional<Entry>& evicted);
  void erase(uint64_t line);
  // Calls visit(entry) for each line that it holds.
  template <class Visit>
  void for_each(Visit visit) const {
    for (uint32_t at = newest_; at != kNone; at = nodes_[at].older) visit(nodes_[at].entry);
  }

 private:
  static constexpr uint32_t kNone = 0xffffffff;
  struct Node {
    Entry entry;
    uint32_t newer = kNone, older = kNone;
  };

  size_t home_of(uint64_t line) const;
  size_t place_of(uint64_t line) const;  // in table_, or the empty place where it would be
  void unlink(uint32_t at);
  void put_first(uint32_t at);
  void remove_place(size_t place);
  void grow();

  size_t capacity_;
  std::vector<Node> nodes_;     // as many as were ever held at once
  std::vector<uint32_t> free_;  // of nodes_
  // A power of two that grows with what is held, at most half of it taken: indexes into nodes_, by
  // hash; linear probing.
  std::vector<uint32_t> table_;
  uint32_t newest_ = kNone, oldest_ = kNone;
};

}  // namespace warplens::model
