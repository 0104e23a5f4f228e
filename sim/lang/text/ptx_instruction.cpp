#include "sim/lang/text/ptx_instruction.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "sim/base/diagnostic.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/text/ptx_code.hpp"
#include "sim/lang/text/ptx_refusals.hpp"
#include "sim/lang/text/reporter.hpp"

namespace warplens::lang {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_ptx_number(std::string_view text) {
  return !text.empty() && (is_digit(text[0]) || (text.size() > 1 && text[0] == '-' &&
                                                 (is_digit(text[1]) || text[1] == '.')));
}

// "%7"
bool is_operand_number(std::string_view text) {
  return text.size() > 1 && text[0] == '%' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return is_digit(c); });
}

// "a \n add.s32 b": two instructions, or two operands, without what parts them.
bool lacks_separator(std::string_view operand) {
  if (operand.starts_with('{') || operand.starts_with('[')) return false;
  return operand.find_first_of(" \t\n{}") != std::string_view::npos;
}

PtxProblem mistake(std::string message, std::string hint) {
  return {std::move(message), std::move(hint), false};
}

}  // namespace

std::vector<std::string> split_ptx(std::string_view text, char separator) {
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

PtxInstruction::PtxInstruction(std::string_view text, const PtxVariables& variables,
                               size_t operands)
    : variables_(variables), count_(operands) {
  const size_t end = std::min(text.find_first_of(" \t\n{["), text.size());
  spelling_ = std::string(text.substr(0, end));
  words_ = split_ptx(spelling_, '.');
  if (words_.empty()) words_.emplace_back();
  for (size_t i = 1; i < words_.size(); ++i)
    if (const PtxType* type = find_ptx_type(words_[i])) types_.push_back(type);
  operands_ = split_ptx(text.substr(end), ',');
  for (const std::string& operand : operands_) {
    if (!lacks_separator(operand)) continue;
    std::string shown = operand;
    std::replace(shown.begin(), shown.end(), '\n', ' ');
    fail(mistake(say("inline PTX: a ';' or a ',' is missing in '{text}'", "text"_a = shown),
                 say("each instruction ends with a ';', and commas part its operands")));
  }
}

bool PtxInstruction::has(std::string_view word) const {
  return std::find(words_.begin(), words_.end(), word) != words_.end();
}

bool PtxInstruction::has_one_of(std::initializer_list<std::string_view> words) const {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return has(word); });
}

// ---------------------------------------------------------------------------------------- mistakes

bool PtxInstruction::fail(PtxProblem found) {
  if (!problem_) problem_ = std::move(found);
  return false;
}

bool PtxInstruction::unsupported(std::string message, std::string hint) {
  return fail({std::move(message), std::move(hint), true});
}

bool PtxInstruction::takes(size_t least, size_t most, std::string_view form) {
  const size_t given = operands_.size();
  if (given >= least && given <= most) return !problem_;
  const std::string behind = form.empty() ? "" : " " + std::string(form);
  return fail(mistake(
      least == most ? say_count("inline PTX: '{name}' has {count} operand instead of {most}",
                                "inline PTX: '{name}' has {count} operands instead of {most}",
                                given, "name"_a = spelling_, "most"_a = most)
                    : say_count("inline PTX: '{name}' has {count} operand instead of {least} to "
                                "{most}",
                                "inline PTX: '{name}' has {count} operands instead of {least} to "
                                "{most}",
                                given, "name"_a = spelling_, "least"_a = least, "most"_a = most),
      say("write {name}{operands};", "name"_a = spelling_, "operands"_a = behind)));
}

bool PtxInstruction::knows(size_t skipped, std::initializer_list<std::string_view> words) {
  for (size_t i = skipped; i < words_.size(); ++i) {
    const std::string& word = words_[i];
    if (find_ptx_type(word) != nullptr) continue;
    if (std::find(words.begin(), words.end(), word) != words.end()) continue;
    return unknown_word(word, {words.begin(), words.end()});
  }
  return !problem_;
}

bool PtxInstruction::unknown_word(const std::string& word,
                                  const std::vector<std::string>& candidates) {
  const std::string nearest = base::nearest_name(word, candidates);
  return unsupported(
      say("inline PTX: '.{word}' is not known in '{name}'", "word"_a = word, "name"_a = spelling_),
      nearest.empty() ? say("known are {names}", "names"_a = base::list_words(candidates))
                      : did_you_mean(nearest));
}

