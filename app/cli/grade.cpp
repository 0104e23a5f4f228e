// `warplens exercises` and `warplens grade`: app/course's exercises and verdicts, printed. A folder
// of hand-ins makes a row of CSV each. Rows depend on the hand-in alone: whatever another one does,
// on however many threads, they stay as they are.
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <ostream>
#include <utility>

#include "app/cli/commands.hpp"
#include "app/cli/grade_formats.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/side_by_side.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/visible_stream.hpp"
#include "app/course/judge.hpp"
#include "app/files/files.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using course::Exercise;
using course::Verdict;

constexpr uint64_t kSeedOfGoals = 0;  // counts don't depend on it

base::Result<std::vector<Exercise>, std::string> exercises_of(const std::string& folder) {
  if (folder.empty()) return course::built_in();
  return course::load_exercises(folder);
}

base::Result<Exercise, std::string> exercise_with_id(const std::vector<Exercise>& exercises,
                                                     const std::string& id) {
  std::vector<std::string> ids;
  for (const Exercise& exercise : exercises) {
    if (exercise.id == id) return exercise;
    ids.push_back(exercise.id);
  }
  return base::fail(base::with_suggestion(
      say("there is no exercise '{id}'; 'warplens exercises' lists all", "id"_a = id),
      base::nearest_name(id, ids)));
}

// A folder as the command line names one.
base::Result<Exercise, std::string> exercise_named(const std::string& name) {
  base::Result<Exercise, std::string> built_in = exercise_with_id(course::built_in(), name);
  if (built_in || !files::exists(name)) return built_in;
  return course::load_exercise(name);
}

std::string path_in(const Exercise& exercise, const char* name) {
  return (std::filesystem::path(exercise.folder) / name).string();
}

study::Section exercise_section(const Exercise& exercise,
                                const base::Result<course::Truth, std::string>& truth) {
  study::Section section;
  section.title = Text::as_is(exercise.id);
  section.line(Text::as_is(exercise.title));
  section.fact("id", exercise.id);
  section.fact("title", exercise.title);
  section.fact("lesson", exercise.lesson);
  const std::string text =
      truth ? course::filled(exercise.goal, course::place_values(exercise, *truth)) : truth.error();
  section.fact(truth ? "goal" : "problem", text);
  section.line(Text::as_is(text));
  if (exercise.folder.empty()) return section;
  section.fact("starter", path_in(exercise, "starter.cu"));
  section.fact("reference", path_in(exercise, "reference.cu"));
  return section;
}

Verdict judged(const std::shared_ptr<const Exercise>& exercise, const std::string& text,
               const Surroundings& surroundings) {
  course::Judging judging(exercise, nullptr, text, {});
  return base::whole(judging, surroundings.interrupted);
}

// A text that can be read and is none: it is its author's mistake, like one that does not compile.
// Nothing: the file can't be read. A verdict has no path in it.
std::optional<Verdict> verdict_on_bytes(const std::shared_ptr<const Exercise>& exercise,
                                        const std::string& path, const std::string& problem) {
  if (!files::read_bytes(path)) return std::nullopt;
  Verdict verdict = course::Judging(exercise, nullptr, "", {}).so_far();
  verdict.outcome = course::Outcome::kNotFinished;
  const std::string place = path + ": ";
  verdict.problems = {
      base::placeless(problem.substr(problem.starts_with(place) ? place.size() : 0))};
  return verdict;
}

int status_of_outcome(course::Outcome outcome) {
  switch (outcome) {
    case course::Outcome::kPassed:
      return kExitDone;
    case course::Outcome::kFailed:
    case course::Outcome::kNotFinished:
      return kExitFindings;
    case course::Outcome::kUnusable:
      return kExitMistake;
    case course::Outcome::kOpen:
    case course::Outcome::kCut:
      break;
  }
  return kExitCut;
}

