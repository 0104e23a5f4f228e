#include "app/check/assertion.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "app/course/counts.hpp"
#include "app/study/words.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/names.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/launch/number.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::check {
namespace {

using course::Relation;

constexpr std::string_view kExample = "assert wavefronts == 1";
constexpr std::string_view kBlanks = " \t\r\n\f\v";

std::string with_single_blanks(std::string_view text) {
  std::string out;
  for (const char c : base::trimmed(text, kBlanks)) {
    const bool is_blank = kBlanks.find(c) != std::string_view::npos;
    if (!is_blank) out += c;
    if (is_blank && !out.ends_with(' ')) out += ' ';
  }
  return out;
}

std::optional<Relation> relation_of(std::string_view sign) {
  for (const Relation relation : {Relation::kMost, Relation::kLeast, Relation::kEqual}) {
    if (sign == word(relation)) return relation;
  }
  return std::nullopt;
}

// Reads what follows the word `assert`. The first mistake ends it.
class Reader {
 public:
  // `begin`: the text's offset in the file.
  Reader(std::string_view text, uint32_t begin) : text_(text), begin_(begin) {}

  // Nothing: mistake() says why.
  std::optional<Assertion> read() {
    Assertion assertion;
    skip_blanks();
    if (is_at_end()) {
      fail(begin_of_text(), say("the assertion is empty: a count, a relation and a number are "
                                "missing"));
      return std::nullopt;
    }
    do {
      if (!read_item(assertion)) return std::nullopt;
    } while (take(','));
    if (!is_at_end()) {
      const size_t from = at_;
      const std::string_view sign = read_sign();
      if (!sign.empty())
        fail(from, say("'{sign}': a condition has one relation; write a second condition after a "
                       "comma",
                       "sign"_a = sign));
      else
        fail(from, say("'{text}': a comma is needed between two conditions",
                       "text"_a = launch::shown(text_.substr(from))));
      return std::nullopt;
    }
    if (assertion.conditions.empty()) {
      fail(begin_of_text(), say("the assertion names no count"));
      return std::nullopt;
    }
    return assertion;
  }

  base::Diagnostic mistake() const { return mistake_; }

