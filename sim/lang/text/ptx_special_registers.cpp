// %tid, %laneid and their like as CUDA C++.
#include <array>
#include <string>
#include <utility>

#include "sim/lang/text/ptx_instruction.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kLane =
    "(((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32)";
constexpr std::string_view kWarp =
    "(((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / 32)";

}  // namespace

std::string ptx_special_register(std::string_view name) {
  constexpr auto kTriples = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"%tid.", "threadIdx."},
       {"%ntid.", "blockDim."},
       {"%ctaid.", "blockIdx."},
       {"%nctaid.", "gridDim."}});
  for (const auto& triple : kTriples) {
    const bool is_axis = name.size() == triple.first.size() + 1 &&
                         (name.back() == 'x' || name.back() == 'y' || name.back() == 'z');
    if (is_axis && name.starts_with(triple.first)) return std::string(triple.second) + name.back();
  }
  const std::string lane(kLane);
  if (name == "%laneid") return lane;
  if (name == "%warpid") return std::string(kWarp);
  if (name == "%nwarpid") return "((blockDim.x * blockDim.y * blockDim.z + 31) / 32)";
  if (name == "%smid" || name == "%gridid") return "0u";
  if (name == "%lanemask_eq") return "(1u << " + lane + ")";
  if (name == "%lanemask_lt") return "((1u << " + lane + ") - 1)";
  if (name == "%lanemask_le") return "((2u << " + lane + ") - 1)";
  if (name == "%lanemask_gt") return "~((2u << " + lane + ") - 1)";
  if (name == "%lanemask_ge") return "~((1u << " + lane + ") - 1)";
  if (name == "%clock" || name == "%clock_lo" || name == "%globaltimer_lo")
    return "((unsigned)clock64())";
  if (name == "%clock64" || name == "%globaltimer") return "((unsigned long long)clock64())";
  if (name == "WARP_SZ") return "32u";
  return "";
}

}  // namespace warplens::lang
