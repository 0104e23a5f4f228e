// `warplens exercises` and `warplens grade`: app/course's exercises and verdicts, printed. A folder
// of hand-ins makes a row of CSV each, and a page of the class. Rows depend on the hand-in alone:
// whatever another one does, on however many threads, they stay as they are.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <ostream>
#include <utility>

#include "app/cli/commands.hpp"
#include "app/cli/grade/class_page.hpp"
#include "app/cli/grade/grade_formats.hpp"
#include "app/cli/grade/hand_in.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/side_by_side.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/visible_stream.hpp"
#include "app/course/judge.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
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
  if (!files::is_readable(path)) return std::nullopt;
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

// A text to be judged; from a file of the window's course with first answers by belief.
struct HandedIn {
  std::string text;
  std::map<std::string, uint64_t> beliefs;
};

// An error starts with the path.
base::Result<HandedIn, std::string> hand_in_at(const std::string& path, const std::string& id) {
  const base::Result<std::string, std::string> text = files::read_kernel(path);
  if (!text) return base::fail(text.error());
  if (!path.ends_with(kHandInEnding)) return HandedIn{*text, {}};
  const base::Result<HandIn, std::string> hand_in = parse_hand_in(*text);
  if (!hand_in) return base::fail(path + ": " + hand_in.error());
  const auto own = hand_in->texts.find(id);
  if (own == hand_in->texts.end())
    return base::fail(path + ": " + say("has no text of this exercise"));
  HandedIn result{own->second, {}};
  for (const HandIn::Answer& answer : hand_in->answers) {
    if (!answer.belief.empty()) ++result.beliefs[answer.belief];
  }
  return result;
}

