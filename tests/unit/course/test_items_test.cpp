// The test before and after the course: what its file says, what is refused with the file and the
// field, and that what is right before is not right after.
#include "app/course/test_items.hpp"

#include <functional>
#include <set>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using nlohmann::json;

namespace {

std::vector<course::Lesson> one_lesson() {
  return {*tests::must_parse_lesson(tests::lesson_json())};
}

json test_json() {
  return json::parse(R"json({"items": [
    {"idea": "blocks", "title": "Blocks of a row",
     "before": {"stop": "mine.how-many"}, "after": {"stop": "mine.how-many", "twin": 1}},
    {"idea": "barriers", "title": "Barriers",
     "before": {"stop": "mine.how-many", "twin": 0}, "after": {"stop": "mine.barrier", "twin": null}}
  ]})json");
}

std::string test_error(const std::function<void(json&)>& change) {
  json test = test_json();
  change(test);
  const auto parsed = course::parse_test("mine/test.json", test.dump(1), one_lesson());
  REQUIRE_FALSE(parsed.ok());
  return parsed.error();
}

}  // namespace

TEST_CASE("test: every field arrives") {
  const auto test = course::parse_test("mine/test.json", test_json().dump(), one_lesson());
  REQUIRE_MESSAGE(test.ok(), (test.ok() ? "" : test.error()));
  CHECK(test->file == "mine/test.json");
  REQUIRE(test->items.size() == 2);
  const course::TestItem& item = test->items[0];
  CHECK(item.idea == "blocks");
  CHECK(item.title == "Blocks of a row");
  CHECK(item.before.lesson == "mine");
  CHECK(item.before.stop == "how-many");
  CHECK_FALSE(item.before.twin);
  CHECK(item.after.twin == 1);
  CHECK_FALSE(test->items[1].after.twin);
  CHECK(course::check(*test, one_lesson()).empty());
}

TEST_CASE("test: what is wrong names the file, the line and the field") {
  const auto names = [](const std::string& error, const char* field) {
    CHECK_MESSAGE(error.starts_with("mine/test.json:"), error);
    CHECK_MESSAGE(error.find(std::string(": ") + field) != std::string::npos, error);
  };
  names(test_error([](json& test) { test["items"] = json::array(); }), "items: ");
  names(test_error([](json& test) { test["more"] = 1; }), "more: ");
  names(test_error([](json& test) { test["items"][1]["idea"] = "blocks"; }), "items[1].idea: ");
  names(test_error([](json& test) { test["items"][0]["title"] = "All 3"; }), "items[0].title: ");
  names(test_error([](json& test) { test["items"][0].erase("after"); }), "items[0].after: ");
  const auto stop = [&](const json& value, const char* field) {
    names(test_error([&](json& test) { test["items"][0]["before"] = value; }), field);
  };
  stop({{"stop", "how-many"}}, "items[0].before.stop: ");
  stop({{"stop", "mine.nowhere"}}, "items[0].before.stop: ");
  stop({{"stop", "yours.how-many"}}, "items[0].before.stop: ");
  stop({{"stop", "mine.third"}}, "items[0].before.stop: ");  // it asks nothing
  stop({{"stop", "mine.how-many"}, {"twin", 3}}, "items[0].before.twin: ");
  stop({{"stop", "mine.how-many"}, {"twin", -1}}, "items[0].before.twin: ");
  stop({{"stop", "mine.how-many"}, {"turn", 1}}, "items[0].before.turn: ");
  names(test_error([](json& test) {
          const json one = test["items"][0];
          for (size_t i = 0; i < course::kMostTestItems; ++i) test["items"].push_back(one);
        }),
        "items: ");
}

TEST_CASE("test: what is right before must not be right after") {
  json changed = test_json();
  changed["items"][0]["after"] = changed["items"][0]["before"];
  const auto test = course::parse_test("mine/test.json", changed.dump(), one_lesson());
  REQUIRE(test.ok());
  const std::vector<std::string> problems = course::check(*test, one_lesson());
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].starts_with("mine/test.json: items[0].after: "));
}

TEST_CASE("test: a question that can't be asked is a problem of its field") {
  json lesson = tests::lesson_json();
  lesson["stops"][0]["at"]["load"] = "nothing";
  const std::vector<course::Lesson> lessons{*tests::must_parse_lesson(lesson)};
  const auto test = course::parse_test("mine/test.json", test_json().dump(), lessons);
  REQUIRE(test.ok());
  const std::vector<std::string> problems = course::check(*test, lessons);
  REQUIRE(problems.size() == 3);
  CHECK(problems[2].starts_with("mine/test.json: items[1].before: "));
}

TEST_CASE("test: a folder's is read where it is there") {
  const tests::TempFolder folder;
  const auto none = course::load_test(folder.path(), one_lesson());
  REQUIRE(none.ok());
  CHECK(none->items.empty());
  folder.write("test.json", test_json().dump());
  const auto test = course::load_test(folder.path(), one_lesson());
  REQUIRE(test.ok());
  CHECK(test->items.size() == 2);
  folder.write("test.json", "{");
  const auto damaged = course::load_test(folder.path(), one_lesson());
  REQUIRE_FALSE(damaged.ok());
  CHECK(damaged.error().find("test.json:1") != std::string::npos);
}

TEST_CASE("test: the course's own holds, and is that of kernels/course/lessons") {
  const std::vector<course::Lesson>& lessons = course::built_in_lessons();
  const std::string folder = std::string(WARPLENS_SOURCE_DIR) + "/kernels/course/lessons";
  const auto test = course::load_test("", lessons);
  REQUIRE_MESSAGE(test.ok(), (test.ok() ? "" : test.error()));
  for (const std::string& problem : course::check(*test, lessons)) FAIL_CHECK(problem);
  const auto read = course::load_test(folder, lessons);
  REQUIRE(read.ok());
  REQUIRE(read->items.size() == test->items.size());
  std::set<std::string> ideas;
  for (const course::TestItem& item : test->items) ideas.insert(item.idea);
  for (const course::TestItem& item : read->items) CHECK(ideas.contains(item.idea));
}
