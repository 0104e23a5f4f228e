#include "app/lecture/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "app/files/files.hpp"
#include "app/lessons/target.hpp"
#include "app/study/program.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"

namespace warplens::lecture {

namespace {

// The mistake that comes first, with its line.
std::string first_of(const base::Diagnostics& problems, const base::SourceFile& file) {
  const base::Diagnostic& first = problems.front();
  if (!first.has_place) return first.message;
  const base::SourceFile& of = first.file ? *first.file : file;
  return say("line {line}: {problem}", "line"_a = of.line_of(first.span.begin),
             "problem"_a = first.message);
}

using Findings = std::vector<observe::Finding>;

class Walking {
 public:
  Walking(const Playlist& playlist, const Lessons& lessons, const std::atomic<bool>* cancelled)
      : playlist_(playlist), lessons_(lessons), cancelled_(cancelled) {}

  std::vector<Shown> all() {
    std::vector<Shown> shown;
    for (const Item& item : playlist_.items) {
      Shown one = show(item);
      if (cancelled_ != nullptr && cancelled_->load()) break;
      shown.push_back(std::move(one));
    }
    return shown;
  }

 private:
  Shown show(const Item& item) {
    switch (item.kind) {
      case Kind::kBlank:
        return {.name = item.words};
      case Kind::kText:
        return show_text(item);
      case Kind::kVote:
      case Kind::kStop: {
        const auto [known, is_new] = stops_.try_emplace({item.lesson, item.stop});
        if (is_new) known->second = show_stop(item);
        Shown shown = known->second;
        if (item.kind == Kind::kVote && shown.problems.empty()) check_vote(shown);
        return shown;
      }
    }
    return {};
  }

  Shown show_stop(const Item& item) const {
    const std::shared_ptr<const course::Lesson>& lesson = lessons_[item.lesson];
    const course::Stop& stop = lesson->stops[item.stop];
    Shown shown{.name = name_of(*lesson, stop), .title = lesson->title};
    const base::Result<lessons::Values, std::string> parameters = course::parameters_of(stop, {});
    course::StopRun run(lesson, item.stop, *parameters, course::kStopBudget);
    const base::Result<course::Facts, std::string> facts = base::whole(run, cancelled_);
    if (!facts) {
      shown.problems.push_back(facts.error());
      return shown;
    }
    for (const course::Unmet& one : course::unmet(stop, *facts))
      shown.problems.push_back(
          say("{field}: {problem}", "field"_a = one.field, "problem"_a = one.problem));
    shown.text = course::shown_text(stop.text, *parameters, *facts);
    if (!stop.question) return shown;
    base::Result<course::Asked, std::string> asked = course::ask(stop, *parameters, *facts);
    if (asked)
      shown.asked = std::move(*asked);
    else
      shown.problems.push_back(asked.error());
    return shown;
  }

  // What parsing can't see.
  static void check_vote(Shown& shown) {
    if (!shown.asked || shown.asked->choices.size() < 2)
      shown.problems.push_back(say("has no choices to vote on"));
  }

  Shown show_text(const Item& item) const {
    Shown shown{.name = item.written_path};
    const auto fail = [&](std::string problem) {
      shown.problems.push_back(without_path(std::move(problem), item.path));
    };
    if (!files::exists(item.path)) {
      fail(say("{path}: no such file", "path"_a = item.path));
      return shown;
    }
    base::Result<lessons::Target, std::string> target =
        lessons::open_target(item.path, {}, item.launch, cancelled_, memory());
    if (target && !target->has_launch) {
      auto called = lessons::guessed_call(*target, item.launch, cancelled_, memory());
      if (!called) {
        fail_without_launch(*target, item, shown);
        return shown;
      }
      target = std::move(*called);
    }
    if (!target) {
      fail(target.error());
      return shown;
    }
    const base::Checked<run::Runs> runs = run::run_sequence(request_of(*target));
    if (!runs) {
      fail(first_of(runs.error(), target->file));
      return shown;
    }
    describe_runs(*runs, item, shown);
    if (target->untaken) check_untaken(target->untaken->problems, target->file, shown);
    return shown;
  }

  // A main() that is not run for a mistake in it; that it is not supported is none.
  static void check_untaken(const base::Diagnostics& problems, const base::SourceFile& file,
                            Shown& shown) {
    base::Diagnostics mistakes = problems;
    std::erase_if(mistakes, [](const base::Diagnostic& one) { return one.is_unsupported; });
    if (mistakes.empty()) return;
    shown.problems.push_back(
        say("main() is not run: {problem}", "problem"_a = first_of(mistakes, file)));
  }

