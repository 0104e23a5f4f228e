// A stop's facts at some parameters, from runs of its text: what its sentences, its question and
// its twins are filled from.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/course/lesson.hpp"
#include "app/course/truth.hpp"
#include "app/study/access_lanes.hpp"
#include "app/study/section.hpp"
#include "sim/base/slice.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/run/run.hpp"

namespace warplens::course {

using Facts = std::map<std::string, study::Value, std::less<>>;  // by Stop::facts' names

// What one StopRun may take, and all of a lesson that is checked. Work counts, too: two weighted
// steps (prepare::kWorkOfStep) as a warp instruction. Those of the course take far less.
inline constexpr Budget kStopBudget{.steps = 50'000'000};
inline constexpr Budget kLessonBudget{.steps = 400'000'000};

class StopRun {
 public:
  // `parameters`: parameters_of() a twin, or any others. `device`: of a stop whose launch names
  // none; what it expects holds on the default one.
  StopRun(std::shared_ptr<const Lesson> lesson, size_t stop, lessons::Values parameters,
          Budget budget, std::string device = "");
  ~StopRun();
  StopRun(const StopRun&) = delete;
  StopRun& operator=(const StopRun&) = delete;
  base::Progress advance(base::Slice& slice);
  // When it is done, once. Errors, a sentence that names the stop: its text does not compile, the
  // access or the line that it names is gone, a fact is not there, a limit ended a run.
  base::Result<Facts, std::string> take();
  // When it is done: what is selected. Nothing: the thread makes no access, and none is named, or
  // the launch is refused.
  const std::optional<lessons::Opening>& opening() const;
  // When it is done without an error: a step of a run's recording, and the lane that it is selected
  // for. `run`: one of Stop::others, whose access a fact or Stop::opens_course asks for; "": the
  // stop's own. Nothing: none is selected.
  struct Access {
    std::shared_ptr<const run::Run> run;
    uint32_t step = 0, lane = 0;
  };
  std::optional<Access> access(const std::string& run) const;
  uint64_t steps_left() const;  // of the budget

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

// What a question shows at some facts.
struct Asked {
  struct Choice {
    std::string text, belief, why;
    bool is_right = false;
    std::optional<int64_t> number;
  };
  std::string text;
  // Of numbers in their order, the right one among them; of a question that is typed, too.
  std::vector<Choice> choices;
  bool is_typed = false;
  std::optional<int64_t> truth;  // of a question with a number
  std::string reason;
};
// `stop` has a question. Errors: what is wrong, with the stop's id and the field: not exactly one
// choice holds, two numbers are equal, a fact is no whole number.
base::Result<Asked, std::string> ask(const Stop& stop, const lessons::Values& parameters,
                                     const Facts& facts);

// The lanes of the stop's own access that show whoever typed a wrong count of it that it is wrong;
// none where its question counts nothing of it. `run` is done, without an error.
study::CountingLanes counting_lanes(const Stop& stop, const StopRun& run);

// A text of the stop with its places filled, as people read them: "1,048,576".
std::string shown_text(std::string_view text, const lessons::Values& parameters,
                       const Facts& facts);

// What the stop expects at its own parameters, and its facts do not say.
struct Unmet {
  std::string field, problem;  // "expect.wavefronts": "is 1, 32 is expected"
};
std::vector<Unmet> unmet(const Stop& stop, const Facts& facts);

// Expectations, questions and twins of a lesson, held against runs, and its words. Empty: all
// hold; each problem names the stop and the field. `budget`: of all its runs together, each of
// which has kStopBudget at most.
std::vector<std::string> check(const Lesson& lesson, const Budget& budget = kLessonBudget,
                               const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::course
