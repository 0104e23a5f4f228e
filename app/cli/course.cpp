// `warplens course`: app/course's lessons, their stops as runs fill them, and whether all that they
// expect holds.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "app/cli/commands.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/simulate.hpp"
#include "app/course/stop_run.hpp"
#include "app/course/test_items.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using course::Lesson;
using course::Stop;
using study::Section;

// All of the course, or the one that is named.
base::Result<std::vector<Lesson>, std::string> lessons_named(const CourseLine& line) {
  base::Result<std::vector<Lesson>, std::string> all =
      line.folder.empty()
          ? base::Result<std::vector<Lesson>, std::string>(course::built_in_lessons())
          : course::load_course(line.folder);
  if (!all || line.lesson.empty()) return all;
  std::vector<std::string> ids;
  for (const Lesson& lesson : *all) {
    if (lesson.id == line.lesson) return std::vector<Lesson>{lesson};
    ids.push_back(lesson.id);
  }
  return base::fail(base::with_suggestion(
      say("the course has no lesson '{id}'; 'warplens course' lists all", "id"_a = line.lesson),
      base::nearest_name(line.lesson, ids)));
}

Section describe_lesson(const Lesson& lesson) {
  Section section;
  section.title = Text::as_is(lesson.id);
  section.line(Text::as_is(lesson.title));
  section.line(Text::as_is(lesson.claim));
  section.line(to_say("{minutes} minutes, {stops} stops", "minutes"_a = lesson.minutes,
                      "stops"_a = lesson.stops.size()));
  section.fact("id", lesson.id);
  section.fact("title", lesson.title);
  section.fact("claim", lesson.claim);
  section.fact("minutes", lesson.minutes);
  section.fact("remember", lesson.remember);
  section.fact("exercises", study::values_of(lesson.exercises));
  return section;
}

Section describe_question(const course::Asked& asked) {
  Section section{.key = "question"};
  section.line(Text::as_is(asked.text));
  section.fact("text", asked.text);
  section.fact("typed", asked.is_typed);
  section.fact("reason", asked.reason);
  study::List choices{"choices", {}};
  for (const course::Asked::Choice& choice : asked.choices) {
    section.line(
        Text::as_is(fmt::format("{} {}: {}", choice.is_right ? "+" : "-", choice.text, choice.why)),
        1);
    Section& one = choices.items.emplace_back();
    one.fact("text", choice.text);
    one.fact("right", choice.is_right);
    one.fact("belief", choice.belief);
    one.fact("why", choice.why);
  }
  section.parts.push_back(std::move(choices));
  return section;
}

// An error: the stop can't be filled.
base::Result<Section, std::string> describe_stop(const std::shared_ptr<const Lesson>& lesson,
                                                 size_t index, const Surroundings& surroundings) {
  const Stop& stop = lesson->stops[index];
  const base::Result<lessons::Values, std::string> parameters = course::parameters_of(stop, {});
  course::StopRun run(lesson, index, *parameters, course::kStopBudget);
  const base::Result<course::Facts, std::string> facts = base::whole(run, surroundings.interrupted);
  if (!facts) return base::fail(facts.error());
  Section section;
  const std::string text = course::shown_text(stop.text, *parameters, *facts);
  section.title = Text::as_is(stop.id);
  section.line(Text::as_is(text));
  section.fact("id", stop.id);
  section.fact("text", text);
  section.fact("page", stop.page);
  if (!stop.term.empty()) section.fact("term", stop.term);
  if (!stop.question) return section;
  const base::Result<course::Asked, std::string> asked = course::ask(stop, *parameters, *facts);
  if (!asked) return base::fail(asked.error());
  section.parts.push_back(describe_question(*asked));
  return section;
}

void print_all(const Section& all, const CommandLine& line, const Surroundings& surroundings) {
  if (line.json)
    print_json(surroundings.out, all);
  else
    print(surroundings.out, all, false);
}

