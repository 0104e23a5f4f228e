#include "kernels/measure/timing/ceilings_ptx.hpp"

#include <fmt/format.h>

namespace warplens::measure::timing {
std::string copy_ptx() {
  std::string text = kPtxHead;
  text += fmt::format(R"(
.visible .entry copy(.param .u64 from, .param .u64 to) {{
  .reg .u32 %block, %thread, %v<{}>;
  .reg .u64 %from, %to, %offset, %lane;
  ld.param.u64 %from, [from];
  ld.param.u64 %to, [to];
  cvta.to.global.u64 %from, %from;
  cvta.to.global.u64 %to, %to;
  mov.u32 %block, %ctaid.x;
  mov.u32 %thread, %tid.x;
  mul.wide.u32 %offset, %block, {};
  mul.wide.u32 %lane, %thread, 16;
  add.u64 %offset, %offset, %lane;
  add.u64 %from, %from, %offset;
  add.u64 %to, %to, %offset;
)",
                      kCopiesPerThread * 4, kBytesPerCopyBlock);
  // All loads before all stores, so that they are under way together.
  for (const char* const form :
       {"  ld.global.v4.u32 {{%v{0}, %v{1}, %v{2}, %v{3}}}, [%from+{4}];\n",
        "  st.global.v4.u32 [%to+{4}], {{%v{0}, %v{1}, %v{2}, %v{3}}};\n"}) {
    for (uint32_t copy = 0; copy < kCopiesPerThread; ++copy) {
      const uint32_t v = copy * 4;
      text += fmt::format(fmt::runtime(form), v, v + 1, v + 2, v + 3, copy * kCeilingBlock * 16);
    }
  }
  return text + "  ret;\n}\n";
}

std::string multiply_add_ptx() {
  std::string text = kPtxHead;
  text += fmt::format(R"(
.visible .entry multiply_add(.param .u64 out, .param .u32 iterations, .param .f32 factor,
                             .param .f32 summand) {{
  .reg .u32 %left, %block, %thread;
  .reg .u64 %out, %offset;
  .reg .f32 %factor, %summand, %x<{}>;
  .reg .pred %more;
  ld.param.u64 %out, [out];
  ld.param.u32 %left, [iterations];
  ld.param.f32 %factor, [factor];
  ld.param.f32 %summand, [summand];
  cvta.to.global.u64 %out, %out;
  mov.u32 %block, %ctaid.x;
  mov.u32 %thread, %tid.x;
  mad.lo.u32 %thread, %block, {}, %thread;
  cvt.rn.f32.u32 %x0, %thread;
)",
                      kFmaChains, kCeilingBlock);
  for (uint32_t chain = 1; chain < kFmaChains; ++chain)
    text += fmt::format("  add.f32 %x{}, %x{}, %summand;\n", chain, chain - 1);
  text += "next:\n";
  for (uint32_t i = 0; i < kFmasPerIteration; ++i)
    text += fmt::format("  fma.rn.f32 %x{0}, %x{0}, %factor, %summand;\n", i % kFmaChains);
  text +=
      "  sub.u32 %left, %left, 1;\n"
      "  setp.ne.u32 %more, %left, 0;\n"
      "  @%more bra next;\n";
  for (uint32_t chain = 1; chain < kFmaChains; ++chain)
    text += fmt::format("  add.f32 %x0, %x0, %x{};\n", chain);
  return text +
         "  mul.wide.u32 %offset, %thread, 4;\n"
         "  add.u64 %out, %out, %offset;\n"
         "  st.global.f32 [%out], %x0;\n"
         "  ret;\n}\n";
}

}  // namespace warplens::measure::timing
