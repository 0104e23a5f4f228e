// The declarations, command by command. The launch options are one table (launch_words.cpp), which
// all commands that run a kernel share; their words are read by launch::parse_options.
#include "app/cli/declared_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <string_view>

#include "app/cli/table.hpp"
#include "sim/base/say.hpp"
#include "sim/base/version.hpp"

namespace warplens::cli {

namespace {

// What all commands that execute a whole program take.
void add_program(CLI::App* command, Parsed& parsed) {
  const std::string group = label("Programs");
  command
      ->add_option("--allow-read", parsed.line.launch.readable,
                   say("A folder whose files a program may read, besides its own folder and the "
                       "current one"))
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->group(group);
  command
      ->add_option("--seed", parsed.seed,
                   say("What std::random_device draws and time(0) begins with: other numbers for "
                       "each N; default 0"))
      ->type_name("N")
      ->group(group);
  command
      ->add_option("--clock", parsed.clock,
                   say("steps: a program's clocks and events count what it executes, the same in "
                       "each run; real: this computer's clock; default steps"))
      ->type_name("steps | real")
      ->group(group);
}

void add_memory(CLI::App* command, Parsed& parsed) {
  command
      ->add_option(
          "--memory", parsed.memory,
          say("Memory that arrays may take: bytes, or 512M, 2G; by default a quarter of the "
              "machine's, and at most 768M for launches that the window does not show"))
      ->type_name("SIZE");
}

// How a text is compiled and run, where what is launched is its own.
void add_compiling(CLI::App* command, Parsed& parsed) {
  for (LaunchWord& word : parsed.launch) {
    const std::string_view name = word.name;
    if (name != "-D" && name != "-I" && name != "--include" && name != "--device" &&
        name != "--threads" && name != "--step-limit")
      continue;
    command->add_option(word.name, word.given, word.help)
        ->type_name(word.value_name)
        ->allow_extra_args(false);
  }
  add_program(command, parsed);
  add_memory(command, parsed);
}

void add_kept_files(CLI::App* command, Parsed& parsed) {
  command
      ->add_option("--keep-files", parsed.line.kept_files,
                   say("A folder for the files that a program writes, which else are gone with it"))
      ->type_name("DIR")
      ->group(label("Programs"));
}

void add_launch(CLI::App* command, Parsed& parsed) {
  for (LaunchWord& word : parsed.launch) {
    CLI::Option* option =
        command->add_option(word.name, word.given, word.help)->type_name(word.value_name);
    option->group(label("Launch"))->allow_extra_args(false);
  }
  command
      ->add_flag(
          "--then-all", parsed.then_all,
          say("Run every launch that the file's host code holds, in order; without a launch in "
              "the file's first comment or in options, the first one is run"))
      ->group(label("Launch"));
  command
      ->add_option("--launch", parsed.program_launch,
                   say("Of a whole program the launch that is meant, from 1; default: the first "
                       "with an error, else with the most excessive work"))
      ->type_name("N")
      ->group(label("Launch"));
  add_program(command, parsed);
  command
      ->add_flag(
          "--guess", parsed.guess,
          say("Guess what the launch leaves open (sizes, arguments, the kernel), from the file's "
              "host code and from short trial runs; the report says what was guessed"))
      ->group(label("Launch"));
  add_memory(command, parsed);
  command
      ->add_option("--lessons", parsed.line.lessons_folder,
                   say("A folder with lessons of your own"))
      ->type_name("DIR");
}

void add_target(CLI::App* command, Parsed& parsed) {
  command->add_option("target", parsed.target, say("A kernel file, or the name of a lesson"))
      ->type_name("FILE.cu | LESSON");
  add_launch(command, parsed);
}

void add_json(CLI::App* command, Parsed& parsed) {
  command->add_flag("--json", parsed.line.json, say("Print JSON instead of text"));
}

void declare_gui(CLI::App& app, Parsed& parsed) {
  CLI::App* gui = app.add_subcommand("gui", say("Open the window on a kernel or a lesson"));
  add_target(gui, parsed);
  gui->add_flag("--headless", parsed.line.gui.headless, say("Draw offscreen, without a display"));
  gui->add_option("--script", parsed.line.gui.script,
                  say("Actions to carry out, one a line, like 'screenshot OUT.png' (an unknown one "
                      "is answered "
                      "with all that there are); with --headless"))
      ->type_name("FILE");
  gui->add_option("--film", parsed.line.gui.film,
                  say("Write what the script does as an animated picture; with --script"))
      ->type_name("OUT.gif");
  gui->add_option("--screenshot", parsed.line.gui.screenshot,
                  say("Write the window as a picture at the end"))
      ->type_name("OUT.png");
  gui->add_option("--size", parsed.size, say("Size of the window in pixels"))->type_name("WxH");
  gui->add_option("--theme", parsed.theme,
                  say("Letters light on a dark ground, or dark on a light one; default dark"))
      ->type_name("light | dark");
  gui->add_option("--course", parsed.line.gui.course_folder,
                  say("A folder with folders of lessons of your own, in place of the course's"))
      ->type_name("DIR");
  gui->add_option("--measurements", parsed.line.gui.recordings_folder,
                  say("A folder with recordings of your own"))
      ->type_name("DIR");
}

// What both commands that measure take.
void add_measuring(CLI::App* command, Parsed& parsed) {
  MeasureLine& measure = parsed.line.measure;
  command->add_option("targets", measure.targets, say("Kernel files, or names of lessons"))
      ->type_name("FILE.cu | LESSON");
  add_launch(command, parsed);
  add_json(command, parsed);
  command->add_option("--method", parsed.method, say("Measure only in this way; default the best"))
      ->type_name("counters | kernel-counters | replay")
      ->group(label("Measuring"));
  command
      ->add_option("--limit", measure.options.time_limit_s,
                   say("Seconds after which a measurement is given up; default 60"))
      ->type_name("SECONDS")
      ->group(label("Measuring"));
  command
      ->add_option("--jobs", measure.jobs,
                   say("Launches that are counted at the same time, where there are several (1 to "
                       "32; times are always measured one after another); default 1"))
      ->type_name("N")
      ->group(label("Measuring"));
  command->add_flag("--no-counts", parsed.no_counts, say("Count nothing"))
      ->group(label("Measuring"));
  command->add_flag("--no-times", parsed.no_times, say("Time nothing"))->group(label("Measuring"));
}

void declare_measure(CLI::App& app, Parsed& parsed) {
  MeasureLine& measure = parsed.line.measure;
  CLI::App* command = app.add_subcommand(
      "measure",
      say("Run kernels on this machine's GPU and print what it counted and how long it took"));
  add_measuring(command, parsed);
  command->add_option("--build", parsed.build, say("Only this build; default both"))
      ->type_name("as-written | as-compiled")
      ->group(label("Measuring"));
  command
      ->add_flag("--ceilings", measure.ceilings,
                 say("Measure what a copy and an FMA loop reach, too"))
      ->group(label("Measuring"));
  command
      ->add_flag("--latencies", measure.latencies,
                 say("Measure what a dependent load takes of each memory, too"))
      ->group(label("Measuring"));
  command
      ->add_option("--cublas", measure.cublas,
                   say("Time cuBLAS's product of two N x N matrices, too"))
      ->type_name("N")
      ->group(label("Measuring"));

  command
      ->add_option("--record", measure.record_folder,
                   say("Measure every lesson (or the targets, which may be folders) with every "
                       "combination of parameters that its description asks for, into "
                       "DIR/recording.json; goes on where an earlier call stopped"))
      ->type_name("DIR")
      ->group(label("Recording"));
  command
      ->add_option("--minutes", measure.minutes, say("Minutes that --record may take; default 9"))
      ->type_name("N")
      ->group(label("Recording"));

  add_json(app.add_subcommand("gpus", say("List this machine's GPUs as the driver describes them")),
           parsed);
  app.add_subcommand("measure-child", "")->group("");  // in no help
  app.add_subcommand("compile-child", "")->group("");  // nor this
}

void declare_compare(CLI::App& app, Parsed& parsed) {
  CLI::App* command = app.add_subcommand(
      "compare",
      say("Compare the simulation with this machine's GPU and with recorded measurements"));
  add_measuring(command, parsed);
  command
      ->add_option("--measurements", parsed.line.measure.recordings_folder,
                   say("A folder with recordings of your own"))
      ->type_name("DIR")
      ->group(label("Measuring"));
  command->add_flag("--offline", parsed.line.measure.offline, say("Measure nothing, only look up"))
      ->group(label("Measuring"));
  command
      ->add_flag(
          "--all", parsed.line.measure.all,
          say("A report in Markdown: every lesson (or the targets, which may be folders) with "
              "every combination of parameters that its description asks for, as written"))
      ->group(label("Measuring"));
}

void add_instructions(CLI::App* command, Parsed& parsed) {
  command->add_flag(
      "--trace-instructions", parsed.line.trace.instructions,
      say("Print every instruction of the bytecode that one block executes, in order"));
}

// The library's own words in the help.
void translate_frame(CLI::App& app) {
  app.option_defaults()->group(label("Options"));
  app.group(label("Subcommands"));
  app.set_help_flag("-h,--help", label("Print this help message and exit"));
  for (const Sentence word :
       {sentence("Usage"), sentence("OPTIONS"), sentence("SUBCOMMAND"), sentence("Positionals")})
    app.get_formatter()->label(word.english, label(word));
}

void add_fail_on(CLI::App* command, Parsed& parsed) {
  command
      ->add_option("--fail-on", parsed.fail_on,
                   say("Which findings make the exit status 1; default error"))
      ->type_name("error | hint | never");
}

void add_reports(CLI::App* command, Parsed& parsed) {
  for (ReportWord& word : parsed.reports) {
    const ReportRow& row = *word.row;
    if (row.value_name == nullptr)
      command->add_flag(row.option, word.flag, say(row.help));
    else
      command->add_option(row.option, word.text, say(row.help))->type_name(row.value_name);
  }
}

void declare_run(CLI::App& app, Parsed& parsed) {
  CLI::App* run = app.add_subcommand(
      "run", say("Run a kernel and print its totals, its accesses and findings"));
  add_target(run, parsed);
  add_json(run, parsed);
  add_fail_on(run, parsed);
  add_kept_files(run, parsed);
  run->add_option("--dump", parsed.dumps,
                  say("Write an array's bytes, as the launch that is shown leaves it, to a file "
                      "after the run"))
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  run->add_option(
         "--save", parsed.saves,
         say("Write an array, as the whole run leaves it, to a file: its bytes, or NumPy's "
             ".npy or numbers in .csv by the file's ending"))
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  run->add_option(
         "--emit", parsed.emit,
         say("Run nothing; print what was made of the text: its tokens after the "
             "preprocessor, the checked syntax tree, or the bytecode of the launch's kernels"))
      ->type_name("tokens | ast | bytecode");
  add_reports(run, parsed);
  add_instructions(run, parsed);
}

void declare_exec(CLI::App& app, Parsed& parsed) {
  CLI::App* exec = app.add_subcommand(
      "exec", say("Run a whole program, FILE.cu [MORE.cu...] [ARGS...], as the compiled one would: "
                  "main() and its kernels, with its own output and status"));
  add_compiling(exec, parsed);
  add_kept_files(exec, parsed);
  exec->prefix_command();
}

void declare_trace(CLI::App& app, Parsed& parsed) {
  CLI::App* trace =
      app.add_subcommand("trace", say("Run a kernel and print every access of one block in order"));
  add_target(trace, parsed);
  add_json(trace, parsed);
  add_fail_on(trace, parsed);
  add_instructions(trace, parsed);
  trace->add_option("--at", parsed.at, say("The block; default 0,0,0"))->type_name("X[,Y[,Z]]");
  trace->add_option("--warp", parsed.warp, say("Only this warp of the block"))->type_name("N");
  trace
      ->add_option("--most", parsed.most,
                   say("Print at most N accesses or instructions of a launch; default {count}",
                       "count"_a = grouped(kMostPrintedAccesses)))
      ->type_name("N");
}

void declare_fix(CLI::App& app, Parsed& parsed) {
  CLI::App* fix = app.add_subcommand(
      "fix", say("Find layouts of a kernel's shared arrays without bank conflicts, and whether "
                 "exchanging threadIdx.x and .y saves sectors of global memory; print them as "
                 "patches of the file: each was run, with the same results"));
  add_target(fix, parsed);
  add_json(fix, parsed);
  fix->add_flag(
      "--apply", parsed.line.apply,
      say("Write the cheapest fix of each array into the file; where there is none, the exchange "
          "of threadIdx.x and .y"));
}

void declare_check(CLI::App& app, Parsed& parsed) {
  CheckFilesLine& check = parsed.line.check_files;
  CLI::App* command = app.add_subcommand(
      "check", say("Hold the counts of runs against the assertions in the files' comments, and end "
                   "with 1 where one does not hold (guide topic tests)"));
  command
      ->add_option("files", check.operands,
                   say("Kernel files or whole programs, or folders whose .cu files are checked, "
                       "with those below them"))
      ->type_name("FILE.cu | DIR");
  add_json(command, parsed);
  command
      ->add_option("--format", parsed.check_format,
                   say("Print the results as other programs read them: JUnit's XML, SARIF 2.1.0, "
                       "or GitHub's workflow commands; default text"))
      ->type_name("text | junit | sarif | github");
  command
      ->add_option("--jobs", check.jobs,
                   say("Files that are run at the same time (1 to 256); default 1"))
      ->type_name("N");
  add_compiling(command, parsed);
}

void declare_check_hardware(CLI::App& app, Parsed& parsed) {
  CLI::App* check = app.add_subcommand("check-hardware",
                                       say("Compare the model with a table of measured accesses"));
  check->add_option("table", parsed.target, say("The table"))->type_name("FILE.csv");
  check->add_flag("--mismatches", parsed.line.mismatches, say("Print each access that differs"));
  check
      ->add_flag("--measure", parsed.line.check.measure,
                 say("Measure the table's accesses on this machine's GPU, and compare with that"))
      ->group(label("Measuring"));
  check
      ->add_option("--method", parsed.method,
                   say("With --measure: only in this way; default counters, else replay"))
      ->type_name("counters | replay")
      ->group(label("Measuring"));
  check
      ->add_option("--write", parsed.line.check.write_path,
                   say("With --measure: write what was measured as such a table"))
      ->type_name("OUT.csv")
      ->group(label("Measuring"));
}

void declare_lessons(CLI::App& app, Parsed& parsed) {
  CLI::App* lessons = app.add_subcommand("lessons", say("List the lessons and their parameters"));
  add_json(lessons, parsed);
  lessons
      ->add_option("--lessons", parsed.line.lessons_folder,
                   say("A folder with lessons of your own"))
      ->type_name("DIR");
}

void declare_course(CLI::App& app, Parsed& parsed) {
  CourseLine& course = parsed.line.course;
  CLI::App* command = app.add_subcommand(
      "course", say("List the course's lessons; or the stops of one, with their questions and the "
                    "numbers that runs give"));
  command->add_option("lesson", course.lesson, say("A lesson of the list: its stops"))
      ->type_name("LESSON");
  add_json(command, parsed);
  command->add_flag("--check", course.check,
                    say("Hold what the lessons expect, their questions and their twins against "
                        "runs, and end with 1 where something does not hold"));
  command
      ->add_option("--course", course.folder,
                   say("A folder with folders of lessons of your own, in place of the course's"))
      ->type_name("DIR");
  const std::string group = label("Questions for other systems");
  command
      ->add_option("--questions", parsed.questions,
                   say("Write the questions of the lessons, or of LESSON, as text2qti's plain text "
                       "or as Moodle's XML: numbers from runs, a reason with each choice, all "
                       "twins of a stop to pick one from"))
      ->type_name("text2qti | moodle")
      ->group(group);
  command->add_option("--stop", course.stops, say("With --questions: only this stop's"))
      ->type_name("STOP")
      ->allow_extra_args(false)
      ->group(group);
  command
      ->add_option("-o,--output", course.output,
                   say("With --questions: the file; default standard output"))
      ->type_name("FILE")
      ->group(group);
  command
      ->add_flag("--no-pictures", course.no_pictures,
                 say("With --questions moodle: draw no pictures of the stops; one takes about a "
                     "second and 300 KB"))
      ->group(group);
}

void declare_exercises(CLI::App& app, Parsed& parsed) {
  CourseLine& course = parsed.line.course;
  CLI::App* exercises = app.add_subcommand(
      "exercises", say("List the exercises and their goals, with the numbers that runs give"));
  exercises->add_option("exercise", course.exercise, say("An exercise of the list: only this one"))
      ->type_name("ID");
  add_json(exercises, parsed);
  exercises
      ->add_option("--exercises", course.folder,
                   say("A folder with folders of exercises of your own, in place of the course's"))
      ->type_name("DIR");
  exercises->add_flag("--starter", course.starter,
                      say("Print the text that the exercise begins with"));
}

void declare_grade(CLI::App& app, Parsed& parsed) {
  CourseLine& course = parsed.line.course;
  CLI::App* grade = app.add_subcommand(
      "grade", say("Judge a hand-in of an exercise, or all of a folder as rows of CSV: results at "
                   "hidden sizes, errors, counts"));
  grade
      ->add_option(
          "hand_in", parsed.target,
          say("The text, or a folder whose .cu files are judged, with those below it and the "
              "texts in files that the window hands in"))
      ->type_name("HAND-IN.cu | DIR");
  grade
      ->add_option("exercise", course.exercise,
                   say("An exercise that 'warplens exercises' lists, or the folder of one"))
      ->type_name("ID | DIR");
  add_json(grade, parsed);
  grade
      ->add_option(
          "--format", parsed.format,
          say("Print the verdict as another grader reads it, and end with 0 whenever there "
              "is one"))
      ->type_name("gradescope | prairielearn | exercism | classroom50 | junit");
  grade
      ->add_option("--class-page", course.class_page,
                   say("Of a folder: write a page of all hand-ins' marks, and of first answers by "
                       "belief from the files that the window hands in"))
      ->type_name("FILE.html");
  grade
      ->add_option("--jobs", course.jobs,
                   say("Hand-ins of a folder that are judged at the same time (1 to 256); "
                       "default 1"))
      ->type_name("N");
  grade
      ->add_option("--shard", parsed.shard,
                   say("Of a folder only the K-th of N parts, like 1/4: the parts' rows together "
                       "are all rows"))
      ->type_name("K/N");
}

void declare_devices(CLI::App& app, Parsed& parsed) {
  CLI::App* devices = app.add_subcommand(
      "devices", say("List the devices whose rules are known, and this machine's GPUs; or all "
                     "limits of one, with their meaning, and which launches of a file meet them"));
  devices->add_option("device", parsed.line.device, say("A device of the list"))->type_name("ID");
  devices
      ->add_option("target", parsed.target,
                   say("A kernel file, or the name of a lesson, whose launches are held against "
                       "its limits"))
      ->type_name("FILE.cu | LESSON");
  add_json(devices, parsed);
}

void declare_guide(CLI::App& app, Parsed& parsed) {
  CLI::App* guide = app.add_subcommand("guide", say("List the guide's topics, or print one"));
  guide->add_option("topic", parsed.line.topic, say("A topic of the list"))->type_name("TOPIC");
}

struct Command {
  std::string_view name;
  void (*declare)(CLI::App& app, Parsed& parsed);
};
// In the order of the help.
constexpr Command kCommands[] = {{"gui", declare_gui},
                                 {"run", declare_run},
                                 {"exec", declare_exec},
                                 {"trace", declare_trace},
                                 {"fix", declare_fix},
                                 {"check", declare_check},
                                 {"check-hardware", declare_check_hardware},
                                 {"lessons", declare_lessons},
                                 {"course", declare_course},
                                 {"exercises", declare_exercises},
                                 {"grade", declare_grade},
                                 {"lecture", declare_lecture},
                                 {"devices", declare_devices},
                                 {"measure", declare_measure},
                                 {"compare", declare_compare},
                                 {"guide", declare_guide}};

}  // namespace

void declare_commands(CLI::App& app, Parsed& parsed, std::string_view first_word) {
  translate_frame(app);
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", base::kProgram, say("Print the program's version and exit"));
  // For the help only: language.hpp takes it out of the words, wherever it is among them.
  const std::string help =
      say("Language of the texts, like de; by default that of the environment (LC_ALL, "
          "LC_MESSAGES, LANG, LANGUAGE)");
  app.add_option("--language", help)->type_name("NAME");
  const auto is_meant = [&](const Command& command) { return command.name == first_word; };
  const bool is_one = std::any_of(std::begin(kCommands), std::end(kCommands), is_meant);
  for (const Command& command : kCommands) {
    if (!is_one || is_meant(command)) command.declare(app, parsed);
  }
  // The library makes a command's own --help before it gives the command our defaults.
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    command->get_help_ptr()->group(label("Options"));
  app.footer("\n" + limits_text() + "\n" + exit_statuses_text());
}

}  // namespace warplens::cli
