// Vector clocks that have most in common: tables of numbers by key, of which only the larger one
// counts. A clock is a tree of nodes that never change, so clocks share what they have in common,
// and joining two costs as much as they differ. The nodes are in one pool; whoever holds clocks
// says from time to time which ones (collect).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warplens::observe {

class Clocks {
 public:
  using Clock = uint32_t;  // 0: all numbers are 0
  static constexpr Clock kNothing = 0;

  explicit Clocks(uint64_t keys);

  uint64_t at(Clock clock, uint64_t key) const;
  // The clock with at least `value` at a key.
  Clock raised(Clock clock, uint64_t key, uint64_t value);
  // At each key the larger number of the two.
  Clock join(Clock a, Clock b);

  uint64_t bytes() const;
  // Nodes that were looked at or made so far.
  uint64_t work() const { return work_; }
  // Whether a collection is due. Before it, numbers of clocks stay.
  bool has_grown() const { return nodes_made_ > collect_at_; }
  void clear();
  // Forgets all clocks but these.
  void collect(const std::vector<Clock>& held);

 private:
  static constexpr uint32_t kBits = 4, kWidth = 1u << kBits;  // children of a node
  static constexpr uint64_t kFewest = 1 << 14;                // nodes that are made between two
  using Inner = std::array<uint32_t, kWidth>;                 // nodes of the next level
  using Leaf = std::array<uint64_t, kWidth>;
  // Nodes of one kind; number 0 is the empty one.
  template <class Node>
  struct Pool {
    std::vector<Node> nodes{Node{}};
    std::vector<uint32_t> free;
    std::vector<bool> marked;  // during a collection
    uint32_t add(const Node& node);
    void sweep();
    void clear() {
      nodes.assign(1, Node{});
      free.clear();
    }
  };
  struct Joined {
    Clock a = 0, b = 0, result = 0;
  };

  Clock raised(Clock clock, uint32_t level, uint64_t key, uint64_t value);
  Clock join(Clock a, Clock b, uint32_t level);
  Clock join_leaves(Clock a, Clock b);
  void mark(Clock clock, uint32_t level);
  template <class Node>
  uint32_t add(Pool<Node>& pool, const Node& node);

  uint32_t levels_ = 0;  // of inner nodes
  Pool<Inner> inner_;
  Pool<Leaf> leaves_;
  uint64_t nodes_made_ = 0, collect_at_ = kFewest;
  uint64_t work_ = 0;
  std::vector<Joined> joined_;  // what was joined lately: lanes of a warp often do the same
};

}  // namespace warplens::observe