bool PtxInstruction::needs(std::string_view word) {
  if (has(word)) return true;
  return fail(
      mistake(say("inline PTX: '{name}' lacks .{word}", "name"_a = spelling_, "word"_a = word),
              say("add .{word} to the instruction", "word"_a = word)));
}

// ---------------------------------------------------------------------------------------- operands

const PtxVariable* PtxInstruction::find(const std::string& operand) {
  const auto known = variables_.find(operand);
  return known == variables_.end() ? nullptr : &known->second;
}

void PtxInstruction::report_unknown(const std::string& operand, const PtxType& as) {
  if (is_operand_number(operand)) {
    if (count_ == 0) {
      fail(mistake(
          say("inline PTX: there is no operand {name}: the statement has none", "name"_a = operand),
          say("write the operands behind the text: asm(\"...\" : \"=r\"(result) : "
              "\"r\"(value))")));
      return;
    }
    fail(mistake(say_count("inline PTX: there is no operand {name}: the statement has {count}, %0",
                           "inline PTX: there is no operand {name}: the statement has {count}, %0 "
                           "to %{last}",
                           count_, "name"_a = operand, "last"_a = count_ - 1),
                 say("outputs are numbered first, then inputs")));
    return;
  }
  if (const auto refused = refused_ptx_register(operand)) {
    fail(*refused);
    return;
  }
  std::vector<std::string> candidates = ptx_special_registers();
  for (const auto& [name, variable] : variables_) candidates.push_back(name);
  const std::string nearest = base::nearest_name(operand, candidates);
  fail(mistake(say("inline PTX: '{name}' is no operand and no register that is declared here",
                   "name"_a = operand),
               nearest.empty() ? say("declare it before: .reg .{type} {name};", "type"_a = as.name,
                                     "name"_a = operand)
                               : did_you_mean(nearest)));
}

bool PtxInstruction::check_fit(const std::string& operand, const PtxVariable& variable,
                               const PtxType& as) {
  if (variable.is_number || half_ >= 0) return true;
  if (fits(variable.kind, as, may_be_wider_)) return true;
  const std::string_view letter = constraint_of(variable.kind), wanted = constraint_of(as.kind);
  const bool is_operand = is_operand_number(operand);
  if (is_operand && !letter.empty() && !wanted.empty()) {
    return fail(mistake(
        say("inline PTX: operand {operand} has the constraint \"{letter}\", but '{name}' takes a "
            "value of type {type} there",
            "operand"_a = operand, "letter"_a = letter, "name"_a = spelling_, "type"_a = as.name),
        say("give it the constraint \"{letter}\"", "letter"_a = wanted)));
  }
  return fail(
      mistake(say("inline PTX: '{operand}' does not fit '{name}', which takes a value of type "
                  "{type} there",
                  "operand"_a = operand, "name"_a = spelling_, "type"_a = as.name),
              say("use a register that is declared with .reg .{type}", "type"_a = as.name)));
}

// A number in a cast to the type.
std::string PtxInstruction::number(const std::string& text, const PtxType& as) {
  const bool is_hex_float = text.starts_with("0f") || text.starts_with("0F");
  const bool is_hex_double = text.starts_with("0d") || text.starts_with("0D");
  const std::string digits = text.size() > 2 ? text.substr(2) : "";
  std::string value = text;
  if (is_hex_float) value = "__uint_as_float(0x" + digits + "u)";
  if (is_hex_double) value = "__longlong_as_double(0x" + digits + "ll)";
  if (half_ >= 0) {
    const std::string bits = "(unsigned short)(" + value + (half_ == 1 ? " >> 16)" : ")");
    return (as.name == "f16" ? "__ushort_as_half(" : "__ushort_as_bfloat16(") + bits + ")";
  }
  return "((" + std::string(as.type) + ")" + value + ")";
}

