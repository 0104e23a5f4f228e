// `warplens course --questions text2qti`: read by a parser of ours, from "text2qti: Create quizzes
// in QTI format from Markdown-based plain text", github.com/gpoore/text2qti, README.md of 0.7.1
// (sections Examples, Question groups, Details for writing quiz text, Comments), read 2026-12-01,
// and daringfireball.net/projects/markdown/syntax. The tool itself is no package of Debian.
#include <doctest/doctest.h>

#include <regex>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/question_course.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::run_command;

namespace {

struct QuizText {  // a paragraph, or lines of code
  std::string text;
  bool is_code = false;
};
struct QuizChoice {
  std::string text, feedback;
  bool is_right = false;
};
struct QuizQuestion {
  std::string title, feedback, if_wrong, number;
  std::vector<QuizText> texts;
  std::vector<QuizChoice> choices;
};
struct QuizGroup {
  std::string pick;
  std::vector<QuizQuestion> questions;
};
struct Quiz {
  std::string title;
  std::vector<QuizGroup> groups;
  std::string problem;  // the first one; empty: there is none
};

// What is drawn of a line of Markdown; a character that would be obeyed is a problem.
std::string drawn(const std::string& markdown, std::string& problem) {
  static const std::regex block(R"(^(#|>|[-+*] |[0-9]+\. |[=:~`]))");
  if (std::regex_search(markdown, block) && markdown.front() != '`')
    problem = "begins a block: " + markdown;
  std::string text;
  for (size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    const std::string rest = markdown.substr(i);
    if (c == '\\' && i + 1 < markdown.size() &&
        std::string("\\`*_{}[]()#+-.!>").find(markdown[i + 1]) != std::string::npos) {
      text += markdown[++i];
    } else if (rest.starts_with("&#")) {
      size_t digits = 0;
      text += static_cast<char>(std::stoi(rest.substr(2), &digits));
      i += 2 + digits;
      if (markdown[i] != ';') problem = "an entity without an end: " + rest;
    } else if (c == '`') {
      const size_t end = markdown.find('`', i + 1);
      if (end == std::string::npos || end == i + 1) {
        problem = "code without an end: " + rest;
        return text;
      }
      text += markdown.substr(i + 1, end - i - 1);
      i = end;
    } else {
      const bool is_obeyed = std::string("*_[]<$&\\{}").find(c) != std::string::npos ||
                             rest.starts_with("--") || rest.starts_with("..") ||
                             rest.starts_with("((");
      if (is_obeyed) problem = "is obeyed: " + rest;
      text += c;
    }
  }
  return text;
}

class QuizReader {
 public:
  explicit QuizReader(const std::string& text) {
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);) lines_.push_back(line);
    while (next_ < lines_.size() && quiz_.problem.empty()) read_item();
    if (is_group_) fail("a group has no end");
  }
  Quiz take() { return std::move(quiz_); }

 private:
  void fail(const std::string& problem) {
    if (quiz_.problem.empty()) quiz_.problem = "line " + std::to_string(next_) + ": " + problem;
  }
  std::string plain(const std::string& markdown) {
    std::string problem;
    const std::string text = drawn(markdown, problem);
    if (!problem.empty()) fail(problem);
    return text;
  }

  // Lines that go on with what begins with so many characters, without these; blank ones between.
  std::vector<std::string> indented(size_t length) {
    std::vector<std::string> some;
    for (; next_ < lines_.size(); ++next_) {
      const std::string& line = lines_[next_];
      const bool is_blank = line.find_first_not_of(" \t") == std::string::npos;
      if (!is_blank && line.substr(0, length) != std::string(length, ' ')) break;
      some.push_back(is_blank ? "" : line.substr(length));
    }
    while (!some.empty() && some.back().empty()) some.pop_back();
    return some;
  }

  void read_question(const std::string& first, size_t length) {
    if (!is_group_) quiz_.groups.emplace_back();
    question_ = &quiz_.groups.back().questions.emplace_back();
    question_->title = std::exchange(title_, "");
    question_->texts.push_back({plain(first)});
    const std::vector<std::string> more = indented(length);
    for (size_t i = 0; i < more.size(); ++i) {
      if (!more[i].starts_with("```")) {
        if (!more[i].empty()) question_->texts.push_back({plain(more[i])});
        if (!more[i].empty() && i > 0 && !more[i - 1].empty() && !more[i - 1].starts_with("```"))
          fail("a paragraph of two lines");
        continue;
      }
      QuizText code{"", true};
      const std::string fence = more[i];
      for (++i; i < more.size() && more[i] != fence; ++i) code.text += more[i] + "\n";
      if (i == more.size()) return fail("code has no end");
      question_->texts.push_back(std::move(code));
    }
  }

  void read_item() {
    static const std::regex item(
        R"re((\d+\.|\*[a-zA-Z]\)|[a-zA-Z]\)|\.\.\.|\+|-|=|[Tt]itle:|[Qq]uiz [Tt]itle:|[Pp]ick:|[Pp]oints per question:)[ \t]+(\S.*))re");
    const std::string line = lines_[next_++];
    if (line.empty()) return;
    if (line == "GROUP") {
      if (is_group_) fail("a group in a group");
      is_group_ = true;
      quiz_.groups.emplace_back();
      return;
    }
    if (line == "END_GROUP") {
      // As many as are picked would be no choice.
      if (!is_group_ || quiz_.groups.back().questions.size() < 2) fail("no group, or a small one");
      is_group_ = false;
      question_ = nullptr;
      return;
    }
    std::smatch parts;
    if (!std::regex_match(line, parts, item)) return fail("nothing that the grammar has: " + line);
    const std::string mark = parts[1], text = parts[2];
    const auto length = static_cast<size_t>(parts.position(2));
    if (mark == "Quiz title:") {
      quiz_.title = text;  // plain
    } else if (mark == "pick:") {
      quiz_.groups.back().pick = text;
    } else if (mark == "points per question:") {
      if (text != "1") fail("other points");
    } else if (mark == "Title:") {
      title_ = text;
    } else if (std::isdigit(static_cast<unsigned char>(mark[0])) != 0) {
      read_question(text, length);
    } else if (question_ == nullptr) {
      fail("an answer without a question");
    } else if (mark == "...") {
      std::string& of =
          question_->choices.empty() ? question_->feedback : question_->choices.back().feedback;
      if (!of.empty()) fail("feedback twice");
      of = plain(text);
    } else if (mark == "-") {
      question_->if_wrong = plain(text);
    } else if (mark == "=") {
      question_->number = text;
    } else {
      question_->choices.push_back({plain(text), "", mark[0] == '*'});
    }
  }

  std::vector<std::string> lines_;
  size_t next_ = 0;
  Quiz quiz_;
  bool is_group_ = false;
  std::string title_;
  QuizQuestion* question_ = nullptr;
};

