// The textbook kernels as a real H200 ran them, except where the debug build that was measured is
// known to do something else than the text says.
#include <doctest/doctest.h>

#include "tests/support/measured_counts.hpp"

using namespace warplens;

namespace {

constexpr const char* kOrder = "atomics of lanes and blocks are served in no fixed order";
constexpr const char* kApart = "lanes that went different ways are gathered elsewhere or not";
constexpr const char* kPieces = "a vector that is no 16-byte plain copy moves by component";
constexpr const char* kConstants = "constant memory is read by generic loads, counted as global";
constexpr const char* kGroups = "the toolkit's tiled_partition reads memory of its own";
const test::Exceptions kOtherCounts{
    {"atomic_by_cas", kApart},
    {"bit_reversal_permutation", kPieces},
    {"compact_stream", kOrder},
    {"complex_multiply", kPieces},
    {"convolution_1d_constant", kConstants},
    {"convolution_2d_tiled", kConstants},
    {"convolution_separable", kConstants},
    {"histogram_aggregated", kApart},
    {"histogram_letters", kApart},
    {"horner_polynomial", kConstants},
    {"julia_set", kPieces},
    {"layer_norm_block", kPieces},
    {"matmul_float4", kPieces},
    {"n_body", kPieces},
    {"push_to_stack", kOrder},
    {"ray_spheres", kConstants},
    {"recursion", kApart},
    {"reduce_tile_shuffle", kGroups},
};

// exp, erf, tanh and rsqrt differ in the last place from the host's library.
constexpr const char* kRounding = "a mathematical function rounds differently";
// The debug build that was recorded fuses no sums with products.
constexpr const char* kFused = "sums of products round once";
const test::Exceptions kOtherArrays{
    {"horner_polynomial", kFused}, {"matmul_double", kFused},       {"activation", kRounding},
    {"compact_stream", kOrder},    {"layer_norm_block", kRounding}, {"layer_norm_warp", kRounding},
    {"n_body", kRounding},         {"push_to_stack", kOrder},       {"ring_buffer", kOrder},
    {"softmax_online", kRounding}, {"softmax_warp", kRounding},
};

}  // namespace

TEST_CASE("textbook: every kernel's counts and arrays equal an H200's") {
  test::check_measured("h200_textbook_counts.csv", "textbook", kOtherCounts, kOtherArrays, 126);
}
