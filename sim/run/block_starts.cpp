// Where the copies hold too much, every second one is dropped and the distance doubles, so that few
// copies are made in vain.
#include "sim/run/block_starts.hpp"

#include <algorithm>

namespace warplens::run {
namespace {

// The bytes of `before` that `after`, a later state of the same memory, does not share.
uint64_t bytes_between(const machine::GlobalMemory& before, const machine::GlobalMemory& after) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < before.array_count(); ++i)
    bytes += before.array(i).bytes.bytes_apart_from(after.array(i).bytes);
  return bytes;
}

uint64_t bytes_of(const machine::GlobalMemory& memory) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < memory.array_count(); ++i) bytes += memory.array(i).bytes.size();
  return bytes;
}

}  // namespace

BlockStartsKeeper::BlockStartsKeeper(uint64_t blocks, uint64_t budget)
    : budget_(budget), distance_(std::max<uint64_t>(1, (blocks + kMostStarts - 1) / kMostStarts)) {
  if (budget > 0) starts_ = std::make_shared<BlockStarts>();
}

uint64_t BlockStartsKeeper::bytes_beside(const machine::GlobalMemory& now) const {
  uint64_t bytes = 0;
  for (size_t i = 0; i < starts_->kept.size(); ++i) {
    const bool is_last = i + 1 == starts_->kept.size();
    bytes += bytes_between(starts_->kept[i].memory, is_last ? now : starts_->kept[i + 1].memory);
  }
  return bytes;
}

void BlockStartsKeeper::fit(const machine::GlobalMemory& now) {
  while ((starts_->bytes = bytes_beside(now)) > budget_) {
    if (starts_->kept.size() == 1) return starts_.reset();
    distance_ *= 2;
    std::erase_if(starts_->kept,
                  [&](const BlockStart& start) { return start.block % distance_ != 0; });
  }
}

void BlockStartsKeeper::at_block(uint64_t block, uint64_t steps,
                                 const machine::GlobalMemory& memory) {
  // Copies also keep the pages that they share with contents of the run that are dropped later.
  if (starts_ != nullptr && bytes_of(memory) > budget_) starts_.reset();
  if (starts_ == nullptr) return;
  // What is kept beside a run must not make it reach its own limit.
  if (memory.budget() != nullptr && !memory.budget()->has_room_for(budget_)) return starts_.reset();
  fit(memory);
  if (starts_ != nullptr && block % distance_ == 0) starts_->kept.push_back({block, steps, memory});
}

std::shared_ptr<const BlockStarts> BlockStartsKeeper::finish(const machine::GlobalMemory& after,
                                                             uint64_t begun) {
  if (starts_ != nullptr && !starts_->kept.empty()) fit(after);
  if (starts_ == nullptr || starts_->kept.empty()) return nullptr;
  starts_->blocks_begun = begun;
  return std::move(starts_);
}

}  // namespace warplens::run
