// Reads and checks the words that CLI11 collected for the declared options. The launch options are
// read by launch::parse_options, the same function that reads a file's first comment and a lesson's
// launch.
#include "app/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <sstream>

#include "app/cli/declared_options.hpp"
#include "app/cli/option_values.hpp"
#include "app/cli/run_cli.hpp"
#include "app/files/files.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/number.hpp"

namespace warplens::cli {
namespace {

Action action_of(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const std::string name = chosen.empty() ? "gui" : chosen.front()->get_name();
  if (name == "run") return Action::kRun;
  if (name == "exec") return Action::kExec;
  if (name == "trace") return Action::kTrace;
  if (name == "fix") return Action::kFix;
  if (name == "check") return Action::kCheck;
  if (name == "check-hardware") return Action::kCheckHardware;
  if (name == "lessons") return Action::kLessons;
  if (name == "course") return Action::kCourse;
  if (name == "exercises") return Action::kExercises;
  if (name == "grade") return Action::kGrade;
  if (name == "lecture") return Action::kLecture;
  if (name == "devices") return Action::kDevices;
  if (name == "gpus") return Action::kGpus;
  if (name == "measure") return Action::kMeasure;
  if (name == "measure-child") return Action::kMeasureChild;
  if (name == "compile-child") return Action::kCompileChild;
  if (name == "compare") return Action::kCompare;
  if (name == "guide") return Action::kGuide;
  return Action::kGui;
}

CommandLine mistake(const std::string& problem) {
  CommandLine line;
  line.message = base::headed(base::Severity::kError, problem);
  line.status = kExitMistake;
  return line;
}

std::optional<int> parse_pixels(std::string_view text) {
  int pixels = 0;
  const std::from_chars_result parsed =
      std::from_chars(text.data(), text.data() + text.size(), pixels);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return pixels >= 320 && pixels <= 8192 ? std::optional<int>(pixels) : std::nullopt;
}

// "" or what is wrong.
std::string read_size(const std::string& text, gui::GuiOptions& gui) {
  if (text.empty()) return "";
  const size_t x = text.find('x');
  const std::string_view all = text;
  const std::optional<int> width = parse_pixels(all.substr(0, x));
  const std::optional<int> height =
      x == std::string::npos ? std::nullopt : parse_pixels(all.substr(x + 1));
  if (!width || !height)
    return say("'--size {text}': two sizes from 320 to 8192 are needed, like 1600x1000",
               "text"_a = text);
  gui.width = *width;
  gui.height = *height;
  return "";
}

std::string read_theme(const std::string& text, gui::GuiOptions& gui) {
  if (text != "light" && text != "dark" && !text.empty())
    return say("'--theme {text}': light or dark is needed", "text"_a = text);
  gui.light = text == "light";
  return "";
}

std::string read_fail_on(const std::string& text, FailOn& fail_on) {
  if (text.empty() || text == "error") return "";
  if (text == "hint") fail_on = FailOn::kHint;
  if (text == "never") fail_on = FailOn::kNever;
  if (fail_on != FailOn::kError) return "";
  return say("'--fail-on {text}': error, hint or never is needed", "text"_a = text);
}

std::string read_most(const std::string& text, uint64_t& most) {
  if (text.empty()) return "";
  const auto count = launch::parse_count(text, label("accesses"), 0, UINT64_MAX);
  if (!count)
    return say("'--most {text}': {problem}", "text"_a = text, "problem"_a = count.error());
  most = *count;
  return "";
}

std::string read_emit(const std::string& text, Emit& emit) {
  if (text == "tokens") emit = Emit::kTokens;
  if (text == "ast") emit = Emit::kTree;
  if (text == "bytecode") emit = Emit::kBytecode;
  if (text.empty() || emit != Emit::kNothing) return "";
  return say("'--emit {text}': tokens, ast or bytecode is needed", "text"_a = text);
}

std::string read_dumps(std::string_view option, const std::vector<std::string>& texts,
                       std::vector<Dump>& dumps) {
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      return say("'{option} {text}': NAME=FILE is needed, an array and where to write it",
                 "option"_a = option, "text"_a = text);
    }
    dumps.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return "";
}

std::string read_measuring(const Parsed& parsed, MeasureLine& measure) {
  compare::MeasureOptions& options = measure.options;
  options.count = !parsed.no_counts;
  options.time = !parsed.no_times;
  if (parsed.build == "as-written") {
    options.builds = {measure::Build::kAsWritten};
  } else if (parsed.build == "as-compiled") {
    options.builds = {measure::Build::kAsCompiled};
  } else if (!parsed.build.empty()) {
    return say("'--build {text}': as-written or as-compiled is needed", "text"_a = parsed.build);
  }
  if (parsed.method == "counters") {
    options.method = measure::Method::kCountersByLine;
  } else if (parsed.method == "kernel-counters") {
    options.method = measure::Method::kCountersByKernel;
  } else if (parsed.method == "replay") {
    options.method = measure::Method::kReplay;
  } else if (!parsed.method.empty()) {
    return say("'--method {text}': counters, kernel-counters or replay is needed",
               "text"_a = parsed.method);
  }
  constexpr double kMostMinutes = 7 * 24 * 60;
  if (!(measure.minutes > 0) || measure.minutes > kMostMinutes)
    return say("'--minutes': a number above 0, of at most a week (10080), is needed");
  if (measure.jobs < 1 || measure.jobs > 32)
    return say("'--jobs': a number from 1 to 32 is needed");
  if (!(options.time_limit_s > 0) || options.time_limit_s > 3600)
    return say("'--limit': seconds from 1 to 3600 are needed");
  return "";
}

std::string needs(std::string_view option, std::string_view other) {
  return say("'{option}' needs '{other}'", "option"_a = option, "other"_a = other);
}

std::string do_not_go_together(std::string_view option, std::string_view other) {
  return say("'{option}' and '{other}' do not go together", "option"_a = option, "other"_a = other);
}

std::string read_check(const Parsed& parsed) {
  const CommandLine& line = parsed.line;
  if (line.action != Action::kCheckHardware) return "";
  if (line.measure.options.method == measure::Method::kCountersByKernel)
    return say("'--method {text}': single accesses take counters or replay",
               "text"_a = parsed.method);
  if (line.check.measure) return "";
  if (!parsed.method.empty()) return needs("--method", "--measure");
  return line.check.write_path.empty() ? "" : needs("--write", "--measure");
}

bool is_given(const CLI::App& command, const std::string& option) {
  const CLI::Option* known = command.get_option_no_throw(option);
  return known != nullptr && known->count() > 0;
}

// What a lecture's options would be ignored without, or beside; "" or what is wrong.
std::string find_ignored_by_lecture(const CLI::App& command, const LectureLine& lecture) {
  if (lecture.playlist.empty()) {
    for (const char* option :
         {"--check", "--pictures", "--handout", "--notes", "--course", "--theme", "--size"}) {
      if (is_given(command, option))
        return say("'{option}' needs a lecture: {command}", "option"_a = option,
                   "command"_a = "warplens lecture FILE | NAME");
    }
    return "";
  }
  if (is_given(command, "--json") && !lecture.check) return needs("--json", "--check");
  if (is_given(command, "--pictures")) return "";
  for (const char* windowless : {"--check", "--handout", "--notes"}) {
    for (const char* of_window : {"--theme", "--size"}) {
      if (is_given(command, of_window) && is_given(command, windowless))
        return do_not_go_together(of_window, windowless);
    }
  }
  return "";
}

// Options that would be ignored beside others; "" or what is wrong.
std::string find_ignored(const CLI::App& command, const Parsed& parsed) {
  if (parsed.line.emit != Emit::kNothing) {
    for (const char* of_runs : {"--json", "--dump", "--save"}) {
      if (is_given(command, of_runs)) return do_not_go_together(of_runs, "--emit");
    }
  }
  if (parsed.line.trace.instructions) {
    for (const char* other : {"--json", "--dump", "--save", "--emit"}) {
      if (is_given(command, other)) return do_not_go_together(other, "--trace-instructions");
    }
  }
  if (parsed.line.action == Action::kLecture)
    return find_ignored_by_lecture(command, parsed.line.lecture);
  const bool is_measure = parsed.line.action == Action::kMeasure;
  if (!is_measure && parsed.line.action != Action::kCompare) return "";
  const std::string many = is_measure ? "--record" : "--all";
  std::vector<std::pair<std::string, std::string>> excluding{{"--method", "--no-counts"},
                                                             {"--then-all", many}};
  for (const LaunchWord& word : parsed.launch) {
    if (std::string_view(word.name) != "--threads") excluding.emplace_back(word.name, many);
  }
  if (is_measure) {
    excluding.emplace_back("--no-times", "--no-counts");
    excluding.emplace_back("--cublas", "--json");  // a recording has no place for it
    for (const char* alone : {"--json", "--ceilings", "--latencies", "--cublas"})
      excluding.emplace_back(alone, many);
  } else {
    for (const char* measuring : {"--no-counts", "--no-times"})
      excluding.emplace_back(measuring, many);
    for (const char* measuring : {"--method", "--limit", "--no-counts", "--no-times"})
      excluding.emplace_back(measuring, "--offline");
  }
  for (const auto& [option, other] : excluding) {
    if (is_given(command, option) && is_given(command, other))
      return do_not_go_together(option, other);
  }
  for (const char* option : {"--jobs", "--minutes"}) {
    if (is_given(command, option) && !is_given(command, many)) return needs(option, many);
  }
  return "";
}

std::string no_kernel(const char* command) {
  return say("a kernel file or a lesson is missing: {command}", "command"_a = command);
}

std::string read_check_format(const std::string& text, CheckFormat& format) {
  if (text == "junit") format = CheckFormat::kJunit;
  if (text == "sarif") format = CheckFormat::kSarif;
  if (text == "github") format = CheckFormat::kGithub;
  if (text.empty() || text == "text" || format != CheckFormat::kText) return "";
  return say("'--format {text}': text, junit, sarif or github is needed", "text"_a = text);
}

// --jobs of a command whose tasks are independent; "" or what is wrong.
std::string read_jobs(uint32_t jobs) {
  if (jobs >= 1 && jobs <= 256) return "";
  return say("'--jobs': a number from 1 to {most} is needed", "most"_a = 256);
}

std::string read_check_files(const Parsed& parsed, CheckFilesLine& check) {
  if (std::string problem = read_jobs(check.jobs); !problem.empty()) return problem;
  if (std::string problem = read_check_format(parsed.check_format, check.format); !problem.empty())
    return problem;
  if (check.format != CheckFormat::kText && parsed.line.json)
    return do_not_go_together("--format", "--json");
  return "";
}

std::string read_format(const std::string& text, GradeFormat& format) {
  if (text == "gradescope") format = GradeFormat::kGradescope;
  if (text == "prairielearn") format = GradeFormat::kPrairielearn;
  if (text == "exercism") format = GradeFormat::kExercism;
  if (text == "classroom50") format = GradeFormat::kClassroom50;
  if (text == "junit") format = GradeFormat::kJunit;
  if (text.empty() || format != GradeFormat::kNone) return "";
  return say(
      "'--format {text}': gradescope, prairielearn, exercism, classroom50 or junit is needed",
      "text"_a = text);
}

std::string read_questions(const Parsed& parsed, CourseLine& course) {
  if (parsed.questions == "text2qti") course.questions = QuestionFormat::kText2qti;
  if (parsed.questions == "moodle") course.questions = QuestionFormat::kMoodle;
  if (parsed.questions.empty()) {
    if (!course.stops.empty()) return needs("--stop", "--questions");
    if (!course.output.empty()) return needs("--output", "--questions");
    return course.no_pictures ? needs("--no-pictures", "--questions") : "";
  }
  if (course.questions == QuestionFormat::kNone)
    return say("'--questions {text}': text2qti or moodle is needed", "text"_a = parsed.questions);
  if (course.check) return do_not_go_together("--questions", "--check");
  return parsed.line.json ? do_not_go_together("--questions", "--json") : "";
}

// "2/4": the second of four parts.
std::string read_course(const Parsed& parsed, CourseLine& course) {
  if (course.starter && course.exercise.empty())
    return say("'--starter' needs an exercise: {command}",
               "command"_a = "warplens exercises ID --starter");
  if (course.starter && parsed.line.json) return do_not_go_together("--starter", "--json");
  if (std::string problem = read_jobs(course.jobs); !problem.empty()) return problem;
  if (std::string problem = read_format(parsed.format, course.format); !problem.empty())
    return problem;
  if (!parsed.format.empty() && parsed.line.json) return do_not_go_together("--format", "--json");
  if (std::string problem = read_questions(parsed, course); !problem.empty()) return problem;
  if (parsed.shard.empty()) return "";
  const size_t slash = std::min(parsed.shard.find('/'), parsed.shard.size() - 1);
  const auto part =
      launch::parse_count(parsed.shard.substr(0, slash), label("the part"), 1, UINT32_MAX);
  const auto parts =
      launch::parse_count(parsed.shard.substr(slash + 1), label("the parts"), 1, UINT32_MAX);
  if (!part || !parts || *part > *parts)
    return say("'--shard {text}': a part and how many there are is needed, like 1/4",
               "text"_a = parsed.shard);
  course.shard = static_cast<uint32_t>(*part - 1);
  course.shards = static_cast<uint32_t>(*parts);
  return "";
}

// What has to follow the command, if it is missing.
std::string missing_target(const CommandLine& line) {
  if (line.action == Action::kGrade && line.course.exercise.empty())
    return say("a hand-in and an exercise are needed: {command}",
               "command"_a = "warplens grade HAND-IN.cu EXERCISE");
  if (line.action == Action::kCheck)
    return line.check_files.operands.empty() ? say("a file or a folder is missing: {command}",
                                                   "command"_a = "warplens check FILE.cu | DIR")
                                             : "";
  if (!line.target.empty() || !line.measure.targets.empty()) return "";
  const MeasureLine& measure = line.measure;
  if (measure.all || !measure.record_folder.empty()) return "";
  if (measure.ceilings || measure.latencies || measure.cublas > 0) return "";  // of the GPU itself
  switch (line.action) {
    case Action::kExec:
      return line.program.empty()
                 ? say("a program is missing: {command}", "command"_a = "warplens exec FILE.cu")
                 : "";
    case Action::kRun:
      return no_kernel("warplens run FILE.cu | LESSON");
    case Action::kTrace:
      return no_kernel("warplens trace FILE.cu | LESSON");
    case Action::kFix:
      return no_kernel("warplens fix FILE.cu | LESSON");
    case Action::kCheckHardware:
      return say("a table is missing: warplens check-hardware FILE.csv");
    case Action::kMeasure:
      return no_kernel("warplens measure FILE.cu | LESSON");
    case Action::kCompare:
      return no_kernel("warplens compare FILE.cu | LESSON");
    default:
      return "";
  }
}

std::string read_program_options(const Parsed& parsed, launch::LaunchOptions& options) {
  for (const std::string& folder : options.readable) {
    if (!files::exists(folder))
      return say("--allow-read {path}: no such folder", "path"_a = folder);
  }
  if (!parsed.seed.empty()) {
    const auto seed = launch::parse_count(parsed.seed, label("the seed"), 0, UINT32_MAX);
    if (!seed)
      return say("'--seed {text}': {problem}", "text"_a = parsed.seed, "problem"_a = seed.error());
    options.seed = *seed;
  }
  if (!parsed.clock.empty() && parsed.clock != "real" && parsed.clock != "steps")
    return say("'--clock {text}': steps or real is needed", "text"_a = parsed.clock);
  options.real_clock = parsed.clock == "real";
  return "";
}

// The words that CLI11 left as text; "" or what is wrong.
std::string interpret(const CLI::App& app, Parsed& parsed) {
  CommandLine& line = parsed.line;
  std::vector<std::string> words;
  for (const LaunchWord& word : parsed.launch) {
    if (!word.repeats && word.given.size() > 1) {
      return say("'{option}' is given {count} times; give it once", "option"_a = word.name,
                 "count"_a = word.given.size());
    }
    for (const std::string& given : word.given) {
      const bool is_in_slices =
          line.action == Action::kGui && given == "0" && std::string_view(word.name) == "--threads";
      if (is_in_slices)
        line.gui.in_slices = true;
      else
        words.insert(words.end(), {word.name, given});
    }
  }
  const base::Result<launch::LaunchOptions, std::string> options = launch::parse_options(words);
  if (!options) return options.error();
  std::vector<std::string> readable = std::move(line.launch.readable);
  line.launch = *options;
  line.launch.readable = std::move(readable);
  if (std::string problem = read_program_options(parsed, line.launch); !problem.empty())
    return problem;
  base::Result<launch::Includes, std::string> includes = files::whole_paths(options->includes);
  if (!includes) return includes.error();
  line.launch.includes = std::move(*includes);
  line.launch.then_all = parsed.then_all;
  line.launch.guess = parsed.guess;
  line.launch.program_arguments = parsed.program_arguments;
  if (!parsed.program_launch.empty()) {
    const auto number =
        launch::parse_count(parsed.program_launch, label("launches"), 1, UINT32_MAX);
    if (!number)
      return say("'--launch {text}': {problem}", "text"_a = parsed.program_launch,
                 "problem"_a = number.error());
    line.launch.program_launch = static_cast<uint32_t>(*number - 1);
  }
  line.target = parsed.target;
  if (line.action == Action::kExec) line.program = app.get_subcommand("exec")->remaining();
  if (!parsed.at.empty()) {
    const std::optional<std::array<uint32_t, 3>> place = parse_place(parsed.at);
    if (!place)
      return say("'--at {text}': a block is needed, like 1,0 (each from 0)", "text"_a = parsed.at);
    line.at = *place;
  }
  if (std::string problem = read_reports(parsed.reports, line.reports); !problem.empty())
    return problem;
  if (const Report* report = naming_block(line.reports)) line.at = *report->block;
  if (!parsed.warp.empty()) {
    const std::optional<std::array<uint32_t, 3>> warp = parse_place(parsed.warp);
    if (!warp || parsed.warp.find(',') != std::string::npos) {
      return say("'--warp {text}': a warp's number is needed, from 0", "text"_a = parsed.warp);
    }
    line.trace.warp = (*warp)[0];
  }
  if (std::string problem = read_most(parsed.most, line.trace.most); !problem.empty())
    return problem;
  const auto memory = read_memory_limits(parsed.memory, machine_memory());
  if (!memory) return memory.error();
  line.memory = *memory;
  if (std::string problem = read_dumps("--dump", parsed.dumps, line.dumps); !problem.empty())
    return problem;
  if (std::string problem = read_dumps("--save", parsed.saves, line.saves); !problem.empty())
    return problem;
  if (std::string problem = read_emit(parsed.emit, line.emit); !problem.empty()) return problem;
  if (std::string problem = read_fail_on(parsed.fail_on, line.fail_on); !problem.empty())
    return problem;
  if (std::string problem = read_size(parsed.size, line.gui); !problem.empty()) return problem;
  line.lecture.has_size = !parsed.size.empty();
  if (std::string problem = read_theme(parsed.theme, line.gui); !problem.empty()) return problem;
  if (!line.gui.script.empty() && !line.gui.headless) return needs("--script", "--headless");
  if (!line.gui.film.empty() && line.gui.script.empty()) return needs("--film", "--script");
  if (std::string problem = read_measuring(parsed, line.measure); !problem.empty()) return problem;
  if (std::string problem = read_check(parsed); !problem.empty()) return problem;
  if (std::string problem = read_course(parsed, line.course); !problem.empty()) return problem;
  if (std::string problem = read_check_files(parsed, line.check_files); !problem.empty())
    return problem;
  for (const CLI::App* command : app.get_subcommands()) {
    if (std::string problem = find_ignored(*command, parsed); !problem.empty()) return problem;
  }
  if (line.trace.instructions) line.action = Action::kTrace;
  if (std::string problem = missing_target(line); !problem.empty()) return problem;
  line.gui.target = line.target;
  line.gui.launch = line.launch;
  line.gui.memory = line.memory;
  line.gui.lessons_folder = line.lessons_folder;
  return "";
}

// Names of commands and options that an unexpected word may have meant.
std::vector<std::string> known_words(const CLI::App& app) {
  std::vector<std::string> known;
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& here = chosen.empty() ? app : *chosen.front();
  for (const CLI::Option* option : here.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const CLI::App* command : here.get_subcommands([](const CLI::App*) { return true; })) {
    known.push_back(command->get_name());
  }
  return known;
}

// The commands that take the option, in the order of the help.
std::vector<std::string> commands_with(const std::string& option) {
  CLI::App all;  // the given one may have only the command that was chosen
  Parsed unused;
  declare_commands(all, unused, "");
  std::vector<std::string> commands;
  for (const CLI::App* command : all.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_option_no_throw(option) != nullptr) commands.push_back(command->get_name());
  }
  return commands;
}

