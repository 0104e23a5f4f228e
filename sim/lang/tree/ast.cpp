#include "sim/lang/tree/ast.hpp"

#include <array>

namespace warplens::lang {

std::string_view name_of(Builtin builtin) {
  constexpr std::array<std::string_view, 13> kNames{
      "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y",
      "blockIdx.z",  "blockDim.x",  "blockDim.y",  "blockDim.z", "gridDim.x",
      "gridDim.y",   "gridDim.z",   "warpSize"};
  return kNames[static_cast<size_t>(builtin)];
}

std::string_view spelling_of(BinaryOp op) {
  constexpr std::array<std::string_view, 17> kSpellings{
      "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", ","};
  return kSpellings[static_cast<size_t>(op)];
}

}  // namespace warplens::lang