int grade_one(const CommandLine& line, const std::shared_ptr<const Exercise>& exercise,
              const Surroundings& surroundings) {
  const base::Result<std::string, std::string> text = files::read_kernel(line.target);
  std::optional<Verdict> verdict;
  if (text)
    verdict = judged(exercise, *text, surroundings);
  else
    verdict = verdict_on_bytes(exercise, line.target, text.error());
  if (!verdict) return complain(surroundings, text.error());
  if (surroundings.is_interrupted()) {
    complain(surroundings, say("interrupted before the hand-in was judged"));
    return kExitInterrupted;
  }
  if (line.course.format != GradeFormat::kNone) {
    if (verdict->outcome == course::Outcome::kUnusable)
      return complain(surroundings, verdict->unusable);
    const base::Result<std::string, std::string> file = for_grader(line.course.format, *verdict);
    if (!file) return complain(surroundings, file.error());
    print_bytes(surroundings.out, *file);
    return kExitDone;
  }
  if (line.json)
    print_json(surroundings.out, course::describe(*verdict));
  else
    print(surroundings.out, course::describe(*verdict), false);
  return status_of_outcome(verdict->outcome);
}

// As RFC 4180 has it.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

// A spreadsheet takes a cell that begins so for a formula.
std::string as_name(const std::string& name) {
  return name.find_first_of("=+-@") == 0 ? "./" + name : name;
}

std::string csv_row(const std::vector<std::string>& cells) {
  std::string row;
  for (const std::string& cell : cells) row += (row.empty() ? "" : ",") + csv_cell(cell);
  return row + "\n";
}

// The first mark that failed, or else the first that was cut.
const course::Mark* telling_mark(const Verdict& verdict) {
  for (const course::MarkState state : {course::MarkState::kFailed, course::MarkState::kCut}) {
    for (const course::Mark& mark : verdict.marks) {
      if (mark.state == state) return &mark;
    }
  }
  return nullptr;
}

std::string row_of(const std::string& name, const Verdict& verdict) {
  std::vector<std::string> cells{as_name(name), course::word(verdict.outcome), "", "", ""};
  if (verdict.outcome == course::Outcome::kUnusable) {
    cells[4] = verdict.unusable;
  } else if (verdict.outcome == course::Outcome::kNotFinished) {
    const base::Diagnostic& problem = verdict.problems.front();
    if (problem.has_place && !problem.file)
      cells[3] = fmt::format("line {}", verdict.file.line_of(problem.span.begin));
    cells[4] = problem.message;
  } else if (const course::Mark* mark = telling_mark(verdict)) {
    cells[2] = mark->goal ? fmt::format("goal {}", mark->goal->id) : course::word(mark->kind);
    if (mark->where) cells[3] = course::place_text(*mark->where).english();
    cells[4] = course::reason_text(*mark).english();
  }
  return csv_row(cells);
}

// Writes rows in their order, each as soon as those before it are there.
class RowWriter {
 public:
  RowWriter(std::ostream& out, size_t count) : out_(out), rows_(count) {}

  void put(size_t index, std::string row) {
    const std::lock_guard lock(mutex_);
    rows_[index] = std::move(row);
    for (; next_ < rows_.size() && rows_[next_]; ++next_) out_ << *std::exchange(rows_[next_], {});
    out_.flush();
  }

 private:
  std::mutex mutex_;
  std::ostream& out_;
  std::vector<std::optional<std::string>> rows_;
  size_t next_ = 0;
};

