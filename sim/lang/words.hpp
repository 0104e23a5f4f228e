// The words of the language: keywords, type names, and the constructs that are known and refused,
// each with what to write instead. A construct that becomes supported leaves its row here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/ast.hpp"

namespace warplens::lang {

bool is_keyword(std::string_view word);    // of C++ or CUDA, type words not included
bool is_type_word(std::string_view word);  // a word that may stand in a scalar type's name, or void
// threadIdx, blockIdx, blockDim, gridDim: the first of its three builtins.
std::optional<Builtin> builtin_triple(std::string_view word);

struct Refusal {
  std::string message;
  std::string hint;
};
// A keyword that no supported statement or expression holds: goto, asm, new, struct...
std::optional<Refusal> refused_keyword(std::string_view word);
// A type that CUDA or its headers have and Warplens does not: float4, half, dim3...
std::optional<Refusal> refused_type(std::string_view word);
// A function or variable of CUDA that Warplens does not know yet: printf, __shfl_sync, tex2D...
std::optional<Refusal> refused_name(std::string_view word);

const std::vector<std::string>& type_words();

}  // namespace warplens::lang
