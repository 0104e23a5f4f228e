#include "app/course/stop_run.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/course/model_facts.hpp"
#include "app/course/stop_facts.hpp"
#include "app/lessons/target.hpp"
#include "app/study/divergence.hpp"
#include "app/study/dram.hpp"
#include "app/study/edit.hpp"
#include "app/study/hiding.hpp"
#include "app/study/measurement.hpp"
#include "app/study/memory.hpp"
#include "app/study/occupancy.hpp"
#include "app/study/roofline.hpp"
#include "app/study/run.hpp"
#include "sim/base/say.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::course {

namespace {

constexpr const char* kOwn = "";  // the run of the stop itself, among those that facts name

// What a fact names: a run, and a path in it.
struct Path {
  std::string run, rest;
};
Path path_of(const std::string& fact) {
  const size_t colon = fact.find(':');
  if (colon == std::string::npos) return {kOwn, fact};
  return {fact.substr(0, colon), fact.substr(colon + 1)};
}

// A refusal is of the launch; all else is of the text.
bool is_refusal(const base::Diagnostics& problems) {
  return std::none_of(problems.begin(), problems.end(),
                      [](const base::Diagnostic& one) { return one.has_place; });
}

// The model's section, and what JSON leaves to be divided: "each.3.cycles" of one warp of them.
study::Section hiding_section(const study::HidingFacts& facts) {
  study::Section section = study::describe(facts);
  study::List each{"each", {}};
  for (const study::HidingFacts::Point& point : facts.points)
    each.items.emplace_back().fact("cycles",
                                   study::cycles_of_each(point.hiding.cycles, point.warps));
  section.parts.push_back(std::move(each));
  return section;
}

// The same: "parting" is how many warps run both sides of a branch, "active" a share.
study::Section divergence_section(const run::Run& run, const whatif::Divergence& divergence) {
  study::Section section = study::describe(run, base::Checked<whatif::Divergence>(divergence),
                                           base::fail(say("nothing compiles kernels here")));
  const observe::LaneSlots slots = divergence.slots();
  section.fact("parting", divergence.parting_warps().size());
  section.fact("active", study::percent_of(slots.active, slots.all()));
  section.fact("waiting", slots.waiting);
  return section;
}

// The options with which a text is opened: a program's launch is chosen there.
launch::LaunchOptions options_of(const Stop& stop) {
  launch::LaunchOptions options;
  if (stop.launch_number > 1) options.program_launch = stop.launch_number - 1;
  return options;
}

}  // namespace

// One run after another, each opened, executed and looked at; then the facts.
class StopRun::Work {
 public:
  Work(std::shared_ptr<const Lesson> lesson, size_t stop, lessons::Values parameters,
       const Budget& budget, std::string device)
      : lesson_(std::move(lesson)),
        stop_(lesson_->stops[stop]),
        parameters_(std::move(parameters)),
        device_(std::move(device)),
        memory_{.arrays = budget.bytes, .spare = budget.bytes, .kept = budget.bytes},
        steps_left_(budget.steps) {
    add_run(kOwn);
    for (const auto& [name, other] : stop_.others) {
      if (names(name, "") || name == stop_.opens_course) add_run(name);
    }
  }

  base::Progress advance(base::Slice& slice) {
    cancelled_ = slice.cancelled();
    return work_.advance(slice);
  }

  base::Result<Facts, std::string> take() {
    if (!stop_.opens_course.empty()) {
      check_shared(kOwn);
      check_shared(stop_.opens_course);
    }
    if (!problem_.empty()) return base::fail(problem_);
    Facts facts;
    for (const auto& [name, fact] : stop_.facts) {
      const Path path = path_of(fact);
      const FactSource& source = runs_.at(path.run).facts;
      if (std::optional<study::Value> value = fact_at(source, path.rest))
        facts.emplace(name, std::move(*value));
      else if (source.run != nullptr)
        return base::fail(problem_of(path.run, say("there is no '{path}' for the fact '{fact}'",
                                                   "path"_a = path.rest, "fact"_a = name)));
    }
    return facts;
  }

