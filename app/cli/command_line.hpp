// What the words of a command line say, before anything is opened or run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/report.hpp"
#include "app/cli/report_rows.hpp"
#include "app/compare/gather.hpp"
#include "app/window/platform/run_gui.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::cli {

enum class Action : uint8_t {
  kNothing,
  kGui,
  kRun,
  kExec,
  kTrace,
  kFix,
  kCheck,
  kCheckHardware,
  kLessons,
  kCourse,
  kExercises,
  kGrade,
  kLecture,
  kDevices,
  kGpus,
  kMeasure,
  kMeasureChild,  // not for people: this program started by itself to measure
  kCompileChild,  // nor this: to compile what is measured
  kCompare,
  kGuide,
};

// run --emit: what is printed of a text in place of a run.
enum class Emit : uint8_t { kNothing, kTokens, kTree, kBytecode };

struct Dump {  // --dump NAME=FILE, --save NAME=FILE
  std::string array, path;
};

// What measure and compare take beside targets and launch options.
struct MeasureLine {
  std::vector<std::string> targets;  // one or more
  compare::MeasureOptions options;
  bool ceilings = false, latencies = false;
  uint32_t cublas = 0;            // order of cuBLAS's product; 0: not wanted
  std::string record_folder;      // measure --record
  double minutes = 9;             // that recording may take
  uint32_t jobs = 1;              // launches counted at a time: --record, --all
  bool all = false;               // compare --all
  bool offline = false;           // compare: measures nothing
  std::string recordings_folder;  // --measurements
};

// check-hardware --measure; with which method, MeasureLine says.
struct CheckLine {
  bool measure = false;
  std::string write_path;  // --write
};

// grade --format: what is printed of a verdict in place of text.
enum class GradeFormat : uint8_t {
  kNone,
  kGradescope,
  kPrairielearn,
  kExercism,
  kClassroom50,
  kJunit
};

// course --questions: who reads the file that is written.
enum class QuestionFormat : uint8_t { kNone, kText2qti, kMoodle };

// course, exercises and grade; grade's hand-in is the target.
struct CourseLine {
  std::string lesson;    // course LESSON; empty: all are listed
  bool check = false;    // course --check
  std::string exercise;  // its id, or of grade its folder; empty: all are listed
  std::string folder;    // --course, --exercises; empty: those that are built in
  bool starter = false;  // --starter
  uint32_t jobs = 1;     // hand-ins of a folder that are judged at a time
  GradeFormat format = GradeFormat::kNone;
  std::string class_page;          // --class-page
  uint32_t shard = 0, shards = 1;  // every so many-th hand-in from this one, from 0
  QuestionFormat questions = QuestionFormat::kNone;
  std::vector<std::string> stops;  // --questions: --stop; empty: all that ask
  std::string output;              // --output; empty: standard output
  bool no_pictures = false;
};

// check --format: what is printed in place of text.
enum class CheckFormat : uint8_t { kText, kJunit, kSarif, kGithub };

struct CheckFilesLine {
  std::vector<std::string> operands;  // files and folders
  CheckFormat format = CheckFormat::kText;
  uint32_t jobs = 1;  // files that are run at a time
};

struct LectureLine {
  std::string playlist;        // a file, or the name of one; empty: all are listed
  bool check = false;          // --check
  std::string pictures;        // --pictures: the folder
  std::string handout, notes;  // --handout, --notes: the files
  std::string course_folder;   // --course; empty: the course's lessons
  bool has_size = false;       // --size
};

// Which findings make the exit status 1 (run and trace).
enum class FailOn : uint8_t { kError, kHint, kNever };

struct CommandLine {
  Action action = Action::kNothing;
  std::string words;                 // as they were given: "warplens compare --all"
  std::vector<std::string> program;  // exec: FILE.cu..., then what it is given
  std::string target;                // FILE.cu or a lesson's id; check-hardware: the table
  std::string device;                // devices ID: whose limits; `target` may be empty then
  std::string topic;                 // guide TOPIC; empty: all are listed
  launch::LaunchOptions launch;
  std::string lessons_folder;
  bool json = false;
  bool mismatches = false;
  std::vector<Dump> dumps, saves;
  std::string kept_files;  // --keep-files: the folder; empty: what a program writes is gone
  Emit emit = Emit::kNothing;
  bool apply = false;  // fix --apply
  FailOn fail_on = FailOn::kError;
  std::vector<Report> reports;          // run --caches, --schedules ...
  std::array<uint32_t, 3> at{0, 0, 0};  // the block to trace, or that a report names
  prepare::MemoryLimits memory;         // --memory
  TracePart trace;
  gui::GuiOptions gui;
  MeasureLine measure;
  CheckLine check;

  // kNothing: what to print, and the exit status to end with (0 for --help).
  std::string message;
  int status = 0;

  CourseLine course;
  CheckFilesLine check_files;
  LectureLine lecture;
};

CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace warplens::cli