int grade_folder(const CommandLine& line, const std::shared_ptr<const Exercise>& exercise,
                 const Surroundings& surroundings) {
  const auto names = files::list_below(line.target, ".cu");
  if (!names) return complain(surroundings, names.error());
  if (names->empty())
    return complain(surroundings, say("{path}: holds no .cu file", "path"_a = line.target));
  std::vector<std::string> some;
  for (size_t i = line.course.shard; i < names->size(); i += line.course.shards)
    some.push_back((*names)[i]);
  base::speak(nullptr);  // rows are for programs
  surroundings.out << csv_row({"file", "outcome", "mark", "where", "reason"});
  RowWriter rows(surroundings.out, some.size());
  std::atomic<bool> is_unusable = false;
  const auto row = [&](const std::string& name) {
    // What a link leads to is no hand-in of this folder.
    const std::filesystem::path folder(line.target);
    const auto path = files::own_file((folder / name).string(), (folder / name).filename());
    if (!path) return csv_row({as_name(name), "unreadable", "", "", path.error()});
    const base::Result<std::string, std::string> text = files::read_kernel(*path);
    if (!text) {
      const std::optional<Verdict> verdict = verdict_on_bytes(exercise, *path, text.error());
      return verdict ? row_of(name, *verdict)
                     : csv_row({as_name(name), "unreadable", "", "", text.error()});
    }
    try {
      const Verdict verdict = judged(exercise, *text, surroundings);
      if (verdict.outcome == course::Outcome::kUnusable) is_unusable = true;
      return row_of(name, verdict);
    } catch (const std::bad_alloc&) {
      return csv_row({as_name(name), course::word(course::Outcome::kCut), "", "",
                      say("the computer has too little memory for it")});
    }
  };
  side_by_side_with(
      some.size(), line.course.jobs, [] { return 0; },
      [&](size_t index, int) {
        if (surroundings.is_interrupted()) return;
        std::string made = row(some[index]);
        if (!surroundings.is_interrupted()) rows.put(index, std::move(made));
      });
  if (surroundings.is_interrupted()) {
    complain(surroundings, say("interrupted before all hand-ins were judged"));
    return kExitInterrupted;
  }
  return is_unusable ? kExitMistake : kExitDone;
}

}  // namespace

int list_exercises(const CommandLine& line, const Surroundings& surroundings) {
  base::Result<std::vector<Exercise>, std::string> exercises = exercises_of(line.course.folder);
  if (!exercises) return complain(surroundings, exercises.error());
  if (!line.course.exercise.empty()) {
    base::Result<Exercise, std::string> one = exercise_with_id(*exercises, line.course.exercise);
    if (!one) return complain(surroundings, one.error());
    if (line.course.starter) {
      print_bytes(surroundings.out, one->starter);
      return kExitDone;
    }
    exercises = std::vector<Exercise>{std::move(*one)};
  }
  int status = kExitDone;
  study::Section all;
  study::List list{"exercises", {}};
  for (const Exercise& exercise : *exercises) {
    course::TruthRun run(std::make_shared<const Exercise>(exercise), kSeedOfGoals, {});
    const base::Result<course::Truth, std::string> truth =
        base::whole(run, surroundings.interrupted);
    if (surroundings.is_interrupted()) return kExitInterrupted;
    if (!truth) status = kExitMistake;
    list.items.push_back(exercise_section(exercise, truth));
    all.parts.push_back(list.items.back());
  }
  all.parts.push_back(std::move(list));
  if (line.json)
    print_json(surroundings.out, all);
  else
    print(surroundings.out, all, false);
  return status;
}

int grade(const CommandLine& line, const Surroundings& surroundings) {
  base::Result<Exercise, std::string> named = exercise_named(line.course.exercise);
  if (!named) return complain(surroundings, named.error());
  const auto exercise = std::make_shared<const Exercise>(std::move(*named));
  std::error_code error;
  if (!std::filesystem::is_directory(line.target, error)) {
    if (line.course.jobs != 1 || line.course.shards != 1)
      return complain(surroundings, say("'--jobs' and '--shard' are for a folder of hand-ins"));
    return grade_one(line, exercise, surroundings);
  }
  if (line.json || line.course.format != GradeFormat::kNone)
    return complain(surroundings, say("'--json' and '--format' are for one hand-in: a folder's "
                                      "verdicts are rows of CSV"));
  return grade_folder(line, exercise, surroundings);
}

}  // namespace warplens::cli
