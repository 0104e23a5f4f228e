// The scalar types of CUDA C++ on a 64-bit system, shared by the language, launches, the machine
// and the views.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::base {

// kLong and kLongLong are both 64 bits wide here (Linux), and stay distinct types.
enum class Scalar : uint8_t {
  kBool,
  kChar,
  kSChar,
  kUChar,
  kShort,
  kUShort,
  kInt,
  kUInt,
  kLong,
  kULong,
  kLongLong,
  kULongLong,
  kHalf,    // __half: IEEE 754 binary16
  kBfloat,  // __nv_bfloat16: the upper half of a float
  kFloat,
  kDouble,
};

uint32_t size_of(Scalar scalar);  // [bytes]; also its alignment
bool is_integer(Scalar scalar);   // bool and the character types included
bool is_signed(Scalar scalar);    // floating types included; char is signed, as nvcc has it on x86
bool is_floating(Scalar scalar);
bool is_small_float(Scalar scalar);       // of 16 bits: stored so, computed in float
std::string_view name_of(Scalar scalar);  // "unsigned int"
// Accepts C spellings in any order of words ("long long unsigned"), `signed`, and uint8_t-like
// names.
std::optional<Scalar> scalar_from_name(std::string_view name);

}  // namespace warplens::base
