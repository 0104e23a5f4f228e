// Which values the processor's registers hold while one block of native code is made. A register of
// the lane has its place in memory; what is computed is stored there at once, unless it is local to
// the block (NativeSlots): such a value is stored only if the processor's registers run out or
// other code is called.
#pragma once

#include <asmjit/x86.h>

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace warplens::host {

class NativeRegisters {
 public:
  // `base`: of the lane's registers.
  NativeRegisters(asmjit::x86::Assembler& to, asmjit::x86::Gp base,
                  const std::vector<bool>& is_local)
      : to_(to), base_(base), is_local_(is_local) {}

  // A register with the value of R[slot], of two slots if it is wide. What these return stays until
  // some instructions of the lane later; it must not be changed.
  asmjit::x86::Gp number(uint32_t slot, bool is_wide);
  asmjit::x86::Xmm real(uint32_t slot, bool is_wide);
  // Its value, if that is known.
  std::optional<uint64_t> constant(uint32_t slot, bool is_wide) const;
  // Whether a register for real numbers has it, and none for integers.
  bool is_real(uint32_t slot, bool is_wide) const;
  bool is_local(uint32_t slot, bool is_wide) const {
    return is_local_[slot] && (!is_wide || is_local_[slot + 1]);
  }

  // A register for a new value; 32 bits of one slot, 64 of two.
  asmjit::x86::Gp new_number(bool is_wide);
  asmjit::x86::Xmm new_real();
  // R[slot] := what new_number() or new_real() returned, or a constant.
  void put(uint32_t slot, bool is_wide, asmjit::x86::Gp value);
  void put(uint32_t slot, bool is_wide, asmjit::x86::Xmm value);
  void put(uint32_t slot, bool is_wide, uint64_t constant);

  // Stores what memory does not have.
  void spill();
  // What spill() would store now, to be stored out of the way. Other registers are as they were.
  struct Unstored {
    uint32_t slot = 0;
    bool is_wide = false;
    std::variant<asmjit::x86::Gp, asmjit::x86::Xmm, uint64_t> value;
  };
  std::vector<Unstored> unstored() const;
  void store(const Unstored& one);
  // No register has a value that is needed any more.
  void forget();

  asmjit::x86::Mem memory_of(uint32_t slot, bool is_wide) const;

 private:
  struct Held {
    bool is_used = false, is_wide = false;
    bool is_stored = true;  // memory has it, too
    uint32_t slot = 0;
    uint64_t when = 0;  // it was used last
    uint32_t end() const { return slot + (is_wide ? 2 : 1); }
  };
  struct Constant {
    Held at;
    uint64_t value = 0;
  };
  // rsi, rdi, r8 to r11; xmm2 to xmm15. The others have other purposes.
  static constexpr std::array<uint32_t, 6> kNumbers{6, 7, 8, 9, 10, 11};
  static constexpr uint32_t kFirstReal = 2, kReals = 14;

  static asmjit::x86::Gp gp(size_t index, bool is_wide);
  static asmjit::x86::Xmm xmm(size_t index) {
    return asmjit::x86::xmm(kFirstReal + static_cast<uint32_t>(index));
  }
  template <class Some>
  size_t take(Some& registers);
  void spill(uint32_t begin, uint32_t end);
  void drop(uint32_t begin, uint32_t end);
  void hold(Held& held, uint32_t slot, bool is_wide);
  const Constant* find_constant(uint32_t slot, bool is_wide) const;

  asmjit::x86::Assembler& to_;
  asmjit::x86::Gp base_;
  const std::vector<bool>& is_local_;
  std::array<Held, kNumbers.size()> numbers_;
  std::array<Held, kReals> reals_;
  std::vector<Constant> constants_;
  uint64_t clock_ = 0;
};

}  // namespace warplens::host
