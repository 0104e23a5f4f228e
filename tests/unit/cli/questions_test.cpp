// `warplens course --questions`: what is written and what is refused, as a lecturer calls it. The
// files' formats: text2qti_test.cpp, moodle_test.cpp.
#include <doctest/doctest.h>

#include <fstream>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/question_course.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

std::string written_to(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

void questions_refuse(const std::vector<std::string>& words, const std::string& part) {
  std::vector<std::string> all{"course"};
  all.insert(all.end(), words.begin(), words.end());
  const Outcome outcome = run_command(all);
  CAPTURE(outcome.err);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK(contains(outcome.err, part));
}

}  // namespace

TEST_CASE("questions: the numbers are of the stop's run and of its twins'") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, tests::asking_lesson());
  const Outcome outcome = run_command(
      {"course", "--questions", "text2qti", "--stop", "blocks", "--course", folder.path()});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with("Quiz title: Who am I?\n"));
  CHECK(count_of(outcome.out, "\nTitle: threads.blocks") == 4);
  CHECK(contains(outcome.out, "How many blocks does n = 100 need?"));
  CHECK(contains(outcome.out, "*b) 4\n"));
  CHECK(contains(outcome.out, "a)  3\n... It rounds down.\n"));
  CHECK(contains(outcome.out, "How many blocks does n = 290 need?"));
  CHECK(contains(outcome.out, "*b) 10\n"));
  // The text can be copied and run.
  CHECK(contains(outcome.out,
                 "    // warplens: --grid 4 --block 32 --arg a=float[100] --arg c=float[100]"));
  CHECK(contains(outcome.out, "Selected: `c[i]` in line 4, thread (0, 0, 0) of block (0, 0, 0)."));
}

TEST_CASE("questions: of all stops that ask, of a lesson, or of those that are named") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, tests::asking_lesson());
  const auto titles = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "course");
    words.insert(words.end(), {"--questions", "text2qti", "--course", folder.path()});
    const Outcome outcome = run_command(words);
    CHECK(outcome.status == 0);
    std::vector<std::string> all;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("Title: ") && line.find(' ', 7) == std::string::npos)
        all.push_back(line.substr(7));
    }
    return all;
  };
  const std::vector<std::string> whole{"threads.blocks", "threads.lanes", "threads.guard"};
  CHECK(titles({}) == whole);
  CHECK(titles({"threads"}) == whole);
  CHECK(titles({"--stop", "threads.guard", "--stop", "blocks"}) ==
        std::vector<std::string>{"threads.guard", "threads.blocks"});
}

TEST_CASE(
    "questions: --output writes what is printed, and is not touched where a stop can't be filled") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, tests::asking_lesson());
  const std::string file = folder.path("quiz.txt");
  const std::vector<std::string> words{"course",      "--questions", "text2qti", "--course",
                                       folder.path(), "-o",          file};
  const Outcome outcome = run_command(words);
  CHECK(outcome.status == 0);
  CHECK(outcome.out.empty());
  const std::string before = written_to(file);
  CHECK(before ==
        run_command({"course", "--questions", "text2qti", "--course", folder.path()}).out);
  nlohmann::ordered_json lesson = tests::asking_lesson();
  lesson["stops"][1]["at"] = {{"store", "d"}};
  tests::write_question_course(folder, lesson);
  const Outcome gone = run_command(words);
  CHECK(gone.status == 1);
  CHECK(contains(gone.err, "stop 'lanes'"));
  CHECK(written_to(file) == before);
  const Outcome nowhere =
      run_command({"course", "--questions", "text2qti", "--stop", "blocks", "--course",
                   folder.path(), "-o", folder.path("no/such/quiz.txt")});
  CHECK(nowhere.status == 2);
  CHECK(contains(nowhere.err, "no/such/quiz.txt"));
}

TEST_CASE("questions: a typed number, also 0, and a wrong one that is known") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, tests::asking_lesson());
  const std::string out =
      run_command({"course", "--questions", "text2qti", "--course", folder.path()}).out;
  CHECK_MESSAGE(contains(out, "-   32: A lane is one of a warp's.\n= 4\n"), "with its reason");
  CHECK_MESSAGE(contains(out, "= [-0.5, 0.5]\n"), "no number near 0 may be exact");
}

TEST_CASE("questions: what doesn't go together or isn't there") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, tests::asking_lesson());
  const std::string at = folder.path();
  questions_refuse({"--questions", "gift"}, "text2qti or moodle is needed");
  questions_refuse({"--stop", "blocks"}, "'--stop' needs '--questions'");
  questions_refuse({"-o", "quiz.txt"}, "'--output' needs '--questions'");
  questions_refuse({"--no-pictures"}, "'--no-pictures' needs '--questions'");
  questions_refuse({"--questions", "moodle", "--check"}, "do not go together");
  questions_refuse({"--questions", "moodle", "--json"}, "do not go together");
  questions_refuse({"--questions", "moodle", "--course", at, "--stop", "block"},
                   "did you mean 'blocks'?");
  questions_refuse({"--questions", "moodle", "--course", at, "--stop", "silent"},
                   "no stop of this name that asks");
  // text2qti takes a question once.
  const Outcome twice = run_command({"course", "--questions", "text2qti", "--course", at, "--stop",
                                     "blocks", "--stop", "blocks"});
  CHECK(twice.status == 1);
  CHECK(contains(twice.err, "stop 'blocks' asks what another one asks"));
}

TEST_CASE("questions: Moodle's have a picture of each version, drawn by one script") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, tests::asking_lesson());
  const std::string png = "\x89PNG\r\n";
  std::string script;
  const auto draw = [&](const gui::GuiOptions& options) {
    CHECK(options.headless);
    CHECK(options.course_folder == folder.path());
    script = options.script_text;
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("screenshot ")) std::ofstream(line.substr(11), std::ios::binary) << png;
    }
    return 0;
  };
  const std::vector<std::string> words{"course", "--questions", "moodle",     "--stop",
                                       "blocks", "--course",    folder.path()};
  const Outcome outcome = run_command(words, draw);
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(script.starts_with("paper text\n"));
  CHECK(contains(script, "course threads blocks\nscreenshot "));
  CHECK(contains(script, "course threads blocks 3\nscreenshot "));
  CHECK(count_of(outcome.out, "encoding=\"base64\">iVBORw0K</file>") == 4);
  CHECK(contains(outcome.out, "<img src=\"@@PLUGINFILE@@/blocks-1.png\""));
  // Without a window, or where it can't be drawn, the questions are written all the same.
  const Outcome without = run_command(words);
  CHECK(without.status == 0);
  CHECK(contains(without.err, "note: this build has no window"));
  CHECK_FALSE(contains(without.out, "PLUGINFILE"));
  const Outcome undrawn = run_command(words, [](const gui::GuiOptions&) { return 3; });
  CHECK(undrawn.status == 0);
  CHECK(contains(undrawn.err, "note: the window could not be drawn"));
  CHECK(undrawn.out == without.out);
  std::vector<std::string> none = words;
  none.push_back("--no-pictures");
  CHECK(run_command(none, draw).out == without.out);
}
