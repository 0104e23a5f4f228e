// Finds what a user's FILE.cu or LESSON means and works out its launch.
#include "app/lessons/target.hpp"

#include <algorithm>

#include "app/files/files.hpp"
#include "app/lessons/own_options.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/guess.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::lessons {
namespace {

std::string unknown_target(const std::string& name, const std::vector<Lesson>& lessons) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons) ids.push_back(lesson.id);
  const std::string message =
      say("{name}: no such file, and no lesson has this name", "name"_a = name);
  if (files::exists(name + ".cu")) return base::with_suggestion(message, name + ".cu");
  // The beginning of a lesson's name: "matmul".
  std::vector<std::string> longer = ids;
  std::erase_if(longer, [&](const std::string& id) { return !id.starts_with(name); });
  if (!name.empty() && !longer.empty()) {
    std::string list = "'" + longer.front() + "'";
    for (size_t i = 1; i + 1 < longer.size(); ++i) list += ", '" + longer[i] + "'";
    if (longer.size() > 1)
      list = say("{names} or '{last}'", "names"_a = list, "last"_a = longer.back());
    return say("{problem}; did you mean {names}?", "problem"_a = message, "names"_a = list);
  }
  const std::string nearest = base::nearest_name(name, ids);
  if (!nearest.empty()) return base::with_suggestion(message, nearest);
  return say("{problem} ('warplens lessons' lists them)", "problem"_a = message);
}

base::Result<Target, std::string> open_lesson(size_t index, const Lesson& lesson,
                                              const launch::LaunchOptions& options) {
  base::Result<launch::Launch, std::string> launch = make_launch(lesson, options.settings);
  if (!launch) return base::fail(launch.error());
  Target target;
  target.file = base::SourceFile(lesson.path, lesson.text);
  target.launch = launch::apply(std::move(*launch), options);
  target.lesson = index;
  target.has_launch = true;
  return target;
}

std::optional<prepare::HostDefault> launch_of_host(const Target& target,
                                                   const launch::LaunchOptions& options,
                                                   const std::atomic<bool>* cancelled) {
  prepare::Request request;
  request.launch = launch::apply(target.launch, options);
  request.read_include = files::include_reader(target.file.name(), options.includes);
  request.cancelled = cancelled;
  const base::Checked<model::Device> device = prepare::pick_device(request.launch.device);
  if (!device) return std::nullopt;  // running it says so
  const lang::Survey survey = lang::survey(target.file, prepare::compile_options(request, *device));
  return prepare::launch_of_host(*survey.unit, options.kernel.value_or(""), options.then_all);
}

// "--arg n=64", where the options do not give it.
std::string guessed_options(const prepare::HostDefault& host,
                            const launch::LaunchOptions& options) {
  std::string words;
  for (const launch::Argument& argument : host.launch.arguments) {
    const auto is_it = [&](const launch::Argument& given) { return given.name == argument.name; };
    const auto& guessed = host.guessed;
    if (std::find(guessed.begin(), guessed.end(), argument.name) == guessed.end()) continue;
    if (std::any_of(options.arguments.begin(), options.arguments.end(), is_it)) continue;
    words += (words.empty() ? "--arg " : " --arg ") + launch::print(argument);
  }
  return words;
}

// The options of the file's first comment; none where it has none.
base::Result<launch::LaunchOptions, std::string> options_of_comment(const base::SourceFile& file) {
  const std::optional<std::string> comment = launch::embedded_options(file.text());
  if (!comment) return launch::LaunchOptions{};
  base::Result<launch::LaunchOptions, std::string> options = own_options(*comment, file.name());
  if (!options)
    return base::fail(say("{path}: in the first comment: {problem}", "path"_a = file.name(),
                          "problem"_a = options.error()));
  return options;
}

// A text that does not compile keeps the launch that it has; running it says why.
base::Result<Target, std::string> guess_rest(Target target, const launch::LaunchOptions& options,
                                             const std::atomic<bool>* cancelled) {
  base::Result<launch::LaunchOptions, std::string> given = options_of_comment(target.file);
  if (!given) return base::fail(given.error());
  prepare::Request request;
  request.file = target.file;
  request.read_file = files::file_reader();
  request.read_include = files::include_reader(target.file.name(), options.includes);
  request.cancelled = cancelled;
  base::Checked<prepare::Guess> guess =
      prepare::guess_launch(request, launch::merge(std::move(*given), options));
  target.has_launch = true;
  if (!guess.ok()) return target;
  target.launch = std::move(guess->launch);
  target.launch_place = std::move(guess->place);
  target.guessed = std::move(guess->guessed);
  return target;
}

base::Result<Target, std::string> open_file(const std::string& path,
                                            const launch::LaunchOptions& options,
                                            const std::atomic<bool>* cancelled) {
  base::Result<std::string, std::string> text = files::read_text(path);
  if (!text) return base::fail(text.error());
  return open_text(base::SourceFile(path, std::move(*text)), options, cancelled);
}

}  // namespace

// Whether the options leave the launch to the program that the text may be.
static bool leaves_launch(const launch::LaunchOptions& options) {
  return !options.grid && !options.block && !options.shared_bytes && options.arguments.empty() &&
         !options.kernel && !options.called && options.then.empty() && !options.then_all && !options.guess;
}

// Launches of a program that are run one after another, to be stepped through.
static constexpr size_t kMostShownLaunches = 32;

