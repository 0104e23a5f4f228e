// How often each element of global memory is loaded, and by how many blocks.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/observe/finding/memory_layout.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

// Of arrays with more elements in all, those that come last are not counted.
inline constexpr uint64_t kMostCountedElements = uint64_t{1} << 23;

struct ArrayFetches {
  std::string name;
  uint64_t base = 0;  // address of element 0
  uint32_t element_bytes = 4;
  // By element; the largest number that fits where there are more. Empty: not counted.
  std::vector<uint32_t> loads;   // each lane of each request counts: a broadcast to 16 lanes is 16
  std::vector<uint32_t> blocks;  // that load it at least once
};

struct Fetches {
  std::vector<ArrayFetches> arrays;  // of global memory, in its order
};

// Counts while blocks run one after another.
class FetchCounter : public trace::Observer {
 public:
  explicit FetchCounter(const std::vector<ArrayInfo>& arrays);

  void block_begins(trace::BlockId) override { ++block_; }
  void access(const trace::WarpAccess& access) override {
    access.for_each_side([this](const trace::WarpAccess& side) { count(side); });
  }
  Fetches take() { return std::move(fetches_); }

 private:
  void count(const trace::WarpAccess& access);
  ArrayFetches* array_at(uint64_t address);

  Fetches fetches_;
  std::vector<uint64_t> ends_;               // of the arrays: addresses
  std::vector<std::vector<uint32_t>> last_;  // by array and element: the block that loaded it last
  uint32_t block_ = 0;                       // from 1
  size_t known_ = 0;                         // the array of the last lane
};

}  // namespace warplens::observe
