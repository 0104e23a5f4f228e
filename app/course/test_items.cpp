#include "app/course/test_items.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "app/course/embedded.hpp"
#include "app/course/fields.hpp"
#include "app/course/stop_run.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"

namespace warplens::course {

namespace {

using lessons::FieldReader;
using lessons::join;
using nlohmann::json;

constexpr const char* kTestFile = "test.json";

struct FoundStop {
  const Lesson* lesson = nullptr;
  size_t stop = 0;  // its index
};
std::optional<FoundStop> stop_of(const TestQuestion& question, const std::vector<Lesson>& lessons) {
  for (const Lesson& lesson : lessons) {
    if (lesson.id != question.lesson) continue;
    for (size_t i = 0; i < lesson.stops.size(); ++i) {
      if (lesson.stops[i].id == question.stop) return FoundStop{&lesson, i};
    }
  }
  return std::nullopt;
}

std::optional<size_t> read_twin(FieldReader& reader, const json& object, const std::string& path,
                                const Stop& stop) {
  const json* twin = reader.member(object, path, "twin", false);
  if (twin == nullptr || twin->is_null()) return std::nullopt;
  const auto last = static_cast<int64_t>(stop.twins.size()) - 1;
  return static_cast<size_t>(integer_in(reader, object, path, "twin", 0, last, {}));
}

TestQuestion read_test_question(FieldReader& reader, const json& item, const std::string& path,
                                const char* name, const std::vector<Lesson>& lessons) {
  TestQuestion question;
  const json* object = reader.member(item, path, name, true);
  if (object == nullptr) return question;
  const std::string here = join(path, name);
  reader.check_members(*object, here, {"stop", "twin"});
  const std::string stop = reader.id(*object, here, "stop");
  const size_t dot = stop.find('.');
  if (!reader.failed() && dot == std::string::npos)
    reader.fail(join(here, "stop"),
                say("names a lesson and its stop, like 'sectors.side-by-side'"));
  if (reader.failed()) return question;
  question.lesson = stop.substr(0, dot);
  question.stop = stop.substr(dot + 1);
  const auto found = stop_of(question, lessons);
  if (!found) {
    reader.fail(join(here, "stop"), say("there is no stop '{name}'", "name"_a = stop));
  } else if (const Stop& one = found->lesson->stops[found->stop]; !one.question) {
    reader.fail(join(here, "stop"), say("the stop '{name}' asks nothing", "name"_a = stop));
  } else {
    question.twin = read_twin(reader, *object, here, one);
  }
  return question;
}

TestItem read_test_item(FieldReader& reader, const json& object, const std::string& path,
                        const std::vector<Lesson>& lessons) {
  reader.check_members(object, path, {"idea", "title", "before", "after"});
  TestItem one;
  one.idea = reader.id(object, path, "idea");
  one.title = sentence_at(reader, object, path, "title", {}, kMostClaimWords);
  one.before = read_test_question(reader, object, path, "before", lessons);
  one.after = read_test_question(reader, object, path, "after", lessons);
  return one;
}

void read_test(FieldReader& reader, const std::vector<Lesson>& lessons, Test& test) {
  reader.check_members(reader.root(), "", {"items"});
  test.items =
      read_list<TestItem>(reader, reader.root(), "", "items",
                          [&](FieldReader& items, const json& object, const std::string& path) {
                            return read_test_item(items, object, path, lessons);
                          });
  if (test.items.size() > kMostTestItems)
    reader.fail("items", say("has more than {count} items", "count"_a = kMostTestItems));
  std::set<std::string> ideas;
  for (size_t i = 0; i < test.items.size() && !reader.failed(); ++i) {
    if (!ideas.insert(test.items[i].idea).second)
      reader.fail(join(lessons::item("items", i), "idea"),
                  say("'{name}' is used twice", "name"_a = test.items[i].idea));
  }
}

// What is right, as people read it. An error: it can't be asked.
base::Result<std::string, std::string> right_answer(const TestQuestion& question,
                                                    const std::vector<Lesson>& lessons,
                                                    const Budget& budget,
                                                    const std::atomic<bool>* cancelled) {
  const auto found = stop_of(question, lessons);
  WL_ASSERT(found, "parse_test() has refused other stops");
  const Stop& stop = found->lesson->stops[found->stop];
  const base::Result<lessons::Values, std::string> parameters = parameters_of(stop, question.twin);
  if (!parameters) return base::fail(parameters.error());
  StopRun run(std::make_shared<const Lesson>(*found->lesson), found->stop, *parameters, budget);
  const base::Result<Facts, std::string> facts = base::whole(run, cancelled);
  if (!facts) return base::fail(facts.error());
  const base::Result<Asked, std::string> asked = ask(stop, *parameters, *facts);
  if (!asked) return base::fail(asked.error());
  const auto right = std::find_if(asked->choices.begin(), asked->choices.end(),
                                  [](const Asked::Choice& choice) { return choice.is_right; });
  return right->text;
}

}  // namespace

base::Result<Test, std::string> parse_test(const std::string& name, const std::string& text,
                                           const std::vector<Lesson>& lessons) {
  return read_fields<Test>(name, text, {name, {}}, [&](FieldReader& reader, Test& test) {
    read_test(reader, lessons, test);
  });
}

base::Result<Test, std::string> load_test(const std::string& folder,
                                          const std::vector<Lesson>& lessons) {
  if (folder.empty()) {
    const std::string name = std::string("lessons/") + kTestFile;
    const std::optional<std::string> text = text_in(embedded_course_lessons(), name);
    return text ? parse_test(name, *text, lessons) : Test{name, {}};
  }
  const std::string file = (std::filesystem::path(folder) / kTestFile).string();
  const base::Result<std::string, std::string> text = text_beside(file, kTestFile, false);
  if (!text) return base::fail(text.error());
  if (text->empty()) return Test{file, {}};
  return parse_test(file, *text, lessons);
}

std::vector<std::string> check(const Test& test, const std::vector<Lesson>& lessons,
                               const Budget& budget, const std::atomic<bool>* cancelled) {
  std::vector<std::string> problems;
  const auto add = [&](const std::string& field, const std::string& problem) {
    problems.push_back(
        say("{path}: {problem}", "path"_a = test.file, "problem"_a = field + ": " + problem));
  };
  for (size_t i = 0; i < test.items.size(); ++i) {
    const TestItem& one = test.items[i];
    const std::string path = lessons::item("items", i);
    const auto before = right_answer(one.before, lessons, budget, cancelled);
    const auto after = right_answer(one.after, lessons, budget, cancelled);
    if (!before) add(join(path, "before"), before.error());
    if (!after) add(join(path, "after"), after.error());
    if (before && after && *before == *after)
      add(join(path, "after"), say("{answer} is right before, too", "answer"_a = *after));
  }
  return problems;
}

}  // namespace warplens::course
