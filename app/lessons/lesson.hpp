// A lesson: a kernel's text and a description of how to launch and show it. Read from the built-in
// set or from a folder of the user's; the program knows no lesson by name.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/launch/launch.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::lessons {

struct Parameter {
  std::string name;   // "tile": what --set takes
  std::string label;  // "Tile"
  int64_t value = 0;  // default
  int64_t minimum = 0, maximum = 0;
  std::vector<int64_t> choices;           // offered as buttons; empty: any value of the range
  std::vector<std::string> choice_names;  // what the buttons say, one a choice; empty: the numbers
};

// What is selected when the lesson opens.
struct Opening {
  std::array<uint32_t, 3> block{0, 0, 0};
  std::array<uint32_t, 3> thread{0, 0, 0};
  uint32_t access = 0;  // index among the chosen thread's own accesses, from 0
};

// What is measured of a lesson for a recording: every combination of these values; parameters that
// are not named keep their default. Values may be outside of what --set takes, which is made for
// looking at.
struct RecordedGrid {
  struct Axis {
    std::string parameter;
    std::vector<int64_t> values;
  };
  std::vector<Axis> axes;
  bool times_only = false;  // too large to simulate and to count
};

struct Lesson {
  std::string id;
  std::string title;
  std::vector<std::string> sentences;
  std::string file_name;  // "matmul_tiled.cu"
  std::string path;       // of that file; what it names counts from its folder
  std::string text;       // of the .cu file
  std::vector<Parameter> parameters;
  Opening opening;
  // The launch, each a template in which {expression} is worked out from the parameters: "--grid
  // {(n + tile - 1) / tile},..".
  std::string launch;
  std::vector<RecordedGrid> recorded;
  std::string stop;  // of the course, that teaches what it shows: "padding.two-tiles"; may be empty
};

// Built in, in teaching order.
const std::vector<Lesson>& built_in();
// Every *.json description of a folder, with the .cu file it names; an error names file, line and
// what is wrong.
base::Result<std::vector<Lesson>, std::string> load_folder(const std::string& path);
base::Result<Lesson, std::string> parse_description(const std::string& name,
                                                    const std::string& json,
                                                    const std::string& kernel_text);

// Whether the value is one of the parameter's choices, or in its range.
bool takes(const Parameter& parameter, int64_t value);

// The lesson's launch with `settings` (--set) over its defaults; an unknown name or a value out of
// range is an error.
base::Result<launch::Launch, std::string> make_launch(
    const Lesson& lesson, const std::vector<launch::Definition>& settings);

// The same without regard to ranges and choices: for the points of a recording.
base::Result<launch::Launch, std::string> make_recorded_launch(
    const Lesson& lesson, const std::vector<std::pair<std::string, int64_t>>& values);

// What is counted in a recording, one text a grid: "Block 8, 16, 32; Size n 64, 100, 256".
std::vector<std::string> recorded_words(const Lesson& lesson);

// Every parameter with the value that it then has: "n=16", "tile=8". For settings that
// make_launch() takes.
std::vector<std::string> settings_words(const Lesson& lesson,
                                        const std::vector<launch::Definition>& settings);

}  // namespace warplens::lessons
