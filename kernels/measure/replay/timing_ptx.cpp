// Every access is volatile, so that the assembler neither drops nor merges one. Lanes outside the
// mask branch around the timed loop; the warp is complete again after it. Memory is zero before an
// access is timed, so that a loaded value added to its own address gives the same address.
#include "kernels/measure/replay/kernel_texts.hpp"

namespace warplens::measure::replay {
namespace {

bool is_shared(const AccessKind& kind) {
  return kind.space == Space::kShared;
}

std::string space_word(const AccessKind& kind) {
  return is_shared(kind) ? "shared" : "global";
}

// The name of an address register: 32 bits in shared memory, 64 in global memory.
std::string address(const AccessKind& kind) {
  return is_shared(kind) ? "[%at]" : "[%at64]";
}

// ".v4.u32", ".u16", and the registers it moves.
struct Moved {
  std::string type, registers;
};
Moved moved(uint32_t bytes) {
  switch (bytes) {
    case 1:
      return {".u8", "%value"};
    case 2:
      return {".u16", "%half"};
    case 4:
      return {".u32", "%value"};
    case 8:
      return {".v2.u32", "{%first, %value}"};
    default:
      return {".v4.u32", "{%first, %second, %third, %value}"};
  }
}

// An atomic's register of the old value and its operands, all ones or 1.0 so that memory changes.
std::string atomic_instruction(const AccessKind& kind) {
  const std::string type = type_of(kind.atomic);
  const bool is_cas = operation_of(kind.atomic) == "cas";
  std::string old = "%value", operand = "%one";
  if (kind.bytes == 8) {
    old = type == "f64" ? "%value_f64" : "%value64";
    operand = type == "f64" ? "0d3FF0000000000000" : "%one64";
  } else if (type == "f32") {
    old = "%value_f32";
    operand = "0f3F800000";
  } else if (type == "f16" || type == "b16") {
    old = "%half";
    operand = "%one16";
  } else if (type == "f16x2") {
    operand = "%one_f16x2";
  }
  if (!has_result(kind.atomic)) {
    const std::string name = kind.atomic.substr(0, 4) + space_word(kind) + kind.atomic.substr(3);
    return name + " " + address(kind) + ", " + operand + ";\n";
  }
  const std::string compare = is_cas ? ", " + operand : "";
  return "atom." + space_word(kind) + "." + kind.atomic + " " + old + ", " + address(kind) +
         compare + ", " + operand + ";\n";
}

// Moves the old value to %value from its register.
std::string atomic_value(const AccessKind& kind) {
  const std::string type = type_of(kind.atomic);
  if (type == "f64") return "mov.b64 {%value, %second}, %value_f64;\n";
  if (kind.bytes == 8) return "mov.b64 {%value, %second}, %value64;\n";
  if (type == "f32") return "mov.b32 %value, %value_f32;\n";
  return kind.bytes == 2 ? "cvt.u32.u16 %value, %half;\n" : "";
}

// The next address from the value that arrived.
std::string depend(const AccessKind& kind) {
  if (is_shared(kind)) return "add.u32 %at, %at, %value;\n";
  return "cvt.u64.u32 %value64, %value;\nadd.u64 %at64, %at64, %value64;\n";
}

std::string access(const AccessKind& kind) {
  const std::string operand = moved(kind.bytes).registers, type = moved(kind.bytes).type;
  switch (kind.operation) {
    case Operation::kLoad:
      return "ld.volatile." + space_word(kind) + type + " " + operand + ", " + address(kind) +
             ";\n" + (kind.bytes == 2 ? "cvt.u32.u16 %value, %half;\n" : "") +
             (loop_of(kind) == Loop::kChain ? depend(kind) : "");
    case Operation::kStore:
      return "st.volatile." + space_word(kind) + type + " " + address(kind) + ", " + operand +
             ";\n";
    default:
      if (!has_result(kind.atomic)) return atomic_instruction(kind);
      // An atomic's old value is not 0: it is masked out, for a dependence that only the assembler
      // sees.
      return atomic_instruction(kind) + atomic_value(kind) + "and.b32 %value, %value, %nothing;\n" +
             depend(kind);
  }
}

std::string timed_loop(const AccessKind& kind, const std::string& label) {
  std::string text = "mov.u32 %left, %loops;\n" + label + ":\n";
  for (uint32_t i = 0; i < kUnrolled; ++i) text += access(kind);
  return text + "sub.u32 %left, %left, 1;\nsetp.ne.u32 %again, %left, 0;\n@%again bra " + label +
         ";\n";
}

constexpr const char* kHead = R"(.version 6.3
.target sm_70
.address_size 64
.extern .shared .align 1024 .b8 shared_memory[];
.visible .entry time_accesses(.param .u64 p_addresses, .param .u64 p_masks, .param .u64 p_clocks,
    .param .u64 p_memory, .param .u32 p_accesses, .param .u32 p_repeats, .param .u32 p_loops,
    .param .u32 p_shared_bytes, .param .u32 p_nothing)
{
.reg .b32 %at, %value, %first, %second, %third, %one, %one_f16x2, %nothing, %lane, %warp, %warps;
.reg .b32 %left, %loops, %mask, %begin, %end, %i, %repeat, %accesses, %repeats, %offset, %base, %t;
.reg .b16 %half, %one16;
.reg .b64 %at64, %value64, %one64, %addresses, %masks, %clocks, %memory, %row, %wide;
.reg .f32 %value_f32;
.reg .f64 %value_f64;
.reg .pred %again, %idle, %first_lane;
ld.param.u64 %addresses, [p_addresses];
ld.param.u64 %masks, [p_masks];
ld.param.u64 %clocks, [p_clocks];
ld.param.u64 %memory, [p_memory];
ld.param.u32 %accesses, [p_accesses];
ld.param.u32 %repeats, [p_repeats];
ld.param.u32 %loops, [p_loops];
ld.param.u32 %nothing, [p_nothing];
cvta.to.global.u64 %addresses, %addresses;
cvta.to.global.u64 %masks, %masks;
cvta.to.global.u64 %clocks, %clocks;
cvta.to.global.u64 %memory, %memory;
mov.u32 %t, %tid.x;
and.b32 %lane, %t, 31;
shr.u32 %warp, %t, 5;
mov.u32 %warps, %ntid.x;
shr.u32 %warps, %warps, 5;
mov.u32 %one, 1;
mov.u64 %one64, 1;
mov.u16 %one16, 15360;
mov.u32 %one_f16x2, 1006648320;
mov.u32 %base, shared_memory;
mov.u32 %first, 0;
mov.u32 %second, 0;
mov.u32 %third, 0;
mov.u32 %value, 0;
mov.u16 %half, 0;
shl.b32 %offset, %t, 2;
ld.param.u32 %end, [p_shared_bytes];
CLEAR:
setp.ge.u32 %idle, %offset, %end;
@%idle bra CLEARED;
add.u32 %at, %base, %offset;
st.shared.u32 [%at], 0;
shl.b32 %t, %warps, 7;
add.u32 %offset, %offset, %t;
bra CLEAR;
CLEARED:
bar.sync 0;
mov.u32 %i, 0;
NEXT_ACCESS:
mul.wide.u32 %wide, %i, 4;
add.u64 %row, %masks, %wide;
ld.global.u32 %mask, [%row];
mul.wide.u32 %wide, %i, 256;
add.u64 %row, %addresses, %wide;
mul.wide.u32 %wide, %lane, 8;
add.u64 %row, %row, %wide;
ld.global.u64 %wide, [%row];
cvt.u32.u64 %at, %wide;
add.u32 %at, %at, %base;
add.u64 %at64, %memory, %wide;
shr.u32 %t, %mask, %lane;
and.b32 %t, %t, 1;
setp.eq.u32 %idle, %t, 0;
neg.s32 %t, %mask;
and.b32 %t, %t, %mask;
bfind.u32 %t, %t;
setp.eq.u32 %first_lane, %t, %lane;
mov.u32 %repeat, 0;
NEXT_REPEAT:
bar.warp.sync 0xffffffff;
bar.sync 0;
@%idle bra SKIP;
)";

constexpr const char* kBegin = "mov.u32 %begin, %clock;\n";

// After the loop; the clocks of the warp's first active lane are its warp's.
constexpr const char* kTail = R"(mov.u32 %end, %clock;
mad.lo.u32 %t, %i, %repeats, %repeat;
mad.lo.u32 %t, %t, %warps, %warp;
mul.wide.u32 %wide, %t, 8;
add.u64 %row, %clocks, %wide;
@%first_lane st.global.v2.u32 [%row], {%begin, %end};
SKIP:
bar.warp.sync 0xffffffff;
add.u32 %repeat, %repeat, 1;
setp.lt.u32 %again, %repeat, %repeats;
@%again bra NEXT_REPEAT;
add.u32 %i, %i, 1;
setp.lt.u32 %again, %i, %accesses;
@%again bra NEXT_ACCESS;
ret;
}
)";

// Back to 0 where this lane's access may have written. Loads need no reset.
std::string clear(const AccessKind& kind) {
  if (kind.operation != Operation::kAtomic) return "";
  const std::string type = kind.bytes == 2 ? ".u16 " : kind.bytes == 8 ? ".u64 " : ".u32 ";
  return "st." + space_word(kind) + type + address(kind) + ", 0;\n";
}

}  // namespace

Loop loop_of(const AccessKind& kind) {
  const bool is_shared_load = is_shared(kind) && kind.operation == Operation::kLoad;
  const bool is_awaited = kind.operation == Operation::kAtomic && has_result(kind.atomic);
  return is_shared_load || is_awaited ? Loop::kChain : Loop::kStream;
}

uint32_t warps_of(const AccessKind& kind) {
  if (loop_of(kind) == Loop::kChain) return 1;
  return is_shared(kind) ? 4 : 32;
}

std::string timing_ptx(const AccessKind& kind) {
  return kHead + clear(kind) + timed_loop(kind, "WARM") + kBegin + timed_loop(kind, "TIMED") +
         kTail;
}

}  // namespace warplens::measure::replay
