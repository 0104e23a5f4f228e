// The words of the language: keywords, type names, and the constructs that are recognised but not
// supported, each with what to write instead. Supporting a construct means deleting its row here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

bool is_keyword(std::string_view word);    // of C++ or CUDA, type words not included
bool is_type_word(std::string_view word);  // a word of a scalar type's name, or void
bool is_type_name(std::string_view word);  // of them, one that is a typedef: size_t, uint
// threadIdx, blockIdx, blockDim, gridDim: the first of its three builtins.
std::optional<Builtin> builtin_triple(std::string_view word);

struct Refusal {
  std::string message;
  std::string hint;
};
// A keyword that is in no supported statement or expression: asm, try, decltype...
std::optional<Refusal> refused_keyword(std::string_view word);
// A type of CUDA or its headers that is not supported: cudaTextureObject_t, std::vector...
std::optional<Refusal> refused_type(std::string_view word);
// A function or variable of CUDA or host code that is not supported: tex2D, memmove...
// `word` may be qualified.
std::optional<Refusal> refused_name(std::string_view word);

std::span<const std::string_view> type_words();

}  // namespace warplens::lang
