// `warplens check`: app/check's verdicts on files, printed. A file's results depend on it alone, so
// that they are the same on however many threads.
#include <algorithm>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>

#include "app/check/file_check.hpp"
#include "app/cli/check/check_formats.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/side_by_side.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/visible_stream.hpp"
#include "app/files/files.hpp"
#include "sim/base/say.hpp"
#include "sim/base/worker_pool.hpp"

namespace warplens::cli {
namespace {

using check::FileVerdict;
using check::Outcome;
using check::Problem;
using check::State;

struct CheckedOperand {
  std::string path;
  bool is_named = false;  // not found in a folder
};

// Each file once.
base::Result<std::vector<CheckedOperand>, std::string> files_of(
    const std::vector<std::string>& operands) {
  std::vector<CheckedOperand> files;
  std::map<std::string, size_t> places;  // in `files`
  const auto add = [&](CheckedOperand file) {
    const auto [place, is_new] = places.emplace(file.path, files.size());
    if (is_new)
      files.push_back(std::move(file));
    else
      files[place->second].is_named |= file.is_named;
  };
  for (const std::string& operand : operands) {
    std::error_code error;
    if (!std::filesystem::is_directory(operand, error)) {
      add({std::filesystem::path(operand).lexically_normal().string(), true});
      continue;
    }
    const auto names = files::list_below(operand, ".cu");
    if (!names) return base::fail(names.error());
    if (names->empty()) return base::fail(say("{path}: holds no .cu file", "path"_a = operand));
    for (const std::string& name : *names)
      add({(std::filesystem::path(operand) / name).lexically_normal().string(), false});
  }
  return files;
}

// Threads of one run, so that all together are no more than requested.
uint32_t threads_of_one_file(const CommandLine& line) {
  const uint32_t jobs = line.check_files.jobs;
  const uint32_t all = line.launch.threads.value_or(0);
  if (jobs <= 1) return all;
  return std::max(1u, (all != 0 ? all : base::WorkerPool::cores()) / jobs);
}

FileVerdict checked_file(const std::string& path, const check::CheckOptions& options) {
  try {
    return check::check_file(path, options);
  } catch (const std::bad_alloc&) {
    FileVerdict verdict;
    verdict.path = path;
    verdict.has_assertions = true;
    const std::string sentence = say("the computer has too little memory for it");
    verdict.problems.push_back(
        {path, 0, 0, sentence, path + ": " + base::headed(base::Severity::kError, sentence)});
    return verdict;
  }
}

Problem no_assertion_in(const std::string& path) {
  Problem problem;
  problem.path = path;
  problem.message =
      say("has no assertion: a comment like '{example}' at the end of an access's line",
          "example"_a = "// warplens: assert requests == 4");
  problem.rendered = path + ": " + base::headed(base::Severity::kError, problem.message);
  return problem;
}

// What is wrong in a file that several include is reported once; it may be wrong in another way for
// another of them.
void leave_out_repeated(CheckedFiles& checked) {
  std::set<std::tuple<std::string, uint32_t, uint32_t, std::string>> seen;
  for (FileVerdict& file : checked.files) {
    std::erase_if(file.problems, [&](const Problem& problem) {
      return problem.path != file.path && problem.line > 0 &&
             !seen.emplace(problem.path, problem.line, problem.column, problem.message).second;
    });
  }
}

int status_of_files(const CheckedFiles& checked) {
  int status = kExitDone;
  for (const FileVerdict& file : checked.files) {
    if (!file.problems.empty()) status = worse(status, kExitMistake);
    for (const Outcome& outcome : file.outcomes) {
      if (outcome.state == State::kFails || outcome.state == State::kNotExecuted)
        status = worse(status, kExitFindings);
      if (outcome.state == State::kCut) status = worse(status, kExitCut);
    }
  }
  return status;
}

void print_checked(const CommandLine& line, const CheckedFiles& checked,
                   const Surroundings& surroundings) {
  if (line.json) return print_json(surroundings.out, describe(checked));
  switch (line.check_files.format) {
    case CheckFormat::kJunit:
      return print_bytes(surroundings.out, junit_of(checked));
    case CheckFormat::kSarif:
      return print_bytes(surroundings.out, sarif_of(checked));
    case CheckFormat::kGithub:
      surroundings.out << github_of(checked);
      return;
    case CheckFormat::kText:
      break;
  }
  for (const FileVerdict& file : checked.files) {
    for (const Problem& problem : file.problems) surroundings.err << problem.rendered;
    for (const Outcome& outcome : file.outcomes) {
      if (outcome.state == State::kHolds) continue;
      surroundings.out << file.path << ":" << outcome.line << ": "
                       << sentence_of(outcome).rendered() << "\n";
    }
  }
  surroundings.out << summary_of(checked) << "\n";
}

}  // namespace

int check(const CommandLine& line, const Surroundings& surroundings) {
  const auto files = files_of(line.check_files.operands);
  if (!files) return complain(surroundings, files.error());
  check::CheckOptions options{line.launch, line.memory, surroundings.interrupted};
  options.launch.threads = threads_of_one_file(line);
  std::vector<std::optional<FileVerdict>> verdicts(files->size());
  side_by_side_with(
      files->size(), line.check_files.jobs, [] { return 0; },
      [&](size_t index, int) {
        if (surroundings.is_interrupted()) return;
        FileVerdict verdict = checked_file((*files)[index].path, options);
        if (!verdict.is_interrupted) verdicts[index] = std::move(verdict);
      });
  CheckedFiles checked;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    std::optional<FileVerdict>& verdict = verdicts[i];
    if (!verdict) continue;  // it was not reached
    const bool is_bare = !verdict->has_assertions && verdict->problems.empty();
    if (is_bare && !(*files)[i].is_named) {
      ++checked.skipped;
      continue;
    }
    if (is_bare) verdict->problems.push_back(no_assertion_in(verdict->path));
    checked.files.push_back(std::move(*verdict));
  }
  leave_out_repeated(checked);
  const bool is_interrupted = surroundings.is_interrupted();
  if (checked.files.empty() && !is_interrupted)
    return complain(surroundings, say("no file of the folders has an assertion"));
  print_checked(line, checked, surroundings);
  if (!is_interrupted) return status_of_files(checked);
  complain(surroundings, say("interrupted before all files were checked"));
  return kExitInterrupted;
}

}  // namespace warplens::cli