std::string PtxInstruction::of_variable(const PtxVariable& variable, const PtxType& as) {
  const std::string& name = variable.name;
  const std::string type(as.type);
  const std::string half =
      half_ == 1 ? "(unsigned short)(" + name + " >> 16)" : "(unsigned short)" + name;
  if (as.name == "f16") return "__ushort_as_half(" + half + ")";
  if (as.name == "bf16") return "__ushort_as_bfloat16(" + half + ")";
  if (variable.is_number) return "((" + type + ")" + name + ")";
  const bool holds_float = variable.kind == PtxRegister::kFloat;
  const bool holds_double = variable.kind == PtxRegister::kDouble;
  if (as.name == "f32") return holds_float ? name : "__uint_as_float((unsigned)" + name + ")";
  if (as.name == "f64")
    return holds_double ? name : "__longlong_as_double((long long)" + name + ")";
  if (holds_float) return "((" + type + ")__float_as_uint(" + name + "))";
  if (holds_double) return "((" + type + ")__double_as_longlong(" + name + "))";
  return type_of(variable.kind) == type ? name : "((" + type + ")" + name + ")";
}

std::string PtxInstruction::read(const std::string& operand, const PtxType& as) {
  if (const PtxVariable* variable = find(operand)) {
    if (!check_fit(operand, *variable, as)) return "0";
    return as.name == "pred" ? variable->name : of_variable(*variable, as);
  }
  if (is_ptx_number(operand)) return number(operand, as);
  if (operand.starts_with('!') && as.name == "pred")
    return "!" + read(std::string(trimmed(std::string_view(operand).substr(1))), as);
  const std::string value = ptx_special_register(operand);
  if (!value.empty()) return "((" + std::string(as.type) + ")" + value + ")";
  report_unknown(operand, as);
  return "0";
}

std::string PtxInstruction::write(const std::string& operand, const PtxType& as,
                                  const std::string& value) {
  if (operand == "_") return "(void)(" + value + ");";
  const PtxVariable* variable = find(operand);
  if (variable == nullptr || variable->is_number) {
    if (variable == nullptr && !is_ptx_number(operand) && ptx_special_register(operand).empty()) {
      report_unknown(operand, as);
    } else {
      fail(
          mistake(say("inline PTX: '{name}' writes its result to '{operand}', which is no register",
                      "name"_a = spelling_, "operand"_a = operand),
                  say("name an output there: \"=r\"(result)")));
    }
    return ";";
  }
  if (variable->is_input) {
    fail(mistake(say("inline PTX: '{name}' writes its result to {operand}, which is an input",
                     "name"_a = spelling_, "operand"_a = operand),
                 say("name it among the outputs, before the second colon: \"=r\"(result), or "
                     "\"+r\"(value) where it is read, too")));
    return ";";
  }
  if (!check_fit(operand, *variable, as)) return ";";
  std::string bits = "(" + value + ")";
  if (as.name == "f16") bits = "__half_as_ushort((__half)(" + value + "))";
  if (as.name == "bf16") bits = "__bfloat16_as_ushort((__nv_bfloat16)(" + value + "))";
  const bool holds_float = variable->kind == PtxRegister::kFloat;
  const bool holds_double = variable->kind == PtxRegister::kDouble;
  if (as.name == "f32" && !holds_float) bits = "__float_as_uint(" + value + ")";
  if (as.name == "f64" && !holds_double) bits = "__double_as_longlong(" + value + ")";
  if (as.name != "f32" && holds_float) bits = "__uint_as_float((unsigned)(" + value + "))";
  if (as.name != "f64" && holds_double) bits = "__longlong_as_double((long long)(" + value + "))";
  // Narrower values are extended as their type has it.
  return variable->name + " = (" + std::string(type_of(variable->kind)) + ")" + bits + ";";
}

std::string PtxInstruction::variable(const std::string& operand, int bits) {
  const PtxVariable* known = find(operand);
  if (known == nullptr || known->is_number) {
    write(operand, bits == 64 ? "b64" : "b32", "0");
    return "0";
  }
  return check_fit(operand, *known, ptx_type(bits == 64 ? "b64" : "b32")) ? known->name : "0";
}

bool PtxInstruction::is_predicate(const std::string& operand) const {
  const std::string_view name = std::string_view(operand).substr(operand.starts_with('!') ? 1 : 0);
  const auto known = variables_.find(trimmed(name));
  return known != variables_.end() && known->second.kind == PtxRegister::kPredicate;
}

std::string PtxInstruction::inside_brackets(const std::string& operand) {
  if (!operand.starts_with('[') || !operand.ends_with(']')) {
    fail(mistake(say("inline PTX: '{name}' takes an address, and '{operand}' is none",
                     "name"_a = spelling_, "operand"_a = operand),
                 say("write it in brackets: [{operand}]", "operand"_a = operand)));
    return "";
  }
  return std::string(trimmed(std::string_view(operand).substr(1, operand.size() - 2)));
}

