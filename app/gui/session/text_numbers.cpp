// Works on characters, so that a text that does not compile has its numbers, too.
#include "app/gui/session/text_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "app/gui/session/number_at.hpp"

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
    named_.push_back({std::string(name), number->begin, number->end, number->value, false});
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
                               static_cast<uint32_t>(last), 0, true});
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
      const auto line = std::count(text_.begin(), text_.begin() + number->begin, '\n') + 1;
      std::string name = fmt::format("line {}: {}", line, number->value);
      const auto same = std::count_if(numbers_.begin(), numbers_.end(), [&](const TextNumber& one) {
        return one.name.starts_with(name);
      });
      if (same > 0) name += fmt::format(" ({})", same + 1);
      numbers_.push_back({name, number->begin, number->end, number->value, false});
    }
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