// Runs the program, or the function that the options call; false where it reaches no launch, or
// can't be run.
static bool reach_launches(Target& target, const launch::LaunchOptions& options,
                           const std::atomic<bool>* cancelled) {
  prepare::Request request;
  request.file = target.file;
  request.launch = target.launch;
  request.read_file = files::file_reader();
  request.read_include = files::include_reader(target.file.name(), options.includes);
  request.read_data = files::data_reader(target.file.name(), options.readable);
  request.cancelled = cancelled;
  request.program.emplace().arguments = options.program_arguments;
  request.program->seed = options.seed;
  request.program->real_clock = options.real_clock;
  if (options.called) {
    request.program->called = *options.called;
    request.program->values = options.arguments;
    target.program = request.program;
  }
  target.reached = std::make_shared<prepare::ReachedPrograms>();
  const auto reached = target.reached->of(request);
  if (!reached.ok() || (*reached)->launches.empty()) return false;
  target.program = request.program;
  target.has_launch = true;
  const prepare::ReachedProgram& program = **reached;
  launch::Launch first = prepare::launch_of(program.launches.front());
  target.launch.kernel = first.kernel;
  target.launch.grid = first.grid;
  target.launch.block = first.block;
  target.launch.shared_bytes = first.shared_bytes;
  target.launch.arguments = std::move(first.arguments);
  const size_t most = std::min(program.launches.size(), kMostShownLaunches);
  for (size_t i = 1; i < most; ++i)
    target.launch.then.push_back(prepare::launch_of(program.launches[i]));
  const base::Span span = program.launches.front().span;
  target.launch_place.line = program.unit->file.line_of(span.begin);
  target.launch_place.code = program.unit->file.slice(span);
  return true;
}

// What does not go with a call of a function; "" if the options call none.
static std::string beside_call(const launch::LaunchOptions& options) {
  if (!options.called) return "";
  const char* other = options.kernel             ? "--kernel"
                      : options.grid             ? "--grid"
                      : options.block            ? "--block"
                      : options.shared_bytes     ? "--shared"
                      : !options.then.empty()    ? "--then"
                      : options.then_all         ? "--then-all"
                      : options.guess            ? "--guess"
                                                 : nullptr;
  if (other == nullptr) return "";
  return say("'--call' and '{option}' do not go together: the function launches its kernels itself",
             "option"_a = other);
}

base::Result<Target, std::string> open_text(base::SourceFile file,
                                            const launch::LaunchOptions& options,
                                            const std::atomic<bool>* cancelled) {
  const std::string path = file.name();
  Target target;
  target.file = std::move(file);
  base::Result<launch::Launch, std::string> launch = launch_of_text(target.file, options);
  if (!launch) return base::fail(launch.error());
  target.launch = std::move(*launch);
  base::Result<launch::LaunchOptions, std::string> merged = options_of_comment(target.file);
  if (!merged) return base::fail(merged.error());
  if (options.kernel) merged->called.reset();
  *merged = launch::merge(std::move(*merged), options);
  if (merged->called) {
    if (std::string problem = beside_call(*merged); !problem.empty()) return base::fail(problem);
    merged->program_arguments.clear();
    reach_launches(target, *merged, cancelled);
    target.has_launch = true;
    return target;
  }
  if (options.guess) return guess_rest(std::move(target), options, cancelled);
  const bool has_comment = launch::embedded_options(target.file.text()).has_value();
  const bool has_sizes = options.grid && options.block;
  target.has_launch = has_comment || has_sizes;
  if (has_comment && !options.then_all) return target;
  if (leaves_launch(options) && prepare::may_be_program(target.file) &&
      reach_launches(target, options, cancelled))
    return target;
  const std::optional<prepare::HostDefault> host = launch_of_host(target, options, cancelled);
  if (host) {
    target.launch = launch::apply(host->launch, options);
    target.launch_place = host->place;
    target.launch_place.guessed = guessed_options(*host, options);
    target.has_launch = host->is_ready || has_sizes;
  } else if (options.then_all) {
    return base::fail(say("{path}: --then-all: its host code holds no launch with constant sizes",
                          "path"_a = path));
  }
  return target;
}

base::Result<std::vector<Lesson>, std::string> lessons_of(const std::string& folder) {
  std::vector<Lesson> lessons = built_in();
  if (folder.empty()) return lessons;
  base::Result<std::vector<Lesson>, std::string> own = load_folder(folder);
  if (!own) return own;
  for (Lesson& lesson : *own) {
    const auto same = std::find_if(lessons.begin(), lessons.end(),
                                   [&](const Lesson& other) { return other.id == lesson.id; });
    if (same != lessons.end())
      *same = std::move(lesson);
    else
      lessons.push_back(std::move(lesson));
  }
  return lessons;
}

base::Result<launch::Launch, std::string> launch_of_text(const base::SourceFile& file,
                                                         const launch::LaunchOptions& options) {
  if (!options.settings.empty()) {
    return base::fail(
        say("{path}: '--set' changes a lesson's parameter, and a file has none; use -D or --arg",
            "path"_a = file.name()));
  }
  const base::Result<launch::LaunchOptions, std::string> defaults = options_of_comment(file);
  if (!defaults) return base::fail(defaults.error());
  return launch::apply(launch::apply(launch::Launch{}, *defaults), options);
}

base::Result<Target, std::string> open_target(const std::string& name,
                                              const std::vector<Lesson>& lessons,
                                              const launch::LaunchOptions& options,
                                              const std::atomic<bool>* cancelled) {
  if (files::exists(name)) return open_file(name, options, cancelled);
  for (size_t i = 0; i < lessons.size(); ++i) {
    if (lessons[i].id == name) return open_lesson(i, lessons[i], options);
  }
  return base::fail(unknown_target(name, lessons));
}

}  // namespace warplens::lessons
