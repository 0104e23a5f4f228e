// What CUDA's headers declare of the functions of intrinsics.hpp: one name's overloads, with the
// parameter types by which a call chooses among them and the text's own. Several declarations may
// be computed by one row of the table: min(int, unsigned) is the row of unsigned.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/lang/tree/type.hpp"

namespace warplens::lang {

enum class BuiltinKind : uint8_t {
  kPlain,      // a row of the table; its parameters are converted to the row's
  kVector,     // make_float4 and its like
  kUnmasked,   // __shfl and its like, of before CUDA 9: a row of its _sync without the mask
  kPromoting,  // a template of <cmath>: numbers of any type are computed as double
  kSameType,   // a template of <algorithm>: std::min, std::max
  kLoad,       // a template: (const T*) -> T
  kStore,      // a template: (T*, T)
};

struct BuiltinFunction {
  BuiltinKind kind = BuiltinKind::kPlain;
  uint16_t row = 0;  // of intrinsics(); not of kVector
  std::vector<const Type*> parameters;
  size_t least_arguments = 0;  // the last one may have a default
  const Type* result = nullptr;

  bool is_template() const { return kind >= BuiltinKind::kPromoting; }
};

// Every declaration of that name, templates last; empty if CUDA has none. The parameters of a
// template are not known. `of_std`: as std:: has them.
std::vector<BuiltinFunction> builtin_functions(std::string_view name, bool of_std,
                                               TypeTable& types);
// The instance of a template for a call with these types (null: a list in braces), or with
// `written` as its type; nothing if it cannot be called so.
std::optional<BuiltinFunction> instance_of(const BuiltinFunction& of, std::string_view name,
                                           const Type* written,
                                           const std::vector<const Type*>& arguments,
                                           TypeTable& types);
// The parameters of a template with `stand_ins` for its types.
std::vector<const Type*> pattern_of(const BuiltinFunction& of,
                                    const std::vector<const Type*>& stand_ins, TypeTable& types);

// The type that a letter of a row's signature is.
const Type* type_of_letter(char letter, TypeTable& types);
// The letter of the rows that compute values of a type; what is narrower than int counts as int.
char computing_letter(base::Scalar scalar);

}  // namespace warplens::lang
