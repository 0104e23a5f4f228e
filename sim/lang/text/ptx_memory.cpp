// Loads, stores and atomic operations of PTX.
#include <algorithm>
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/text/ptx_translations.hpp"

namespace warplens::lang {
namespace {

// Of a word that decides nothing here: an order or scope, a cache hint.
bool is_hint(std::string_view word) {
  constexpr auto kHints = std::to_array<std::string_view>(
      {"volatile", "relaxed",     "acquire", "release", "acq_rel", "sc",      "weak",
       "mmio",     "ca",          "cg",      "cs",      "lu",      "cv",      "wb",
       "wt",       "nc",          "cta",     "gpu",     "sys",     "cluster", "global",
       "shared",   "shared::cta", "local",   "const",   "param",   "noftz"});
  return word.starts_with("L1::") || word.starts_with("L2::") ||
         std::find(kHints.begin(), kHints.end(), word) != kHints.end();
}

// No word but hints and these.
bool knows_with_hints(PtxInstruction& one, std::initializer_list<std::string_view> words) {
  for (size_t i = 1; i < one.words().size(); ++i) {
    const std::string& word = one.words()[i];
    const bool is_known = is_hint(word) || find_ptx_type(word) != nullptr ||
                          std::find(words.begin(), words.end(), word) != words.end();
    if (is_known) continue;
    std::vector<std::string> candidates(words.begin(), words.end());
    for (const std::string_view space : {"global", "shared", "local"})
      candidates.emplace_back(space);
    return one.unknown_word(word, candidates);
  }
  return true;
}

// The type that all of it is of; null after a mistake.
const PtxType* only_type(PtxInstruction& one) {
  if (one.types().size() == 1) return one.types().front();
  one.fail({say("inline PTX: '{name}' does not say of what type its values are",
                "name"_a = one.spelling()),
            say("write {name}.u32, .f32 or another type at its end", "name"_a = one.name()),
            false});
  return nullptr;
}

// "uint": of vectors of it.
std::string vector_name(const PtxType& of) {
  if (of.name == "f32" || of.name == "f64") return std::string(of.type);
  return of.bits == 8 ? "uchar" : of.bits == 16 ? "ushort" : of.bits == 32 ? "uint" : "ulonglong";
}

}  // namespace

std::string translate_ptx_move(PtxInstruction& one) {
  const bool is_load = one.name() != "st";
  const PtxType* type = knows_with_hints(one, {"v2", "v4"}) ? only_type(one) : nullptr;
  const size_t policy = one.has("L2::cache_hint") ? 1 : 0;
  if (type == nullptr || !one.takes(2 + policy, is_load ? "d, [address]" : "[address], a"))
    return "";
  one.let_be_wider();
  const std::string& value = one.operands()[is_load ? 0 : 1];
  const std::string& place = one.operands()[is_load ? 1 : 0];
  const size_t count = one.has("v4") ? 4 : one.has("v2") ? 2 : 1;
  const bool is_volatile = one.has_one_of({"volatile", "relaxed"});
  const std::string pointee = (is_volatile ? "volatile " : "") + std::string(type->type);
  if (count == 1) {
    const std::string at = "*" + one.address(place, pointee);
    return is_load ? one.write(value, *type, at) : at + " = " + one.read(value, *type) + ";";
  }
  const std::string vector = vector_name(*type) + std::to_string(count);
  const std::vector<std::string> parts = one.vector_of(value, count);
  std::string text;
  if (is_load) {
    text = "const " + vector + " parts = *" + one.address(place, "const " + vector) + "; ";
    for (size_t i = 0; i < parts.size(); ++i)
      text += one.write(parts[i], *type, std::string("parts.") + "xyzw"[i]) + " ";
    return text;
  }
  text = "*" + one.address(place, vector) + " = make_" + vector + "(";
  for (size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? ", " : "") + one.read(parts[i], *type);
  return text + ");";
}

std::string translate_ptx_atomic(PtxInstruction& one) {
  constexpr std::pair<std::string_view, std::string_view> kFunctions[] = {
      {"add", "atomicAdd"}, {"min", "atomicMin"}, {"max", "atomicMax"},   {"and", "atomicAnd"},
      {"or", "atomicOr"},   {"xor", "atomicXor"}, {"exch", "atomicExch"}, {"cas", "atomicCAS"},
      {"inc", "atomicInc"}, {"dec", "atomicDec"}};
  const bool has_result = one.name() == "atom";
  const size_t first = has_result ? 1 : 0;
  const PtxType* type =
      knows_with_hints(one, {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"})
          ? only_type(one)
          : nullptr;
  if (type == nullptr) return "";
  const auto function = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                     [&](const auto& row) { return one.has(row.first); });
  if (function == std::end(kFunctions)) {
    one.needs("add");
    return "";
  }
  const size_t values = function->first == "cas" ? 2 : 1;
  const size_t policy = one.has("L2::cache_hint") ? 1 : 0;
  const std::string form =
      std::string(has_result ? "d, " : "") + (values == 2 ? "[address], b, c" : "[address], b");
  if (!one.takes(first + 1 + values + policy, form)) return "";
  const std::vector<std::string>& operands = one.operands();
  if (type->is_pair() && function->first == "add") {
    const std::string call =
        std::string(type->name == "f16x2" ? "warplens_add_halves(" : "warplens_add_bfloats(") +
        one.address(operands[first], "unsigned") + ", " + one.read(operands[first + 1], *type) +
        ")";
    return has_result ? one.write(operands[0], *type, call) : call + ";";
  }
  const bool is_wide_sum = type->name == "s64" && function->first == "add";
  const PtxType& as = is_wide_sum ? ptx_type("u64") : *type;
  std::string call =
      std::string(function->second) + "(" + one.address(operands[first], std::string(as.type));
  for (size_t i = 0; i < values; ++i) call += ", " + one.read(operands[first + 1 + i], as);
  call += ")";
  return has_result ? one.write(operands[0], as, call) : call + ";";
}

}  // namespace warplens::lang
