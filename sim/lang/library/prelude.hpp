// Headers that Warplens brings as text of its own, written in the language that it supports: a
// kernel's use of them is compiled like any other function of the text.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/lang/library/headers.hpp"

namespace warplens::lang {

// What <cooperative_groups.h>, <cooperative_groups/reduce.h> and <cooperative_groups/scan.h> hold,
// as far as a kernel may use it.
std::string_view cooperative_groups_text();
std::string_view half_text();     // <cuda_fp16.h>
std::string_view bfloat_text();   // <cuda_bf16.h>
std::string_view fp8_text();      // <cuda_fp8.h>
std::string_view complex_text();  // <cuComplex.h>
std::string_view curand_text();   // <curand_kernel.h>
std::string_view atomic_text();   // <cuda/atomic>
// Whether the text has one of the words.
bool names_one_of(std::string_view text, std::span<const std::string_view> words);
// What every file sees without an #include: memcpy, frexp and their like; and whether a text that
// is about to be read names one of them.
std::string_view math_text();
bool needs_math_text(std::string_view text);
// The same: CUDA's functions on several numbers in a word; the heap of kernels.
std::string_view simd_text();
bool needs_simd_text(std::string_view text);
std::string_view heap_text();
// new and delete as functions with these specifiers.
std::string objects_text(std::string_view specifiers);
bool needs_heap_text(std::string_view text);
// What inline PTX becomes calls of (text/inline_ptx.hpp).
std::string_view ptx_text();
bool needs_ptx_text(std::string_view text);
// What host code sees of the C library and CUDA's runtime; its functions are those of
// provided.def.
std::string_view host_text();
// What it sees of memory of two and three dimensions and textures, and of graphs; where its own
// text names one of them.
std::string_view arrays_text();
bool needs_arrays_text(std::string_view text);
std::string_view graphs_text();
bool needs_graphs_text(std::string_view text);
// What every whole program sees of the C++ standard library.
std::string_view std_text();

// The text for a header of that kind, and the name that it is shown under; nothing if there is
// none.
struct Prelude {
  std::string_view name, text;
};
std::optional<Prelude> prelude_of(HeaderKind kind);
// The text for a header of the standard library in a whole program; nothing where every program
// sees what is supported of it.
std::optional<Prelude> program_header(std::string_view name);
// Texts of <vector>, <array>, <map> with <set>, <string>, <random>, and <algorithm> with <numeric>.
std::string_view vector_header();
std::string_view string_header();
std::string_view array_header();
std::string_view map_header();
std::string_view random_header();
std::string_view algorithm_header();

}  // namespace warplens::lang