  const std::optional<lessons::Opening>& opening() const { return opening_; }
  uint64_t steps_left() const { return steps_left_; }

  std::optional<Access> access(const std::string& name) const {
    const auto one = runs_.find(name);
    if (one == runs_.end() || !one->second.facts.access) return std::nullopt;
    const FactSource& source = one->second.facts;
    return Access{source.run, source.access->step, source.access->lane};
  }

 private:
  struct OneRun {
    lessons::Lesson shown;
    lessons::Values parameters;
    std::optional<uint32_t> without;
    lessons::ProgramsAhead ahead;
    prepare::Request request;
    FactSource facts;
  };

  // Whether a fact of that run begins with that word; "": whether there is a fact of it.
  bool names(const std::string& run, std::string_view word) const {
    return std::any_of(stop_.facts.begin(), stop_.facts.end(), [&](const auto& fact) {
      const Path path = path_of(fact.second);
      std::string_view rest = path.rest;
      return path.run == run && (word.empty() || first_word(rest) == word);
    });
  }

  std::string problem_of(const std::string& run, const std::string& problem) const {
    if (run.empty())
      return say("stop '{stop}': {problem}", "stop"_a = stop_.id, "problem"_a = problem);
    return say("stop '{stop}', run '{run}': {problem}", "stop"_a = stop_.id, "run"_a = run,
               "problem"_a = problem);
  }
  void fail(const std::string& run, const std::string& problem) {
    if (problem_.empty()) problem_ = problem_of(run, problem);
  }
  void check_shared(const std::string& name) {
    const std::optional<Access> one = access(name);
    if (!one || one->run->recording->heads[one->step].space != trace::Space::kShared)
      fail(name, say("the course opens with an access to shared memory, and this is none"));
  }
  // A step of a run, for which nothing is wrong so far.
  template <class Step>
  void add_step(const std::string& name, Step step) {
    work_.add_step([this, name, step] {
      if (problem_.empty()) step(runs_.at(name));
    });
  }

  void add_run(const std::string& name) {
    OneRun& one = runs_[name];
    one.shown = stop_.shown;
    one.parameters = parameters_;
    one.without = stop_.without;
    if (name != kOwn) {
      const Other& other = stop_.others.find(name)->second;
      for (const auto& [parameter, value] : other.set) one.parameters[parameter] = value;
      if (!other.file_name.empty()) {
        const std::filesystem::path folder = std::filesystem::path(one.shown.path).parent_path();
        one.shown.file_name = other.file_name;
        one.shown.path = (folder / other.file_name).string();
        one.shown.text = other.text;
      }
      one.without = other.without;
      one.shown.launch =
          launch_with(stop_.launch, other.schedule.empty() ? stop_.schedule : other.schedule,
                      other.lanes.empty() ? stop_.lanes : other.lanes,
                      other.device.empty() ? stop_.device : other.device);
    }
    for (lessons::Parameter& parameter : one.shown.parameters)
      parameter.value = one.parameters[parameter.name];
    add_step(name, [this, name](OneRun&) { open(name); });
  }

  // Again where a program is to be executed first.
  void open(const std::string& name) {
    OneRun& one = runs_.at(name);
    one.ahead.next = 0;
    const base::Result<lessons::Target, std::string> target = lessons::open_target(
        one.shown.id, {one.shown}, options_of(stop_), cancelled_, memory_, &one.ahead);
    if (auto wanted = std::exchange(one.ahead.wanted, std::nullopt)) {
      limit(*wanted);
      work_.add_part(std::make_shared<prepare::ProgramRun>(*wanted),
                     [this, name](prepare::ProgramRun& run) {
                       runs_.at(name).ahead.results.push_back(run.take());
                       add_step(name, [this, name](OneRun&) { open(name); });
                     });
      return;
    }
    if (!target) return fail(name, target.error());
    one.request = request_of(*target, name);
    work_.add_part(std::make_shared<run::SequenceRun>(one.request),
                   [this, name](run::SequenceRun& run) { look(name, run.take()); });
  }

