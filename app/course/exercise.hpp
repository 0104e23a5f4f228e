// An exercise as data: what is asked, the texts around it, and what a judge (judge.hpp) holds a
// hand-in against. Read from a folder: exercise.json beside starter.cu, reference.cu and, where the
// reference's own result is not the truth, oracle.cu. The program knows no exercise by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/expression.hpp"
#include "sim/base/result.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::course {

// "n" -> 64: what the launch's {expressions} are worked out from.
using Size = lessons::Values;

// An array of the launch. kInput: random, and to be left as it is. kOutput: filled beforehand with
// a pattern that is no result. kBoth: random, and changed.
enum class Role : uint8_t { kInput, kOutput, kBoth };

struct Array {
  std::string name;
  Role role = Role::kInput;
  bool is_real = false;             // numbers with a fraction; else whole ones
  int64_t least = 0, most = 1'000;  // of whole numbers
};

// kExact: bit-equal to what the oracle leaves, or the reference where there is none. kSum: within
// 2 * terms * 2^-24 times the sum of the absolute products. The oracle computes that sum and the
// value in double: of an output `P` it fills P_value and P_magnitude. Of a program kExact: numbers
// that are equal; kSum: within that, and within the digits that %g prints; the oracle prints value
// and sum of absolute products in turn.
enum class Comparison : uint8_t { kExact, kSum };

enum class Relation : uint8_t { kMost, kLeast, kEqual };

// A count to be reached. At hidden sizes the bound is what the reference takes there.
struct Goal {
  std::string id;    // in sentences: {id} is the bound, {id_now} what the starter has
  std::string text;  // what is counted, as people read it
  // Of the run's section, summed: "totals.global.load.sectors". Or "divergence.parting_warps" and
  // "hiding.cycles" (counts.hpp). Of a program the sum over its launches, and "program.copies"
  // (program_counts.hpp).
  std::vector<std::string> facts;
  std::string array;  // of accesses of this array alone; empty: of all
  // The mean of a request, of the access where that is largest.
  bool is_each_request = false;
  Relation relation = Relation::kMost;
  std::optional<double> bound;  // at the shown size; nothing: the reference's
};

struct Hint {
  std::string text;
  std::string stop;  // of the lesson: where this was shown
};

// What a hand-in's first comment may set. Everything else in it, and host code, is ignored.
enum class LaunchPart : uint8_t { kGrid, kBlock, kShared };
inline constexpr LaunchPart kLaunchParts[] = {LaunchPart::kGrid, LaunchPart::kBlock,
                                              LaunchPart::kShared};
const char* word(LaunchPart part);  // "block"

// Defined by the judge for whole programs: they work their inputs out of it.
inline constexpr const char* kSeedMacro = "SEED";

struct Exercise {
  std::string id;
  std::string title;
  std::string lesson;  // its id
  std::string goal;    // a text with places: filled()
  // The texts are whole programs, whose main() is executed with the launch's definitions and
  // kSeedMacro.
  // They have no arrays here: what they print is judged.
  bool is_program = false;
  std::string kernel;  // that is launched; empty: the text's only one
  // Options with {expressions} of a size's values and, where a hand-in may set the block, of
  // block_x, block_y and block_z.
  std::string launch;
  std::vector<LaunchPart> may_set;
  std::vector<Size> sizes;  // the first one is shown
  std::vector<Array> arrays;
  Comparison comparison = Comparison::kExact;
  std::string terms;                  // kSum: "{n}"
  std::vector<std::string> infinite;  // inputs of which a further case has infinities
  std::vector<Goal> goals;
  std::string most_shared;  // bytes of a block, "{4 * n}"; empty: the device's limit
  uint32_t registers = 0;   // of a thread, for goals on occupancy; 0: none is
  std::vector<Hint> hints;
  std::string starter, reference, oracle;  // texts; without an oracle the last is empty
  std::string folder;                      // that it was read from; empty: it is built in
};

// One set of inputs that a hand-in is run with.
struct Case {
  size_t size = 0;
  std::string infinite;  // the input that has infinities; empty: none
  bool is_shown() const { return size == 0 && infinite.empty(); }
  friend bool operator==(const Case&, const Case&) = default;
};
// The shown one first. Those with infinities are at the first hidden size.
std::vector<Case> cases_of(const Exercise& exercise);
std::string words(const Size& size);  // "m = 5, n = 7"

// The launch at a size, arrays without their contents. `text` sets in its first comment what it may
// ("--grid {ceil_div(n, block_x)}"). An error is one sentence.
base::Result<launch::Launch, std::string> launch_at(const Exercise& exercise, const Size& size,
                                                    std::string_view text);
// A number in a template: `terms`, `most_shared`.
base::Result<uint64_t, std::string> number_at(const std::string& expression, const Size& size);

// A text of the exercise with its places: "{loads}" of values["loads"]. "{" without a value stays.
std::string filled(std::string_view text, const std::map<std::string, std::string>& values);
// The places that a text of this exercise may have.
std::vector<std::string> places_of(const Exercise& exercise);

// Built in, by their ids.
const std::vector<Exercise>& built_in();
// The folder's exercise. Errors: file, line, field and what is wrong.
base::Result<Exercise, std::string> load_exercise(const std::string& folder);
// The exercises in the folders of a folder, by their ids; more are an error.
inline constexpr size_t kMostExercises = 256;
base::Result<std::vector<Exercise>, std::string> load_exercises(const std::string& folder);
// exercise.json alone, the texts given. `name` is its path, for errors.
base::Result<Exercise, std::string> parse_exercise(const std::string& name, const std::string& json,
                                                   Exercise texts);

}  // namespace warplens::course