Section describe_problems(const std::string& name, const std::vector<std::string>& problems) {
  Section one;
  one.title = Text::as_is(name);
  one.fact("id", name);
  one.fact("problems", study::values_of(problems));
  if (problems.empty()) one.line(sentence("all that it expects holds"));
  for (const std::string& problem : problems) one.line(Text::as_is(problem));
  return one;
}

// Of all lessons their test as well; of a folder without one, or of one lesson, there is none.
base::Result<course::Test, std::string> test_beside(const std::vector<Lesson>& lessons,
                                                    const CourseLine& line) {
  if (!line.lesson.empty()) return course::Test{};
  return course::load_test(line.folder, lessons);
}

int check_lessons(const std::vector<Lesson>& lessons, const CommandLine& line,
                  const Surroundings& surroundings) {
  const base::Result<course::Test, std::string> test = test_beside(lessons, line.course);
  if (!test) return complain(surroundings, test.error());
  int status = kExitDone;
  Section all;
  study::List list{"lessons", {}};
  for (const Lesson& lesson : lessons) {
    const std::vector<std::string> problems =
        course::check(lesson, course::kLessonBudget, surroundings.interrupted);
    if (surroundings.is_interrupted()) break;
    list.items.push_back(describe_problems(lesson.id, problems));
    if (!problems.empty()) status = kExitFindings;
    all.parts.push_back(list.items.back());
  }
  const size_t count = list.items.size();
  all.parts.push_back(std::move(list));
  std::vector<std::string> problems;
  if (!test->items.empty() && !surroundings.is_interrupted())
    problems = course::check(*test, lessons, {}, surroundings.interrupted);
  const bool is_interrupted = surroundings.is_interrupted();
  if (!test->items.empty() && !is_interrupted) {
    Section one = describe_problems("test", problems);
    one.key = "test";
    if (!problems.empty()) status = kExitFindings;
    all.parts.push_back(std::move(one));
  }
  print_all(all, line, surroundings);
  if (!is_interrupted) return status;
  complain(surroundings, say("interrupted after {count} of {all} lessons", "count"_a = count,
                             "all"_a = lessons.size()));
  return kExitInterrupted;
}

int show_stops(const Lesson& lesson, const CommandLine& line, const Surroundings& surroundings) {
  const auto shared = std::make_shared<const Lesson>(lesson);
  int status = kExitDone;
  Section all = describe_lesson(lesson);
  study::List stops{"stops", {}};
  for (size_t i = 0; i < lesson.stops.size(); ++i) {
    base::Result<Section, std::string> one = describe_stop(shared, i, surroundings);
    if (surroundings.is_interrupted()) break;
    if (!one) {
      complain(surroundings, one.error());
      status = kExitFindings;
      continue;
    }
    stops.items.push_back(*one);
    all.parts.push_back(std::move(*one));
  }
  const size_t count = stops.items.size();
  all.parts.push_back(std::move(stops));
  print_all(all, line, surroundings);
  if (!surroundings.is_interrupted()) return status;
  complain(surroundings, say("interrupted after {count} of {all} stops", "count"_a = count,
                             "all"_a = lesson.stops.size()));
  return kExitInterrupted;
}

}  // namespace

int show_course(const CommandLine& line, const Surroundings& surroundings) {
  const base::Result<std::vector<Lesson>, std::string> lessons = lessons_named(line.course);
  if (!lessons) return complain(surroundings, lessons.error());
  if (line.course.questions != QuestionFormat::kNone)
    return write_questions(*lessons, line, surroundings);
  if (line.course.check) return check_lessons(*lessons, line, surroundings);
  if (!line.course.lesson.empty()) return show_stops(lessons->front(), line, surroundings);
  Section all;
  study::List list{"lessons", {}};
  for (const Lesson& lesson : *lessons) {
    Section& one = list.items.emplace_back(describe_lesson(lesson));
    std::vector<study::Value> stops;
    for (const Stop& stop : lesson.stops) stops.emplace_back(stop.id);
    one.fact("stops", std::move(stops));
    all.parts.push_back(one);
  }
  all.parts.push_back(std::move(list));
  print_all(all, line, surroundings);
  return kExitDone;
}

}  // namespace warplens::cli