  // To what is left of the budget; 0 would be no limit.
  void limit(prepare::Request& request) const {
    request.launch.step_limit = std::max<uint64_t>(steps_left_, 1);
    request.most_work = request.most_program_work = 0;  // that of the steps
  }

  prepare::Request request_of(const lessons::Target& target, const std::string& name) const {
    prepare::Request request = lessons::request_of(target, memory_, cancelled_);
    if (request.launch.device.empty()) request.launch.device = device_;
    limit(request);
    request.launch.threads = 1;
    const lessons::Values& values = runs_.at(name).parameters;
    const auto number = [&](const std::string& text) {
      const auto value = number_at(text, values);
      return value ? static_cast<uint32_t>(*value) : 0;
    };
    const auto& block = stop_.at.block;
    request.recorded_block = {number(block[0]), number(block[1]), number(block[2])};
    request.extra.stream = names(name, "caches") || names(name, "roofline") || names(name, "dram");
    return request;
  }

  void look(const std::string& name, base::Checked<run::Runs> made) {
    if (!problem_.empty()) return;
    if (!made) {
      if (!is_refusal(made.error()) || !names(name, "refused"))
        fail(name, made.error().front().message);
      return;
    }
    OneRun& one = runs_.at(name);
    const size_t index = one.request.program ? 0 : stop_.launch_number - 1;
    if (index >= made->size())
      return fail(name, say("there is no launch number {number}: {count} are executed",
                            "number"_a = stop_.launch_number, "count"_a = made->size()));
    one.facts.run = (*made)[index];
    const run::Run& run = *one.facts.run;
    for (const auto& before : *made)
      steps_left_ -=
          std::min(steps_left_, std::max(before->steps, before->work / prepare::kWorkOfStep));
    if (run.ending == run::Ending::kCancelled) return fail(name, say("it was interrupted"));
    if (run::is_cut(run.ending)) {
      steps_left_ = 0;
      return fail(name, study::ending_text(run.ending).rendered());
    }
    if (name == kOwn || names(name, "access") || names(name, "transactions") ||
        name == stop_.opens_course)
      select(name);
    if (one.without) add_step(name, [this, name](OneRun&) { edit(name); });
    add_models(name);
    add_step(name, [](OneRun& of) { of.facts.describe(); });
  }

  void select(const std::string& name) {
    OneRun& one = runs_.at(name);
    auto access = select_access(*one.facts.run, stop_.at, one.parameters);
    if (!access) return fail(name, access.error());
    one.facts.access = *access;
    if (name == kOwn && *access) opening_ = (*access)->opening;
  }

  // The line has to be there, also where no fact asks what becomes of it.
  void edit(const std::string& name) {
    OneRun& one = runs_.at(name);
    const base::Checked<edit::Edit> chosen =
        study::chosen_edit({.adds_atomic = false, .line = *one.without}, {one.facts.run});
    if (!chosen) return fail(name, chosen.error().front().message);
    if (!names(name, "edit")) return;
    prepare::Request request = one.request;
    limit(request);
    const std::optional<uint32_t> launch =
        one.request.launch.then.empty() ? std::nullopt : std::optional(stop_.launch_number - 1);
    work_.add_part(std::make_shared<whatif::EditRuns>(request, *chosen, launch),
                   [this, name](whatif::EditRuns& runs) {
                     base::Checked<whatif::EditResults> results = runs.take();
                     if (!results) return fail(name, results.error().front().message);
                     runs_.at(name).facts.edit = std::move(*results);
                   });
  }

