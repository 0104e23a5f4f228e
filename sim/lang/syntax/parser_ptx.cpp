// What inline PTX has become (text/inline_ptx.hpp): operands, held against their constraints, and
// statements with a mistake.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/inline_ptx.hpp"

namespace warplens::lang {
namespace {

// The constraint for values of the type; "": none takes them.
std::string_view fitting_constraint(const Type* type) {
  if (type->is_pointer() || type->is_array()) return "l";
  if (!type->is_scalar()) return "";
  if (type->scalar == base::Scalar::kFloat) return "f";
  if (type->scalar == base::Scalar::kDouble) return "d";
  if (!base::is_integer(type->scalar)) return "";
  switch (size_of(type)) {
    case 2:
      return "h";
    case 4:
      return "r";
    case 8:
      return "l";
    default:
      return "";
  }
}

std::string constraint_hint(const Type* type, std::string_view letter) {
  const std::string_view fitting = fitting_constraint(type);
  if (letter == "r" && (type->is_pointer() || type->is_array()))
    return say(
        "write \"r\"((unsigned)__cvta_generic_to_shared(pointer)) for an offset in shared memory, "
        "\"l\"(pointer) for an address");
  if (!fitting.empty())
    return say("write \"{letter}\" for '{type}', or convert the value", "letter"_a = fitting,
               "type"_a = name_of(type));
  if (size_of(type) == 1) return say("write (int)value with \"r\"");
  return say("pass its bits: \"h\"(*(unsigned short*)&value), \"r\"(*(unsigned*)&value)");
}

}  // namespace

// operand := "__ptx_operand" "(" constraint "," assignment ")"
ExprPtr Parser::parse_ptx_operand() {
  at_ += 2;
  const std::string_view quoted = peek().text;
  const std::string_view constraint = quoted.substr(1, quoted.size() - 2);
  const std::string_view letter = constraint.substr(constraint.size() - 1);
  at_ += 2;
  const size_t begin = at_;
  const size_t errors = reporter_.count();
  if (letter == "n") {
    checker_.constant_integer(parse_assignment(), say("the value of an operand \"n\""));
  } else if (const Type* type = checker_.type_of(parse_assignment());
             type != nullptr && fitting_constraint(type) != letter) {
    error(base::join(tokens_[begin].span, previous().span),
          say("inline PTX: the constraint \"{letter}\" does not fit '{type}'", "letter"_a = letter,
              "type"_a = name_of(type)),
          constraint_hint(type, letter));
  }
  const bool is_fine = reporter_.count() == errors;
  at_ = begin;  // read again: what is checked once is no part of another expression
  ExprPtr operand = parse_assignment();
  if (!operand || !expect(")", sentence("after an operand of asm"))) return nullptr;
  return is_fine ? std::move(operand) : nullptr;
}

// asm := "asm" "(" kind "," message "," hint ")" ";"
bool Parser::report_wrong_ptx() {
  const bool is_wrong = peek(2).text == kPtxWrong;
  const bool is_marked = is("asm") && (is_wrong || peek(2).text == kPtxUnsupported);
  if (!is_marked || names_.is_host()) return false;  // the CPU's is none of PTX
  const std::string message(peek(4).text), hint(peek(6).text);
  if (is_wrong)
    error_here(message, hint);
  else
    unsupported_here(message, hint);
  skip_statement();
  return true;
}

}  // namespace warplens::lang
