// Tokens, recovery, and the head of a kernel.
#include "sim/lang/parser.hpp"

#include <algorithm>
#include <utility>

#include "sim/lang/words.hpp"

namespace warplens::lang {
namespace {

constexpr int kDeepestNesting = 256;

}  // namespace

const Token& Parser::peek(size_t ahead) const {
  return at_ + ahead < stop_ ? tokens_[at_ + ahead] : end_;
}

bool Parser::accept(std::string_view spelling) {
  if (!is(spelling)) return false;
  ++at_;
  return true;
}

void Parser::error(Span span, std::string message, std::string hint) {
  reporter_.error(span, std::move(message), std::move(hint));
}
void Parser::error_here(std::string message, std::string hint) {
  error(at_end() ? end_of_previous() : peek().span, std::move(message), std::move(hint));
}

std::string Parser::describe_here() const {
  if (at_end()) return "the end of the file";
  return "'" + std::string(peek().text) + "'";
}

bool Parser::expect(std::string_view spelling, std::string_view where) {
  if (accept(spelling)) return true;
  error(end_of_previous(), "expected '" + std::string(spelling) + "' " + std::string(where) +
                               ", here is " + describe_here());
  return false;
}

void Parser::expect_semicolon(std::string_view after) {
  if (accept(";")) return;
  const bool is_new_line =
      unit_.file.line_of(previous().span.end) != unit_.file.line_of(peek().span.begin);
  if (at_end() || is_new_line || is("}")) {
    return error(end_of_previous(), "missing ';' after " + std::string(after));
  }
  error(end_of_previous(),
        "expected ';' after " + std::string(after) + ", here is " + describe_here());
  skip_statement();
}

void Parser::skip_statement() {
  constexpr std::string_view kStarts[] = {"if",     "for",     "while",      "do",
                                          "switch", "return",  "break",      "continue",
                                          "case",   "default", "__global__", "__shared__"};
  for (int parentheses = 0; !at_end(); ++at_) {
    if (is("}") || is("{")) return;
    if (is("(")) ++parentheses;
    if (is(")")) --parentheses;
    if (is(";")) {
      ++at_;
      return;
    }
    const bool starts =
        std::any_of(std::begin(kStarts), std::end(kStarts), [&](auto word) { return is(word); });
    if (starts && parentheses <= 0) return;
  }
}

void Parser::skip_parentheses(bool over_semicolons) {
  for (int depth = 1; !at_end(); ++at_) {
    if ((is(";") && !over_semicolons) || is("{") || is("}")) return;
    if (is("(")) ++depth;
    if (is(")") && --depth == 0) {
      ++at_;
      return;
    }
  }
}

void Parser::skip_braces() {
  if (!is("{")) return;
  for (int depth = 0; !at_end(); ++at_) {
    if (is("{")) ++depth;
    if (is("}") && --depth == 0) break;
  }
  accept("}");
}

bool Parser::enter_nesting() {
  if (++depth_ <= kDeepestNesting) return true;
  error_here("this is nested more than " + std::to_string(kDeepestNesting) + " levels deep",
             "divide it into several statements");
  return false;
}

// Which names stand behind an & that has no left operand: such a variable needs a place in memory,
// const or not.
void Parser::note_addresses(size_t begin, size_t end) {
  address_taken_.clear();
  for (size_t i = begin + 1; i + 1 < end; ++i) {
    if (!tokens_[i].is("&") || !tokens_[i + 1].is_identifier()) continue;
    const Token& before = tokens_[i - 1];
    const bool has_left = before.kind == TokenKind::kNumber ||
                          before.kind == TokenKind::kCharacter || before.is(")") ||
                          before.is("]") || (before.is_identifier() && !is_keyword(before.text));
    if (!has_left) address_taken_.insert(tokens_[i + 1].text);
  }
}

// kernel := specifiers "__global__" specifiers "void" name "(" parameters ")" block
void Parser::parse_kernel(const Item& item) {
  at_ = item.begin;
  stop_ = item.end;
  end_ = Token{};
  end_.span = {tokens_[stop_ - 1].span.end, tokens_[stop_ - 1].span.end};
  note_addresses(item.begin, item.end);
  Kernel kernel;
  kernel.full_span = base::join(tokens_[item.begin].span, tokens_[item.end - 1].span);
  bool is_void = false;
  while (!at_end() && !(peek().is_identifier() && peek(1).is("(") && !is_keyword(peek().text) &&
                        !is_type_word(peek().text))) {
    if (is("void")) is_void = true;
    if (is("__device__") || is("__host__")) {
      error_here("a kernel is __global__ only, not " + std::string(peek().text) + " as well");
    }
    if (is("__launch_bounds__") || is("__attribute__")) {
      at_ += 2;
      skip_parentheses();
      continue;
    }
    if (is("(") || is("{")) {
      error_here("expected the kernel's name, here is " + describe_here(),
                 "a kernel is written __global__ void name(float* a, int n) { ... }");
      return;
    }
    ++at_;
  }
  if (at_end())
    return error_here("expected a kernel", "write __global__ void name(float* a, int n) { ... }");
  kernel.name = std::string(peek().text);
  kernel.span = peek().span;
  if (!is_void)
    error(kernel.span, "a kernel returns void", "write __global__ void " + kernel.name + "(...)");
  if (!kernel_names_.insert(kernel.name).second) {
    error(kernel.span, "a second kernel of the name '" + kernel.name + "'",
          "give it a name of its own");
  }
  at_ += 2;
  depth_ = 0;
  breakable_ = 0;
  checker_.begin_kernel(&kernel);
  parse_parameters(kernel);
  if (!is("{")) {
    error_here("expected '{' after the kernel's parameters, here is " + describe_here());
    while (!at_end() && !is("{")) ++at_;
  }
  if (is("{")) {
    kernel.body = std::make_unique<Block>();
    const size_t open = at_++;
    parse_block_items(kernel.body->statements);
    if (!accept("}") && !at_end()) error_here("expected '}'");
    kernel.body->span = base::join(tokens_[open].span, previous().span);
  }
  checker_.end_kernel(previous().span.end);
  unit_.kernels.push_back(std::move(kernel));
}

void Parser::parse_parameters(Kernel& kernel) {
  if (accept(")")) return;
  if (is("void") && peek(1).is(")")) {
    at_ += 2;
    return;
  }
  while (!at_end()) {
    const size_t before = at_;
    parse_parameter(kernel);
    if (accept(",")) continue;
    if (accept(")")) return;
    if (!reporter_.any() || at_ != before) {
      error_here("expected ',' or ')' after a parameter, here is " + describe_here());
    }
    while (!at_end() && !is(",") && !is(")") && !is("{")) ++at_;
    if (accept(")") || is("{")) return;
    accept(",");
  }
}

// parameter := specifiers pointers [name] extents
void Parser::parse_parameter(Kernel& kernel) {
  Specifiers specifiers;
  DeclaratorText text;
  if (is("...")) {
    error_here("a kernel has a fixed number of parameters");
    ++at_;
    return;
  }
  if (!parse_specifiers(specifiers)) return;
  if (specifiers.is_auto || specifiers.is_shared || specifiers.is_extern) {
    return error(
        specifiers.span, "a parameter is a number or a pointer",
        specifiers.is_shared ? "declare shared memory in the kernel's body" : "write its type");
  }
  if (!parse_declarator(specifiers, text)) return;
  const Type* type = text.type;
  if (type->is_array()) type = checker_.types().pointer_to(type->element);
  if (type->is_void()) return error(text.span, "a parameter cannot be void");
  if (type->is_pointer() && type->element->is_pointer()) {
    return error(text.span, "pointers to pointers are not supported yet",
                 "pass one flat array and index it [row * width + column]");
  }
  if (is("=")) {
    error_here("a kernel's parameters have no default values", "give the value at the launch");
    while (!at_end() && !is(",") && !is(")")) ++at_;
  }
  kernel.parameters.push_back(checker_.declare(text.name, text.span, type, Storage::kParameter));
}

bool Parser::parse_file_constants(const Item& item) {
  at_ = item.begin;
  stop_ = item.end;
  end_ = Token{};
  end_.span = {tokens_[stop_ - 1].span.end, tokens_[stop_ - 1].span.end};
  depth_ = 0;
  address_taken_.clear();
  const size_t errors = reporter_.count();
  const size_t known = unit_.constants.size();
  Specifiers specifiers;
  bool is_fine = parse_specifiers(specifiers) && specifiers.is_const && specifiers.type != nullptr;
  while (is_fine) {
    DeclaratorText text;
    is_fine = parse_declarator(specifiers, text) && text.type->is_scalar() && accept("=");
    if (!is_fine) break;
    const ExprPtr value = checker_.value_as(parse_assignment(), text.type);
    Variable* variable = checker_.declare(text.name, text.span, text.type, Storage::kLocal);
    is_fine = value && checker_.make_constant(*variable, *value);
    if (!accept(",")) break;
  }
  if (is_fine && is(";")) return true;
  reporter_.forget_after(errors);
  checker_.forget_file_names(known);
  return false;
}

}  // namespace warplens::lang
