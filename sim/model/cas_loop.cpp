#include "sim/model/cas_loop.hpp"

#include <algorithm>
#include <bit>

namespace warplens::model {
namespace {

uint64_t combined(CasFunction function, uint64_t found, uint64_t operand) {
  const auto a = static_cast<int64_t>(found), b = static_cast<int64_t>(operand);
  switch (function) {
    case CasFunction::kChanges:
      return found + 1;
    case CasFunction::kAddFloat:
      return std::bit_cast<uint32_t>(std::bit_cast<float>(static_cast<uint32_t>(found)) +
                                     std::bit_cast<float>(static_cast<uint32_t>(operand)));
    case CasFunction::kAddDouble:
      return std::bit_cast<uint64_t>(std::bit_cast<double>(found) + std::bit_cast<double>(operand));
    case CasFunction::kMinSigned:
      return static_cast<uint64_t>(std::min(a, b));
    case CasFunction::kMinUnsigned:
      return std::min(found, operand);
    case CasFunction::kMaxSigned:
      return static_cast<uint64_t>(std::max(a, b));
    case CasFunction::kMaxUnsigned:
      return std::max(found, operand);
    case CasFunction::kAnd:
      return found & operand;
    case CasFunction::kOr:
      return found | operand;
    case CasFunction::kXor:
      return found ^ operand;
  }
  return found;
}

// A minimum or maximum that leaves its word unchanged is done without a swap.
bool spares_swap(CasFunction function) {
  return function >= CasFunction::kMinSigned && function <= CasFunction::kMaxUnsigned;
}

}  // namespace

CasLoop::CasLoop(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                 const Addresses& addresses, const CasValues* values)
    : mask_(mask) {
  const CasValues unknown;
  const CasValues& known = values == nullptr ? unknown : *values;
  function_ = known.function;
  operands_ = known.operands;
  memory_ = known.found;
  ranges_ = lane_groups(device, SharedOp::kAtomic, bytes_per_lane, ~0u, addresses);
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    word_[lane] = static_cast<uint8_t>(lane);
    for (uint32_t before = mask & ((1u << lane) - 1); before != 0; before &= before - 1) {
      const auto first = static_cast<uint32_t>(std::countr_zero(before));
      if (addresses[first] != addresses[lane]) continue;
      word_[lane] = static_cast<uint8_t>(first);
      break;
    }
    banks_[lane] = banks_of(device, addresses[lane], bytes_per_lane);
  }
}

uint32_t CasLoop::lanes_without_change() const {
  uint32_t lanes = 0;
  for (uint32_t rest = mask_; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint64_t found = memory_[word_[lane]];
    if (combined(function_, found, operands_[lane]) == found) lanes |= 1u << lane;
  }
  return lanes;
}

// The lanes that the banks let swap, and which of them succeed.
void CasLoop::swap(uint32_t group) {
  uint64_t wanted = 0, taken = 0;
  for (uint32_t rest = group; rest != 0; rest &= rest - 1)
    wanted |= banks_[static_cast<uint32_t>(std::countr_zero(rest))];
  uint32_t attempts = 0;
  for (uint32_t rest = group; rest != 0 && taken != wanted; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const bool is_free = (banks_[lane] & taken) == 0;
    taken |= banks_[lane];
    if (!is_free) continue;
    attempts |= 1u << lane;
    const uint32_t word = word_[lane];
    const bool is_changed = (changed_ >> word & 1u) != 0;
    if (is_changed && swapped_[word] != memory_[word]) continue;  // another group was there
    round_.through |= 1u << lane;
    swapped_[word] = combined(function_, memory_[word], operands_[lane]);
    changed_ |= 1u << word;
  }
  round_.attempts[round_.groups.count - 1] = attempts;
}

bool CasLoop::next() {
  mask_ &= ~round_.through;
  if (mask_ == 0) return false;
  round_.lanes = mask_;
  round_.through = spares_swap(function_) ? lanes_without_change() : 0;
  round_.groups.count = 0;
  round_.groups.lanes = ranges_.lanes;
  changed_ = 0;
  const uint32_t swapping = mask_ & ~round_.through;
  for (uint32_t g = 0; g < ranges_.count; ++g) {
    const uint32_t group = swapping & ranges_.masks[g];
    if (group == 0) continue;
    round_.groups.masks[round_.groups.count++] = group;
    swap(group);
  }
  for (uint32_t rest = changed_; rest != 0; rest &= rest - 1) {
    const auto word = static_cast<uint32_t>(std::countr_zero(rest));
    memory_[word] = swapped_[word];
  }
  return true;
}

std::vector<CasRound> cas_rounds(const Device& device, uint32_t bytes_per_lane, uint32_t mask,
                                 const Addresses& addresses, const CasValues* values) {
  std::vector<CasRound> rounds;
  for (CasLoop loop(device, bytes_per_lane, mask, addresses, values); loop.next();)
    rounds.push_back(loop.round());
  return rounds;
}

}  // namespace warplens::model