 private:
  bool is_at_end() const { return at_ == text_.size(); }
  size_t begin_of_text() const { return 0; }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
  // What begins at `from` and ends here, or is one character.
  base::Span span_from(size_t from) const {
    const size_t end = std::max(at_, std::min(from + 1, text_.size()));
    return {begin_ + static_cast<uint32_t>(from), begin_ + static_cast<uint32_t>(end)};
  }
  bool fail(size_t from, std::string message, std::string hint = "") {
    if (hint.empty())
      hint = say("an assertion is written like '{example}'", "example"_a = kExample);
    mistake_ = base::at(span_from(from), std::move(message), std::move(hint));
    return false;
  }
  bool take(char c) {
    skip_blanks();
    if (is_at_end() || text_[at_] != c) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  std::string_view read_name() {
    const size_t from = at_;
    while (!is_at_end() && base::is_name_character(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  std::string_view read_sign() {
    const size_t from = at_;
    at_ = std::min(text_.find_first_not_of("<>=!", at_), text_.size());
    return text_.substr(from, at_ - from);
  }
  // What is between parentheses, if they are next; nothing: they are not closed, or hold nothing.
  std::optional<std::string> read_parentheses(std::string_view behind) {
    const size_t from = at_;
    int depth = 0;
    for (; !is_at_end(); ++at_) {
      depth += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (is_at_end()) {
      fail(from, say("the parenthesis after '{word}' is not closed", "word"_a = behind));
      return std::nullopt;
    }
    const std::string inside = with_single_blanks(text_.substr(from + 1, at_ - from - 1));
    ++at_;
    if (inside.empty()) {
      fail(from, say("the parentheses after '{word}' are empty", "word"_a = behind));
      return std::nullopt;
    }
    return inside;
  }
  bool has_parenthesis() {
    skip_blanks();
    return !is_at_end() && text_[at_] == '(';
  }

  bool read_item(Assertion& assertion) {
    const size_t from = at_;
    const std::string_view name = read_name();
    if (name.empty())
      return is_at_end() ? fail(from, say("a condition is missing after the comma"))
                         : fail(from, say("'{text}': a count's name is needed here",
                                          "text"_a = launch::shown(text_.substr(from))));
    if (name == "kernel" || name == "launch") return read_which(assertion, name, from);
    return read_condition(assertion, std::string(name), from);
  }

  // kernel(NAME), launch(N)
  bool read_which(Assertion& assertion, std::string_view name, size_t from) {
    const bool is_kernel = name == "kernel";
    if (!has_parenthesis())
      return fail(from, say("'{word}' needs parentheses", "word"_a = name),
                  is_kernel ? say("a kernel is named like kernel(transpose)")
                            : say("a launch is named like launch(2): the program's second one"));
    const std::optional<std::string> inside = read_parentheses(name);
    if (!inside) return false;
    if (is_kernel ? !assertion.kernel.empty() : assertion.launch.has_value())
      return fail(from, say("'{word}' is given twice", "word"_a = name));
    (is_kernel ? assertion.kernel_span : assertion.launch_span) = span_from(from);
    if (is_kernel) {
      assertion.kernel = *inside;
      return true;
    }
    const auto number = launch::parse_count(*inside, label("launches"), 1, UINT32_MAX);
    if (!number)
      return fail(from,
                  say("'launch({text})': {problem}", "text"_a = launch::shown(*inside),
                      "problem"_a = number.error()),
                  say("a launch is named like launch(2): the program's second one"));
    assertion.launch = static_cast<uint32_t>(*number);
    return true;
  }

  bool read_condition(Assertion& assertion, std::string name, size_t from) {
    Condition condition;
    condition.count = std::move(name);
    const std::vector<std::string> known = known_counts();
    if (std::find(known.begin(), known.end(), condition.count) == known.end())
      return fail(from,
                  base::with_suggestion(say("'{name}' is not counted of an access",
                                            "name"_a = launch::shown(condition.count)),
                                        base::nearest_name(condition.count, known)),
                  say("counted are {names}", "names"_a = base::list_words(known)));
    if (has_parenthesis()) {
      const std::optional<std::string> inside = read_parentheses(condition.count);
      if (!inside) return false;
      read_access(condition, *inside);
    }
    skip_blanks();
    if (!read_per_request(condition)) return false;
    if (!read_bound(condition)) return false;
    condition.span = span_from(from);
    condition.text = with_single_blanks(text_.substr(from, at_ - from));
    assertion.conditions.push_back(std::move(condition));
    return true;
  }

  // "a", "load", "load a"
  static void read_access(Condition& condition, const std::string& inside) {
    const size_t blank = std::min(inside.find(' '), inside.size());
    for (const trace::Operation operation :
         {trace::Operation::kLoad, trace::Operation::kStore, trace::Operation::kAtomic}) {
      if (inside.substr(0, blank) == study::word(operation)) condition.operation = operation;
    }
    condition.array = !condition.operation    ? inside
                      : blank < inside.size() ? inside.substr(blank + 1)
                                              : "";
  }

  bool read_per_request(Condition& condition) {
    const size_t from = at_;
    if (read_name() != "per") {
      at_ = from;
      return true;
    }
    skip_blanks();
    if (read_name() != "request")
      return fail(from, say("'per' is followed by 'request' alone"),
                  say("a mean is written like 'wavefronts per request == 1'"));
    condition.is_each_request = true;
    skip_blanks();
    return true;
  }

  bool read_bound(Condition& condition) {
    const size_t from = at_;
    const std::string_view sign = read_sign();
    if (sign.empty())
      return fail(from, say("a relation is missing after '{name}': ==, <= or >=",
                            "name"_a = condition.count));
    const std::optional<Relation> relation = relation_of(sign);
    if (!relation)
      return fail(from, say("'{sign}' is none of the relations ==, <= and >=", "sign"_a = sign));
    condition.relation = *relation;
    skip_blanks();
    const size_t number = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n\f\v,<>=!", at_), text_.size());
    std::string digits(text_.substr(number, at_ - number));
    std::erase(digits, '\'');
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), condition.bound,
                                      std::chars_format::fixed);
    const bool is_number = read.ec == std::errc() && read.ptr == digits.data() + digits.size() &&
                           std::isfinite(condition.bound) && condition.bound >= 0;
    if (digits.empty())
      return fail(number, say("a number is missing after '{sign}'", "sign"_a = sign));
    const std::string written = launch::shown(text_.substr(number, at_ - number));
    if (!is_number)
      return fail(number, say("'{text}': a number from 0 is needed", "text"_a = written));
    if (!condition.is_each_request && condition.bound != std::floor(condition.bound))
      return fail(number,
                  say("'{text}': a count is a whole number; only a mean 'per request' may have a "
                      "fraction",
                      "text"_a = written),
                  say("a mean is written like 'wavefronts per request == 1'"));
    skip_blanks();
    return true;
  }

  std::string_view text_;
  const uint32_t begin_;
  size_t at_ = 0;
  base::Diagnostic mistake_;
};

// The line whose accesses a comment is about: its own, or where it is alone there, the next one
// that is no comment.
uint32_t line_meant(const base::SourceFile& file, uint32_t part, base::Span comment) {
  uint32_t line = file.line_of(comment.begin);
  const uint32_t start = file.line_start(line, part);
  const std::string_view before = file.line_text(line, part).substr(0, comment.begin - start);
  if (!base::trimmed(before, kBlanks).empty()) return line;
  do {
    ++line;
  } while (base::trimmed(file.line_text(line, part), kBlanks).starts_with("//"));
  return line;
}

}  // namespace

Assertions parse_assertions(const base::SourceFile& file, uint32_t part) {
  Assertions assertions;
  const std::string& text = file.text(part);
  if (text.find(launch::kCommentMark) == std::string::npos) return assertions;
  bool is_first_comment = true;
  for (const lang::ColoredRange& range : lang::classify(text)) {
    if (range.token_class != lang::TokenClass::kComment) {
      is_first_comment = false;
      continue;
    }
    const std::string_view comment =
        std::string_view(text).substr(range.span.begin, range.span.end - range.span.begin);
    const uint32_t begin = file.begin_of(part) + range.span.begin;
    const base::Span span{begin, begin + static_cast<uint32_t>(comment.size())};
    if (comment.starts_with("/*")) {
      const std::string_view inside = base::trimmed(comment.substr(2), kBlanks);
      if (!inside.starts_with(launch::kCommentMark) ||
          !launch::is_assertion(base::trimmed(inside.substr(launch::kCommentMark.size()), kBlanks)))
        continue;
      assertions.mistakes.push_back(
          base::at(span, say("an assertion is a comment that begins with '//'"),
                   say("write '// {mark} {example}'", "mark"_a = launch::kCommentMark,
                       "example"_a = kExample)));
      continue;
    }
    const std::optional<std::string_view> marked = launch::marked_text(comment);
    if (!marked) continue;
    if (!launch::is_assertion(*marked)) {
      if (is_first_comment || marked->starts_with("-")) continue;
      assertions.mistakes.push_back(
          base::at(span, say("'{text}' is no assertion", "text"_a = launch::shown(*marked)),
                   say("write '// {mark} {example}'", "mark"_a = launch::kCommentMark,
                       "example"_a = kExample)));
      continue;
    }
    const std::string_view conditions = marked->substr(launch::kAssertWord.size());
    Reader reader(conditions, begin + static_cast<uint32_t>(conditions.data() - comment.data()));
    std::optional<Assertion> assertion = reader.read();
    if (!assertion) {
      assertions.mistakes.push_back(reader.mistake());
      continue;
    }
    // Lines between two comments of one access are such comments, too: none is searched again.
    const uint32_t above = assertions.all.empty() ? 0 : assertions.all.back().line;
    assertion->line = above > file.line_of(span.begin) ? above : line_meant(file, part, span);
    assertion->span = span;
    assertions.all.push_back(std::move(*assertion));
  }
  return assertions;
}

std::vector<std::string> known_counts() {
  std::vector<std::string> known;
  for (const trace::Space space :
       {trace::Space::kShared, trace::Space::kGlobal, trace::Space::kConstant}) {
    for (std::string& name : course::counts_in(space)) {
      if (std::find(known.begin(), known.end(), name) == known.end())
        known.push_back(std::move(name));
    }
  }
  return known;
}

const char* word(Relation relation) {
  switch (relation) {
    case Relation::kMost:
      return "<=";
    case Relation::kLeast:
      return ">=";
    case Relation::kEqual:
      return "==";
  }
  return "";
}

}  // namespace warplens::check
