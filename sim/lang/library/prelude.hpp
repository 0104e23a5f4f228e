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
// What both of the next two hold: arithmetic of pairs of that type.
std::string pair_text(std::string_view pair, std::string_view number);
std::string_view half_text();         // <cuda_fp16.h>
std::string_view bfloat_text();       // <cuda_bf16.h>
std::string_view fp8_text();          // <cuda_fp8.h>
std::string_view complex_text();      // <cuComplex.h>
std::string_view curand_text();       // <curand_kernel.h>
std::string_view curand_host_text();  // <curand.h>, of whole programs
// Whether the text names its generators: <curand_kernel.h> includes it, too.
bool needs_curand_host_text(std::string_view text);
std::string_view atomic_text();               // <cuda/atomic>
std::string_view barrier_text();              // <cuda/barrier>
std::string_view copies_text();               // what the headers of asynchronous copies share
std::string_view pipeline_text();             // <cuda/pipeline>
std::string_view pipeline_primitives_text();  // <cuda_pipeline.h>
std::string_view wmma_text();                 // <mma.h>
std::string_view cub_text();                  // <cub/cub.cuh>: what kernels use of it
std::string_view cub_items_text();            // of that, what moves the elements of a block
std::string_view cub_sort_text();             // and what sorts and counts them
// Whether the text has one of the words.
bool names_one_of(std::string_view text, std::span<const std::string_view> words);
// What every file sees without an #include: memcpy, frexp and their like; and whether a text that
// is about to be read names one of them.
std::string_view math_text();
bool needs_math_text(std::string_view text);
// The same, of host code that points to functions: those of <cmath>.
std::string_view math_addresses_text();
bool needs_math_addresses_text(std::string_view text);
// The same: CUDA's functions on several numbers in a word; the heap of kernels.
std::string_view simd_text();
bool needs_simd_text(std::string_view text);
std::string_view heap_text();
std::string_view rounding_text();  // __fadd_rz and its relatives
bool needs_rounding_text(std::string_view text);
// new and delete as functions with these specifiers.
std::string objects_text(std::string_view specifiers);
bool needs_heap_text(std::string_view text);
// What inline PTX becomes calls of (text/inline_ptx.hpp).
std::string_view spaces_text();  // queries of a pointer's memory
std::string_view ptx_text();
bool needs_ptx_text(std::string_view text);
// What host code sees of the C library and CUDA's runtime; its functions are those of
// provided.def.
std::string_view host_text();
// Parts of it: CUDA's runtime.
std::string_view runtime_types_text();
std::string_view runtime_functions_text();
std::string_view device_runtime_text();  // as kernels have it
// What it sees of memory of two and three dimensions and textures, of graphs, of the device's
// properties, the calendar, g++'s atomics, and of where memory is; where its own text names one of
// them.
std::string_view arrays_text();
std::string_view layers_text();  // part of it
bool needs_arrays_text(std::string_view text);
std::string_view graphs_text();
bool needs_graphs_text(std::string_view text);
std::string_view device_text();
bool needs_device_text(std::string_view text);
// Tensor maps, which kernels see, too; what else host code sees of CUDA's driver.
std::string_view tensor_map_text();
bool needs_tensor_map_text(std::string_view text);
std::string_view driver_text();
bool needs_driver_text(std::string_view text);
std::string_view calendar_text();
bool needs_calendar_text(std::string_view text);
std::string_view nvtx_text();  // names for profilers
bool needs_nvtx_text(std::string_view text);
std::string_view variadic_text();  // <stdarg.h>
bool needs_variadic_text(std::string_view text);
std::string_view omp_text();  // <omp.h>
bool needs_omp_text(std::string_view text);
std::string_view gnu_atomic_text();
bool needs_gnu_atomic_text(std::string_view text);
std::string_view placement_text();
bool needs_placement_text(std::string_view text);
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
// The same, for headers of POSIX that are texts of their own.
std::optional<Prelude> posix_header(std::string_view name);
// Texts of <iostream> with <iomanip>, <sstream>, <fstream>, <type_traits>, <tuple>, <chrono> with
// <ratio>, <vector>, <string>, <array>, <map> with <set>, <unordered_map> with <unordered_set>,
// <list>, <deque>, <queue> with <stack>, <memory>, <optional>, <string_view>, <bitset>,
// <functional>, <limits>, <random>, and <algorithm> with <numeric> and <iterator>.
std::string_view iostream_header();
std::string_view sstream_header();
std::string_view fstream_header();
std::string_view traits_header();
std::string_view tuple_header();
std::string_view chrono_header();
bool needs_chrono_text(std::string_view text);  // which many headers of CUDA's libraries include
std::string_view hash_header();
std::string_view function_text();  // std::function, of <functional>
std::string_view threads_header();
std::string_view future_header();
std::string_view condition_variable_header();
std::string_view throwing_text();  // what throw and catch work on
std::string_view exception_header();
std::string_view stdexcept_header();
std::string_view typeinfo_header();
bool needs_typeinfo_text(std::string_view text);  // many headers include it
std::string_view typeindex_header();
std::string_view failures_header();             // what the library does where it would throw
bool needs_errors_text(std::string_view text);  // whether it names one of its classes
std::string_view functional_header();
bool needs_functional_text(std::string_view text);  // whether it names std::function
std::string_view function_objects_header();
std::string_view hash_functions_header();
std::string_view invoke_header();  // std::invoke and std::ref
std::string_view bind_text();      // what <functional> makes of the former
std::string_view base_algorithms_header();
std::string_view iterators_header();         // what containers have of <iterator>
std::string_view stream_iterators_header();  // the rest
std::string_view list_header();
std::string_view deque_header();
std::string_view queue_header();
std::string_view memory_header();
std::string_view optional_header();
std::string_view variant_header();
std::string_view filesystem_header();  // which refuses what it declares
std::string_view any_header();
std::string_view std_complex_header();
std::string_view string_view_header();
std::string_view bitset_header();
std::string_view vector_header();
std::string_view string_header();
std::string_view array_header();
std::string_view map_header();
std::string_view limits_header();
bool needs_limits_text(std::string_view text);  // many headers include it
std::string_view random_header();
std::string_view algorithm_header();
bool needs_algorithm_text(std::string_view text);  // nvcc's own headers include it
std::string_view cublas_header();                  // <cublas_v2.h>
std::string_view thrust_header();
std::string_view cub_device_text();  // <cub/cub.cuh>: with what host code calls
// Parts of it.
std::string_view device_algorithms_text();
std::string_view thrust_copies_text();
std::string_view thrust_sides_text();
std::string_view thrust_algorithms_text();
// Parts of <algorithm>.
std::string_view numeric_text();
std::string_view ordered_text();
std::string_view merging_text();

// A text with each `mark` in it replaced: what several texts of a header share is written once.
std::string with(std::string_view text, std::string_view mark, std::string_view by);

}  // namespace warplens::lang
