// Reads and prints the launch options of the command line, one at a time; a file's first comment
// `// warplens: --grid 2,2 ...` and a lesson's launch are read by the same functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::launch {

// Errors are one sentence that quotes the text and describes the expected form.
// "16,16"; zero sizes are errors.
base::Result<Dim3, std::string> parse_dim3(std::string_view text);
// "n=256", "v={1,2}", "in=@out", "m=float[16][16]:mod=1021" or "p=float4[64]".
base::Result<Argument, std::string> parse_argument(std::string_view text);
// "TILE=8", or "TILE" for "TILE=1". A line break in it is an error.
base::Result<Definition, std::string> parse_definition(std::string_view text);
// "float[16][16]:mod=1021", "host:int[8]", or "Particle[1000]" of a type that the file may have.
base::Result<ArrayArgument, std::string> parse_array(std::string_view text);

// "float" for a type's name that is similar to a known one; else "".
std::string nearest_type(std::string_view name);

// Before an array's type: it is in the host's memory.
inline constexpr std::string_view kHostMemory = "host:";

// The options that a command line gives, to be merged over a default launch.
struct LaunchOptions {
  std::optional<std::string> kernel;
  std::optional<std::string> called;  // --call: a host function, which the arguments are for
  std::optional<Dim3> grid, block;
  std::optional<uint64_t> shared_bytes;
  std::vector<Definition> defines;
  Includes includes;
  std::vector<Argument> arguments;
  std::vector<Definition> settings;  // --set PARAMETER=VALUE, for lessons
  std::optional<std::string> device;
  std::optional<uint64_t> step_limit;
  std::optional<uint32_t> threads;
  std::optional<CheckSet> checks;
  std::optional<Schedule> order;  // only order and seed are given
  std::optional<uint32_t> resident;
  std::optional<bool> independent_lanes;
  std::vector<LaunchOptions> then;  // --then 'KERNEL --grid 1 ...', in order
  bool then_all = false;            // --then-all: every launch of the file's host code, in order
  bool guess = false;               // --guess: missing options are guessed
  // Of a whole program: what follows "--", and --launch N, from 0.
  std::vector<std::string> program_arguments;
  std::optional<uint32_t> program_launch;
  std::vector<std::string> readable;  // --allow-read: folders whose files the program may read
  uint64_t seed = 0;                  // --seed
  bool real_clock = false;            // --clock real
};

// Words, split as by a shell ('...' and "..." quote).
std::vector<std::string> split_words(std::string_view text);
// Reads the options above out of `words`; an unknown one is an error.
base::Result<LaunchOptions, std::string> parse_options(const std::vector<std::string>& words);
// What a comment of Warplens begins with: launch options in the file's first one, and elsewhere an
// assertion about counts (app/check), whose first word is the second of these.
inline constexpr std::string_view kCommentMark = "warplens:", kAssertWord = "assert";
// What follows `// warplens:` in such a comment, without blanks around it; nothing: it is none.
std::optional<std::string_view> marked_text(std::string_view comment);
bool is_assertion(std::string_view text);
// The text after `// warplens:` in the first comment of the file (its leading `//` lines; several
// such lines are joined), if it has one; assertions are not part of it.
std::optional<std::string> embedded_options(std::string_view file_text);
// Merges two sets of options as apply() merges options into a launch.
LaunchOptions merge(LaunchOptions base, const LaunchOptions& over);
// `over` wins; definitions and arguments of the same name are replaced in place, others appended.
// `over.then`, unless empty, replaces the launches that follow: each has the grid and the block of
// the one before it unless it gives its own.
Launch apply(Launch base, const LaunchOptions& over);

// The command-line words that parse to this launch ("--grid 2,2 --block 8,8 --arg n=16 ..."): grid
// and block always, the rest where it is not the default.
std::string print(const Launch& launch);
// The same of a launch whose sizes and arguments are those of a program that launches it; may be
// "".
std::string print_of_program(const Launch& launch);
std::string print(const Argument& argument);
// A word for a command line, quoted only if split_words (or a shell) would split it.
std::string quoted(const std::string& word);
std::string print(const ArrayArgument& array);

}  // namespace warplens::launch
