// Source: CUDA 13.0's headers (crt/math_functions.h, vector_functions.h, sm_30_intrinsics.h and its
// like) and what libstdc++'s <cmath> adds to them when nvcc compiles a file.
#include "sim/lang/library/builtins.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "sim/lang/library/intrinsics.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

// Declared beside the rows, and computed by one of them: arguments, result, arguments of the row.
struct Further {
  std::string_view name;
  std::string_view signature;
  std::string_view computed_as;
};
constexpr auto kFurther = std::to_array<Further>({
    {"min", "iu:u", "uu"},      {"min", "ui:u", "uu"},      {"min", "kk:k", "ll"},
    {"min", "ww:w", "mm"},      {"min", "kw:w", "mm"},      {"min", "wk:w", "mm"},
    {"min", "lm:m", "mm"},      {"min", "ml:m", "mm"},      {"min", "fd:d", "dd"},
    {"min", "df:d", "dd"},      {"max", "iu:u", "uu"},      {"max", "ui:u", "uu"},
    {"max", "kk:k", "ll"},      {"max", "ww:w", "mm"},      {"max", "kw:w", "mm"},
    {"max", "wk:w", "mm"},      {"max", "lm:m", "mm"},      {"max", "ml:m", "mm"},
    {"max", "fd:d", "dd"},      {"max", "df:d", "dd"},      {"abs", "k:k", "l"},
    {"copysign", "fd:d", "dd"}, {"copysign", "df:d", "dd"},
});

// The names of <cmath> that are templates there for whatever number is neither float nor double.
constexpr auto kPromotingNames = std::to_array<std::string_view>(
    {"acos",  "acosh",     "asin",  "asinh",  "atan",   "atan2",   "atanh",     "cbrt",
     "ceil",  "copysign",  "cos",   "cosh",   "erf",    "erfc",    "exp",       "exp2",
     "expm1", "fabs",      "fdim",  "floor",  "fma",    "fmax",    "fmin",      "fmod",
     "hypot", "isfinite",  "isinf", "isnan",  "ldexp",  "lgamma",  "llrint",    "llround",
     "log",   "log10",     "log1p", "log2",   "lrint",  "lround",  "nearbyint", "nextafter",
     "pow",   "remainder", "rint",  "round",  "scalbn", "signbit", "sin",       "sinh",
     "sqrt",  "tan",       "tanh",  "tgamma", "trunc",  "frexp"});

bool is_unmasked(std::string_view name) {
  constexpr auto kUnmaskedNames = std::to_array<std::string_view>(
      {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"});
  return std::find(kUnmaskedNames.begin(), kUnmaskedNames.end(), name) != kUnmaskedNames.end();
}

std::string_view arguments_of(std::string_view signature) {
  return signature.substr(0, signature.find(':'));
}

BuiltinFunction declaration(std::string_view signature, uint16_t row, TypeTable& types) {
  BuiltinFunction made;
  made.row = row;
  for (const char letter : arguments_of(signature))
    made.parameters.push_back(type_of_letter(letter, types));
  made.result = type_of_letter(signature.back(), types);
  const bool has_default = default_argument(intrinsics()[row].op).has_value();
  made.least_arguments = made.parameters.size() - (has_default ? 1 : 0);
  return made;
}

// A row of long long has a namesake of long where CUDA declares one of each integer type.
void add_long(const BuiltinFunction& wide, std::vector<BuiltinFunction>& found, TypeTable& types) {
  BuiltinFunction made = wide;
  const auto narrow = [&](const Type*& type) {
    if (type == types.scalar(Scalar::kLongLong)) type = types.scalar(Scalar::kLong);
    if (type == types.scalar(Scalar::kULongLong)) type = types.scalar(Scalar::kULong);
  };
  for (const Type*& type : made.parameters) narrow(type);
  narrow(made.result);
  if (made.parameters != wide.parameters) found.push_back(std::move(made));
}

// Where the rows of a name take different types.
std::vector<size_t> places_of_choice(const std::vector<uint16_t>& rows) {
  const std::string_view first = arguments_of(intrinsics()[rows.front()].signature);
  std::vector<size_t> places;
  for (size_t i = 0; i < first.size(); ++i) {
    const bool differs = std::any_of(rows.begin(), rows.end(), [&](uint16_t row) {
      return intrinsics()[row].signature[i] != first[i];
    });
    if (differs) places.push_back(i);
  }
  return places;
}

std::optional<uint16_t> row_with(const std::vector<uint16_t>& rows, size_t place, char letter) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](uint16_t candidate) {
    return intrinsics()[candidate].signature[place] == letter;
  });
  return row == rows.end() ? std::nullopt : std::optional<uint16_t>(*row);
}

