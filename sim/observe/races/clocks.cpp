#include "sim/observe/races/clocks.hpp"

#include <algorithm>

namespace warplens::observe {

namespace {

constexpr size_t kRemembered = 256;  // joins

}  // namespace

Clocks::Clocks(uint64_t keys) : joined_(kRemembered) {
  for (uint64_t room = kWidth; room < keys; room *= kWidth) levels_ += 1;
}

template <class Node>
uint32_t Clocks::Pool<Node>::add(const Node& node) {
  if (free.empty()) {
    nodes.push_back(node);
    return static_cast<uint32_t>(nodes.size() - 1);
  }
  const uint32_t number = free.back();
  free.pop_back();
  nodes[number] = node;
  return number;
}

template <class Node>
void Clocks::Pool<Node>::sweep() {
  free.clear();
  for (uint32_t i = static_cast<uint32_t>(nodes.size()) - 1; i > 0; --i) {
    if (!marked[i]) free.push_back(i);
  }
}

void Clocks::clear() {
  inner_.clear();
  leaves_.clear();
  nodes_made_ = work_ = 0;
  collect_at_ = kFewest;
  std::fill(joined_.begin(), joined_.end(), Joined{});
}

template <class Node>
uint32_t Clocks::add(Pool<Node>& pool, const Node& node) {
  nodes_made_ += 1;
  return pool.add(node);
}

uint64_t Clocks::at(Clock clock, uint64_t key) const {
  for (uint32_t level = levels_; level > 0 && clock != kNothing; --level)
    clock = inner_.nodes[clock][key >> (level * kBits) & (kWidth - 1)];
  return clock == kNothing ? 0 : leaves_.nodes[clock][key & (kWidth - 1)];
}

Clocks::Clock Clocks::raised(Clock clock, uint64_t key, uint64_t value) {
  return raised(clock, levels_, key, value);
}

Clocks::Clock Clocks::raised(Clock clock, uint32_t level, uint64_t key, uint64_t value) {
  work_ += 1;
  const uint64_t at = key >> (level * kBits) & (kWidth - 1);
  if (level == 0) {
    if (leaves_.nodes[clock][at] >= value) return clock;
    Leaf leaf = leaves_.nodes[clock];
    leaf[at] = value;
    return add(leaves_, leaf);
  }
  const Clock child = inner_.nodes[clock][at];
  const Clock raised_child = raised(child, level - 1, key, value);
  if (raised_child == child) return clock;
  Inner inner = inner_.nodes[clock];
  inner[at] = raised_child;
  return add(inner_, inner);
}

Clocks::Clock Clocks::join(Clock a, Clock b) {
  if (a == b || b == kNothing) return a;
  if (a == kNothing) return b;
  Joined& known = joined_[(a * 31 + b) % kRemembered];
  if (known.a != a || known.b != b) known = {a, b, join(a, b, levels_)};
  return known.result;
}

// Where one of the two has all that the other has, it is the result.
Clocks::Clock Clocks::join(Clock a, Clock b, uint32_t level) {
  if (a == b || b == kNothing) return a;
  if (a == kNothing) return b;
  work_ += 1;
  if (level == 0) return join_leaves(a, b);
  Inner joined;
  bool is_a = true, is_b = true;
  for (uint32_t i = 0; i < kWidth; ++i) {
    // Joining may move the nodes.
    const Clock of_a = inner_.nodes[a][i], of_b = inner_.nodes[b][i];
    joined[i] = join(of_a, of_b, level - 1);
    is_a = is_a && joined[i] == of_a;
    is_b = is_b && joined[i] == of_b;
  }
  return is_a ? a : is_b ? b : add(inner_, joined);
}

Clocks::Clock Clocks::join_leaves(Clock a, Clock b) {
  const Leaf& one = leaves_.nodes[a];
  const Leaf& other = leaves_.nodes[b];
  Leaf joined;
  for (uint32_t i = 0; i < kWidth; ++i) joined[i] = std::max(one[i], other[i]);
  return joined == one ? a : joined == other ? b : add(leaves_, joined);
}

uint64_t Clocks::bytes() const {
  return inner_.nodes.capacity() * sizeof(Inner) + leaves_.nodes.capacity() * sizeof(Leaf);
}

void Clocks::mark(Clock clock, uint32_t level) {
  if (clock == kNothing) return;
  std::vector<bool>& marked = level == 0 ? leaves_.marked : inner_.marked;
  if (marked[clock]) return;
  marked[clock] = true;
  if (level == 0) return;
  for (const Clock child : inner_.nodes[clock]) mark(child, level - 1);
}

void Clocks::collect(const std::vector<Clock>& held) {
  inner_.marked.assign(inner_.nodes.size(), false);
  leaves_.marked.assign(leaves_.nodes.size(), false);
  for (const Clock clock : held) mark(clock, levels_);
  inner_.sweep();
  leaves_.sweep();
  std::fill(joined_.begin(), joined_.end(), Joined{});
  const uint64_t live =
      inner_.nodes.size() + leaves_.nodes.size() - inner_.free.size() - leaves_.free.size();
  work_ += live;
  collect_at_ = nodes_made_ + std::max(live, kFewest);
}

}  // namespace warplens::observe
