// The launches are those that `warplens run` has: of the file's first comment, or all that main()
// reaches. Nothing is looked for in them but counts.
#include "app/check/file_check.hpp"

#include <filesystem>
#include <memory>
#include <utility>

#include "app/files/files.hpp"
#include "app/lessons/target.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"

namespace warplens::check {
namespace {

Problem problem_of(const base::Diagnostic& diagnostic, const base::SourceFile& file) {
  const base::SourceFile& shown = diagnostic.file == nullptr ? file : *diagnostic.file;
  Problem problem;
  problem.path = file.name();
  problem.message = diagnostic.message;
  if (!diagnostic.hint.empty()) problem.message += " (" + diagnostic.hint + ")";
  problem.rendered = base::render(diagnostic, file);
  if (!diagnostic.has_place) return problem;
  const base::LineColumn place = shown.line_column(diagnostic.span.begin);
  problem.line = place.line;
  problem.column = place.column;
  const bool is_included = place.part != 0 && shown.is_own(diagnostic.span.begin);
  const std::filesystem::path folder = std::filesystem::path(file.name()).parent_path();
  if (is_included) problem.path = (folder / shown.name(place.part)).lexically_normal().string();
  return problem;
}

// What is no place in a text: the sentence begins with the path.
Problem problem_of_file(const std::string& path, const std::string& sentence) {
  Problem problem;
  problem.path = path;
  const std::string head = path + ": ";
  problem.message = sentence.starts_with(head) ? sentence.substr(head.size()) : sentence;
  problem.rendered = head + base::headed(base::Severity::kError, problem.message);
  return problem;
}

class FileCheck {
 public:
  FileCheck(const std::string& path, const CheckOptions& options) : options_(options) {
    verdict_.path = path;
  }

  FileVerdict check() {
    base::Result<std::string, std::string> text = files::read_kernel(verdict_.path);
    if (!text) {
      verdict_.problems.push_back(problem_of_file(verdict_.path, text.error()));
      return std::move(verdict_);
    }
    const base::SourceFile file(verdict_.path, std::move(*text));
    const Assertions assertions = parse_assertions(file);
    verdict_.has_assertions = !assertions.empty();
    add(assertions.mistakes, file);
    if (!assertions.all.empty()) run(file, assertions.all);
    verdict_.is_interrupted = options_.cancelled != nullptr && options_.cancelled->load();
    return std::move(verdict_);
  }

 private:
  void add(const base::Diagnostics& diagnostics, const base::SourceFile& file) {
    for (const base::Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.severity == base::Severity::kError)
        verdict_.problems.push_back(problem_of(diagnostic, file));
    }
  }

  void run(const base::SourceFile& file, const std::vector<Assertion>& assertions) {
    base::Result<lessons::Target, std::string> target =
        lessons::open_text(file, options_.launch, options_.cancelled, options_.memory);
    if (!target) {
      verdict_.problems.push_back(problem_of_file(file.name(), target.error()));
      return;
    }
    const prepare::Request request = request_of(*target);
    if (!target->has_launch) return add_no_launch(*target, request);
    const base::Checked<run::Runs> runs = run::run_sequence(request);
    if (!runs) return add(runs.error(), file);
    judge_runs(*runs, request, assertions);
  }

  prepare::Request request_of(const lessons::Target& target) const {
    prepare::Request request = lessons::request_of(target, options_.memory, options_.cancelled);
    request.launch.checks = launch::kNoChecks;
    request.record = false;
    request.keeps_contents = false;
    request.read_data = files::data_reader(target.file.name(), options_.launch.readable);
    // Options of the first comment change one launch, and that is the one that is meant.
    if (request.program && request.program->changes.empty()) {
      request.program->launch = 0;
      request.program->count = prepare::kMostReached;
    }
    return request;
  }

  void judge_runs(const run::Runs& runs, const prepare::Request& request,
                  const std::vector<Assertion>& assertions) {
    Launches launches;
    const uint32_t first = request.program ? request.program->launch : 0;
    for (size_t i = 0; i < runs.size(); ++i)
      launches.ran.push_back({first + static_cast<uint32_t>(i) + 1, runs[i]});
    launches.all = request.launch.then.size() + 1;
    bool is_cut = run::is_cut(runs.back()->ending) && runs.size() < launches.all;
    const std::shared_ptr<const prepare::ReachedProgram> reached = runs.front()->reached;
    const base::SourceFile& file = runs.front()->program->unit->file;
    if (reached != nullptr) {
      launches.all = reached->all_launches;
      is_cut = reached->is_cut || launches.all > reached->launches.size() ||
               (run::is_cut(runs.back()->ending) && launches.ran.back().number < launches.all);
      if (!reached->is_cut) add(reached->refused, reached->unit->file);
    }
    launches.is_cut = is_cut;
    Verdict verdict = judge(assertions, launches);
    add(verdict.mistakes, file);
    verdict_.outcomes = std::move(verdict.outcomes);
    add_included(file);
  }

  // Assertions of included texts, which would be judged with each file that includes them.
  void add_included(const base::SourceFile& file) {
    for (uint32_t part = 1; part < file.part_count(); ++part) {
      if (!file.is_own(file.begin_of(part))) continue;
      const Assertions assertions = parse_assertions(file, part);
      base::Diagnostics mistakes = assertions.mistakes;
      for (const Assertion& assertion : assertions.all)
        mistakes.push_back(
            base::at(assertion.span, say("an assertion in an included file is not checked"),
                     say("write it in the file that is named, at an access's line")));
      add(mistakes, file);
    }
  }

  // Nothing says what is launched: of a .cu file, that it does not compile comes first.
  void add_no_launch(const lessons::Target& target, const prepare::Request& request) {
    const base::SourceFile& file = target.file;
    const std::string ending = std::filesystem::path(file.name()).extension().string();
    if (ending == ".h" || ending == ".hpp" || ending == ".cuh")
      return verdict_.problems.push_back(problem_of_file(
          file.name(), say("is a header, which launches nothing: assertions belong in the .cu file "
                           "that is checked")));
    if (target.untaken && !target.untaken->problems.empty())
      return add(target.untaken->problems, file);
    const base::Checked<model::Device> device = prepare::pick_device(request.launch.device);
    if (!device) return add(device.error(), file);
    const lang::Survey survey = lang::survey(file, prepare::compile_options(request, *device));
    if (!survey.errors.empty()) return add(survey.errors, survey.unit->file);
    verdict_.problems.push_back(problem_of_file(
        file.name(),
        say("nothing is launched: write a launch as the file's first comment, like '{example}', or "
            "a main() that launches the kernel",
            "example"_a = "// warplens: --grid 4 --block 128 --arg a=float[512]")));
  }

  const CheckOptions& options_;
  FileVerdict verdict_;
};

}  // namespace

FileVerdict check_file(const std::string& path, const CheckOptions& options) {
  return FileCheck(path, options).check();
}

}  // namespace warplens::check