std::optional<BuiltinFunction> promoted_instance(std::string_view name,
                                                 const std::vector<const Type*>& arguments,
                                                 TypeTable& types) {
  const std::vector<uint16_t> rows = intrinsics_named(name);
  const std::vector<size_t> places = places_of_choice(rows);
  bool all_float = true;
  for (const size_t place : places) {
    const Type* type = place < arguments.size() ? arguments[place] : nullptr;
    if (type == nullptr || !type->is_scalar() || base::is_small_float(type->scalar) ||
        type->enumeration != nullptr)
      return std::nullopt;
    if (places.size() == 1 && !base::is_integer(type->scalar)) return std::nullopt;
    all_float &= type->scalar == Scalar::kFloat;
  }
  const auto row = row_with(rows, places.front(), all_float ? 'f' : 'd');
  if (!row) return std::nullopt;
  BuiltinFunction made = declaration(intrinsics()[*row].signature, *row, types);
  for (const size_t place : places) made.parameters[place] = types.unqualified(arguments[place]);
  return made;
}

}  // namespace

char computing_letter(Scalar scalar) {
  switch (scalar) {
    case Scalar::kUInt:
      return 'u';
    case Scalar::kLong:
    case Scalar::kLongLong:
      return 'l';
    case Scalar::kULong:
    case Scalar::kULongLong:
      return 'm';
    case Scalar::kHalf:
      return 'h';
    case Scalar::kBfloat:
      return 'g';
    case Scalar::kFloat:
      return 'f';
    case Scalar::kDouble:
      return 'd';
    default:
      return 'i';
  }
}

const Type* type_of_letter(char letter, TypeTable& types) {
  if (letter == 'C') return types.pointer_to(types.with_const(types.void_type(), true));
  const auto pointee = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (pointee != letter) return types.pointer_to(type_of_letter(pointee, types));
  switch (letter) {
    case 'i':
      return types.scalar(Scalar::kInt);
    case 'u':
      return types.scalar(Scalar::kUInt);
    case 'k':
      return types.scalar(Scalar::kLong);
    case 'w':
      return types.scalar(Scalar::kULong);
    case 'l':
      return types.scalar(Scalar::kLongLong);
    case 'm':
      return types.scalar(Scalar::kULongLong);
    case 'h':
      return types.scalar(Scalar::kHalf);
    case 'g':
      return types.scalar(Scalar::kBfloat);
    case 'f':
      return types.scalar(Scalar::kFloat);
    case 'd':
      return types.scalar(Scalar::kDouble);
    case 'b':
      return types.scalar(Scalar::kBool);
    case 's':
      return types.scalar(Scalar::kShort);
    case 't':
      return types.scalar(Scalar::kUShort);
    default:
      return types.void_type();
  }
}