Quiz quiz_of(const nlohmann::ordered_json& lesson, const std::string& more_code = "") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, lesson, more_code);
  const tests::Outcome outcome =
      run_command({"course", "--questions", "text2qti", "--course", folder.path()});
  CHECK(outcome.status == 0);
  CAPTURE(outcome.out);
  Quiz quiz = QuizReader(outcome.out).take();
  CHECK(quiz.problem == "");
  return quiz;
}

size_t right_choices(const QuizQuestion& question) {
  return static_cast<size_t>(std::count_if(question.choices.begin(), question.choices.end(),
                                           [](const QuizChoice& one) { return one.is_right; }));
}

}  // namespace

TEST_CASE("text2qti: a stop and its twins are a group of which one is picked") {
  const Quiz quiz = quiz_of(tests::asking_lesson());
  CHECK(quiz.title == "Who am I?");
  REQUIRE(quiz.groups.size() == 3);
  for (const QuizGroup& group : quiz.groups) {
    CHECK(group.pick == "1");
    REQUIRE(group.questions.size() == 4);
  }
  const QuizQuestion& blocks = quiz.groups[0].questions[3];
  CHECK(blocks.title == "threads.blocks 4");
  CHECK(blocks.texts.front().text == "A store takes 4 sectors.");
  CHECK(blocks.texts.back().text == "How many blocks does n = 290 need?");
  CHECK(blocks.feedback == "The last one is not full.");
  REQUIRE(blocks.choices.size() == 3);
  CHECK(blocks.choices[0].text == "9");
  CHECK(blocks.choices[0].feedback == "It rounds down.");
  CHECK(blocks.choices[1].text == "10");
  CHECK(blocks.choices[1].is_right);
  CHECK(blocks.choices[1].feedback == "That is right.");
  CHECK(right_choices(blocks) == 1);
  const QuizQuestion& lanes = quiz.groups[1].questions[1];
  CHECK(lanes.choices.empty());
  CHECK(lanes.number == "3");
  CHECK(lanes.if_wrong == "32: A lane is one of a warp's.");
}

TEST_CASE("text2qti: texts and code that are made of its grammar are shown as they are") {
  const Quiz quiz = quiz_of(tests::hostile_lesson(), tests::kHostileCode);
  std::string whole = tests::kHostile;
  const std::string marked = "`code $z$ <b> ]]>`";
  whole.replace(whole.find(marked), marked.size(), marked.substr(1, marked.size() - 2));
  CHECK(quiz.title == "]]> A/B <i> $course$ \"");
  REQUIRE(quiz.groups.size() == 3);
  for (const QuizGroup& group : quiz.groups) {
    REQUIRE(group.questions.size() == 4);
    for (const QuizQuestion& question : group.questions) {
      REQUIRE(question.texts.size() == 4);
      CHECK(question.texts[0].text == "# " + whole);
      REQUIRE(question.texts[1].is_code);
      CHECK(question.texts[1].text.ends_with("}\n" + tests::kHostileCode));
      CHECK(question.texts[2].text.starts_with("Selected: "));
      CHECK(question.texts[3].text == "- " + whole);
      CHECK(question.feedback == "... " + whole);
    }
  }
  const std::vector<QuizChoice>& choices = quiz.groups[0].questions[0].choices;
  REQUIRE(choices.size() == 3);
  CHECK(choices[0].text == "*a) " + whole);
  CHECK(choices[0].feedback == "+ " + whole);
  CHECK(choices[1].text == "GROUP " + whole);
  CHECK(choices[1].is_right);
  CHECK(choices[2].text == "~~~ " + whole);
}

TEST_CASE("text2qti: every question of the course can be read") {
  const tests::Outcome outcome = run_command({"course", "banks", "--questions", "text2qti"});
  CHECK(outcome.status == 0);
  const Quiz quiz = QuizReader(outcome.out).take();
  CHECK(quiz.problem == "");
  CHECK(quiz.groups.size() >= 5);
  for (const QuizGroup& group : quiz.groups) {
    for (const QuizQuestion& question : group.questions) {
      CAPTURE(question.title);
      CHECK((question.choices.empty() ? !question.number.empty() : right_choices(question) == 1));
      CHECK_FALSE(question.feedback.empty());
      for (const QuizChoice& choice : question.choices) CHECK_FALSE(choice.feedback.empty());
    }
  }
}
