#include "sim/lang/text/inline_ptx.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace warplens::lang {
namespace {

enum class Result { kSame, kFirst, kWide, kWord, kTruth, kNothing };

struct Row {
  std::string_view name;
  Result result;
  std::string_view text;
};
constexpr auto kRows = std::to_array<Row>({
#define WL_PTX(name, result, text) {name, Result::result, text},
#include "sim/lang/text/ptx_instructions.def"
});

struct PtxType {
  std::string_view name, type, unsigned_type, wide_type;
  PtxRegister kind;
  int bits;
  bool is_floating;
};
constexpr auto kTypes = std::to_array<PtxType>({
    {"s8", "signed char", "unsigned char", "short", PtxRegister::kHalfWord, 8, false},
    {"u8", "unsigned char", "unsigned char", "unsigned short", PtxRegister::kHalfWord, 8, false},
    {"b8", "unsigned char", "unsigned char", "unsigned short", PtxRegister::kHalfWord, 8, false},
    {"s16", "short", "unsigned short", "int", PtxRegister::kHalfWord, 16, false},
    {"u16", "unsigned short", "unsigned short", "unsigned", PtxRegister::kHalfWord, 16, false},
    {"b16", "unsigned short", "unsigned short", "unsigned", PtxRegister::kHalfWord, 16, false},
    {"s32", "int", "unsigned", "long long", PtxRegister::kWord, 32, false},
    {"u32", "unsigned", "unsigned", "unsigned long long", PtxRegister::kWord, 32, false},
    {"b32", "unsigned", "unsigned", "unsigned long long", PtxRegister::kWord, 32, false},
    {"s64", "long long", "unsigned long long", "", PtxRegister::kLong, 64, false},
    {"u64", "unsigned long long", "unsigned long long", "", PtxRegister::kLong, 64, false},
    {"b64", "unsigned long long", "unsigned long long", "", PtxRegister::kLong, 64, false},
    {"f16", "__half", "unsigned short", "", PtxRegister::kHalfWord, 16, true},
    {"bf16", "__nv_bfloat16", "unsigned short", "", PtxRegister::kHalfWord, 16, true},
    {"f32", "float", "unsigned", "double", PtxRegister::kFloat, 32, true},
    {"f64", "double", "unsigned long long", "", PtxRegister::kDouble, 64, true},
    {"pred", "bool", "bool", "", PtxRegister::kPredicate, 1, false},
});

const PtxType* find_type(std::string_view name) {
  const auto found = std::find_if(kTypes.begin(), kTypes.end(),
                                  [&](const PtxType& type) { return type.name == name; });
  return found == kTypes.end() ? nullptr : &*found;
}

// Modifiers that decide nothing here: how results of exact functions are rounded, caches, order.
constexpr auto kIgnored = std::to_array<std::string_view>(
    {"rn",      "approx",  "full",    "ftz", "noftz",       "volatile",   "relaxed",
     "acquire", "release", "acq_rel", "sc",  "weak",        "aligned",    "ca",
     "cg",      "cs",      "lu",      "cv",  "wb",          "wt",         "nc",
     "uni",     "global",  "L1",      "L2",  "no_allocate", "evict_last", "evict_first",
     "128B",    "256B",    "64B"});
constexpr auto kScopes = std::to_array<std::string_view>({"cta", "gpu", "sys", "cluster"});

template <class Names>
bool holds(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  int depth = 0;
  std::string part;
  for (const char c : text) {
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == separator && depth == 0) {
      parts.emplace_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (!trimmed(part).empty()) parts.emplace_back(trimmed(part));
  return parts;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

constexpr std::string_view kLane =
    "(((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32)";
constexpr std::string_view kWarp =
    "(((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) / 32)";

// A special register as an unsigned value; empty if it is none.
std::string special(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kTriples[] = {{"%tid.", "threadIdx."},
                                                                        {"%ntid.", "blockDim."},
                                                                        {"%ctaid.", "blockIdx."},
                                                                        {"%nctaid.", "gridDim."}};
  for (const auto& [prefix, triple] : kTriples) {
    if (name.starts_with(prefix)) return std::string(triple) + name.back();
  }
  const std::string lane(kLane);
  if (name == "%laneid") return lane;
  if (name == "%warpid") return std::string(kWarp);
  if (name == "%nwarpid") return "((blockDim.x * blockDim.y * blockDim.z + 31) / 32)";
  if (name == "%smid" || name == "%gridid") return "0u";
  if (name == "%lanemask_eq") return "(1u << " + lane + ")";
  if (name == "%lanemask_lt") return "((1u << " + lane + ") - 1)";
  if (name == "%lanemask_le") return "((2u << " + lane + ") - 1)";
  if (name == "%lanemask_gt") return "~((2u << " + lane + ") - 1)";
  if (name == "%lanemask_ge") return "~((1u << " + lane + ") - 1)";
  if (name == "%clock") return "((unsigned)clock64())";
  if (name == "%clock64" || name == "%globaltimer") return "((unsigned long long)clock64())";
  if (name == "WARP_SZ") return "32u";
  return "";
}

class Instruction {
 public:
  Instruction(std::string_view text, const PtxVariables& variables, const std::string& labels)
      : variables_(variables), labels_(labels) {
    const size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    for (std::string& word : split(text.substr(0, end), '.')) words_.push_back(std::move(word));
    operands_ = split(text.substr(end), ',');
    for (size_t i = 1; i < words_.size(); ++i) {
      if (const PtxType* type = find_type(words_[i]))
        types_.push_back(type);
      else if (!words_[i].starts_with("L1::") && !holds(kIgnored, words_[i]))
        modifiers_.push_back(words_[i]);
    }
  }

  std::optional<std::string> run() {
    const std::string name = words_.empty() ? "" : words_[0];
    std::optional<std::string> made;
    if (name == "bra")
      made =
          operands_.empty() ? std::optional<std::string>() : "goto " + labels_ + operands_[0] + ";";
    else if (name == "ld" || name == "ldu" || name == "st")
      made = move(name != "st");
    else if (name == "atom" || name == "red")
      made = atomic(name == "atom");
    else if (name == "setp")
      made = compare();
    else if (name == "cvt")
      made = convert();
    else if (name == "mov" && holds_vector())
      made = pack();
    else
      made = by_row();
    return is_fine_ ? made : std::nullopt;
  }

 private:
  const PtxType& type() {
    static constexpr PtxType kUntyped{"", "unsigned", "unsigned", "", PtxRegister::kWord,
                                      32, false};
    return types_.empty() ? kUntyped : *types_.back();
  }
  bool holds_vector() const {
    return std::any_of(operands_.begin(), operands_.end(),
                       [](const std::string& one) { return one.starts_with('{'); });
  }
  std::string fail() {
    is_fine_ = false;
    return "";
  }

  // ---------------------------------------------------------------------------------- operands

  // A number in a cast to the type.
  std::string number(const std::string& text, const PtxType& as) {
    const bool is_hex_float = text.starts_with("0f") || text.starts_with("0F");
    const bool is_hex_double = text.starts_with("0d") || text.starts_with("0D");
    const std::string digits = text.size() > 2 ? text.substr(2) : "";
    std::string value = text;
    if (is_hex_float) value = "__uint_as_float(0x" + digits + "u)";
    if (is_hex_double) value = "__longlong_as_double(0x" + digits + "ll)";
    return "((" + std::string(as.type) + ")" + value + ")";
  }

  std::string read(const std::string& operand, const PtxType& as) {
    const std::string type(as.type);
    const auto known = variables_.find(operand);
    if (known == variables_.end()) {
      const bool is_number =
          !operand.empty() &&
          (std::isdigit(static_cast<unsigned char>(operand[0])) != 0 || operand[0] == '-');
      if (is_number) return number(operand, as);
      if (operand.starts_with('!') && as.name == "pred") return "!" + read(operand.substr(1), as);
      const std::string value = special(operand);
      return value.empty() ? fail() : "((" + type + ")" + value + ")";
    }
    const PtxVariable& variable = known->second;
    const std::string& name = variable.name;
    if (variable.is_number) return "((" + type + ")" + name + ")";
    const bool holds_float = variable.kind == PtxRegister::kFloat;
    const bool holds_double = variable.kind == PtxRegister::kDouble;
    if (as.name == "f16") return "__ushort_as_half((unsigned short)" + name + ")";
    if (as.name == "bf16") return "__ushort_as_bfloat16((unsigned short)" + name + ")";
    if (as.name == "f32") return holds_float ? name : "__uint_as_float((unsigned)" + name + ")";
    if (as.name == "f64")
      return holds_double ? name : "__longlong_as_double((long long)" + name + ")";
    if (as.name == "pred") return variable.kind == PtxRegister::kPredicate ? name : fail();
    if (holds_float) return "((" + type + ")__float_as_uint(" + name + "))";
    if (holds_double) return "((" + type + ")__double_as_longlong(" + name + "))";
    return "((" + type + ")" + name + ")";
  }

  std::string write(const std::string& operand, const PtxType& as, const std::string& value) {
    if (operand == "_") return ";";
    const auto known = variables_.find(operand);
    if (known == variables_.end()) return fail();
    const PtxVariable& variable = known->second;
    std::string bits = "(" + value + ")";
    if (as.name == "f16") bits = "__half_as_ushort((__half)(" + value + "))";
    if (as.name == "bf16") bits = "__bfloat16_as_ushort((__nv_bfloat16)(" + value + "))";
    const bool holds_float = variable.kind == PtxRegister::kFloat;
    const bool holds_double = variable.kind == PtxRegister::kDouble;
    if (as.name == "f32" && !holds_float) bits = "__float_as_uint(" + value + ")";
    if (as.name == "f64" && !holds_double) bits = "__double_as_longlong(" + value + ")";
    if (as.name != "f32" && holds_float) bits = "__uint_as_float((unsigned)(" + value + "))";
    if (as.name != "f64" && holds_double) bits = "__longlong_as_double((long long)(" + value + "))";
    // Narrower values are extended as their type has it.
    return variable.name + " = (" + std::string(type_of(variable.kind)) + ")" + bits + ";";
  }

  // [a], [a+4], [a-4]
  std::string address(const std::string& operand, const std::string& pointee) {
    if (!operand.starts_with('[') || !operand.ends_with(']')) return fail();
    const std::string inner(trimmed(std::string_view(operand).substr(1, operand.size() - 2)));
    const size_t sign = inner.find_first_of("+-");
    const std::string base(trimmed(std::string_view(inner).substr(0, sign)));
    const bool is_shared = holds(modifiers_, "shared") || holds(modifiers_, "shared::cta");
    std::string place = read(base, *find_type("u64"));
    if (is_shared) place = "warplens_ptx_shared(" + place + ")";
    if (sign != std::string::npos)
      place += inner[sign] + std::string("(") + inner.substr(sign + 1) + ")";
    return "((" + pointee + "*)(" + place + "))";
  }

  std::vector<std::string> parts_of(const std::string& operand) const {
    if (!operand.starts_with('{') || !operand.ends_with('}')) return {operand};
    return split(std::string_view(operand).substr(1, operand.size() - 2), ',');
  }

  // ------------------------------------------------------------------------- kinds of instructions

  // Loads and stores, of two or four values as one vector.
  std::optional<std::string> move(bool is_load) {
    if (operands_.size() != 2 || types_.size() != 1) return std::nullopt;
    for (const std::string& one : modifiers_) {
      constexpr auto kKnown = std::to_array<std::string_view>(
          {"shared", "shared::cta", "local", "const", "param", "v2", "v4"});
      if (!holds(kKnown, one) && !holds(kScopes, one)) return std::nullopt;
    }
    const std::vector<std::string> parts = parts_of(operands_[is_load ? 0 : 1]);
    const std::string& place = operands_[is_load ? 1 : 0];
    const std::string scalar(type().type);
    const bool is_volatile = holds(words_, "volatile") || holds(words_, "relaxed");
    const std::string qualifier = is_volatile ? "volatile " : "";
    if (parts.size() == 1) {
      const std::string at = "*" + address(place, qualifier + scalar);
      return is_load ? write(parts[0], type(), at) : at + " = " + read(parts[0], type()) + ";";
    }
    const std::string vector = vector_name() + std::to_string(parts.size());
    if (parts.size() != 2 && parts.size() != 4) return std::nullopt;
    std::string text = "{ ";
    if (is_load) {
      text += "const " + vector + " parts = *" + address(place, "const " + vector) + "; ";
      for (size_t i = 0; i < parts.size(); ++i)
        text += write(parts[i], type(), std::string("parts.") + "xyzw"[i]) + " ";
    } else {
      text += "*" + address(place, vector) + " = make_" + vector + "(";
      for (size_t i = 0; i < parts.size(); ++i)
        text += (i > 0 ? ", " : "") + read(parts[i], type());
      text += "); ";
    }
    return text + "}";
  }
  std::string vector_name() {
    const PtxType& of = type();
    if (of.name == "f32" || of.name == "f64") return std::string(of.type);
    return of.bits == 8 ? "uchar" : of.bits == 16 ? "ushort" : of.bits == 32 ? "uint" : "ulonglong";
  }

  std::optional<std::string> atomic(bool has_result) {
    constexpr std::pair<std::string_view, std::string_view> kFunctions[] = {
        {"add", "atomicAdd"}, {"min", "atomicMin"}, {"max", "atomicMax"},   {"and", "atomicAnd"},
        {"or", "atomicOr"},   {"xor", "atomicXor"}, {"exch", "atomicExch"}, {"cas", "atomicCAS"},
        {"inc", "atomicInc"}, {"dec", "atomicDec"}};
    const size_t first = has_result ? 1 : 0;
    if (operands_.size() < first + 2 || types_.size() != 1) return std::nullopt;
    for (const auto& [word, function] : kFunctions) {
      if (!holds(modifiers_, word)) continue;
      const bool is_wide_sum = type().name == "s64" && word == "add";
      const PtxType& as = is_wide_sum ? *find_type("u64") : type();
      std::string call =
          std::string(function) + "(" + address(operands_[first], std::string(as.type));
      for (size_t i = first + 1; i < operands_.size(); ++i) call += ", " + read(operands_[i], as);
      call += ")";
      return has_result ? write(operands_[0], as, call) : call + ";";
    }
    return std::nullopt;
  }

  // setp.lt.s32 p, a, b; setp.lt.and.s32 p|q, a, b, r
  std::optional<std::string> compare() {
    constexpr std::pair<std::string_view, std::string_view> kOperators[] = {
        {"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"},   {"ge", ">="},
        {"lo", "<"},  {"ls", "<="}, {"hi", ">"}, {"hs", ">="}, {"equ", "=="}, {"neu", "!="}};
    if (operands_.size() < 3 || types_.size() != 1 || modifiers_.empty()) return std::nullopt;
    const PtxType& truth = *find_type("pred");
    for (const auto& [word, symbol] : kOperators) {
      if (modifiers_[0] != word) continue;
      std::string holds_true = "(" + read(operands_[1], type()) + " " + std::string(symbol) + " " +
                               read(operands_[2], type()) + ")";
      if (modifiers_.size() == 2) {
        if (operands_.size() != 4) return std::nullopt;
        const std::string with = modifiers_[1] == "and"  ? " && "
                                 : modifiers_[1] == "or" ? " || "
                                                         : " != ";
        holds_true = "(" + holds_true + with + read(operands_[3], truth) + ")";
      }
      const size_t bar = operands_[0].find('|');
      if (bar == std::string::npos) return write(operands_[0], truth, holds_true);
      const std::string first(trimmed(std::string_view(operands_[0]).substr(0, bar)));
      const std::string second(trimmed(std::string_view(operands_[0]).substr(bar + 1)));
      return "{ const bool holds = " + holds_true + "; " + write(first, truth, "holds") + " " +
             write(second, truth, "!holds") + " }";
    }
    return std::nullopt;
  }

  std::optional<std::string> convert() {
    if (types_.size() != 2 || operands_.size() != 2) return std::nullopt;
    const PtxType& to = *types_[0];
    const PtxType& from = *types_[1];
    std::string value = read(operands_[1], from);
    for (const std::string& one : modifiers_) {
      if (one == "rni" && from.is_floating)
        value = "rint(" + value + ")";
      else if (one == "rmi" && from.is_floating)
        value = "floor(" + value + ")";
      else if (one == "rpi" && from.is_floating)
        value = "ceil(" + value + ")";
      else if (one == "rzi" && from.is_floating)
        value = "trunc(" + value + ")";
      else
        return std::nullopt;
    }
    return write(operands_[0], to, "(" + std::string(to.type) + ")" + value);
  }

  // mov.b64 a, {low, high} and mov.b64 {low, high}, a
  std::optional<std::string> pack() {
    if (operands_.size() != 2 || types_.size() != 1 || type().bits < 32) return std::nullopt;
    const bool joins = operands_[1].starts_with('{');
    const std::vector<std::string> parts = parts_of(operands_[joins ? 1 : 0]);
    if (parts.size() != 2) return std::nullopt;
    const PtxType& half = *find_type(type().bits == 64 ? "b32" : "b16");
    const std::string shift = type().bits == 64 ? "32" : "16", whole(type().unsigned_type);
    if (joins) {
      return write(
          operands_[0], type(),
          "(" + whole + ")" + read(parts[1], half) + " << " + shift + " | " + read(parts[0], half));
    }
    return "{ const " + whole + " all = " + read(operands_[1], type()) + "; " +
           write(parts[0], half, "(" + std::string(half.type) + ")all") + " " +
           write(parts[1], half, "(" + std::string(half.type) + ")(all >> " + shift + ")") + " }";
  }

  // ---------------------------------------------------------------------------------- by the table

  std::optional<std::string> by_row() {
    std::string name = words_.empty() ? "" : words_[0];
    for (const std::string& one : modifiers_) name += "." + one;
    if (!types_.empty() && types_.back()->name == "pred" && name.find("vote") == std::string::npos)
      name += ".pred";
    const auto row =
        std::find_if(kRows.begin(), kRows.end(), [&](const Row& one) { return one.name == name; });
    if (row == kRows.end()) return std::nullopt;
    const bool is_statement =
        row->result == Result::kNothing && row->text.find("$d") == std::string_view::npos;
    std::string text(row->text);
    if (!fill(text, is_statement ? 0 : 1)) return std::nullopt;
    if (is_statement) return "{ " + text + " }";
    if (operands_.empty()) return std::nullopt;
    if (row->result == Result::kNothing) {
      const size_t at = text.find("$d = ");
      const size_t end = text.find(';', at);
      const std::string value = text.substr(at + 5, end - at - 5);
      return "{ " + text.substr(0, at) + write(operands_[0], *find_type(unsigned_name()), value) +
             " }";
    }
    const PtxType& as = row->result == Result::kWord    ? *find_type("u32")
                        : row->result == Result::kTruth ? *find_type("pred")
                        : row->result == Result::kFirst ? *types_.front()
                        : row->result == Result::kWide  ? *find_type(wide_name())
                                                        : type();
    const std::string result =
        row->result == Result::kSame ? "(" + std::string(as.type) + ")(" + text + ")" : text;
    return write(operands_[0], as, result);
  }
  std::string unsigned_name() {
    return type().bits == 64 ? "u64" : type().bits == 16 ? "u16" : "u32";
  }
  std::string wide_name() {
    const char sign = type().name.empty() ? 'u' : type().name[0];
    return std::string(1, sign == 's' ? 's' : 'u') + std::to_string(2 * type().bits);
  }

  // Puts the operands from `first` on into a row's text.
  bool fill(std::string& text, size_t first) {
    for (size_t i = 1; i <= 4; ++i) {
      const std::string digit = std::to_string(i);
      const auto put = [&](const std::string& mark, const PtxType& as) {
        if (text.find(mark) == std::string::npos) return true;
        if (first + i - 1 >= operands_.size()) return false;
        replace_all(text, mark, read(operands_[first + i - 1], as));
        return true;
      };
      const PtxType& plain = types_.empty() ? type() : *types_.front();
      if (!put("$" + digit, types_.size() > 1 ? plain : type()) ||
          !put("$u" + digit, *find_type(unsigned_name())) ||
          !put("$w" + digit, *find_type("u32")) || !put("$p" + digit, *find_type("pred")))
        return false;
      if (text.find("$x" + digit) != std::string::npos &&
          !put("$x" + digit, *find_type(wide_name())))
        return false;
    }
    replace_all(text, "$T", type().type);
    replace_all(text, "$U", type().unsigned_type);
    replace_all(text, "$W", type().wide_type);
    replace_all(text, "$c", kPtxCarry);
    return true;
  }

  const PtxVariables& variables_;
  const std::string& labels_;
  std::vector<std::string> words_, modifiers_, operands_;
  std::vector<const PtxType*> types_;
  bool is_fine_ = true;
};

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view type_of(PtxRegister one) {
  switch (one) {
    case PtxRegister::kHalfWord:
      return "unsigned short";
    case PtxRegister::kWord:
      return "unsigned";
    case PtxRegister::kLong:
      return "unsigned long long";
    case PtxRegister::kFloat:
      return "float";
    case PtxRegister::kDouble:
      return "double";
    case PtxRegister::kPredicate:
      return "bool";
  }
  return "";
}

std::optional<PtxRegister> register_of(std::string_view type) {
  const PtxType* known = find_type(type);
  return known == nullptr ? std::nullopt : std::optional(known->kind);
}

std::optional<std::string> translate_ptx(std::string_view text, const PtxVariables& variables,
                                         const std::string& label_prefix) {
  return Instruction(text, variables, label_prefix).run();
}

}  // namespace warplens::lang
