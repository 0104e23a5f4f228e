// Descriptions: what a good one says, and that a damaged one is refused with the file and the line
// or the field.
#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/files.hpp"
#include "app/lessons/field_reader.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/target.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;

namespace {

const std::string kGood = R"({
  "id": "mine", "title": "My own", "sentences": ["One."], "kernel": "mine.cu",
  "parameters": [{"name": "n", "label": "Size", "value": 4, "minimum": 1, "maximum": 8}],
  "launch": "--grid 1 --block {n} --arg a=float[{n}]",
  "opening": {"block": [0, 0, 0], "thread": [1, 0, 0], "access": 2},
  "stop": "padding.two-tiles"
})";

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& json) {
  const auto lesson = lessons::parse_description("mine.json", json, "");
  REQUIRE_FALSE(lesson.ok());
  CHECK(lesson.error().starts_with("mine.json:"));
  return lesson.error();
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("description: every field arrives") {
  const auto lesson = lessons::parse_description("mine.json", kGood, "text");
  REQUIRE_MESSAGE(lesson.ok(), (lesson.ok() ? "" : lesson.error()));
  CHECK(lesson->id == "mine");
  CHECK(lesson->title == "My own");
  CHECK(lesson->sentences == std::vector<std::string>{"One."});
  CHECK(lesson->file_name == "mine.cu");
  CHECK(lesson->text == "text");
  REQUIRE(lesson->parameters.size() == 1);
  CHECK(lesson->parameters[0].value == 4);
  CHECK(lesson->opening.thread == std::array<uint32_t, 3>{1, 0, 0});
  CHECK(lesson->opening.access == 2);
  CHECK(lesson->stop == "padding.two-tiles");
}

TEST_CASE("description: a damaged one names the file and the line or the field") {
  CHECK(contains(error_of("{\n  \"id\": \"a\",\n  \"title\" \"b\"\n}"), "mine.json:3:"));
  CHECK(contains(error_of("[]"), "object"));
  CHECK(contains(error_of("{}"), "id: is missing"));
  CHECK(contains(error_of(replaced("\"title\"", "\"titel\"")),
                 "titel: there is no such field; did you mean 'title'"));
  CHECK(contains(error_of(replaced("\"One.\"", "1")), "sentences[0]: must be a text"));
  CHECK(contains(error_of(replaced("\"mine.cu\"", "\"../mine.cu\"")), "kernel: "));
  CHECK(contains(error_of(replaced("\"minimum\": 1", "\"minimum\": \"1\"")),
                 "parameters[0].minimum: must be a whole"));
  CHECK(contains(error_of(replaced("\"minimum\": 1", "\"minimum\": 9")),
                 "parameters[0].minimum: is larger"));
  CHECK(contains(error_of(replaced("\"value\": 4", "\"value\": 40")), "parameters[0].value: "));
  CHECK(contains(error_of(replaced("\"maximum\": 8", "\"maximum\": 8, \"choices\": [1, 9]")),
                 "choices[1]: "));
  CHECK(contains(error_of(replaced("[1, 0, 0]", "[1, 0]")), "opening.thread: must be three"));
  CHECK(contains(error_of(replaced("[1, 0, 0]", "[-1, 0, 0]")), "opening.thread: must be three"));
  CHECK(contains(error_of(replaced("{n} --arg", "{m} --arg")), "no parameter 'm'"));
  CHECK(contains(error_of(replaced("--grid 1", "--gird 1")), "--gird"));
}

TEST_CASE("description: a stop of the course is optional, and names its lesson") {
  const std::string field = "\"stop\": \"padding.two-tiles\"";
  const auto without =
      lessons::parse_description("mine.json", replaced(",\n  " + field, ""), "text");
  REQUIRE_MESSAGE(without.ok(), (without.ok() ? "" : without.error()));
  CHECK(without->stop.empty());
  for (const char* stop :
       {"\"padding\"", "\"padding.\"", "\".two-tiles\"", "\"a b.c\"", "\"\"", "1"}) {
    CAPTURE(stop);
    CHECK(contains(error_of(replaced(field, "\"stop\": " + std::string(stop))), "stop: "));
  }
}

TEST_CASE("description: numbers that cannot be reckoned with are refused") {
  CHECK(contains(error_of("{\"order\": 1e999}"), "1e999"));
  for (const char* number : {"1e3", "1.5", "18446744073709551615", "9223372036854775807",
                             "-9223372036854775808", "1000000000000001", "null", "true"}) {
    CAPTURE(number);
    CHECK(contains(error_of(replaced("\"value\": 4", "\"value\": " + std::string(number))),
                   "parameters[0].value: "));
    CHECK(contains(
        error_of(replaced("\"title\"", "\"order\": " + std::string(number) + ", \"title\"")),
        "order: "));
  }
  CHECK(contains(error_of(replaced("\"maximum\": 8",
                                   "\"maximum\": 8, \"choices\": "
                                   "[18446744073709551615]")),
                 "choices[0]: "));
  CHECK(
      contains(error_of(replaced("\"access\": 2", "\"access\": 4294967296")), "opening.access: "));
  CHECK(contains(
      error_of(replaced("{n} --arg", "{ceil_div(0 - 9223372036854775807 - 1, 0 - 1)} --arg")),
      "64 bits"));
}

TEST_CASE("description: nesting without an end, names twice and broken text are refused") {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  CHECK(contains(error_of(replaced("[\"One.\"]", deep)), "more than 64 levels"));
  CHECK(contains(error_of(replaced("\"title\"", "\"id\": \"other\", \"title\"")),
                 "'id' appears twice"));
  CHECK(contains(error_of(replaced("\"label\"", "\"value\": 5, \"label\"")),
                 "'value' appears twice"));
  CHECK(contains(error_of(replaced("One.", "One\xFF.")), "mine.json:2:"));
  CHECK(contains(error_of(replaced("One.", "\\ud800")), "mine.json:2:"));
  CHECK(contains(error_of(""), "mine.json:1:1"));
}

TEST_CASE("description: lists, texts and ids have limits") {
  std::string many = "[\"One.\"";
  for (int i = 0; i < 300; ++i) many += ", \"One.\"";
  CHECK(contains(error_of(replaced("[\"One.\"]", many + "]")), "sentences: has more than 256"));
  CHECK(contains(error_of(replaced("One.", std::string(5000, 'x'))), "sentences[0]: "));
  CHECK(contains(error_of(replaced("My own", std::string(5000, 'x'))), "title: is longer"));
  // Its name is that of a file, once somebody saves a copy.
  for (const char* id : {"../mine", "/etc/mine", ".mine", "-mine", "my own", "m\\u001b[31m"}) {
    CAPTURE(id);
    CHECK(contains(error_of(replaced("\"mine\"", "\"" + std::string(id) + "\"")), "id: must be"));
  }
}

TEST_CASE("description: a damaged one is a lesson or a message, wherever it is damaged") {
  const std::string pieces[] = {"",  "\"", "{",     "}",    "[",  "]",    ",",
                                ":", "-",  "1e999", "null", "\\", "\xFF", "99999999999999999999"};
  for (size_t at = 0; at < kGood.size(); ++at) {
    for (const std::string& piece : pieces) {
      std::string text = kGood;
      text.replace(at, 1, piece);
      const auto lesson = lessons::parse_description("mine.json", text, "");
      if (!lesson.ok()) CHECK(lesson.error().starts_with("mine.json:"));
    }
  }
}

TEST_CASE("description: settings are checked against the range and the names") {
  const auto lesson = lessons::parse_description("mine.json", kGood, "");
  REQUIRE(lesson.ok());
  CHECK(lessons::make_launch(*lesson, {{"n", "7"}})->block.x == 7);
  CHECK(contains(lessons::make_launch(*lesson, {{"n", "9"}}).error(), "from 1 to 8"));
  CHECK(contains(lessons::make_launch(*lesson, {{"n", "x"}}).error(), "from 1 to 8"));
  CHECK(contains(lessons::make_launch(*lesson, {{"m", "1"}}).error(), "no parameter 'm'"));
}

TEST_CASE("description: what is recorded is named in the words of the parameters") {
  lessons::Lesson lesson;
  lesson.parameters = {{"down", "Threads run", 0, 0, 1, {0, 1}, {"along a row", "down a column"}},
                       {"n", "Size n", 64, 1, 256, {}, {}}};
  lesson.recorded = {{{{"n", {64, 100}}}, false}, {{{"down", {0, 1}}, {"n", {4096}}}, true}};
  CHECK(lessons::recorded_words(lesson) ==
        std::vector<std::string>{"Threads run along a row; Size n 64, 100"});
}

TEST_CASE("description: a folder's mistakes name the file at fault") {
  const tests::TempFolder folder;
  CHECK(contains(lessons::load_folder(folder.path()).error(), "holds no lesson"));
  CHECK(contains(lessons::load_folder(folder.path("none")).error(), "no such folder"));
  folder.write("mine.json", kGood);
  CHECK(contains(lessons::load_folder(folder.path()).error(), "mine.cu: no such file"));
  folder.write("mine.cu", "__global__ void k(float* a) {}");
  REQUIRE(lessons::load_folder(folder.path()).ok());
  folder.write("other.json", kGood);
  CHECK(contains(lessons::load_folder(folder.path()).error(), "other.json: id: 'mine' is taken"));
  folder.write("other.json", "{");
  CHECK(contains(lessons::load_folder(folder.path()).error(), "other.json:1:"));
}

TEST_CASE("description: a lesson may bring a main() instead of a launch") {
  const tests::TempFolder folder;
  folder.write("twice.json", R"({"id": "twice", "title": "Twice", "sentences": ["Two launches."],
    "kernel": "twice.cu", "launch": "-D N={n}",
    "parameters": [{"name": "n", "label": "n", "value": 100, "minimum": 1, "maximum": 999}]})");
  folder.write("twice.cu",
               "__global__ void k(int* x) { if (threadIdx.x < N) x[threadIdx.x] += N; }\n"
               "int main() {\n  int* x;\n  cudaMalloc(&x, N * sizeof(int));\n"
               "  for (int i = 0; i < 2; ++i) k<<<1, (N + 31) / 32 * 32>>>(x);\n}\n");
  const auto set = lessons::load_folder(folder.path());
  REQUIRE(set.ok());
  const auto open = [&](std::vector<launch::Definition> settings) {
    launch::LaunchOptions options;
    options.settings = std::move(settings);
    return lessons::open_target("twice", *set, options);
  };
  const auto target = open({});
  REQUIRE(target.ok());
  REQUIRE(target->program);
  CHECK(target->launch.block.x == 128);
  CHECK(target->launch.then.size() == 1);
  CHECK(open({{"n", "40"}})->launch.block.x == 64);
}

