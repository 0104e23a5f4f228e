// Reading exercises: what a good one says, and that a damaged one is refused with the file, the
// line, the field and what is wrong.
#include <doctest/doctest.h>

#include "app/files/files.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/exercises.hpp"

using namespace warplens;

namespace {

const std::string kGood = R"({
  "id": "mine", "title": "My own", "lesson": "banks",
  "goal": "Take {loads_now} sectors to {loads} for {n} elements.",
  "kernel": "k",
  "launch": "--grid {ceil_div(n, 32)} --block 32 --arg in=float[{n}] --arg out=float[{n}] --arg n={n}",
  "sizes": [{"n": 64}, {"n": 33}, {"n": 1}, {"n": 100}],
  "arrays": [
    {"name": "in", "role": "input", "numbers": "real"},
    {"name": "out", "role": "output"}
  ],
  "result": "exact",
  "goals": [
    {"id": "loads", "text": "sectors", "fact": "totals.global.load.sectors",
     "relation": "most", "bound": 8}
  ],
  "hints": [
    {"text": "One.", "stop": "a"},
    {"text": "Two.", "stop": "b"},
    {"text": "Three.", "stop": "c"}
  ]
})";

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& json, const std::string& oracle = "") {
  course::Exercise texts;
  texts.oracle = oracle;
  const auto exercise = course::parse_exercise("mine.json", json, texts);
  REQUIRE_FALSE(exercise.ok());
  return exercise.error();
}

}  // namespace

TEST_CASE("exercise: every field arrives") {
  const auto exercise = course::parse_exercise("mine.json", kGood, {});
  REQUIRE_MESSAGE(exercise.ok(), (exercise.ok() ? "" : exercise.error()));
  CHECK(exercise->id == "mine");
  CHECK(exercise->lesson == "banks");
  CHECK(exercise->sizes.size() == 4);
  CHECK(exercise->arrays[0].is_real);
  CHECK(exercise->arrays[1].role == course::Role::kOutput);
  CHECK(exercise->goals[0].bound == 8);
  CHECK(exercise->goals[0].relation == course::Relation::kMost);
  CHECK(exercise->hints[2].stop == "c");
  CHECK(course::cases_of(*exercise).size() == 4);
  const auto launch = course::launch_at(*exercise, exercise->sizes[1], "");
  REQUIRE(launch.ok());
  CHECK(launch->grid.x == 2);
  CHECK(launch->kernel == "k");
}

