#include "kernels/measure/timing/chase_ptx.hpp"

#include <fmt/format.h>

#include "kernels/measure/timing/ceilings_ptx.hpp"

namespace warplens::measure::timing {
namespace {

constexpr uint32_t kSharedRing = 1024;  // words
constexpr uint32_t kSharedStep = 33;    // from each to the next one, so that all are visited

// A loop that follows %p so many times. The branch behind it needs the last address, so that no
// clock is read before it has come.
std::string follow(const char* name, const char* load, const char* count) {
  return fmt::format(R"(
  mov.u32 %left, {2};
{0}:
  setp.eq.u32 %more, %left, 0;
  @%more bra {0}_end;
  {1} %p, [%p];
  sub.u32 %left, %left, 1;
  bra {0};
{0}_end:
  setp.eq.u64 %more, %p, 0;
  @%more bra done;
)",
                     name, load, count);
}

std::string body(const char* load) {
  return follow("warm", load, "%before") + "  mov.u64 %t0, %clock64;\n" +
         follow("timed", load, "%steps") + R"(  mov.u64 %t1, %clock64;
  sub.u64 %t1, %t1, %t0;
  st.global.u64 [%out], %t1;
  st.global.u64 [%out+8], %p;
done:
  ret;
}
)";
}

constexpr const char* kRegisters = R"(
  .reg .u32 %left, %before, %steps, %i, %next, %here, %value, %base;
  .reg .u64 %p, %out, %t0, %t1;
  .reg .pred %more;
  ld.param.u32 %before, [before];
  ld.param.u32 %steps, [steps];
  ld.param.u64 %out, [out];
  cvta.to.global.u64 %out, %out;
)";

}  // namespace

std::string chase_ptx(Chased what) {
  std::string text = kPtxHead;
  if (what == Chased::kConstant) {
    text += fmt::format(R"(
.const .align 256 .b8 ring[{}];
.visible .entry where(.param .u64 out) {{
  .reg .u64 %out, %ring;
  ld.param.u64 %out, [out];
  cvta.to.global.u64 %out, %out;
  mov.u64 %ring, ring;
  st.global.u64 [%out], %ring;
  ret;
}}
)",
                        kConstantRing_bytes);
  }
  text +=
      ".visible .entry chase(.param .u64 start, .param .u32 before, .param .u32 steps, "
      ".param .u64 out) {";
  text += kRegisters;
  text += "  ld.param.u64 %p, [start];\n";
  const char* load = what == Chased::kConstant       ? "ld.const.u64"
                     : what == Chased::kGlobalPastL1 ? "ld.global.cg.u64"
                                                     : "ld.global.ca.u64";
  return text + body(load);
}

std::string chase_shared_ptx() {
  std::string text = kPtxHead;
  text += ".visible .entry chase(.param .u32 before, .param .u32 steps, .param .u64 out) {";
  text += fmt::format("\n  .shared .align 8 .b64 ring[{}];", kSharedRing);
  text += kRegisters;
  // Each word holds the address of the one kSharedStep further on.
  text += fmt::format(R"(
  .reg .u64 %ring, %at, %to;
  mov.u64 %ring, ring;
  mov.u32 %i, 0;
fill:
  add.u32 %next, %i, {};
  and.b32 %next, %next, {};
  mul.wide.u32 %at, %i, 8;
  mul.wide.u32 %to, %next, 8;
  add.u64 %at, %at, %ring;
  add.u64 %to, %to, %ring;
  st.shared.u64 [%at], %to;
  add.u32 %i, %i, 1;
  setp.ne.u32 %more, %i, {};
  @%more bra fill;
  mov.u64 %p, %ring;
)",
                      kSharedStep, kSharedRing - 1, kSharedRing);
  return text + body("ld.shared.u64");
}

}  // namespace warplens::measure::timing
