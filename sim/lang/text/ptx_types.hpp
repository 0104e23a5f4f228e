// The types of PTX, and what holds a value of each in CUDA C++.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace warplens::lang {

// What a register of PTX is in C++: a variable of one of these types.
enum class PtxRegister : uint8_t { kHalfWord, kWord, kLong, kFloat, kDouble, kPredicate };
std::string_view type_of(PtxRegister one);  // "unsigned"
int bits_of(PtxRegister one);

struct PtxVariable {
  std::string name;  // in C++
  PtxRegister kind = PtxRegister::kWord;
  bool is_number = false;  // an immediate value
  bool is_input = false;   // of the statement, and none of its outputs
};
// By their names in PTX: "%0", "p".
using PtxVariables = std::map<std::string, PtxVariable, std::less<>>;

struct PtxType {
  std::string_view name;           // "s32"
  std::string_view type;           // of its values in C++: "int"
  std::string_view unsigned_type;  // of as many bits
  std::string_view wide_type;      // of twice as many; "": none
  PtxRegister kind = PtxRegister::kWord;
  int bits = 32;
  bool is_floating = false;

  bool is_pair() const { return name == "f16x2" || name == "bf16x2"; }
  bool is_bits() const { return name == "b8" || name == "b16" || name == "b32" || name == "b64"; }
};
// Null: there is no such type, or no variable holds it.
const PtxType* find_ptx_type(std::string_view name);
// Of a name that is in the table.
const PtxType& ptx_type(std::string_view name);

// Whether a register of that kind may be an operand of that type. PTX compares sizes, and of equal
// ones whether both are floating or not, but for types of bits ("b32"). `may_be_wider`: of loads,
// stores and conversions.
bool fits(PtxRegister kind, const PtxType& type, bool may_be_wider);

// The constraint of an operand of that kind: "r"; "" of a predicate.
std::string_view constraint_of(PtxRegister kind);

}  // namespace warplens::lang