  void put_model(const std::string& name, const char* word, study::Section section) {
    runs_.at(name).facts.models[word] = std::move(section);
  }

  void add_models(const std::string& name) {
    const run::Run& run = *runs_.at(name).facts.run;
    if (names(name, "recorded")) {
      add_step(name,
               [this, name](OneRun&) { put_model(name, "recorded", study::describe_recorded()); });
    }
    if (names(name, "transactions") && runs_.at(name).facts.access) {
      add_step(name, [this, name](OneRun& one) {
        put_model(name, "transactions",
                  transactions_section(*one.facts.run, one.facts.access->step));
      });
    }
    if (names(name, "occupancy")) {
      add_step(name, [this, name](OneRun& one) {
        put_model(
            name, "occupancy",
            study::describe(study::occupancy_facts(*one.facts.run, stop_.registers, nullptr)));
      });
    }
    if (names(name, "divergence")) {
      work_.add_part(std::make_shared<whatif::DivergenceOfBlock>(run),
                     [this, name](whatif::DivergenceOfBlock& block) {
                       const base::Checked<whatif::Divergence> made = block.take();
                       if (!made) return fail(name, made.error().front().message);
                       put_model(name, "divergence",
                                 divergence_section(*runs_.at(name).facts.run, *made));
                     });
    }
    if (names(name, "hiding")) {
      work_.add_part(std::make_shared<study::HidingFactsOfRun>(run, model::h200_latencies(),
                                                               std::vector<Text>{}),
                     [this, name](study::HidingFactsOfRun& facts) {
                       put_model(name, "hiding", hiding_section(facts.take()));
                     });
    }
    if (names(name, "caches") || names(name, "roofline") || names(name, "dram")) {
      work_.add_part(std::make_shared<study::MemoryFactsOfRun>(run),
                     [this, name](study::MemoryFactsOfRun& facts) {
                       add_memory_models(name,
                                         std::make_shared<const study::MemoryFacts>(facts.take()));
                     });
    }
  }

  void add_memory_models(const std::string& name,
                         std::shared_ptr<const study::MemoryFacts> memory) {
    put_model(name, "caches", study::describe_caches(*memory));
    put_model(name, "roofline", study::describe(study::roofline_facts(*memory), *memory));
    const std::shared_ptr<const run::Run> run = runs_.at(name).facts.run;
    if (!names(name, "dram") || !run->stream) return;
    work_.add_part(std::make_shared<study::DramFactsOfRun>(*memory, *run->stream, study::DramTry()),
                   [this, name, memory, run](study::DramFactsOfRun& facts) {
                     put_model(name, "dram", dram_section(facts.take()));
                   });
  }

  const std::shared_ptr<const Lesson> lesson_;
  const Stop& stop_;
  const lessons::Values parameters_;
  const std::string device_;
  const prepare::MemoryLimits memory_;
  uint64_t steps_left_;
  const std::atomic<bool>* cancelled_ = nullptr;
  std::map<std::string, OneRun> runs_;
  std::optional<lessons::Opening> opening_;
  std::string problem_;
  base::WorkQueue work_;
};

StopRun::StopRun(std::shared_ptr<const Lesson> lesson, size_t stop, lessons::Values parameters,
                 Budget budget, std::string device)
    : work_(std::make_unique<Work>(std::move(lesson), stop, std::move(parameters), budget,
                                   std::move(device))) {}

StopRun::~StopRun() = default;

base::Progress StopRun::advance(base::Slice& slice) {
  return work_->advance(slice);
}

base::Result<Facts, std::string> StopRun::take() {
  return work_->take();
}

const std::optional<lessons::Opening>& StopRun::opening() const {
  return work_->opening();
}

std::optional<StopRun::Access> StopRun::access(const std::string& run) const {
  return work_->access(run);
}

uint64_t StopRun::steps_left() const {
  return work_->steps_left();
}

}  // namespace warplens::course