// Of an option that other commands take, or that is in front of its command; else "".
std::string misplaced_words(const CLI::App& app, const std::string& option) {
  if (!option.starts_with("-")) return "";
  const std::vector<std::string> commands = commands_with(option);
  if (commands.empty()) return "";
  const std::string list = base::list_words(commands);
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const std::string here = chosen.empty() ? "" : chosen.front()->get_name();
  if (here.empty() || std::find(commands.begin(), commands.end(), here) != commands.end())
    return say("'{option}' must follow a command that takes it: {commands}", "option"_a = option,
               "commands"_a = list);
  return say("'{option}' is an option of {commands}, not of {command}", "option"_a = option,
             "commands"_a = list, "command"_a = here);
}

CommandLine explain(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream text;
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    const std::vector<std::string> extras = app.remaining(true);
    const std::string word = extras.empty() ? "" : extras.front();
    const std::string name = word.substr(0, word.find('='));
    if (const std::string problem = misplaced_words(app, name); !problem.empty())
      return mistake(problem);
    const std::string nearest = base::nearest_name(name, known_words(app));
    if (app.get_subcommands().empty() && nearest.empty() && !word.starts_with("-")) {
      return mistake(
          say("'{word}' is not a command; write 'warplens run {word}' or 'warplens gui "
              "{word}', or see 'warplens --help'",
              "word"_a = word));
    }
    return mistake(
        nearest.empty()
            ? say("'{word}' is not expected here; see 'warplens --help'", "word"_a = word)
            : base::with_suggestion(say("'{word}' is not expected here", "word"_a = word),
                                    nearest));
  }
  const std::string_view what = error.what();
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch) &&
      what.ends_with("missing")) {  // "--grid: 1 required X[,Y[,Z]] missing"
    return mistake(say("'{option}' needs a value; see 'warplens --help'",
                       "option"_a = what.substr(0, what.find(':'))));
  }
  constexpr std::string_view kNoNumber = "Could not convert: ";  // "--limit = abc"
  if (what.starts_with(kNoNumber)) {
    std::string given(what.substr(kNoNumber.size()));
    if (const size_t equals = given.find(" = "); equals != std::string::npos)
      given.replace(equals, 3, " ");
    return mistake(say("'{text}': a number from 0 is needed", "text"_a = given));
  }
  CommandLine line;
  line.status = app.exit(error, text, text) == 0 ? kExitDone : kExitMistake;
  line.message = text.str();
  while (line.status != kExitDone && line.message.ends_with('\n')) line.message.pop_back();
  if (line.status != kExitDone) line.message = base::headed(base::Severity::kError, line.message);
  return line;
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv) {
  CLI::App app(
      say("Warplens: see what a warp does to memory. Without a command it opens the window."),
      "warplens");
  Parsed parsed;
  declare_commands(app, parsed, argc > 1 ? argv[1] : "");
  // Compilers' -include is not made of one letter, as the library wants it.
  std::vector<const char*> words(argv, argv + argc);
  const bool is_exec = argc > 1 && std::string_view(argv[1]) == "exec";
  const auto rest = std::find_if(words.begin(), words.end(),
                                 [](const char* word) { return std::string_view(word) == "--"; });
  if (rest != words.end() && !is_exec) {  // of the program that is run
    parsed.program_arguments.assign(rest + 1, words.end());
    words.erase(rest, words.end());
  }
  std::replace_if(
      words.begin(), words.end(),
      [](const char* word) { return std::string_view(word) == "-include"; }, "--include");
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ParseError& error) {
    return explain(app, error);
  }
  parsed.line.action = action_of(app);
  parsed.line.words = "warplens";
  for (int i = 1; i < argc; ++i) parsed.line.words += std::string(" ") + argv[i];
  if (std::string problem = interpret(app, parsed); !problem.empty()) return mistake(problem);
  return parsed.line;
}

}  // namespace warplens::cli
