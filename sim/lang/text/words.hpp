// The words of the language: keywords, type names, and the constructs that are known and refused,
// each with what to write instead. A construct that becomes supported leaves its row here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

bool is_keyword(std::string_view word);    // of C++ or CUDA, type words not included
bool is_type_word(std::string_view word);  // a word that may stand in a scalar type's name, or void
// threadIdx, blockIdx, blockDim, gridDim: the first of its three builtins.
std::optional<Builtin> builtin_triple(std::string_view word);

struct Refusal {
  std::string message;
  std::string hint;
};
// A keyword that no supported statement or expression holds: goto, asm, new, union...
std::optional<Refusal> refused_keyword(std::string_view word);
// A type that CUDA or its headers have and Warplens does not: cudaTextureObject_t, std::vector...
std::optional<Refusal> refused_type(std::string_view word);
// A function or variable that CUDA or host code has and a kernel here does not: tex2D, malloc...
// `word` may be qualified.
std::optional<Refusal> refused_name(std::string_view word);
// A member that a struct of CUDA's headers has and Warplens' does not: grid.sync().
std::optional<Refusal> refused_member(std::string_view record, std::string_view member);

const std::vector<std::string>& type_words();

}  // namespace warplens::lang
