// %tid, %laneid and their like as CUDA C++.
#include <algorithm>
#include <array>
#include <string>

#include "sim/lang/text/ptx_instruction.hpp"

namespace warplens::lang {
namespace {

#define WL_THREAD "((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)"
#define WL_LANE "(" WL_THREAD " % 32)"

struct SpecialRegister {
  std::string_view name, text;
};
constexpr auto kSpecialRegisters = std::to_array<SpecialRegister>({
    {"%tid.x", "threadIdx.x"},
    {"%tid.y", "threadIdx.y"},
    {"%tid.z", "threadIdx.z"},
    {"%ntid.x", "blockDim.x"},
    {"%ntid.y", "blockDim.y"},
    {"%ntid.z", "blockDim.z"},
    {"%ctaid.x", "blockIdx.x"},
    {"%ctaid.y", "blockIdx.y"},
    {"%ctaid.z", "blockIdx.z"},
    {"%nctaid.x", "gridDim.x"},
    {"%nctaid.y", "gridDim.y"},
    {"%nctaid.z", "gridDim.z"},
    {"%laneid", WL_LANE},
    {"%warpid", "(" WL_THREAD " / 32)"},
    {"%nwarpid", "((blockDim.x * blockDim.y * blockDim.z + 31) / 32)"},
    {"%smid", "0u"},
    {"%gridid", "0u"},
    {"%lanemask_eq", "(1u << " WL_LANE ")"},
    {"%lanemask_lt", "((1u << " WL_LANE ") - 1)"},
    {"%lanemask_le", "((2u << " WL_LANE ") - 1)"},
    {"%lanemask_gt", "~((2u << " WL_LANE ") - 1)"},
    {"%lanemask_ge", "~((1u << " WL_LANE ") - 1)"},
    {"%clock", "((unsigned)clock64())"},
    {"%clock64", "((unsigned long long)clock64())"},
    {"%globaltimer", "((unsigned long long)clock64())"},
    {"%globaltimer_lo", "((unsigned)clock64())"},
    {"WARP_SZ", "32u"},
});

#undef WL_LANE
#undef WL_THREAD

}  // namespace

std::string ptx_special_register(std::string_view name) {
  const auto known = std::find_if(kSpecialRegisters.begin(), kSpecialRegisters.end(),
                                  [&](const SpecialRegister& one) { return one.name == name; });
  return known == kSpecialRegisters.end() ? "" : std::string(known->text);
}

std::vector<std::string> ptx_special_registers() {
  std::vector<std::string> names;
  for (const SpecialRegister& one : kSpecialRegisters) names.emplace_back(one.name);
  return names;
}

}  // namespace warplens::lang
