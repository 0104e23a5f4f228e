// Works on characters, so that a text that does not compile has its numbers, too.
#include "app/session/text/text_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "app/session/text/number_at.hpp"

namespace warplens::gui {

namespace {

bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The text with spaces in the place of comments and of what is between quotes.
std::string code_of(std::string_view text) {
  std::string code(text);
  for (size_t i = 0; i < code.size(); ++i) {
    size_t end = i;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      const size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_name_part(text[i - 1])))) {
      for (end = i + 1; end < text.size() && text[end] != text[i] && text[end] != '\n'; ++end)
        end += text[end] == '\\' ? 1 : 0;
      end = std::min(end + 1, text.size());
    } else {
      continue;
    }
    for (; i < end; ++i) code[i] = code[i] == '\n' ? '\n' : ' ';
    --i;
  }
  return code;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), code_(code_of(text)) {
    take_directives();
    take_constants();
    take_paddings();
    take_bodies();
    tell_apart();
  }

  std::vector<TextNumber> result() {
    for (std::vector<TextNumber>* list : {&paddings_, &numbers_})
      named_.insert(named_.end(), list->begin(), list->end());
    if (named_.size() > kMostTextNumbers) named_.resize(kMostTextNumbers);
    return std::move(named_);
  }

 private:
  std::string_view word_at(size_t at) const {
    size_t end = at;
    while (end < code_.size() && is_name_part(code_[end])) ++end;
    return std::string_view(code_).substr(at, end - at);
  }
  size_t after_spaces(size_t at) const {
    while (at < code_.size() && (code_[at] == ' ' || code_[at] == '\t')) ++at;
    return at;
  }

  // `#define NAME 16`, but for those behind `#ifndef NAME`; then no directive is code.
  void take_directives() {
    std::string guarded;
    for (size_t begin = 0; begin < code_.size();) {
      const size_t end = std::min(code_.find('\n', begin), code_.size());
      const size_t hash = after_spaces(begin);
      if (hash < end && code_[hash] == '#') {
        const size_t directive = after_spaces(hash + 1);
        const size_t name = after_spaces(directive + word_at(directive).size());
        if (word_at(directive) == "ifndef") guarded = word_at(name);
        if (word_at(directive) == "define" && word_at(name) != guarded)
          add_named(word_at(name), after_spaces(name + word_at(name).size()), end);
        std::fill(code_.begin() + static_cast<long>(begin), code_.begin() + static_cast<long>(end),
                  ' ');
      }
      begin = end + 1;
    }
  }

  // `constexpr int WIDTH = 16;`, anywhere.
  void take_constants() {
    for (size_t at = 0; at < code_.size(); ++at) {
      if (at > 0 && is_name_part(code_[at - 1])) continue;
      const std::string_view word = word_at(at);
      if (word != "const" && word != "constexpr") continue;
      const size_t end = code_.find_first_of(";(){}", at);
      const size_t equals = code_.find('=', at);
      if (end == std::string::npos || equals >= end) continue;
      size_t name_end = equals;
      while (name_end > at && !is_name_part(code_[name_end - 1])) --name_end;
      size_t name = name_end;
      while (name > at && is_name_part(code_[name - 1])) --name;
      add_named(std::string_view(code_).substr(name, name_end - name), after_spaces(equals + 1),
                end);
      at = end;
    }
  }

  // A number that is all there is up to `end`.
  void add_named(std::string_view name, size_t at, size_t end) {
    const std::optional<NumberAt> number = number_at(text_, static_cast<uint32_t>(at));
    if (name.empty() || !number || number->begin != at) return;
    size_t rest = number->end;
    while (rest < end && (code_[rest] == ' ' || code_[rest] == '\t' || code_[rest] == '\r')) ++rest;
    if (rest != end) return;
    named_.push_back({std::string(name), number->begin, number->end, number->value, false, 0, ""});
    for (uint32_t i = number->begin; i < number->end; ++i) code_[i] = ' ';  // has its name now
  }

  // `__shared__ float a[16][16], b[8][16];` with room for more columns.
  void take_paddings() {
    for (size_t at = code_.find("__shared__"); at != std::string::npos;
         at = code_.find("__shared__", at + 1)) {
      const size_t end = std::min(code_.find(';', at), code_.size());
      std::string_view name;
      size_t brackets = 0, last = 0;
      const auto take = [&] {
        if (brackets >= 2)
          paddings_.push_back({"pad of " + std::string(name), static_cast<uint32_t>(last),
                               static_cast<uint32_t>(last), 0, true, 0, ""});
        brackets = 0;
      };
      for (size_t i = at; i < end; ++i) {
        if (code_[i] == ',') take();
        if (code_[i] == ']') {
          ++brackets;
          last = i;
        }
        if (is_name_part(code_[i]) && !is_name_part(code_[i - 1]) && brackets == 0 &&
            code_.find_first_of("[,;", i) < end && word_at(i).size() + i == code_.find('[', i))
          name = word_at(i);
      }
      take();
    }
  }

  // Numbers in functions of the GPU.
  void take_bodies() {
    for (size_t at = 0; at < code_.size(); ++at) {
      const bool is_head =
          code_.compare(at, 10, "__global__") == 0 || code_.compare(at, 10, "__device__") == 0;
      if (!is_head) continue;
      const size_t open = code_.find_first_of("{;", at);
      if (open == std::string::npos || code_[open] == ';') continue;
      size_t depth = 0, end = open;
      for (; end < code_.size(); ++end) {
        depth += code_[end] == '{' ? 1 : 0;
        if (code_[end] == '}' && --depth == 0) break;
      }
      take_numbers(open, end);
      at = end;
    }
  }

  void take_numbers(size_t begin, size_t end) {
    for (size_t at = begin; at < end; ++at) {
      if (std::isdigit(static_cast<unsigned char>(code_[at])) == 0 || is_name_part(code_[at - 1]))
        continue;
      const std::optional<NumberAt> number = number_at(code_, static_cast<uint32_t>(at));
      if (!number || number->begin != at) {
        at += word_at(at).size();
        continue;
      }
      at = number->end - 1;
      if (number->value < 2) continue;
      const auto line =
          static_cast<uint32_t>(std::count(text_.begin(), text_.begin() + number->begin, '\n') + 1);
      numbers_.push_back({fmt::format("line {}: {}", line, number->value), number->begin,
                          number->end, number->value, false, line, ""});
    }
  }

  // Numbers of one line that are equal are named by what is around them: "line 4: s[32][…]".
  void tell_apart() {
    const std::vector<TextNumber> plain = numbers_;
    for (TextNumber& number : numbers_) {
      const auto is_same = [&](const TextNumber& one) {
        return one.name == number.name && one.begin != number.begin;
      };
      if (std::none_of(plain.begin(), plain.end(), is_same)) continue;
      const std::string place = around(number);
      const auto before = std::count_if(numbers_.data(), &number, [&](const TextNumber& one) {
        return one.line == number.line &&
               (one.around == place || one.around.starts_with(place + " ("));
      });
      number.around = before == 0 ? place : fmt::format("{} ({})", place, before + 1);
      number.name = fmt::format("line {}: {}", number.line, number.around);
    }
  }

  // The array with the other extents left out, or the operands on both sides.
  std::string around(const TextNumber& number) const {
    const size_t open = bracket_before(number.begin);
    return open == std::string::npos ? with_operands(number) : in_brackets(open);
  }

  // The '[' in which the place is; npos: in none.
  size_t bracket_before(size_t at) const {
    size_t depth = 0;
    while (at-- > 0) {
      const char c = code_[at];
      if (c == ';' || c == '{' || c == '}') return std::string::npos;
      if (c == ']' || c == ')') ++depth;
      if (c != '[' && c != '(') continue;
      if (depth == 0) return c == '[' ? at : std::string::npos;
      --depth;
    }
    return std::string::npos;
  }
  size_t bracket_after(size_t open) const {
    size_t depth = 0;
    for (size_t at = open; at < code_.size(); ++at) {
      if (code_[at] == '[') ++depth;
      if (code_[at] == ']' && --depth == 0) return at;
    }
    return code_.size() - 1;
  }

  std::string in_brackets(size_t open) const {
    size_t first = open;  // of the brackets that follow each other
    while (first > 0 && code_[first - 1] == ']') {
      const size_t before = bracket_before(first - 1);
      if (before == std::string::npos) break;
      first = before;
    }
    size_t name = first;
    while (name > 0 && is_name_part(code_[name - 1])) --name;
    std::string result(text_.substr(name, first - name));
    for (size_t at = first; at < code_.size() && code_[at] == '['; at = bracket_after(at) + 1) {
      result += at == open ? std::string(text_.substr(at, bracket_after(at) + 1 - at)) : "[…]";
    }
    return result;
  }

  std::string with_operands(const TextNumber& number) const {
    const auto is_operator = [&](size_t at) {
      return at < code_.size() &&
             std::string_view("+-*/%<>&|^").find(code_[at]) != std::string::npos;
    };
    const auto is_space = [&](size_t at) { return code_[at] == ' ' || code_[at] == '\t'; };
    size_t begin = number.begin, end = number.end;
    while (begin > 0 && is_space(begin - 1)) --begin;
    if (begin > 0 && is_operator(begin - 1)) {
      while (begin > 0 && (is_operator(begin - 1) || is_space(begin - 1))) --begin;
      const size_t behind = begin;
      while (begin > 0 && is_name_part(code_[begin - 1])) --begin;
      if (begin == behind) begin = number.begin;
    } else {
      begin = number.begin;
    }
    end = after_spaces(end);
    if (is_operator(end)) {
      while (is_operator(end)) ++end;
      end = after_spaces(end);
      end += word_at(end).size();
    } else {
      end = number.end;
    }
    return std::string(text_.substr(begin, end - begin));
  }

  std::string_view text_;
  std::string code_;
  std::vector<TextNumber> named_, paddings_, numbers_;
};

}  // namespace

std::vector<TextNumber> text_numbers(std::string_view text) {
  return Scanner(text).result();
}

std::string with_numbers(std::string_view text,
                         std::vector<std::pair<TextNumber, int64_t>> values) {
  std::sort(values.begin(), values.end(),
            [](const auto& a, const auto& b) { return a.first.begin > b.first.begin; });
  std::string result(text);
  for (const auto& [number, value] : values) {
    if (number.is_padding && value == 0) continue;
    result.replace(number.begin, number.end - number.begin,
                   number.is_padding ? fmt::format(" + {}", value) : fmt::format("{}", value));
  }
  return result;
}

}  // namespace warplens::gui
