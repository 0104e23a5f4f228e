// Small kernels, one for each rule of the language that decides what is accessed, as a real H200
// ran them (tests/kernels/measured).
#include <doctest/doctest.h>

#include "tests/support/measured_counts.hpp"

using namespace warplens;

namespace {

// break_and_continue: a loop with a break directly before a barrier gets no reconvergence point of
// its own (the barrier's WARPSYNC serves), and the lanes of its first `continue` lose theirs with
// it. switch_fall_through: of labels that fall through one into the next, only the last has a
// reconvergence point. call_recursive: a function that calls itself returns where it was called
// from, lane by lane.
constexpr const char* kApart = "the debug build's lanes meet again elsewhere";
// A copy of 16 bytes of such alignment is one access there, whatever it holds; any other is in
// pieces of up to 4 bytes, and a vector made or passed by value moves by component.
constexpr const char* kPieces = "the debug build copies records and vectors in other pieces";
constexpr const char* kConstants = "the debug build reads constant memory by generic loads";

const test::Exceptions kOtherCounts{
    {"break_and_continue", kApart},  {"switch_fall_through", kApart},
    {"call_recursive", kApart},      {"constant_read", kConstants},
    {"copy_float2", kPieces},        {"copy_short4", kPieces},
    {"float4_by_value", kPieces},    {"float4_conditional", kPieces},
    {"float4_make", kPieces},        {"struct_aligned_copy", kPieces},
    {"struct_conditional", kPieces}, {"struct_double_int", kPieces},
    {"struct_vec_member", kPieces},
};

constexpr const char* kPadding = "bytes between members are copied there; here members are";
const test::Exceptions kOtherArrays{
    {"struct_double_int", kPadding},
    {"struct_padded", kPadding},
    {"struct_vec_member", kPadding},
};

}  // namespace

TEST_CASE("measured kernels: counts and arrays equal an H200's") {
  test::check_measured("h200_kernel_counts.csv", "measured", kOtherCounts, kOtherArrays, 123);
}
