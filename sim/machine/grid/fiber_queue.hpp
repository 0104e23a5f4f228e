// The fibers that can go on, in order of block and fiber.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace warplens::machine {

struct FiberId {
  uint64_t block = 0;  // linear index
  uint32_t fiber = 0;
  friend auto operator<=>(const FiberId&, const FiberId&) = default;
};

class FiberQueue {
 public:
  explicit FiberQueue(uint32_t fibers_per_block) : words_((fibers_per_block + 63) / 64) {}

  bool is_empty() const { return blocks_.empty(); }
  uint64_t first_block() const { return blocks_.begin()->first; }
  uint64_t last_block() const { return blocks_.rbegin()->first; }

  void add(FiberId id) {
    std::vector<uint64_t>& bits = blocks_.try_emplace(id.block, words_, 0).first->second;
    bits[id.fiber / 64] |= uint64_t{1} << id.fiber % 64;
  }
  void remove(FiberId id) {
    const auto block = blocks_.find(id.block);
    if (block == blocks_.end()) return;
    block->second[id.fiber / 64] &= ~(uint64_t{1} << id.fiber % 64);
    for (const uint64_t word : block->second) {
      if (word != 0) return;
    }
    blocks_.erase(block);
  }
  bool contains(FiberId id) const {
    const auto block = blocks_.find(id.block);
    return block != blocks_.end() && (block->second[id.fiber / 64] >> id.fiber % 64 & 1) != 0;
  }

  // The queue is not empty.
  FiberId first() const { return {first_block(), *first_in(blocks_.begin()->second, 0)}; }
  FiberId last() const {
    const auto& [block, bits] = *blocks_.rbegin();
    size_t word = bits.size() - 1;
    while (bits[word] == 0) --word;
    return {block, static_cast<uint32_t>(64 * word + 63 -
                                         static_cast<uint32_t>(std::countl_zero(bits[word])))};
  }
  // The first one from `id` on; behind the last, the first of all.
  FiberId at_or_after(FiberId id) const {
    auto block = blocks_.lower_bound(id.block);
    if (block != blocks_.end() && block->first == id.block) {
      if (const std::optional<uint32_t> fiber = first_in(block->second, id.fiber))
        return {id.block, *fiber};
      ++block;
    }
    if (block == blocks_.end()) return first();
    return {block->first, *first_in(block->second, 0)};
  }

 private:
  static std::optional<uint32_t> first_in(const std::vector<uint64_t>& bits, uint32_t from) {
    for (size_t word = from / 64; word < bits.size(); ++word) {
      const uint64_t left = word == from / 64 ? bits[word] >> from % 64 << from % 64 : bits[word];
      if (left != 0) return static_cast<uint32_t>(64 * word) + std::countr_zero(left);
    }
    return std::nullopt;
  }

  size_t words_;
  std::map<uint64_t, std::vector<uint64_t>> blocks_;  // a bit a fiber; none is empty
};

}  // namespace warplens::machine
