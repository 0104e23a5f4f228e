// Commands and options that do something else than report on a run: `run --emit`, `exec`,
// `run --save`, `guide`, `exercises`, `grade`, `check`.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"
#include "app/course/judge.hpp"
#include "app/course/lesson.hpp"
#include "app/guide/guide.hpp"
#include "sim/machine/memory.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// warplens run --emit: what the front end makes of a text. The exit status, after what line.emit
// selects, or the mistakes, were printed.
int emit(const CommandLine& line, const Surroundings& surroundings);

// `warplens exec`: a program as the compiled one would run, on this computer's processor alone.

// Returns the program's exit status; kExitMistake where the text does not compile or reaches what
// is not supported. Warplens' own messages are lines of the error stream that begin with "warplens:
// ".
int execute(const CommandLine& line, const Surroundings& surroundings);

// Each line of a text behind "warplens: ".
void say_beside(std::ostream& err, const std::string& text);

// `warplens run --save NAME=FILE`: arrays as a run leaves them, in files.

// The arrays that a run leaves: all that the program had, or without one those of the last launch.
std::vector<machine::GlobalArray> arrays_left(const prepare::ReachedProgram* program,
                                              const run::Run* last);

// "" if every --save names one of the arrays, and no file is the text that was run.
std::string check_saves(const std::vector<Dump>& saves,
                        const std::vector<machine::GlobalArray>& arrays, const std::string& text);

// "", or what went wrong. The arrays are of a run of the unit.
std::string write_saves(const std::vector<Dump>& saves,
                        const std::vector<machine::GlobalArray>& arrays, const lang::Unit& unit);

// `warplens guide`: a topic, or the list of all where `topic` is "". The exit status.
int show_guide(const std::string& topic, const Surroundings& surroundings);

// `warplens course`: the lessons, the stops of one, or what does not hold. The exit status.
int show_course(const CommandLine& line, const Surroundings& surroundings);

// `warplens course --questions`: those of the lessons as a file for another system, printed or
// written to --output. The exit status; where a stop can't be filled, nothing is written.
int write_questions(const std::vector<course::Lesson>& lessons, const CommandLine& line,
                    const Surroundings& surroundings);

// `warplens exercises`: the exercises and their goals, or a starter. The exit status.
int list_exercises(const CommandLine& line, const Surroundings& surroundings);

// `warplens grade`: the verdict on a hand-in, or a folder's as CSV. The exit status.
int grade(const CommandLine& line, const Surroundings& surroundings);

// `warplens check`: what became of the assertions in the files' comments. The exit status.
int check(const CommandLine& line, const Surroundings& surroundings);

// `warplens lecture`: a playlist (app/lecture).
int give_lecture(const CommandLine& line, const Surroundings& surroundings);

// In lines of at most 80 characters, but for code that is longer.
void print_topic(std::ostream& out, const guide::Topic& topic);

}  // namespace warplens::cli