TEST_CASE("exercise: a damaged one names the file, the line, the field and what is wrong") {
  const std::pair<std::string, std::string> damaged[] = {
      {replaced("\"title\":", "\"title\""), "mine.json:2:"},
      {replaced("\"title\": \"My own\", ", ""), "mine.json:1: title: is missing"},
      {replaced("\"lesson\": \"banks\"", "\"lesson\": \"../x\""), "mine.json:2: lesson: must be"},
      {replaced("\"kernel\"", "\"kernal\""), "mine.json:4: kernal: there is no such field"},
      {replaced("{loads} for", "8 for"), "mine.json:3: goal: names a number"},
      {replaced("{loads} for", "{load} for"), "mine.json:3: goal: there is no value for '{load}'"},
      {replaced("Two.", "Take 2."), "mine.json:18: hints[1].text: names a number"},
      {replaced("{ceil_div(n, 32)}", "{ceil_div(m, 32)}"),
       "mine.json:5: launch: there is no parameter 'm'"},
      {replaced("--arg in=float[{n}] ", ""), "mine.json:7: arrays: has an array that"},
      {replaced("--arg n={n}", "--arg n={n} --arg y=int[4]"), "mine.json:7: arrays: lacks 'y'"},
      {replaced("{\"n\": 1}", "{\"n\": 2}"), "mine.json:6: sizes: lacks a hidden size of ones"},
      {replaced("{\"n\": 33}", "{\"n\": 32}"), "mine.json:6: sizes: lacks a hidden size of odd"},
      {replaced("{\"n\": 100}", "{\"n\": 10}"), "mine.json:6: sizes: lacks a hidden size that is"},
      {replaced("{\"n\": 33}", "{\"m\": 33}"), "mine.json:6: sizes[1]: has other values"},
      {replaced("{\"n\": 33}, ", ""), "mine.json:6: sizes: needs the shown size and at least 3"},
      {replaced("{\"n\": 33}", "{\"n\": 5000000}"),
       "mine.json:6: sizes[1].n: must be a whole number from 1 to 4096"},
      {replaced("\"output\"", "\"result\""), "mine.json:9: arrays[1].role: is one of 'input'"},
      {replaced("\"exact\"", "\"sum\""), "mine.json:1: terms: is missing"},
      {replaced("\"exact\"", "\"sum\", \"terms\": \"{n}\""),
       "mine.json:11: result: a sum needs an oracle.cu"},
      {replaced("\"exact\"", "\"exact\", \"infinite\": \"out\""),
       "mine.json:11: infinite: 'out' is no input of real numbers"},
      {replaced("\"exact\"", "\"exact\", \"may_set\": \"device\""),
       "mine.json:11: may_set: is one of 'grid'"},
      {replaced("\"exact\"", "\"exact\", \"most_shared_bytes\": \"{4 * x}\""),
       "mine.json:11: most_shared_bytes: there is no parameter 'x'"},
      {replaced("\"bound\": 8", "\"bound\": \"ours\""),
       "mine.json:14: goals[0].bound: must be a number or \"reference\""},
      {replaced("\"most\"", "\"under\""), "mine.json:14: goals[0].relation: is one of 'most'"},
      {replaced("    {\"text\": \"One.\", \"stop\": \"a\"},\n", ""),
       "mine.json:16: hints: needs 3 stages"},
      {"[]", "mine.json:1: an object"},
  };
  for (const auto& [json, start] : damaged) {
    const std::string error = error_of(json);
    CHECK_MESSAGE(error.starts_with(start), error, "\nexpected: ", start);
  }
}

TEST_CASE("exercise: a folder lacks a text, or leads out of it") {
  const tests::TempFolder folder;
  const std::string mine = folder.path() + "/mine";
  std::filesystem::create_directories(mine);
  CHECK_FALSE(course::load_exercise(mine).ok());
  CHECK_FALSE(course::load_exercises(folder.path()).ok());
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(mine + "/" + name) << text;
  };
  write("exercise.json", kGood);
  write("starter.cu", "// one\n");
  auto exercise = course::load_exercise(mine);
  REQUIRE_FALSE(exercise.ok());
  CHECK(exercise.error().find("reference.cu") != std::string::npos);
  std::filesystem::create_symlink("/etc/passwd", mine + "/reference.cu");
  exercise = course::load_exercise(mine);
  REQUIRE_FALSE(exercise.ok());
  std::filesystem::remove(mine + "/reference.cu");
  write("reference.cu", "// two\n");
  exercise = course::load_exercise(mine);
  REQUIRE_MESSAGE(exercise.ok(), (exercise.ok() ? "" : exercise.error()));
  CHECK(exercise->reference == "// two\n");
  CHECK(exercise->oracle.empty());
  const auto all = course::load_exercises(folder.path());
  REQUIRE(all.ok());
  CHECK(all->size() == 1);
}

TEST_CASE("exercise: those that are built in are those of kernels/course/exercises") {
  const auto folder = course::load_exercises(tests::course_folder());
  REQUIRE_MESSAGE(folder.ok(), (folder.ok() ? "" : folder.error()));
  const std::vector<course::Exercise>& built_in = course::built_in();
  REQUIRE(built_in.size() == folder->size());
  for (size_t i = 0; i < built_in.size(); ++i) {
    CHECK(built_in[i].id == (*folder)[i].id);
    CHECK(built_in[i].reference == (*folder)[i].reference);
    CHECK(built_in[i].oracle == (*folder)[i].oracle);
  }
}