std::vector<BuiltinFunction> builtin_functions(std::string_view name, bool of_std,
                                               TypeTable& types) {
  std::vector<BuiltinFunction> found;
  if (name.starts_with("make_")) {
    const Type* type = types.vector(name.substr(5));
    if (type == nullptr || name == "make_dim3") return found;
    BuiltinFunction made;
    made.kind = BuiltinKind::kVector;
    for (const Field& field : type->record->fields) made.parameters.push_back(field.type);
    made.least_arguments = made.parameters.size();
    made.result = type;
    return {made};
  }
  if (is_unmasked(name)) {
    for (BuiltinFunction& made : builtin_functions(std::string(name) + "_sync", false, types)) {
      made.kind = BuiltinKind::kUnmasked;
      made.parameters.erase(made.parameters.begin());
      --made.least_arguments;
      found.push_back(std::move(made));
    }
    return found;
  }
  const std::vector<uint16_t> rows = intrinsics_named(name);
  if (rows.empty()) return found;
  BuiltinFunction of_template;
  of_template.row = rows.front();
  const IntrinsicOp op = intrinsics()[rows.front()].op;
  if (kind_of(op) == IntrinsicKind::kCached) {
    of_template.kind = op == IntrinsicOp::kMadeLoad ? BuiltinKind::kLoad : BuiltinKind::kStore;
    return {of_template};
  }
  if (of_std && (name == "min" || name == "max")) {
    of_template.kind = BuiltinKind::kSameType;
    return {of_template};
  }
  const bool has_long =
      kind_of(op) == IntrinsicKind::kShuffle || kind_of(op) == IntrinsicKind::kMatch;
  for (const uint16_t row : rows) {
    found.push_back(declaration(intrinsics()[row].signature, row, types));
    if (has_long) add_long(BuiltinFunction(found.back()), found, types);
  }
  for (const Further& further : kFurther) {
    if (further.name != name) continue;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](uint16_t candidate) {
      return arguments_of(intrinsics()[candidate].signature) == further.computed_as;
    });
    if (row != rows.end()) found.push_back(declaration(further.signature, *row, types));
  }
  const bool promotes =
      std::find(kPromotingNames.begin(), kPromotingNames.end(), name) != kPromotingNames.end();
  if (promotes && rows.size() > 1) {
    of_template.kind = BuiltinKind::kPromoting;
    found.push_back(of_template);
  }
  return found;
}

std::optional<BuiltinFunction> instance_of(const BuiltinFunction& of, std::string_view name,
                                           const Type* written,
                                           const std::vector<const Type*>& arguments,
                                           TypeTable& types) {
  BuiltinFunction made;
  const auto decayed = [&](size_t i) -> const Type* {
    const Type* type = i < arguments.size() ? arguments[i] : nullptr;
    if (type == nullptr) return nullptr;
    return type->is_array() ? types.pointer_to(type->element) : types.unqualified(type);
  };
  const Type* first = decayed(0);
  switch (of.kind) {
    case BuiltinKind::kPromoting: {
      if (written != nullptr) return std::nullopt;
      std::optional<BuiltinFunction> promoted = promoted_instance(name, arguments, types);
      if (!promoted || promoted->parameters.size() != arguments.size()) return std::nullopt;
      made = *promoted;
      break;
    }
    case BuiltinKind::kSameType: {
      const Type* type = written != nullptr ? types.unqualified(written) : first;
      if (type == nullptr || !type->is_scalar() || arguments.size() != 2) return std::nullopt;
      if (written == nullptr && decayed(1) != type) return std::nullopt;
      const auto row = row_with(intrinsics_named(name), 0, computing_letter(type->scalar));
      if (!row) return std::nullopt;
      made.row = *row;
      made.parameters = {type, type};
      made.result = type;
      break;
    }
    default: {  // kLoad, kStore
      if (written != nullptr || first == nullptr || !first->is_pointer() ||
          first->element->is_void())
        return std::nullopt;
      const Type* value = types.unqualified(first->element);
      const bool is_load = of.kind == BuiltinKind::kLoad;
      made.row = of.row;
      made.parameters = {types.pointer_to(types.with_const(value, is_load))};
      if (!is_load) made.parameters.push_back(value);
      made.result = is_load ? value : types.void_type();
      break;
    }
  }
  made.kind = of.kind;
  made.least_arguments = made.parameters.size();
  return made;
}

std::vector<const Type*> pattern_of(const BuiltinFunction& of,
                                    const std::vector<const Type*>& stand_ins, TypeTable& types) {
  const Type* first = stand_ins[0];
  switch (of.kind) {
    case BuiltinKind::kPromoting: {
      const std::vector<uint16_t> rows = intrinsics_named(intrinsics()[of.row].name);
      const BuiltinFunction plain =
          declaration(intrinsics()[rows.front()].signature, rows.front(), types);
      std::vector<const Type*> parameters = plain.parameters;
      size_t next = 0;
      for (const size_t place : places_of_choice(rows)) parameters[place] = stand_ins[next++];
      return parameters;
    }
    case BuiltinKind::kSameType:
      return {first, first};
    case BuiltinKind::kLoad:
      return {types.pointer_to(types.with_const(first, true))};
    case BuiltinKind::kStore:
      return {types.pointer_to(first), first};
    default:
      return of.parameters;
  }
}

}  // namespace warplens::lang
