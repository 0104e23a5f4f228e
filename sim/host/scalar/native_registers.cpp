#include "sim/host/scalar/native_registers.hpp"

#include <algorithm>
#include <type_traits>

namespace warplens::host {

namespace x86 = asmjit::x86;

namespace {

constexpr bool is_signed_32(uint64_t value) {
  return static_cast<uint64_t>(int64_t{static_cast<int32_t>(value)}) == value;
}

}  // namespace

x86::Gp NativeRegisters::gp(size_t index, bool is_wide) {
  return is_wide ? x86::Gp(x86::gpq(kNumbers[index])) : x86::Gp(x86::gpd(kNumbers[index]));
}

x86::Mem NativeRegisters::memory_of(uint32_t slot, bool is_wide) const {
  const auto offset = static_cast<int32_t>(slot * sizeof(uint32_t));
  return is_wide ? x86::qword_ptr(base_, offset) : x86::dword_ptr(base_, offset);
}

// rax is free between the lane's instructions, and while a value is fetched.
void NativeRegisters::store(const Unstored& one) {
  const x86::Mem memory = memory_of(one.slot, one.is_wide);
  if (const auto* number = std::get_if<x86::Gp>(&one.value)) {
    to_.mov(memory, *number);
  } else if (const auto* real = std::get_if<x86::Xmm>(&one.value)) {
    if (one.is_wide)
      to_.movsd(memory, *real);
    else
      to_.movss(memory, *real);
  } else {
    const uint64_t constant = std::get<uint64_t>(one.value);
    if (!one.is_wide || is_signed_32(constant)) {
      to_.mov(memory, asmjit::Imm(static_cast<int32_t>(constant)));
    } else {
      to_.mov(x86::rax, asmjit::Imm(constant));
      to_.mov(memory, x86::rax);
    }
  }
}

std::vector<NativeRegisters::Unstored> NativeRegisters::unstored() const {
  std::vector<Unstored> found;
  const auto add = [&](const Held& held, auto value) {
    if (held.is_used && !held.is_stored) found.push_back({held.slot, held.is_wide, value});
  };
  for (size_t i = 0; i < numbers_.size(); ++i) add(numbers_[i], gp(i, numbers_[i].is_wide));
  for (size_t i = 0; i < reals_.size(); ++i) add(reals_[i], xmm(i));
  for (const Constant& constant : constants_) add(constant.at, constant.value);
  return found;
}

void NativeRegisters::spill() {
  spill(0, ~uint32_t{0});
}

void NativeRegisters::spill(uint32_t begin, uint32_t end) {
  const auto is_due = [&](const Held& held) {
    return held.is_used && !held.is_stored && held.slot < end && held.end() > begin;
  };
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (!is_due(numbers_[i])) continue;
    store({numbers_[i].slot, numbers_[i].is_wide, gp(i, numbers_[i].is_wide)});
    numbers_[i].is_stored = true;
  }
  for (size_t i = 0; i < reals_.size(); ++i) {
    if (!is_due(reals_[i])) continue;
    store({reals_[i].slot, reals_[i].is_wide, xmm(i)});
    reals_[i].is_stored = true;
  }
  for (Constant& constant : constants_) {
    if (!is_due(constant.at)) continue;
    store({constant.at.slot, constant.at.is_wide, constant.value});
    constant.at.is_stored = true;
  }
}

void NativeRegisters::forget() {
  numbers_.fill({});
  reals_.fill({});
  constants_.clear();
}

// What is only half overwritten keeps its other half.
void NativeRegisters::drop(uint32_t begin, uint32_t end) {
  const auto is_within = [&](const Held& held) {
    return held.is_used && held.slot < end && held.end() > begin;
  };
  const auto is_half = [&](const Held& held) {
    return is_within(held) && (held.slot < begin || held.end() > end);
  };
  const auto half = [&](const auto& all) { return std::any_of(all.begin(), all.end(), is_half); };
  const bool has_half = half(numbers_) || half(reals_) ||
                        std::any_of(constants_.begin(), constants_.end(),
                                    [&](const Constant& one) { return is_half(one.at); });
  if (has_half) spill(begin, end);
  for (Held& held : numbers_) {
    if (is_within(held)) held = {};
  }
  for (Held& held : reals_) {
    if (is_within(held)) held = {};
  }
  std::erase_if(constants_, [&](const Constant& one) { return is_within(one.at); });
}

// The one that was used longest ago.
template <class Some>
size_t NativeRegisters::take(Some& registers) {
  const auto best = static_cast<size_t>(
      std::min_element(registers.begin(), registers.end(),
                       [](const Held& x, const Held& y) { return x.when < y.when; }) -
      registers.begin());
  Held& held = registers[best];
  if (held.is_used && !held.is_stored) {
    if constexpr (std::is_same_v<Some, decltype(numbers_)>)
      store({held.slot, held.is_wide, gp(best, held.is_wide)});
    else
      store({held.slot, held.is_wide, xmm(best)});
  }
  held = {};
  held.when = ++clock_;
  return best;
}

void NativeRegisters::hold(Held& held, uint32_t slot, bool is_wide) {
  held.is_used = true;
  held.is_wide = is_wide;
  held.slot = slot;
  held.is_stored = true;
  held.when = ++clock_;
}