int grade_one(const CommandLine& line, const std::shared_ptr<const Exercise>& exercise,
              const Surroundings& surroundings) {
  const base::Result<HandedIn, std::string> handed_in = hand_in_at(line.target, exercise->id);
  std::optional<Verdict> verdict;
  if (handed_in)
    verdict = judged(exercise, handed_in->text, surroundings);
  else if (!line.target.ends_with(kHandInEnding))
    verdict = verdict_on_bytes(exercise, line.target, handed_in.error());
  if (!verdict) return complain(surroundings, handed_in.error());
  if (surroundings.is_interrupted()) {
    complain(surroundings, say("interrupted before the hand-in was judged"));
    return kExitInterrupted;
  }
  if (line.course.format != GradeFormat::kNone) {
    if (verdict->outcome == course::Outcome::kUnusable)
      return complain(surroundings, verdict->unusable);
    const base::Result<std::string, std::string> file =
        for_grader(line.course.format, *verdict,
                   handed_in ? handed_in->beliefs : std::map<std::string, uint64_t>{});
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

// As RFC 4180 has it, and for spreadsheets to which a semicolon or a tab ends a cell.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",;\t\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

// A spreadsheet takes a cell that begins so for a formula. A file's name stays one.
std::string no_formula(const std::string& text, const char* before) {
  return text.find_first_of("=+-@\t\r") == 0 ? before + text : text;
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

ClassRow row_of(const std::string& name, const Verdict& verdict) {
  ClassRow row{name, course::word(verdict.outcome), "", "", "", {}};
  if (verdict.outcome == course::Outcome::kUnusable) {
    row.reason = verdict.unusable;
  } else if (verdict.outcome == course::Outcome::kNotFinished) {
    const base::Diagnostic& problem = verdict.problems.front();
    if (problem.has_place && !problem.file)
      row.where = fmt::format("line {}", verdict.file.line_of(problem.span.begin));
    row.reason = problem.message;
  } else {
    for (const course::Mark& mark : verdict.marks) row.marks.push_back(mark.state);
    if (const course::Mark* mark = telling_mark(verdict)) {
      row.mark = mark->goal ? fmt::format("goal {}", mark->goal->id) : course::word(mark->kind);
      if (mark->where) row.where = course::place_text(*mark->where).english();
      row.reason = course::reason_text(*mark).english();
    }
  }
  return row;
}

ClassRow row_without_verdict(const std::string& name, std::string outcome, std::string reason) {
  return {name, std::move(outcome), "", "", std::move(reason), {}};
}

std::string csv_of(const ClassRow& row) {
  return csv_row(
      {no_formula(row.name, "./"), row.outcome, row.mark, row.where, no_formula(row.reason, "'")});
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

// What a file of a folder is: its row, and of one of the window's course its answers.
struct Graded {
  ClassRow row;
  std::optional<HandIn> hand_in;
};

class FolderGrader {
 public:
  FolderGrader(std::string folder, std::shared_ptr<const Exercise> exercise,
               const Surroundings& surroundings)
      : folder_(std::move(folder)), exercise_(std::move(exercise)), surroundings_(surroundings) {}

  // On any thread.
  Graded grade(const std::string& name) const {
    // What a link leads to is no hand-in of this folder.
    const std::filesystem::path file = folder_ / name;
    const auto path = files::own_file(file.string(), file.filename());
    if (!path) return {row_without_verdict(name, "unreadable", path.error()), {}};
    const base::Result<std::string, std::string> text = files::read_kernel(*path);
    const bool is_of_course = name.ends_with(kHandInEnding);
    if (!text) {
      std::optional<Verdict> verdict;
      if (!is_of_course) verdict = verdict_on_bytes(exercise_, *path, text.error());
      return {
          verdict ? row_of(name, *verdict) : row_without_verdict(name, "unreadable", text.error()),
          {}};
    }
    if (!is_of_course) return {judged_row(name, *text), {}};
    base::Result<HandIn, std::string> hand_in = parse_hand_in(*text);
    if (!hand_in) return {row_without_verdict(name, "unreadable", hand_in.error()), {}};
    const auto own = hand_in->texts.find(exercise_->id);
    ClassRow row = own == hand_in->texts.end()
                       ? row_without_verdict(name, "missing", say("has no text of this exercise"))
                       : judged_row(name, own->second);
    return {std::move(row), std::move(*hand_in)};
  }

 private:
  ClassRow judged_row(const std::string& name, const std::string& text) const {
    try {
      return row_of(name, judged(exercise_, text, surroundings_));
    } catch (const std::bad_alloc&) {
      return row_without_verdict(name, course::word(course::Outcome::kCut),
                                 say("the computer has too little memory for it"));
    }
  }

  const std::filesystem::path folder_;
  const std::shared_ptr<const Exercise> exercise_;
  const Surroundings& surroundings_;
};

// Of the folder, with those below it, sorted: texts, and files of the window's course.
base::Result<std::vector<std::string>, std::string> hand_ins_below(const std::string& folder) {
  base::Result<std::vector<std::string>, std::string> names = files::list_below(folder, ".cu");
  if (!names) return names;
  const auto more = files::list_below(folder, kHandInEnding);
  if (!more) return base::fail(more.error());
  names->insert(names->end(), more->begin(), more->end());
  std::sort(names->begin(), names->end());
  if (names->empty())
    return base::fail(say("{path}: holds no .cu file and no {ending}", "path"_a = folder,
                          "ending"_a = kHandInEnding));
  return names;
}

int grade_folder(const CommandLine& line, const std::shared_ptr<const Exercise>& exercise,
                 const Surroundings& surroundings) {
  const auto names = hand_ins_below(line.target);
  if (!names) return complain(surroundings, names.error());
  std::vector<std::string> some;
  for (size_t i = line.course.shard; i < names->size(); i += line.course.shards)
    some.push_back((*names)[i]);
  base::speak(nullptr);  // rows are for programs
  surroundings.out << csv_row({"file", "outcome", "mark", "where", "reason"});
  RowWriter rows(surroundings.out, some.size());
  std::vector<Graded> all(line.course.class_page.empty() ? 0 : some.size());
  std::atomic<bool> is_unusable = false;
  const FolderGrader grader(line.target, exercise, surroundings);
  side_by_side_with(
      some.size(), line.course.jobs, [] { return 0; },
      [&](size_t index, int) {
        if (surroundings.is_interrupted()) return;
        Graded made = grader.grade(some[index]);
        if (surroundings.is_interrupted()) return;
        if (made.row.outcome == course::word(course::Outcome::kUnusable)) is_unusable = true;
        rows.put(index, csv_of(made.row));
        if (!all.empty()) all[index] = std::move(made);
      });
  if (surroundings.is_interrupted()) {
    complain(surroundings, say("interrupted before all hand-ins were judged"));
    return kExitInterrupted;
  }
  if (!line.course.class_page.empty()) {
    ClassPage page(*exercise);
    for (Graded& one : all) {
      page.add(std::move(one.row));
      if (one.hand_in) page.add(*one.hand_in);
    }
    if (const std::string problem = files::write_text(line.course.class_page, page.print());
        !problem.empty())
      return complain(surroundings, problem);
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
    if (surroundings.is_interrupted()) break;
    if (!truth) status = kExitMistake;
    list.items.push_back(exercise_section(exercise, truth));
    all.parts.push_back(list.items.back());
  }
  const size_t count = list.items.size();
  all.parts.push_back(std::move(list));
  if (line.json)
    print_json(surroundings.out, all);
  else
    print(surroundings.out, all, false);
  if (!surroundings.is_interrupted()) return status;
  complain(surroundings, say("interrupted after {count} of {all} exercises", "count"_a = count,
                             "all"_a = exercises->size()));
  return kExitInterrupted;
}

int grade(const CommandLine& line, const Surroundings& surroundings) {
  base::Result<Exercise, std::string> named = exercise_named(line.course.exercise);
  if (!named) return complain(surroundings, named.error());
  const auto exercise = std::make_shared<const Exercise>(std::move(*named));
  std::error_code error;
  if (!std::filesystem::is_directory(line.target, error)) {
    if (line.course.jobs != 1 || line.course.shards != 1 || !line.course.class_page.empty())
      return complain(surroundings,
                      say("'--jobs', '--shard' and '--class-page' are for a folder of hand-ins"));
    return grade_one(line, exercise, surroundings);
  }
  if (line.json || line.course.format != GradeFormat::kNone)
    return complain(surroundings, say("'--json' and '--format' are for one hand-in: a folder's "
                                      "verdicts are rows of CSV"));
  return grade_folder(line, exercise, surroundings);
}

}  // namespace warplens::cli
