#include "app/session/course/stop_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

#include "app/lessons/expression.hpp"
#include "app/session/moment_maker.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

base::Failure<base::Diagnostics> stop_problem(const std::string& why) {
  return base::fail(base::Diagnostics{base::placeless(why)});
}

course::Asked in_plain_text(course::Asked asked) {
  asked.text = without_marks(std::move(asked.text));
  asked.reason = without_marks(std::move(asked.reason));
  for (course::Asked::Choice& choice : asked.choices) {
    choice.text = without_marks(std::move(choice.text));
    choice.why = without_marks(std::move(choice.why));
  }
  return asked;
}

// Others are of the stop's place and its words alone.
bool is_named_in(const std::string& launch, const std::string& name) {
  const auto is_of_name = [&](size_t at) {
    return at < launch.size() &&
           (std::isalnum(static_cast<unsigned char>(launch[at])) != 0 || launch[at] == '_');
  };
  for (size_t at = launch.find(name); at != std::string::npos; at = launch.find(name, at + 1)) {
    const bool begins = at == 0 || !is_of_name(at - 1);
    if (begins && !is_of_name(at + name.size())) return true;
  }
  return false;
}

// Whether another value of the parameter makes another launch: "{tried == 1 ? small : large}" names
// one that counts in another run only.
bool depends_on(const std::string& launch, const lessons::Parameter& parameter,
                lessons::Values values, const std::vector<lessons::Values>& twins) {
  std::set<int64_t> others{parameter.minimum, parameter.maximum};
  for (const lessons::Values& twin : twins) {
    if (const auto own = twin.find(parameter.name); own != twin.end()) others.insert(own->second);
  }
  const auto as_it_is = lessons::expand(launch, values);
  return std::any_of(others.begin(), others.end(), [&](int64_t other) {
    values[parameter.name] = other;
    const auto changed = lessons::expand(launch, values);
    return !as_it_is || !changed || *as_it_is != *changed;
  });
}

// `run` is done.
base::Checked<StopFacts> facts_of(const course::Stop& of, const lessons::Values& parameters,
                                  course::StopRun& run) {
  const base::Result<course::Facts, std::string> facts = run.take();
  if (!facts) return stop_problem(facts.error());
  StopFacts result{without_marks(course::shown_text(of.text, parameters, *facts)), std::nullopt,
                   run.opening(), course::counting_lanes(of, run)};
  if (of.question) {
    base::Result<course::Asked, std::string> asked = course::ask(of, parameters, *facts);
    if (!asked) return stop_problem(asked.error());
    result.asked = in_plain_text(std::move(*asked));
  }
  return result;
}

// The parameters that the other run has otherwise, with these values: "pad = 0".
std::string name_of(const course::Other& other, const lessons::Values& values) {
  std::string name;
  for (const auto& [parameter, value] : other.set) {
    const int64_t shown = values.at(parameter);
    name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", parameter, shown);
  }
  return name;
}

// The stop's runs, then the moment of each of the two accesses.
class FirstMaking {
 public:
  FirstMaking(std::shared_ptr<const course::Lesson> lesson, size_t stop)
      : stop_(lesson->stops[stop]),
        parameters_(*course::parameters_of(stop_, {})),
        run_(lesson, stop, parameters_, course::kStopBudget),
        lesson_(std::move(lesson)) {}

  std::optional<base::Checked<FirstStop>> advance(base::Slice& slice) {
    if (!has_run_) {
      if (run_.advance(slice) == base::Progress::kMore) return std::nullopt;
      has_run_ = true;
      base::Checked<StopFacts> facts = facts_of(stop_, parameters_, run_);
      if (!facts) return base::Checked<FirstStop>(base::fail(facts.error()));
      result_.facts = std::move(*facts);
      begin_moments();
    }
    for (size_t i = 0; i < result_.sides.size(); ++i) {
      if (result_.sides[i].moment != nullptr) continue;
      if (moments_[i]->advance(slice, [](const auto&) {}) == base::Progress::kMore)
        return std::nullopt;
      MomentDone done = moments_[i]->take();
      if (done.moment == nullptr) return base::Checked<FirstStop>(stop_problem(done.failure));
      result_.sides[i].moment = std::move(done.moment);
    }
    return base::Checked<FirstStop>(std::move(result_));
  }

 private:
  void begin_moments() {
    const course::Other& other = stop_.others.find(stop_.opens_course)->second;
    lessons::Values values = parameters_;
    for (const auto& [name, value] : other.set) values[name] = value;
    begin_moment(0, stop_.opens_course, name_of(other, values));
    begin_moment(1, "", name_of(other, parameters_));
  }
  // StopRun has refused a stop without these accesses.
  void begin_moment(size_t side, const std::string& run, std::string name) {
    const course::StopRun::Access access = *run_.access(run);
    result_.sides[side].name = std::move(name);
    result_.sides[side].run = access.run;
    moments_[side] =
        std::make_unique<MomentMaking>(std::make_shared<const Prepared>(access.run), access.step,
                                       access.run->recording->heads[access.step].warp, access.lane);
  }

  const course::Stop& stop_;
  const lessons::Values parameters_;
  course::StopRun run_;
  const std::shared_ptr<const course::Lesson> lesson_;
  bool has_run_ = false;
  std::array<std::unique_ptr<MomentMaking>, 2> moments_;
  FirstStop result_;
};

}  // namespace

std::shared_ptr<const lessons::Lesson> as_lesson(const course::Stop& stop,
                                                 const lessons::Values& parameters) {
  auto shown = std::make_shared<lessons::Lesson>(stop.shown);
  std::erase_if(shown->parameters, [&](const lessons::Parameter& parameter) {
    return !is_named_in(shown->launch, parameter.name);
  });
  for (lessons::Parameter& parameter : shown->parameters) {
    const auto value = parameters.find(parameter.name);
    if (value != parameters.end()) parameter.value = value->second;
    if (!depends_on(shown->launch, parameter, parameters, stop.twins))
      parameter.minimum = parameter.maximum = parameter.value;  // nothing to be changed
  }
  return shown;
}

SlicedWork<StopFacts> with_stop(std::shared_ptr<const course::Lesson> lesson, size_t stop,
                                lessons::Values parameters, std::string device) {
  return [lesson = std::move(lesson), stop, parameters = std::move(parameters),
          device = std::move(device), run = std::make_shared<std::unique_ptr<course::StopRun>>()](
             base::Slice& slice) -> std::optional<base::Checked<StopFacts>> {
    if (*run == nullptr)
      *run =
          std::make_unique<course::StopRun>(lesson, stop, parameters, course::kStopBudget, device);
    if ((*run)->advance(slice) == base::Progress::kMore) return std::nullopt;
    base::Checked<StopFacts> made = facts_of(lesson->stops[stop], parameters, **run);
    if (made || device.empty()) return made;
    return stop_problem(say("{problem} (on {device})", "problem"_a = made.error().front().message,
                            "device"_a = device));
  };
}

SlicedWork<FirstStop> with_first_stop(std::shared_ptr<const course::Lesson> lesson, size_t stop) {
  const auto making = std::make_shared<FirstMaking>(std::move(lesson), stop);
  return [making](base::Slice& slice) { return making->advance(slice); };
}

}  // namespace warplens::gui