  // Of a text that nothing launches: why its main() does not, or what to write.
  void fail_without_launch(const lessons::Target& target, const Item& item, Shown& shown) const {
    if (target.untaken) {
      check_untaken(target.untaken->problems, target.file, shown);
      prepare::Request request = request_of(target);
      request.program = target.untaken->choice;
      const prepare::ProgramRun::Result reached = target.reached->of(request);
      if (reached.ok()) check_host(**reached, shown);
    }
    if (shown.problems.empty())
      shown.problems.push_back(without_path(launch_problem(item), item.path));
  }

  // Of a text that the window would ask about: what to write, as it is guessed.
  std::string launch_problem(const Item& item) const {
    launch::LaunchOptions options = item.launch;
    options.guess = true;
    const auto guessed = lessons::open_target(item.path, {}, options, cancelled_, memory());
    if (!guessed) return guessed.error();
    return say(
        "nothing says how it is launched, so the window would ask; write behind its path: "
        "{options}",
        "options"_a = guessed->guessed.empty()
                          ? "--grid 1 --block 32"
                          : fmt::format("{}", fmt::join(guessed->guessed, " ")));
  }

  static prepare::MemoryLimits memory() {
    constexpr uint64_t kBytes = course::kStopBudget.bytes;
    return {.arrays = kBytes, .spare = kBytes, .kept = kBytes};
  }

  prepare::Request request_of(const lessons::Target& target) const {
    prepare::Request request = lessons::request_of(target, memory(), cancelled_);
    request.read_data = files::data_reader(request.file.name(), {});
    return request;
  }

  static void describe_runs(const run::Runs& runs, const Item& item, Shown& shown) {
    const run::Run& run = *runs.back();
    if (run.program && run.program->kernel) shown.title = std::string(run.program->kernel->name);
    if (run::is_cut(run.ending))
      shown.problems.push_back(study::ending_text(run.ending).rendered());
    std::vector<const Findings*> findings;
    for (const auto& one : runs) findings.push_back(&one->findings);
    if (runs.front()->reached != nullptr) check_host(*runs.front()->reached, shown);
    check_findings(findings, shown);
    const auto longest =
        std::max_element(runs.begin(), runs.end(),
                         [](const auto& a, const auto& b) { return steps(*a) < steps(*b); });
    const run::Run& at = **longest;
    const uint32_t access = item.access.value_or(1);
    if (steps(at) < access) {
      if (item.access)
        shown.problems.push_back(
            say("there is no access {number}: the block that is shown has {count}",
                "number"_a = access, "count"_a = steps(at)));
      return;
    }
    const code::AccessSite& site = at.program->sites[at.recording->heads[access - 1].site];
    const base::SourceFile& file = at.program->unit->file;
    shown.text = say("access {number}, line {line}: {operation} {text}", "number"_a = access,
                     "line"_a = file.line_of(site.span.begin),
                     "operation"_a = label(study::name_of(site.operation)),
                     "text"_a = file.slice(site.span));
  }

  // Mistakes that a program's host code makes, and where it ended by one.
  static void check_host(const prepare::ReachedProgram& program, Shown& shown) {
    const size_t known = shown.problems.size();
    check_findings({&program.findings}, shown);
    const bool has_crashed = program.refused.empty() && !program.message.empty();
    if (shown.problems.size() == known && (has_crashed || program.is_cut))
      shown.problems.push_back(
          say("its main(): {ending}", "ending"_a = study::ending_of(program).rendered()));
  }

  // A room would see them marked in the text.
  static void check_findings(const std::vector<const Findings*>& all, Shown& shown) {
    uint64_t errors = 0;
    const observe::Finding* first = nullptr;
    for (const Findings* findings : all) {
      errors += observe::errors_among(*findings);
      if (first == nullptr) first = observe::first_error(*findings);
    }
    if (first == nullptr) return;
    shown.problems.push_back(
        say_count("its run finds an error: line {line}: {problem}",
                  "its run finds {count} errors, first in line {line}: {problem}", errors,
                  "line"_a = first->line, "problem"_a = first->message));
  }

  static uint32_t steps(const run::Run& run) {
    return run.recording == nullptr ? 0 : run.recording->size();
  }

  const Playlist& playlist_;
  const Lessons& lessons_;
  const std::atomic<bool>* const cancelled_;
  std::map<std::pair<size_t, size_t>, Shown> stops_;  // by lesson and stop
};

}  // namespace

std::vector<Shown> walk(const Playlist& playlist, const Lessons& lessons,
                        const std::atomic<bool>* cancelled) {
  return Walking(playlist, lessons, cancelled).all();
}

}  // namespace warplens::lecture