TEST_CASE("description: the built-in lessons moved to a user's folder are the same lessons") {
  const tests::TempFolder folder;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/kernels/lessons")) {
    std::filesystem::copy(entry.path(), folder.path(entry.path().filename().string()));
  }
  const auto moved = lessons::load_folder(folder.path());
  REQUIRE_MESSAGE(moved.ok(), (moved.ok() ? "" : moved.error()));
  const std::vector<lessons::Lesson>& built_in = lessons::built_in();
  REQUIRE(moved->size() == built_in.size());
  for (size_t i = 0; i < built_in.size(); ++i) {
    CHECK((*moved)[i].id == built_in[i].id);
    CHECK((*moved)[i].text == built_in[i].text);
    CHECK((*moved)[i].sentences == built_in[i].sentences);
    CHECK(*lessons::make_launch((*moved)[i], {}) == *lessons::make_launch(built_in[i], {}));
  }
  const auto merged = lessons::lessons_of(folder.path());
  REQUIRE(merged.ok());
  CHECK(merged->size() == built_in.size());
}

TEST_CASE("description: the line of a field") {
  const std::string text = "{\n \"a\": [1,\n  {\"b\\\"c\": \"}\",\n   \"d\": 2}]\n}";
  CHECK(lessons::line_of_field(text, "") == 1);
  CHECK(lessons::line_of_field(text, "a") == 2);
  CHECK(lessons::line_of_field(text, "a[1]") == 3);
  CHECK(lessons::line_of_field(text, "a[1].d") == 4);
  CHECK(lessons::line_of_field(text, "a[1].e") == 3);
  CHECK(lessons::line_of_field(text, "a[7].e") == 2);
  CHECK(lessons::line_of_field("{", "a[0].b") == 1);
}
