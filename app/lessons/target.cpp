// Finds what a user's FILE.cu or LESSON means and works out its launch.
#include "app/lessons/target.hpp"

#include <algorithm>
#include <filesystem>

#include "app/files/files.hpp"
#include "app/lessons/own_options.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/call_offers.hpp"
#include "sim/prepare/fragment.hpp"
#include "sim/prepare/guess.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program.hpp"
#include "sim/prepare/run_store.hpp"
#include "sim/run/run.hpp"

namespace warplens::lessons {

static bool reach_launches(Target& target, const launch::LaunchOptions& options,
                           const std::atomic<bool>* cancelled, const prepare::MemoryLimits& memory,
                           ProgramsAhead* ahead);

namespace {

// What every look at the target's text begins with.
prepare::Request look_at(const Target& target, const launch::Includes& includes,
                         const std::atomic<bool>* cancelled) {
  prepare::Request request;
  request.file = target.file;
  request.launch = target.launch;
  request.read_include = files::include_reader(target.file.name(), includes);
  request.cancelled = cancelled;
  return request;
}

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

// Whether its text has a main() that launches, in the place of a launch in its description.
bool is_program(const Lesson& lesson) {
  const bool has_sizes = lesson.launch.find("--grid") != std::string::npos ||
                         lesson.launch.find("--block") != std::string::npos;
  return !has_sizes && prepare::may_be_program(base::SourceFile(lesson.path, lesson.text));
}

base::Result<Target, std::string> open_lesson(size_t index, const Lesson& lesson,
                                              const launch::LaunchOptions& options,
                                              const std::atomic<bool>* cancelled,
                                              const prepare::MemoryLimits& memory,
                                              ProgramsAhead* ahead) {
  base::Result<launch::Launch, std::string> launch = make_launch(lesson, options.settings);
  if (!launch) return base::fail(launch.error());
  Target target;
  target.file = base::SourceFile(lesson.path, lesson.text);
  target.launch = launch::apply(std::move(*launch), options);
  target.lesson = index;
  target.has_launch = true;
  if (is_program(lesson)) reach_launches(target, options, cancelled, memory, ahead);
  return target;
}

// What the request's text holds; nothing where its device is unknown, which running it says.
std::optional<lang::Survey> survey_of(const prepare::Request& request) {
  const base::Checked<model::Device> device = prepare::pick_device(request.launch.device);
  if (!device) return std::nullopt;
  return lang::survey(request.file, prepare::compile_options(request, *device));
}

std::optional<prepare::HostDefault> launch_of_host(const Target& target,
                                                   const launch::LaunchOptions& options,
                                                   const std::atomic<bool>* cancelled) {
  prepare::Request request = look_at(target, options.includes, cancelled);
  request.launch = launch::apply(target.launch, options);
  const std::optional<lang::Survey> survey = survey_of(request);
  if (!survey) return std::nullopt;
  return prepare::launch_of_host(*survey->unit, prepare::explore_host(request, *survey->unit),
                                 options.kernel.value_or(""), options.then_all);
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

// A text that does not compile keeps the launch that it has, unless it is a fragment that can be
// completed; running it says why.
base::Result<Target, std::string> guess_rest(Target target, const launch::LaunchOptions& options,
                                             const std::atomic<bool>* cancelled) {
  base::Result<launch::LaunchOptions, std::string> given = options_of_comment(target.file);
  if (!given) return base::fail(given.error());
  prepare::Request request = look_at(target, options.includes, cancelled);
  request.read_file = files::file_reader();
  launch::LaunchOptions all = launch::merge(std::move(*given), options);
  base::Checked<prepare::Guess> guess = prepare::guess_launch(request, all);
  target.has_launch = true;
  if (!guess.ok()) {
    std::optional<prepare::Fragment> fragment = prepare::complete_fragment(request);
    if (!fragment) return target;
    target.file = base::SourceFile(target.file.name(), std::move(fragment->text));
    target.guessed = std::move(fragment->guessed);
    request.file = target.file;
    all.defines.insert(all.defines.end(), fragment->defines.begin(), fragment->defines.end());
    all.arguments.insert(all.arguments.end(), fragment->arguments.begin(),
                         fragment->arguments.end());
    guess = prepare::guess_launch(request, all);
    if (!guess.ok()) return target;
  }
  target.launch = std::move(guess->launch);
  target.launch_place = std::move(guess->place);
  target.guess_note = std::move(guess->note);
  target.guessed.insert(target.guessed.end(), guess->guessed.begin(), guess->guessed.end());
  return target;
}

// Whether a kernel of the text at `part`, which is this one or is included by it, can be run.
bool has_kernel_of(const base::SourceFile& file, const std::string& part,
                   const launch::LaunchOptions& options) {
  prepare::Request request;
  request.file = file;
  request.launch = launch::apply(launch::Launch{}, options);
  request.read_include = files::include_reader(file.name(), options.includes);
  const std::optional<lang::Survey> survey = survey_of(request);
  if (!survey || !survey->errors.empty()) return false;
  const base::SourceFile& whole = survey->unit->file;
  const std::filesystem::path folder = std::filesystem::path(file.name()).parent_path();
  return std::any_of(
      survey->unit->listed.begin(), survey->unit->listed.end(),
      [&](const lang::ListedKernel& kernel) {
        const uint32_t at = whole.part_of(kernel.span.begin);
        const std::string name = at == 0 ? file.name() : (folder / whole.name(at)).string();
        return kernel.state == lang::KernelState::kReady && files::is_same_file(name, part);
      });
}

// Of a text that is no program and does not compile by itself: the one that includes it, so that it
// does. A program comes first, then the farthest.
std::optional<base::SourceFile> whole_text(const base::SourceFile& part,
                                           const launch::LaunchOptions& options) {
  constexpr size_t kMostTried = 8;
  if (options.called || prepare::may_be_program(part) ||
      part.text().find("__global__") == std::string::npos ||
      has_kernel_of(part, part.name(), options))
    return std::nullopt;
  std::vector<base::SourceFile> includers;
  for (const std::string& path : files::includers_of(part.name())) {
    base::Result<std::string, std::string> text = files::read_text(path);
    if (text) includers.insert(includers.begin(), base::SourceFile(path, std::move(*text)));
  }
  std::stable_partition(includers.begin(), includers.end(), prepare::may_be_program);
  if (includers.size() > kMostTried) includers.resize(kMostTried);
  const auto whole = std::find_if(
      includers.begin(), includers.end(),
      [&](const base::SourceFile& one) { return has_kernel_of(one, part.name(), options); });
  return whole == includers.end() ? std::nullopt : std::optional(std::move(*whole));
}

base::Result<Target, std::string> open_file(const std::string& path,
                                            const launch::LaunchOptions& options,
                                            const std::atomic<bool>* cancelled,
                                            const prepare::MemoryLimits& memory,
                                            ProgramsAhead* ahead) {
  base::Result<std::string, std::string> text = files::read_kernel(path);
  if (!text) return base::fail(text.error());
  base::SourceFile file(path, std::move(*text));
  std::optional<base::SourceFile> whole = whole_text(file, options);
  if (!whole) return open_text(std::move(file), options, cancelled, memory, ahead);
  const std::string name = whole->name();
  base::Result<Target, std::string> target =
      open_text(std::move(*whole), options, cancelled, memory, ahead);
  if (target && target->guess_note.empty())
    target->guess_note =
        say("{part} is a part of {whole}, which is run", "part"_a = path, "whole"_a = name);
  return target;
}

}  // namespace

// What a program is given that reads its arguments, where nobody says which: a size that is a
// multiple of no block's, and not too large.
static constexpr const char* kGuessedArgument = "1000";
static constexpr size_t kGuessedArguments = 4;

static prepare::LaunchChanges changes_of(const launch::LaunchOptions& options) {
  return {options.grid, options.block, options.shared_bytes, options.arguments};
}

// The first launch of the kernel that the options name, or of any; nothing: there is none.
static std::optional<uint32_t> launch_in(const prepare::ReachedProgram& program,
                                         const launch::LaunchOptions& options) {
  const std::string kernel =
      options.kernel ? lang::kernel_name(*program.unit, *options.kernel) : "";
  for (uint32_t i = 0; i < program.launches.size(); ++i) {
    if (!options.kernel || program.launches[i].kernel == kernel) return i;
  }
  return std::nullopt;
}

// The launch of the program that the options mean, changed by them, and those behind it.
static void take_launch(Target& target, const prepare::ReachedProgram& program,
                        const launch::LaunchOptions& options) {
  const uint32_t number = target.program->launch;
  const prepare::ReachedLaunch& reached = program.launches[number];
  launch::Launch first = prepare::launch_of(reached);
  if (target.program->called.empty()) {
    launch::LaunchOptions changes;
    changes.grid = options.grid;
    changes.block = options.block;
    changes.shared_bytes = options.shared_bytes;
    changes.arguments = options.arguments;
    first = launch::apply(std::move(first), changes);
  }
  target.launch.kernel = first.kernel;
  target.launch.grid = first.grid;
  target.launch.block = first.block;
  target.launch.shared_bytes = first.shared_bytes;
  target.launch.arguments = std::move(first.arguments);
  target.launch.then.clear();
  const size_t most =
      std::min<size_t>(program.launches.size() - number, prepare::kMostShownLaunches);
  for (size_t i = 1; i < most && target.program->changes.empty(); ++i)
    target.launch.then.push_back(prepare::launch_of(program.launches[number + i]));
  target.launch_place.line = program.unit->file.line_of(reached.span.begin);
  target.launch_place.code = program.unit->file.slice(reached.span);
}

// Nothing: who opens the text has to execute it first.
static std::optional<prepare::ProgramRun::Result> run_program(prepare::ReachedPrograms& programs,
                                                              const prepare::Request& request,
                                                              ProgramsAhead* ahead) {
  if (ahead == nullptr) return programs.of(request);
  if (ahead->next == ahead->results.size()) {
    ahead->wanted = request;
    return std::nullopt;
  }
  const prepare::ProgramRun::Result& result = ahead->results[ahead->next++];
  if (result.ok()) programs.keep(request, *result);
  return result;
}

// Runs the program, or the function that the options call; false where it reaches no launch that
// the options mean, or can't be run. Where they leave something open, arguments that main() reads
// are guessed.
static bool reach_launches(Target& target, const launch::LaunchOptions& options,
                           const std::atomic<bool>* cancelled, const prepare::MemoryLimits& memory,
                           ProgramsAhead* ahead) {
  prepare::Request request = look_at(target, options.includes, cancelled);
  request.read_file = files::file_reader();
  request.read_data = files::data_reader(target.file.name(), options.readable);
  request.store = std::make_shared<prepare::RunStore>(memory);
  prepare::ProgramChoice& choice = request.program.emplace();
  choice.arguments = options.program_arguments;
  choice.seed = options.seed;
  choice.real_clock = options.real_clock;
  if (options.called) {
    choice.called = *options.called;
    choice.values = options.arguments;
    target.program = choice;
  } else {
    choice.changes = changes_of(options);
  }
  target.reached = std::make_shared<prepare::ReachedPrograms>();
  std::optional<prepare::ProgramRun::Result> found = run_program(*target.reached, request, ahead);
  if (!found) return false;
  prepare::ProgramRun::Result reached = std::move(*found);
  const auto has_launch = [&] { return reached.ok() && launch_in(**reached, options).has_value(); };
  const bool may_guess = (options.guess || !choice.changes.empty()) && choice.arguments.empty() &&
                         target.file.text().find("argv") != std::string::npos;
  if (!has_launch() && may_guess) {
    choice.arguments.assign(kGuessedArguments, kGuessedArgument);
    target.guessed = {std::string("-- ") + kGuessedArgument};
    for (size_t i = 1; i < kGuessedArguments; ++i)
      target.guessed.front() += std::string(" ") + kGuessedArgument;
    found = run_program(*target.reached, request, ahead);
    if (!found) return false;
    reached = std::move(*found);
  }
  if (!has_launch()) {
    target.guessed.clear();
    // One that launches other kernels than the one that is meant is of no concern.
    const bool launches_others = reached.ok() && !(*reached)->launches.empty();
    if (!launches_others && !options.called)
      target.untaken = {choice, reached.ok() ? base::Diagnostics() : reached.error()};
    return false;
  }
  choice.launch = options.program_launch.value_or(*launch_in(**reached, options));
  target.program = choice;
  target.has_launch = true;
  if (choice.launch < (*reached)->launches.size()) take_launch(target, **reached, options);
  return true;
}

// What does not go with a call of a function; "" if the options call none.
static std::string beside_call(const launch::LaunchOptions& options) {
  if (!options.called) return "";
  const char* other = options.kernel          ? "--kernel"
                      : options.grid          ? "--grid"
                      : options.block         ? "--block"
                      : options.shared_bytes  ? "--shared"
                      : !options.then.empty() ? "--then"
                      : options.then_all      ? "--then-all"
                      : options.guess         ? "--guess"
                                              : nullptr;
  if (other == nullptr) return "";
  return say("'--call' and '{option}' do not go together: the function launches its kernels itself",
             "option"_a = other);
}

// The first launches of a guessed call.
static prepare::Request trial_of(const Target& called, const std::atomic<bool>* cancelled,
                                 const prepare::MemoryLimits& memory) {
  constexpr uint32_t kMostLaunches = 8;
  prepare::Request request = request_of(called, memory, cancelled);
  request.program->count = kMostLaunches;
  request.record = false;
  request.keeps_contents = false;
  return request;
}

// Whether host code or one of these launches has a mistake: of values that nobody gave, this says
// nothing of the program.
static bool has_mistake(const base::Checked<run::Runs>& runs) {
  if (!runs) return true;
  const auto has_error = [](const auto& ran) {
    return observe::first_error(ran->findings) != nullptr;
  };
  return std::any_of(runs->begin(), runs->end(), has_error) ||
         (runs->front()->reached != nullptr && has_error(runs->front()->reached));
}

std::optional<Target> guessed_call(const Target& target, launch::LaunchOptions options,
                                   const std::atomic<bool>* cancelled,
                                   const prepare::MemoryLimits& memory, ProgramsAhead* ahead) {
  const bool is_open = !options.kernel && !options.called && changes_of(options).empty() &&
                       options.then.empty() && !options.then_all && target.launch.kernel.empty();
  const bool has_main = target.untaken && target.untaken->problems.empty();  // which can be run
  if (!is_open || has_main) return std::nullopt;
  const std::vector<prepare::CallOffer> offers =
      prepare::offered_calls(look_at(target, options.includes, cancelled));
  if (offers.empty()) return std::nullopt;
  options.called = offers.front().function;
  options.arguments = offers.front().arguments;
  options.guess = false;
  Target called = target;
  if (!reach_launches(called, options, cancelled, memory, ahead)) return std::nullopt;
  if (ahead != nullptr && !ahead->runs) {
    ahead->wanted_runs = trial_of(called, cancelled, memory);
    return std::nullopt;
  }
  const bool is_wrong = ahead != nullptr
                            ? has_mistake(*ahead->runs)
                            : has_mistake(run::run_sequence(trial_of(called, cancelled, memory)));
  if (is_wrong) return std::nullopt;
  called.guessed = prepare::call_words(*options.called, options.arguments);
  return called;
}

// Whether the options alone give a launch that can be bound.
static bool is_whole(const Target& target, const launch::LaunchOptions& options,
                     const std::atomic<bool>* cancelled) {
  if (!options.grid || !options.block) return false;
  prepare::Request request = look_at(target, options.includes, cancelled);
  request.record = false;
  request.read_file = files::file_reader();
  return prepare::prepare(request).ok();
}

// The launch in the first comment, with the options laid over it.
static base::Result<launch::Launch, std::string> launch_of_text(
    const base::SourceFile& file, const launch::LaunchOptions& options) {
  if (!options.settings.empty()) {
    return base::fail(
        say("{path}: '--set' changes a lesson's parameter, and a file has none; use -D or --arg",
            "path"_a = file.name()));
  }
  const base::Result<launch::LaunchOptions, std::string> defaults = options_of_comment(file);
  if (!defaults) return base::fail(defaults.error());
  return launch::apply(launch::apply(launch::Launch{}, *defaults), options);
}

base::Result<Target, std::string> open_text(base::SourceFile file,
                                            const launch::LaunchOptions& options,
                                            const std::atomic<bool>* cancelled,
                                            const prepare::MemoryLimits& memory,
                                            ProgramsAhead* ahead) {
  const std::string path = file.name();
  Target target;
  target.file = std::move(file);
  base::Result<launch::Launch, std::string> launch = launch_of_text(target.file, options);
  if (!launch) return base::fail(launch.error());
  target.launch = std::move(*launch);
  base::Result<launch::LaunchOptions, std::string> comment = options_of_comment(target.file);
  if (!comment) return base::fail(comment.error());
  const bool has_comment = launch::embedded_options(target.file.text()).has_value();
  if (options.kernel) comment->called.reset();
  const launch::LaunchOptions all = launch::merge(std::move(*comment), options);
  if (all.called) {
    if (std::string problem = beside_call(all); !problem.empty()) return base::fail(problem);
    reach_launches(target, all, cancelled, memory, ahead);
    target.has_launch = true;
    return target;
  }
  const bool is_sequence = !all.then.empty() || all.then_all;
  const bool may_be_program =
      !is_sequence && prepare::may_be_program(target.file) && !is_whole(target, all, cancelled);
  const auto has_ended = [&] {
    return ahead != nullptr && (ahead->wanted.has_value() || ahead->wanted_runs.has_value());
  };
  if (may_be_program && (reach_launches(target, all, cancelled, memory, ahead) || has_ended()))
    return target;
  if (options.guess) {
    const auto host = has_comment ? std::nullopt : launch_of_host(target, all, cancelled);
    std::optional<Target> called;
    if (!has_comment && !(host && host->is_ready))
      called = guessed_call(target, all, cancelled, memory, ahead);
    if (has_ended()) return target;
    return called ? std::move(*called) : guess_rest(std::move(target), options, cancelled);
  }
  const bool has_sizes = all.grid && all.block;
  target.has_launch = has_comment || has_sizes;
  if (has_comment && !options.then_all && (has_sizes || !all.then.empty())) return target;
  // All of the host's launches are as it has them, whatever the file's comment says of one.
  const launch::LaunchOptions& over = options.then_all ? options : all;
  const std::optional<prepare::HostDefault> host = launch_of_host(target, over, cancelled);
  if (host) {
    target.launch = launch::apply(host->launch, over);
    target.launch_place = host->place;
    target.launch_place.guessed = guessed_options(*host, over);
    target.has_launch = host->is_ready || has_sizes;
  } else if (options.then_all) {
    return base::fail(say("{path}: --then-all: its host code holds no launch with constant sizes",
                          "path"_a = path));
  }
  return target;
}

prepare::Request request_of(const Target& target, const prepare::MemoryLimits& memory,
                            const std::atomic<bool>* cancelled) {
  prepare::Request request = look_at(target, target.launch.includes, cancelled);
  request.program = target.program;
  if (target.program) request.launch.then.clear();  // one is chosen
  request.reached = target.reached;
  request.launch_place = target.launch_place;
  request.store = std::make_shared<prepare::RunStore>(memory);
  request.read_file = files::file_reader();
  return request;
}

base::Diagnostics why_not_run(const Target& target) {
  if (!target.untaken || target.untaken->problems.empty()) return {};
  base::Diagnostic why = target.untaken->problems.front();
  why.severity = base::Severity::kWarning;
  why.message = say("main() is not run: {problem}", "problem"_a = why.message);
  why.instead.clear();
  return {std::move(why)};
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

base::Result<Target, std::string> open_target(const std::string& name,
                                              const std::vector<Lesson>& lessons,
                                              const launch::LaunchOptions& options,
                                              const std::atomic<bool>* cancelled,
                                              const prepare::MemoryLimits& memory,
                                              ProgramsAhead* ahead) {
  if (files::exists(name)) return open_file(name, options, cancelled, memory, ahead);
  for (size_t i = 0; i < lessons.size(); ++i) {
    if (lessons[i].id == name) return open_lesson(i, lessons[i], options, cancelled, memory, ahead);
  }
  return base::fail(unknown_target(name, lessons));
}

}  // namespace warplens::lessons
