// The translator of a kernel to AVX2: walks its program once. Its parts: warp_translation.cpp the
// walk, control flow and what is left to C++, warp_arithmetic.cpp and warp_conversion.cpp what
// computes registers of registers.
//
// rbx has the address of the lanes' registers, r12 that of the scalars, r13d the active lanes, r14
// what is left of the budget, r15 the NativeWarp, rbp the mask registers; all others are free
// within an instruction.
#pragma once

#include <asmjit/x86.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/code/opcodes.hpp"
#include "sim/machine/avx2/warp_code.hpp"

// A field of the NativeWarp.
#define WARPLENS_FIELD(name)                                                           \
  asmjit::x86::Mem(asmjit::x86::r15, static_cast<int32_t>(offsetof(NativeWarp, name)), \
                   sizeof(NativeWarp::name))

namespace warplens::machine {

template <class Function>
const void* address_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

class WarpTranslation {
 public:
  WarpTranslation(const code::Program& program, const UniformValues& values,
                  asmjit::CodeHolder& to);

  void run();
  // By instruction, where a block begins.
  const std::vector<asmjit::Label>& begins() const { return begins_; }
  // Code that is called with a NativeWarp and an address to go on at.
  asmjit::Label entry() const { return entry_; }

 private:
  using Gp = asmjit::x86::Gp;
  using Vec = asmjit::x86::Ymm;
  using Xmm = asmjit::x86::Xmm;
  using Id = asmjit::InstId;
  using Instr = code::Instr;

  // A slot of 32 bits is four vectors, one of 64 bits eight.
  static constexpr uint32_t kParts = 4;
  static constexpr int32_t kVectorBytes = 32;

  // An operand of the present instruction, and what it is computed with.
  struct Value {
    uint16_t slot = 0;
    bool is_wide = false, is_uniform = false;
  };
  // d := what is computed of x, y and z, of 8 lanes, or of 4 where any of them is wide: then the
  // others are in the lower half of theirs.
  using Compute = std::function<void(const Vec& d, const Vec& x, const Vec& y, const Vec& z)>;

  void make_entry_and_exit();
  void make_constants();
  void begin_block();
  void translate(const Instr& instr);
  bool translate_masks(const Instr& instr);
  bool translate_jump(const Instr& instr);
  bool translate_other(const Instr& instr);
  bool translate_integer(const Instr& instr);
  bool translate_wide_integer(const Instr& instr);
  bool translate_division(const Instr& instr);
  bool translate_real(const Instr& instr);
  bool translate_conversion(const Instr& instr);
  bool translate_move(const Instr& instr);
  bool translate_index(const Instr& instr);
  bool compute_index(const Instr& instr);
  bool translate_access(const Instr& instr);

  // ---- control
  void stop(NativeStop why, uint32_t pc);
  void jump_if_deserted(uint32_t target);
  void lanes_true(const Instr& instr);
  void count_flops();
  asmjit::x86::Mem mask_register(uint16_t index) const;
  void later(std::function<void()> make) { later_.push_back(std::move(make)); }

  // ---- memory
  // Whether the instruction finds addresses by an index for the next one, which does without them;
  // and then, whether nobody else needs them.
  bool is_index_of_next(uint32_t pc) const;
  bool is_left_to_next(uint32_t pc) const;
  bool load_scalar_here(const Instr& instr, asmjit::Label on, asmjit::Label other);
  void find_indexed(const Instr& instr, uint32_t bytes, asmjit::Label other);
  void access_here(const Instr& instr, asmjit::Label other);
  // The offsets of part p of 8 lanes, once they are found; that none is above the last one there
  // may be, in ymm12, else it goes on at `other`.
  static Vec offsets_of(uint32_t p) { return asmjit::x86::ymm(4 + p); }
  void check_offsets(asmjit::Label other);
  void find_shared(const Instr& instr, asmjit::Label other);
  void find_global(const Instr& instr, asmjit::Label other);
  asmjit::x86::Mem of_page(size_t field, uint32_t bytes) const;
  void find_row(uint32_t bytes, asmjit::Label other);
  void mark_loaded(uint32_t bytes, asmjit::Label other);
  void load_here();
  void load_row(asmjit::Label other);
  void store_here(uint32_t bytes, asmjit::Label other, bool is_global);
  bool access_frame_here(const Instr& instr, asmjit::Label other);
  void load_rows(uint32_t bytes);
  void store_rows(uint32_t bytes, asmjit::Label other);
  void gather_from_frames(const Instr& instr, uint32_t begin, uint32_t last, asmjit::Label other);
  void access_plainly(const Instr& instr, bool is_scalar, asmjit::Label on);
  void access_anyhow(const Instr& instr);

  // ---- what C++ does
  void call(const void* function);
  void call_operation(const Instr& instr, const void* function);
  void call_with_instr(const Instr& instr, const void* function);
  void put_reads_into_lanes();
  void take_writes_from_lanes();

  // ---- lanes
  Value read(size_t k) const;
  Value written() const;
  asmjit::x86::Mem place(const Value& value, uint32_t part, uint32_t parts) const;
  void load(const Vec& to, const Value& value, uint32_t part, uint32_t parts);
  void store(const Vec& from, const Value& value, uint32_t part, uint32_t parts);
  void spread(const Vec& to, const Value& value);
  void compute(size_t operands, const Compute& compute);
  void compute_under_mask();
  // ymm3 := the mask in every lane; then ymm4 := all ones in the active lanes of a part.
  void spread_mask();
  void active_lanes(uint32_t part, uint32_t parts);
  void plain(Id id);
  void put_uniform_into_lanes(const Value& value);

  // ---- constants in the code
  asmjit::x86::Mem number(uint32_t value);
  asmjit::x86::Mem wide_number(uint64_t value);
  void spread_number(const Vec& to, uint32_t value);
  void spread_wide_number(const Vec& to, uint64_t value);
  void ones_of(const Vec& d, const Vec& condition);
  void ones_unless(const Vec& d, const Vec& condition);
  void narrow(const Vec& d, const Vec& from);
  void make_canonical(const Vec& d);
  void divide_four(const Xmm& d, const Xmm& x, const Xmm& y, bool is_signed);
  void multiply_wide(const Vec& d, const Vec& x, const Vec& y);

  const code::Program& program_;
  const UniformValues& values_;
  asmjit::x86::Assembler to_;
  std::vector<asmjit::Label> begins_;
  std::vector<std::pair<asmjit::Label, uint32_t>> numbers_;
  std::vector<std::pair<asmjit::Label, uint64_t>> wide_numbers_;
  asmjit::Label entry_, exit_, lane_bits_, lane_places_, wide_places_;
  std::vector<std::function<void()>> later_;
  uint32_t at_ = 0;     // pc of the instruction that is translated
  uint32_t left_ = 0;   // instructions of its block behind it
  uint32_t flops_ = 0;  // of a lane, not counted yet
};

}  // namespace warplens::machine
