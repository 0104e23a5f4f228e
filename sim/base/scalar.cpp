// One row a type, in the order of the enumeration; names are read as a compiler reads specifiers,
// in any order.
#include "sim/base/scalar.hpp"

#include <array>
#include <sstream>
#include <string>

namespace warplens::base {
namespace {

struct Row {
  Scalar scalar;
  uint32_t bytes;
  bool is_signed;
  std::string_view name;
  std::string_view fixed_name;  // <cstdint> or other second spelling
};

constexpr std::array<Row, 16> kRows{{
    {Scalar::kBool, 1, false, "bool", ""},
    {Scalar::kChar, 1, true, "char", ""},
    {Scalar::kSChar, 1, true, "signed char", "int8_t"},
    {Scalar::kUChar, 1, false, "unsigned char", "uint8_t"},
    {Scalar::kShort, 2, true, "short", "int16_t"},
    {Scalar::kUShort, 2, false, "unsigned short", "uint16_t"},
    {Scalar::kInt, 4, true, "int", "int32_t"},
    {Scalar::kUInt, 4, false, "unsigned int", "uint32_t"},
    {Scalar::kLong, 8, true, "long", "int64_t"},
    {Scalar::kULong, 8, false, "unsigned long", "uint64_t"},
    {Scalar::kLongLong, 8, true, "long long", ""},
    {Scalar::kULongLong, 8, false, "unsigned long long", ""},
    {Scalar::kHalf, 2, true, "__half", "half"},
    {Scalar::kBfloat, 2, true, "__nv_bfloat16", "nv_bfloat16"},
    {Scalar::kFloat, 4, true, "float", ""},
    {Scalar::kDouble, 8, true, "double", ""},
}};

const Row& row_of(Scalar scalar) {
  return kRows[static_cast<size_t>(scalar)];
}

}  // namespace

uint32_t size_of(Scalar scalar) {
  return row_of(scalar).bytes;
}
bool is_floating(Scalar scalar) {
  return is_small_float(scalar) || scalar == Scalar::kFloat || scalar == Scalar::kDouble;
}
bool is_small_float(Scalar scalar) {
  return scalar == Scalar::kHalf || scalar == Scalar::kBfloat;
}
bool is_integer(Scalar scalar) {
  return !is_floating(scalar);
}
bool is_signed(Scalar scalar) {
  return row_of(scalar).is_signed;
}
std::string_view name_of(Scalar scalar) {
  return row_of(scalar).name;
}

std::optional<Scalar> scalar_from_name(std::string_view name) {
  if (name == "size_t" || name == "uintptr_t" || name == "ulong") return Scalar::kULong;
  if (name == "ptrdiff_t" || name == "intptr_t" || name == "clock_t") return Scalar::kLong;
  if (name == "uint") return Scalar::kUInt;
  if (name == "ushort") return Scalar::kUShort;
  if (name == "uchar") return Scalar::kUChar;
  if (name == "__half") return Scalar::kHalf;
  if (name == "__nv_bfloat16") return Scalar::kBfloat;
  for (const Row& row : kRows) {
    if (!row.fixed_name.empty() && name == row.fixed_name) return row.scalar;
  }
  int longs = 0, ints = 0, shorts = 0, chars = 0, is_unsigned = 0, signed_words = 0, others = 0;
  std::optional<Scalar> other;
  std::istringstream words{std::string(name)};
  for (std::string word; words >> word;) {
    if (word == "long")
      ++longs;
    else if (word == "int")
      ++ints;
    else if (word == "short")
      ++shorts;
    else if (word == "char")
      ++chars;
    else if (word == "unsigned")
      ++is_unsigned;
    else if (word == "signed")
      ++signed_words;
    else {
      ++others;
      if (word == "bool")
        other = Scalar::kBool;
      else if (word == "float")
        other = Scalar::kFloat;
      else if (word == "double")
        other = Scalar::kDouble;
      else
        return std::nullopt;
    }
  }
  const int integer_words = longs + ints + shorts + chars + is_unsigned + signed_words;
  if (others == 1 && integer_words == 0) return other;
  if (others != 0 || integer_words == 0 || is_unsigned + signed_words > 1) return std::nullopt;
  if (longs > 2 || ints > 1 || shorts > 1 || chars > 1) return std::nullopt;
  if ((longs > 0) + (shorts > 0) + (chars > 0) > 1 || (chars > 0 && ints > 0)) return std::nullopt;
  const bool u = is_unsigned > 0;
  if (chars) return u ? Scalar::kUChar : signed_words ? Scalar::kSChar : Scalar::kChar;
  if (shorts) return u ? Scalar::kUShort : Scalar::kShort;
  if (longs == 1) return u ? Scalar::kULong : Scalar::kLong;
  if (longs == 2) return u ? Scalar::kULongLong : Scalar::kLongLong;
  return u ? Scalar::kUInt : Scalar::kInt;
}

}  // namespace warplens::base
