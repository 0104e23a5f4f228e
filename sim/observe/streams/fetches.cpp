#include "sim/observe/streams/fetches.hpp"

#include <algorithm>
#include <limits>

namespace warplens::observe {

namespace {

void increase(uint32_t& count) {
  if (count != std::numeric_limits<uint32_t>::max()) ++count;
}

}  // namespace

FetchCounter::FetchCounter(const std::vector<ArrayInfo>& arrays) {
  uint64_t left = kMostCountedElements;
  for (const ArrayInfo& info : arrays) {
    ArrayFetches array{info.name, info.base, info.element_bytes, {}, {}};
    const uint64_t elements = info.bytes / info.element_bytes;
    if (elements <= left) {
      left -= elements;
      array.loads.resize(static_cast<size_t>(elements));
      array.blocks.resize(static_cast<size_t>(elements));
    }
    last_.emplace_back(array.loads.size());
    ends_.push_back(info.base + info.bytes);
    fetches_.arrays.push_back(std::move(array));
  }
}

ArrayFetches* FetchCounter::array_at(uint64_t address) {
  const auto holds = [&](size_t i) {
    return address >= fetches_.arrays[i].base && address < ends_[i];
  };
  if (known_ < ends_.size() && holds(known_)) return &fetches_.arrays[known_];
  for (size_t i = 0; i < ends_.size(); ++i) {
    if (!holds(i)) continue;
    known_ = i;
    return &fetches_.arrays[i];
  }
  return nullptr;
}

void FetchCounter::count(const trace::WarpAccess& access) {
  if (access.space != trace::Space::kGlobal || access.operation != trace::Operation::kLoad) return;
  const uint32_t lanes = access.mask & ~access.out_of_bounds;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    const uint64_t address = access.addresses.of(lane);
    ArrayFetches* array = array_at(address);
    if (array == nullptr || array->loads.empty()) continue;
    const uint64_t first = (address - array->base) / array->element_bytes;
    const uint64_t last = (address - array->base + access.bytes - 1) / array->element_bytes;
    for (uint64_t i = first; i <= last && i < array->loads.size(); ++i) {
      const auto element = static_cast<size_t>(i);
      increase(array->loads[element]);
      if (std::exchange(last_[known_][element], block_) != block_) ++array->blocks[element];
    }
  }
}

}  // namespace warplens::observe