// "%0", "%0+16" as a number.
std::string PtxInstruction::place_of(const std::string& inner, bool is_in_shared) {
  const size_t sign = inner.find_first_of("+-");
  const std::string base(trimmed(std::string_view(inner).substr(0, sign)));
  const PtxVariable* variable = find(base);
  if (variable == nullptr && !is_ptx_number(base)) {
    report_unknown(base, ptx_type(is_in_shared ? "b32" : "b64"));
    return "0";
  }
  const bool is_narrow = variable != nullptr && bits_of(variable->kind) != 64;
  if (is_narrow && !is_in_shared) {
    fail(mistake(say("inline PTX: the address {operand} of '{name}' has 32 bits: only offsets in "
                     "shared memory are so small",
                     "operand"_a = base, "name"_a = spelling_),
                 say("write \"l\"(pointer), or .shared in the instruction")));
  }
  const bool is_address = variable == nullptr || variable->kind == PtxRegister::kWord ||
                          variable->kind == PtxRegister::kLong;
  if (!is_address) check_fit(base, *variable, ptx_type("u64"));
  std::string place = variable == nullptr ? base : variable->name;
  if (sign != std::string::npos)
    place = "(" + place + inner[sign] + "(" + inner.substr(sign + 1) + "))";
  return place;
}

std::string PtxInstruction::address(const std::string& operand, const std::string& pointee) {
  const std::string inner = inside_brackets(operand);
  if (inner.empty()) return "((" + pointee + "*)0)";
  std::string place = place_of(inner, is_shared());
  if (is_shared()) place = "warplens_ptx_shared(" + place + ")";
  return "((" + pointee + "*)(" + place + "))";
}

std::string PtxInstruction::global_address(const std::string& operand) {
  const std::string inner = inside_brackets(operand);
  return inner.empty() ? "(void*)0" : "(void*)" + place_of(inner, false);
}

std::string PtxInstruction::shared_offset(const std::string& operand) {
  const std::string inner = inside_brackets(operand);
  // A generic pointer's low half is the offset.
  return inner.empty() ? "0u" : "(unsigned)" + place_of(inner, true);
}

std::vector<std::string> PtxInstruction::parts_of(const std::string& operand) {
  if (!operand.starts_with('{') || !operand.ends_with('}')) return {operand};
  return split_ptx(std::string_view(operand).substr(1, operand.size() - 2), ',');
}

std::vector<std::string> PtxInstruction::vector_of(const std::string& operand, size_t count) {
  const bool is_vector = operand.starts_with('{') && operand.ends_with('}');
  std::vector<std::string> parts = parts_of(operand);
  if (is_vector && parts.size() == count) return parts;
  std::string form = "{";
  for (size_t i = 0; i < count; ++i) form += (i > 0 ? ", r" : "r") + std::to_string(i);
  fail(mistake(
      is_vector
          ? say_count("inline PTX: '{operand}' has {count} register, and '{name}' takes "
                      "{wanted} there",
                      "inline PTX: '{operand}' has {count} registers, and '{name}' takes "
                      "{wanted} there",
                      parts.size(), "operand"_a = operand, "name"_a = spelling_, "wanted"_a = count)
          : say("inline PTX: '{name}' takes registers in braces, and '{operand}' has none",
                "name"_a = spelling_, "operand"_a = operand),
      say("write {form}", "form"_a = form + "}")));
  return {};
}

std::optional<PtxInstruction::Constant> PtxInstruction::constant(const std::string& operand) {
  const PtxVariable* variable = find(operand);
  if (variable != nullptr && variable->is_number) return Constant{variable->name, std::nullopt};
  if (variable == nullptr && is_ptx_number(operand))
    return Constant{operand, std::strtoll(operand.c_str(), nullptr, 0)};
  if (variable == nullptr) {
    report_unknown(operand, ptx_type("b32"));
    return std::nullopt;
  }
  fail(mistake(say("inline PTX: '{operand}' of '{name}' has to be a number that is known when the "
                   "text is compiled",
                   "operand"_a = operand, "name"_a = spelling_),
               say("write the number, or \"n\"(NUMBER) as the operand")));
  return std::nullopt;
}

}  // namespace warplens::lang
