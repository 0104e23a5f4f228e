// printf and assert in kernels, and the strings that they take.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/number.hpp"

namespace warplens::lang {
namespace {

// `text` as "%-10.3s" prints it, escaped for a format.
std::string padded(std::string text, const std::string& spelling) {
  constexpr size_t kWidest = 1024;
  const size_t point = spelling.find('.');
  const auto number = [&](size_t from) {
    size_t value = 0;
    for (; from < spelling.size() && spelling[from] >= '0' && spelling[from] <= '9'; ++from)
      value = std::min(value * 10 + static_cast<size_t>(spelling[from] - '0'), kWidest);
    return value;
  };
  if (point != std::string::npos) text.resize(std::min(text.size(), number(point + 1)));
  const size_t width = number(std::min(spelling.find_first_of("123456789."), spelling.size()));
  const std::string spaces(width > text.size() ? width - text.size() : 0, ' ');
  text = spelling.find('-') == std::string::npos ? spaces + text : text + spaces;
  std::string escaped;
  for (const char c : text) escaped += c == '%' ? "%%" : std::string(1, c);
  return escaped;
}

}  // namespace

// The text of a string token with escapes resolved; false if one of them is unknown. What is
// between the parentheses of R"delimiter(...)delimiter" is its text as it is.
bool Parser::resolve_string(std::string_view spelling, std::string& text) {
  const size_t quote = spelling.find('"');
  const std::string_view prefix = spelling.substr(0, quote);
  if (prefix.ends_with('R')) {
    const size_t open = spelling.find('(', quote);
    const size_t closing = open - quote + 1;
    if (open == std::string_view::npos || spelling.size() < open + closing) return false;
    text += spelling.substr(open + 1, spelling.size() - open - 1 - closing);
    return true;
  }
  if (prefix == "u8") spelling.remove_prefix(quote);
  if (spelling.size() < 2 || spelling.front() != '"') return false;
  for (size_t i = 1; i + 1 < spelling.size(); ++i) {
    if (spelling[i] != '\\') {
      text += spelling[i];
      continue;
    }
    size_t end = i + 2;
    const auto is_octal = [&](size_t at) { return spelling[at] >= '0' && spelling[at] <= '7'; };
    if (spelling[i + 1] == 'x') {
      while (end + 1 < spelling.size() && std::isxdigit(static_cast<unsigned char>(spelling[end])))
        ++end;
    } else if (is_octal(i + 1)) {
      while (end + 1 < spelling.size() && end < i + 4 && is_octal(end)) ++end;
    }
    const std::string character = "'" + std::string(spelling.substr(i, end - i)) + "'";
    const auto value = parse_character(character);
    if (!value.ok()) return false;
    text += static_cast<char>(value->bits);
    i = end - 1;
  }
  return true;
}

// Whether printf means CUDA's own: not in host code, and no function of the text.
bool Parser::prints_in_kernel() const {
  if (names_.is_host() && !names_.is_for_kernels()) return false;
  const Entity* known = names_.find_entity("printf");
  return known == nullptr || !unit_.file.is_own(known->span.begin);
}

// print := "printf" "(" string+ ("," assignment)* ")"
ExprPtr Parser::parse_print() {
  const size_t begin = at_;
  at_ += 2;
  auto print = std::make_unique<Print>();
  if (peek().kind != TokenKind::kString) {
    error_here(
        say("the first argument of printf is a string, found {found}", "found"_a = describe_here()),
        say("write printf(\"...\\n\", values)"));
    skip_parentheses();
    return nullptr;
  }
  for (; peek().kind == TokenKind::kString; ++at_) {
    if (resolve_string(peek().text, print->format)) continue;
    error_here(say("this string has an unknown escape (\\)"), say("a backslash is written \\\\"));
    return nullptr;
  }
  if (accept(",")) {
    if (is(")")) return report_no_expression();
    if (!parse_print_arguments(*print)) return nullptr;
  } else if (!expect(")", sentence("after the arguments of 'printf'"))) {
    return nullptr;
  }
  return finish(std::move(print), begin);
}

// String arguments become part of the format.
bool Parser::parse_print_arguments(Print& print) {
  std::map<size_t, std::string> strings;  // by the number of the argument
  std::vector<ExprPtr> arguments;
  for (size_t i = 0;; ++i) {
    if (peek().kind == TokenKind::kString) {
      std::string text;
      for (; peek().kind == TokenKind::kString; ++at_) resolve_string(peek().text, text);
      strings.emplace(i, std::move(text));
    } else {
      ExprPtr argument = parse_assignment();
      if (!argument) return false;
      arguments.push_back(std::move(argument));
    }
    if (accept(",")) continue;
    if (!expect(")", sentence("after the arguments of 'printf'"))) return false;
    break;
  }
  print.arguments = std::move(arguments);
  return fill_in_strings(strings, print);
}

// Replaces each "%s" or "%-10s" in a format by the string that it prints.
bool Parser::fill_in_strings(const std::map<size_t, std::string>& strings, Print& print) {
  size_t argument = 0, filled = 0;
  std::string format;
  for (size_t i = 0; i < print.format.size(); ++i) {
    const size_t begin = i;
    if (print.format[i] != '%') {
      format += print.format[i];
      continue;
    }
    i = print.format.find_first_not_of("-+ #0123456789.*lzjth", i + 1);
    if (i == std::string::npos) i = print.format.size() - 1;
    const std::string spelling = print.format.substr(begin, i + 1 - begin);
    const auto text = strings.find(argument);
    const bool is_text =
        spelling.back() == 's' && text != strings.end() && spelling.find('*') == std::string::npos;
    if (is_text) {
      format += padded(text->second, spelling);
      ++filled;
    } else {
      format += spelling;
    }
    if (spelling.back() != '%') {
      const auto stars = std::count(spelling.begin(), spelling.end(), '*');
      argument += 1 + static_cast<size_t>(stars);
    }
  }
  if (filled == strings.size()) {
    print.format = std::move(format);
    print.texts = static_cast<uint32_t>(strings.size());
    return true;
  }
  error_here(say("a string is printed by %s, and by nothing else"),
             say("write printf(\"%s\\n\", \"text\")"));
  return false;
}

// assert := "assert" "(" expression ")"
ExprPtr Parser::parse_assert() {
  const size_t begin = at_;
  at_ += 2;
  auto node = std::make_unique<Assert>();
  const size_t first = at_;
  const bool outer = std::exchange(in_assert_, true);
  node->condition = parse_expression();
  in_assert_ = outer;
  if (!node->condition) return nullptr;
  node->text = std::string(unit_.file.slice(base::join(tokens_[first].span, previous().span)));
  if (!expect(")", sentence("after the condition of 'assert'"))) return nullptr;
  return finish(std::move(node), begin);
}

}  // namespace warplens::lang