const NativeRegisters::Constant* NativeRegisters::find_constant(uint32_t slot, bool is_wide) const {
  for (const Constant& constant : constants_) {
    if (constant.at.slot == slot && constant.at.is_wide == is_wide) return &constant;
  }
  return nullptr;
}

std::optional<uint64_t> NativeRegisters::constant(uint32_t slot, bool is_wide) const {
  const Constant* const found = find_constant(slot, is_wide);
  return found != nullptr ? std::optional(found->value) : std::nullopt;
}

bool NativeRegisters::is_real(uint32_t slot, bool is_wide) const {
  const auto has = [&](const Held& held) {
    return held.is_used && held.slot == slot && held.is_wide == is_wide;
  };
  return std::any_of(reals_.begin(), reals_.end(), has) &&
         std::none_of(numbers_.begin(), numbers_.end(), has);
}

x86::Gp NativeRegisters::number(uint32_t slot, bool is_wide) {
  for (size_t i = 0; i < numbers_.size(); ++i) {
    Held& held = numbers_[i];
    if (held.is_used && held.slot == slot && (held.is_wide || !is_wide)) {
      held.when = ++clock_;
      return gp(i, is_wide);
    }
  }
  const Constant* const known = find_constant(slot, is_wide);
  if (known != nullptr) {
    const uint64_t value = known->value;
    const size_t made = take(numbers_);
    if (is_wide && value > 0xffffffff)
      to_.mov(gp(made, true), asmjit::Imm(value));
    else
      to_.mov(gp(made, false), asmjit::Imm(static_cast<uint32_t>(value)));
    hold(numbers_[made], slot, is_wide);
    return gp(made, is_wide);
  }
  for (size_t i = 0; i < reals_.size(); ++i) {
    const Held held = reals_[i];
    if (!held.is_used || held.slot != slot || held.is_wide != is_wide) continue;
    reals_[i].when = ++clock_;
    const size_t made = take(numbers_);
    if (is_wide)
      to_.movq(gp(made, true), xmm(i));
    else
      to_.movd(gp(made, false), xmm(i));
    hold(numbers_[made], slot, is_wide);
    return gp(made, is_wide);
  }
  spill(slot, slot + (is_wide ? 2 : 1));
  const size_t made = take(numbers_);
  to_.mov(gp(made, is_wide), memory_of(slot, is_wide));
  hold(numbers_[made], slot, is_wide);
  return gp(made, is_wide);
}

x86::Xmm NativeRegisters::real(uint32_t slot, bool is_wide) {
  for (size_t i = 0; i < reals_.size(); ++i) {
    Held& held = reals_[i];
    if (held.is_used && held.slot == slot && held.is_wide == is_wide) {
      held.when = ++clock_;
      return xmm(i);
    }
  }
  const size_t made = take(reals_);
  const auto known = constant(slot, is_wide);
  const bool has_number = std::any_of(numbers_.begin(), numbers_.end(), [&](const Held& held) {
    return held.is_used && held.slot == slot && held.is_wide == is_wide;
  });
  if (known == uint64_t{0}) {
    to_.xorps(xmm(made), xmm(made));
  } else if (known || has_number) {
    const x86::Gp from = number(slot, is_wide);
    if (is_wide)
      to_.movq(xmm(made), from);
    else
      to_.movd(xmm(made), from);
  } else {
    spill(slot, slot + (is_wide ? 2 : 1));
    if (is_wide)
      to_.movsd(xmm(made), memory_of(slot, true));
    else
      to_.movss(xmm(made), memory_of(slot, false));
  }
  hold(reals_[made], slot, is_wide);
  return xmm(made);
}

x86::Gp NativeRegisters::new_number(bool is_wide) {
  return gp(take(numbers_), is_wide);
}

x86::Xmm NativeRegisters::new_real() {
  return xmm(take(reals_));
}

void NativeRegisters::put(uint32_t slot, bool is_wide, x86::Gp value) {
  drop(slot, slot + (is_wide ? 2 : 1));
  const auto at = std::find(kNumbers.begin(), kNumbers.end(), value.id());
  const auto index = static_cast<size_t>(at - kNumbers.begin());
  hold(numbers_[index], slot, is_wide);
  numbers_[index].is_stored = !is_local(slot, is_wide);
  if (numbers_[index].is_stored) store({slot, is_wide, value});
}

void NativeRegisters::put(uint32_t slot, bool is_wide, x86::Xmm value) {
  drop(slot, slot + (is_wide ? 2 : 1));
  const size_t index = value.id() - kFirstReal;
  hold(reals_[index], slot, is_wide);
  reals_[index].is_stored = !is_local(slot, is_wide);
  if (reals_[index].is_stored) store({slot, is_wide, value});
}

void NativeRegisters::put(uint32_t slot, bool is_wide, uint64_t value) {
  drop(slot, slot + (is_wide ? 2 : 1));
  Constant made;
  made.value = is_wide ? value : static_cast<uint32_t>(value);
  hold(made.at, slot, is_wide);
  made.at.is_stored = !is_local(slot, is_wide);
  if (made.at.is_stored) store({slot, is_wide, made.value});
  constants_.push_back(made);
}

}  // namespace warplens::host
