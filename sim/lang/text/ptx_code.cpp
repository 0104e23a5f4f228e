#include "sim/lang/text/ptx_code.hpp"

#include <algorithm>
#include <cctype>

namespace warplens::lang {
namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// What an escape means for PTX, to which only white space matters.
char meaning_of_escape(char letter) {
  switch (letter) {
    case 'n':
    case 'r':
      return '\n';
    case 't':
    case 'v':
    case 'f':
      return ' ';
    default:
      return letter;
  }
}

// Comments as blanks, so that places stay.
std::string without_comments(std::string_view code) {
  std::string text(code);
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '/') continue;
    size_t end = i;
    if (text[i + 1] == '/')
      end = std::min(text.find('\n', i), text.size());
    else if (text[i + 1] == '*')
      end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(i),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
  return text;
}

// %% is a % of PTX.
std::string with_single_percents(std::string_view text) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    made += text[i];
    if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == '%') ++i;
  }
  return made;
}

// "LOOP:" at `begin`: where the colon is; else npos.
size_t colon_of_label(std::string_view code, size_t begin) {
  size_t at = begin;
  while (at < code.size() && (std::isalnum(static_cast<unsigned char>(code[at])) != 0 ||
                              code[at] == '_' || code[at] == '$'))
    ++at;
  if (at == begin) return std::string_view::npos;
  while (at < code.size() && is_space(code[at])) ++at;
  const bool is_colon = at < code.size() && code[at] == ':' && code.substr(at, 2) != "::";
  return is_colon ? at : std::string_view::npos;
}

PtxLine instruction(std::string_view code, size_t begin, size_t end) {
  PtxLine line;
  line.begin = begin;
  std::string_view text = code.substr(begin, end - begin);
  line.end = begin + trimmed(text).size();
  if (text.starts_with('@')) {
    const size_t behind = std::min(text.find_first_of(" \t\n"), text.size());
    line.predicate = with_single_percents(text.substr(1, behind - 1));
    text.remove_prefix(behind);
  }
  line.text = with_single_percents(trimmed(text));
  return line;
}

}  // namespace

void PtxCode::add(const Token& literal) {
  const std::string_view text = literal.text;
  const auto source = static_cast<uint32_t>(sources_.size());
  sources_.push_back(
      {literal.span, !literal.from_macro && literal.span.end - literal.span.begin == text.size()});
  const size_t quote = text.find('"');
  const bool is_raw = text.substr(0, quote).find('R') != std::string_view::npos;
  const size_t open = is_raw ? text.find('(') : quote;
  const size_t close = is_raw ? text.rfind(')') : text.rfind('"');
  if (open == std::string_view::npos || close == std::string_view::npos) return;
  for (size_t i = open + 1; i < close; ++i) {
    const bool is_escape = !is_raw && text[i] == '\\' && i + 1 < close;
    source_of_.push_back(source);
    offset_in_.push_back(static_cast<uint32_t>(i));
    if (is_escape) ++i;
    text_ += is_escape ? meaning_of_escape(text[i]) : text[i];
  }
}

void PtxCode::replace(std::string_view what, std::string_view by) {
  const auto shift = [&](std::vector<uint32_t>& of_each, size_t at) {
    const uint32_t here = of_each[at];
    const auto begin = of_each.begin() + static_cast<std::ptrdiff_t>(at);
    of_each.insert(of_each.erase(begin, begin + static_cast<std::ptrdiff_t>(what.size())),
                   by.size(), here);
  };
  for (size_t at = text_.find(what); at != std::string::npos; at = text_.find(what, at)) {
    const size_t behind = at + what.size();
    const bool is_longer =
        behind < text_.size() && std::isdigit(static_cast<unsigned char>(text_[behind])) != 0;
    if (is_longer) {  // %10 is not %1
      at = behind;
      continue;
    }
    shift(source_of_, at);
    shift(offset_in_, at);
    text_.replace(at, what.size(), by);
    at += by.size();
  }
}

Span PtxCode::span_of(size_t begin, size_t end) const {
  if (begin >= text_.size()) return sources_.empty() ? Span{} : sources_.back().token;
  const Source& source = sources_[source_of_[begin]];
  if (!source.is_in_file) return source.token;
  size_t last = begin;  // of the same literal: the next one may be on another line
  while (last + 1 < std::min(end, text_.size()) && source_of_[last + 1] == source_of_[begin])
    ++last;
  return {source.token.begin + offset_in_[begin], source.token.begin + offset_in_[last] + 1};
}

std::vector<PtxLine> ptx_lines(std::string_view code) {
  const std::string text = without_comments(code);
  const std::string_view all = text;
  std::vector<PtxLine> lines;
  for (size_t at = 0; at < all.size();) {
    if (is_space(all[at]) || all[at] == ';') {
      ++at;
      continue;
    }
    PtxLine line;
    line.begin = at;
    line.end = at + 1;
    if (all[at] == '{' || all[at] == '}') {
      line.kind = all[at] == '{' ? PtxLine::Kind::kOpen : PtxLine::Kind::kClose;
      lines.push_back(line);
      ++at;
      continue;
    }
    if (const size_t colon = colon_of_label(all, at); colon != std::string_view::npos) {
      line.kind = PtxLine::Kind::kLabel;
      line.text = std::string(trimmed(all.substr(at, colon - at)));
      line.end = colon;
      lines.push_back(line);
      at = colon + 1;
      continue;
    }
    const size_t end = std::min(all.find(';', at), all.size());
    lines.push_back(instruction(all, at, end));
    at = end + 1;
  }
  return lines;
}

}  // namespace warplens::lang
