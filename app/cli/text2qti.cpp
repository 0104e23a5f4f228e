// text2qti's quizzes, as "text2qti: Create quizzes in QTI format from Markdown-based plain text"
// has them, github.com/gpoore/text2qti, README.md of 0.7.1, read 2026-12-01. What begins a line is
// its grammar, what follows is Markdown with $math$ and \num{...}; so every text is in one line
// behind a mark of that grammar, or indented, and characters that Markdown obeys are written out.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/cli/question_formats.hpp"
#include "sim/base/say.hpp"
#include "sim/base/visible.hpp"

namespace warplens::cli {
namespace {

using course::Asked;
using course::AskedStop;
using course::QuestionVersion;

constexpr std::string_view kIndent = "    ";  // of what continues a question, as long as "1.  "

// What begins a list, a heading or a definition where a paragraph begins.
bool begins_block(std::string_view text, size_t at) {
  if (at > 0) return text[at] == '.' && text.find_first_not_of("0123456789") == at;
  return std::string_view("#>+-=:~.").find(text[at]) != std::string_view::npos;
}

// One of a row of its kind, which becomes a dash or three dots in one.
bool is_in_row(std::string_view text, size_t at) {
  return (at > 0 && text[at - 1] == text[at]) || (at + 1 < text.size() && text[at + 1] == text[at]);
}

// `at`: of a part of a text, which begins with it if `is_first`.
std::string escaped(std::string_view text, size_t at, bool is_first) {
  const char c = text[at];
  switch (c) {
    case '\\':  // by number, because a backslash and a dollar are text2qti's before they are
    case '$':   // Markdown's
    case '<':
    case '&':
      return fmt::format("&#{};", static_cast<int>(c));
    case '`':
    case '*':
    case '_':
    case '[':
    case ']':
    case '{':
    case '}':
      return {'\\', c};
    case '(':
    case '-':
    case '.':
      if (is_in_row(text, at)) return {'\\', c};
      break;
    default:
      break;
  }
  if (!is_first || !begins_block(text, at)) return std::string(1, c);
  return c == '=' || c == ':' || c == '~' ? fmt::format("&#{};", static_cast<int>(c))
                                          : std::string{'\\', c};
}

std::string markdown(std::string_view marked) {
  const std::string text = in_one_line(marked);
  std::string out;
  for (const MarkedPart& part : marked_parts(text)) {
    if (part.is_code) {
      out += fmt::format("`{}`", part.text);
      continue;
    }
    const bool is_first = part.text.data() == text.data();
    for (size_t i = 0; i < part.text.size(); ++i) out += escaped(part.text, i, is_first);
  }
  return out;
}

// A fence that none of the lines ends.
std::string fence_for(std::string_view code) {
  size_t longest = 2, row = 0;
  for (const char c : code) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  return std::string(longest + 1, '`');
}

std::string code_block(const std::string& text) {
  const std::string code = base::visible(text);
  const std::string fence = fence_for(code);
  std::string out = fmt::format("{0}{1}\n", kIndent, fence);
  for (size_t at = 0; at < code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    const std::string_view line = std::string_view(code).substr(at, end - at);
    out += line.find_first_not_of(" \t") == std::string_view::npos
               ? "\n"
               : fmt::format("{}{}\n", kIndent, line);
    at = end + 1;
  }
  return out + fmt::format("{}{}\n", kIndent, fence);
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : fmt::format("\n{}{}\n", kIndent, markdown(text));
}

// No number near 0 may be exact; counts are whole.
std::string numerical(int64_t truth) {
  return truth == 0 ? "= [-0.5, 0.5]\n" : fmt::format("= {}\n", truth);
}

// A wrong number that is known by its reason is what most wrong answers are.
std::string typed_answer(const Asked& asked) {
  std::string out;
  for (const Asked::Choice& choice : asked.choices) {
    if (!choice.is_right) out += fmt::format("-   {}\n", markdown(choice.text + ": " + choice.why));
  }
  return out + numerical(asked.truth.value_or(0));
}

std::string choices_of(const Asked& asked) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  std::string out;
  for (size_t i = 0; i < asked.choices.size(); ++i) {
    const Asked::Choice& choice = asked.choices[i];
    const char letter = kLetters[i % kLetters.size()];
    out += fmt::format("{}{}){} {}\n", choice.is_right ? "*" : "", letter,
                       choice.is_right ? "" : " ", markdown(choice.text));
    const std::string why = choice.is_right ? say("That is right.") : choice.why;
    if (!why.empty()) out += fmt::format("... {}\n", markdown(why));
  }
  return out;
}

// All that students see before they answer.
std::string question_in(const QuestionVersion& version) {
  return fmt::format("1.  {}\n\n{}{}{}", markdown(version.text), code_block(version.code),
                     paragraph(version.place), paragraph(version.asked.text));
}

std::string answers_in(const QuestionVersion& version) {
  const std::string reason = markdown(version.asked.reason);
  return (reason.empty() ? "" : fmt::format("... {}\n", reason)) +
         (version.asked.is_typed ? typed_answer(version.asked) : choices_of(version.asked));
}

// The text of two choices; "" there are none.
std::string repeated_choice(const Asked& asked) {
  std::set<std::string> known;
  for (const Asked::Choice& choice : asked.choices) {
    const std::string text = in_one_line(choice.text);
    if (!known.insert(text).second) return text;
  }
  return "";
}

}  // namespace

base::Result<std::string, std::string> text2qti_quiz(const std::string& title,
                                                     const std::vector<AskedStop>& stops) {
  std::string out = fmt::format("Quiz title: {}\n", in_one_line(title));
  std::set<std::string> questions;
  for (const AskedStop& stop : stops) {
    const bool is_group = stop.versions.size() > 1;
    if (is_group) out += "\nGROUP\npick: 1\npoints per question: 1\n";
    for (size_t i = 0; i < stop.versions.size(); ++i) {
      const QuestionVersion& version = stop.versions[i];
      const std::string choice = repeated_choice(version.asked);
      if (!choice.empty())
        return base::fail(say("stop '{stop}', question.choices: two of them are '{text}'",
                              "stop"_a = stop.stop, "text"_a = choice));
      const std::string question = question_in(version);
      if (!questions.insert(question).second)
        return base::fail(
            say("stop '{stop}' asks what another one asks; write one of them "
                "(--stop)",
                "stop"_a = stop.stop));
      out += fmt::format("\nTitle: {}.{}{}\n{}{}", stop.lesson, stop.stop,
                         i == 0 ? "" : fmt::format(" {}", i + 1), question, answers_in(version));
    }
    if (is_group) out += "\nEND_GROUP\n";
  }
  return out;
}

std::string in_one_line(std::string_view text) {
  std::string out;
  for (const char c : base::visible(text)) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n';
    if (!is_space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::vector<MarkedPart> marked_parts(std::string_view text) {
  std::vector<MarkedPart> parts;
  size_t begin = 0;  // of what is not in `parts`
  for (size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
    const size_t end = text.find('`', at + 1);
    if (end == std::string_view::npos) break;
    if (end > at + 1) {
      if (at > begin) parts.push_back({text.substr(begin, at - begin), false});
      parts.push_back({text.substr(at + 1, end - at - 1), true});
      begin = end + 1;
    }
    at = end + 1;
  }
  if (begin < text.size()) parts.push_back({text.substr(begin), false});
  return parts;
}

}  // namespace warplens::cli
