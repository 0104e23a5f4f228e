// A lesson of the course as data: stops, each a launch with one of its accesses, what is named of
// it, and a question; read from a folder, lesson.json beside the texts that its stops show. No
// sentence has a number in it: it has places, which are filled from runs (stop_run.hpp). The
// program knows no lesson by name.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/lessons/expression.hpp"
#include "app/lessons/lesson.hpp"
#include "sim/base/result.hpp"
#include "sim/launch/launch.hpp"
#include "sim/trace/event.hpp"

namespace warplens::course {

inline constexpr size_t kMostLessons = 64;
inline constexpr uint64_t kMostTextOfLesson = uint64_t{4} << 20;  // [bytes] of its stops and runs
inline constexpr size_t kFewestStops = 4, kMostStops = 8;
inline constexpr size_t kMostWords = 40;                    // of a text, a reason
inline constexpr size_t kMostClaimWords = 8;                // of a lesson's claim
inline constexpr size_t kFewestTwins = 3, kMostTwins = 16;  // of a stop with a question
inline constexpr size_t kMostWrongChoices = 3;              // of a question with a number

// Which access is selected: the turn-th that the thread makes of what is asked for. Numbers are
// templates, "{b}", worked out from the stop's parameters.
struct At {
  std::array<std::string, 3> block{"0", "0", "0"}, thread{"0", "0", "0"};  // x, y, z
  std::optional<trace::Operation> operation;                               // nothing: any access
  std::string array;                                                       // with `operation`
  std::string turn = "0";
};

// What a question's wrong answer comes from, or a text to choose.
struct Choice {
  std::string text, holds;  // of a question with texts: it, and when it is right, an expression
  std::string value;        // of a question with a number: an expression
  // "division-rounds-up": what who takes it believes; and why it is wrong. Empty: it never is.
  std::string belief, why;
};

struct Question {
  std::string text;
  std::string truth;            // an expression of parameters and facts; empty: texts are chosen
  std::vector<Choice> choices;  // the wrong numbers; or all texts, in the order that is shown
  std::string reason;           // why the right one is right
  bool is_number() const { return !truth.empty(); }
  // So few wrong numbers are known that a number is to be typed.
  bool is_typed() const { return is_number() && choices.size() < 2; }
};

// Another run, for facts: what it has otherwise than the stop's own.
struct Other {
  lessons::Values set;
  std::string file_name, text;          // of the kernel; empty: the stop's
  std::string schedule, lanes, device;  // as Stop's; empty: the stop's
  std::optional<uint32_t> without;
};

// A text: as people read it, "52.9 %".
struct Expectation {
  std::string fact;
  std::variant<int64_t, std::string> value;
};

struct Stop {
  std::string id;
  // The kernel's text, the parameters and the launch, as the session opens a lesson. Its opening
  // has block and thread at the stop's own parameters; the access is known of a run alone
  // (StopRun::opening).
  lessons::Lesson shown;
  At at;
  uint32_t launch_number = 1;  // of several launches, or of a program's
  std::string page = "access";
  std::string arrangement;          // as the script command `arrange` takes it; or empty
  std::optional<uint32_t> without;  // a line: facts `edit.*` are of the text without it
  // The launch as it is written, and words of --schedule, --lanes and --device or empty: `shown`
  // has all. The device's may be a template; empty: the one that is chosen.
  std::string launch, schedule, lanes, device;
  uint32_t registers = 0;  // of a thread, for the model of occupancy; 0: not known
  std::map<std::string, Other, std::less<>> others;
  std::map<std::string, std::string, std::less<>> facts;  // name -> path
  std::vector<Expectation> expectations;                  // at the stop's own parameters
  std::string text, term;
  std::optional<Question> question;
  // Its question is the first thing that the course asks, beside its access and that of this other
  // run, both to shared memory. Empty: it is not. One stop of a course at most.
  std::string opens_course;
  std::vector<lessons::Values> twins;  // what each sets of the parameters
};

struct Lesson {
  std::string id, title, claim, remember;
  int64_t order = 0, minutes = 0;
  bool is_further = false;             // it goes on where those end that a course has at its core
  std::vector<std::string> exercises;  // ids; the first one is the lesson's task
  std::vector<Stop> stops;
  std::string folder;  // that it was read from; empty: it is built in
};

// By their order.
const std::vector<Lesson>& built_in_lessons();
// The folder's lesson. Errors: file, line, field and what is wrong.
base::Result<Lesson, std::string> load_lesson(const std::string& folder);
// The lessons in the folders of a folder, by their order; ids of lessons and of stops are unique.
base::Result<std::vector<Lesson>, std::string> load_course(const std::string& folder);

// lesson.json alone. `name` is its path, for errors; `text_of` reads the texts beside it.
using TextOf = std::function<base::Result<std::string, std::string>(const std::string& file)>;
base::Result<Lesson, std::string> parse_lesson(const std::string& name, const std::string& json,
                                               const TextOf& text_of);

// The stop's parameters with what its twin of that index sets; nothing: the stop's own. An error:
// there is no such twin.
base::Result<lessons::Values, std::string> parameters_of(const Stop& stop,
                                                         std::optional<size_t> twin);

// The launch's template with a schedule, lanes and a device, as Stop has them.
std::string launch_with(const std::string& launch, const std::string& schedule,
                        const std::string& lanes, const std::string& device);

// A whole number: an expression of values, "ceil_div(n, size)". An error is one sentence.
base::Result<int64_t, std::string> value_of(const std::string& expression,
                                            const lessons::Values& values);

}  // namespace warplens::course
