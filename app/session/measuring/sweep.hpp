// A sweep: what is open, run again for a range of values of one parameter, and of a second one as
// several lines. Here is which parameters there are, which values are taken, and the launch of a
// point; the session has the points made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::gui {

// What can be swept: a lesson's parameter; a file's macro that -D sets; any number in the text.
struct SweepAxis {
  std::string name;   // of the parameter or macro; "block shape": see kBlockShape
  std::string label;  // as on screen
  std::vector<int64_t> values;
  std::vector<std::string> value_names;  // one a value; empty: the numbers
  int64_t now = 0;                       // its present value
  // A short range in which every value is taken, a few values to choose from, or a long range of
  // which only some are taken.
  enum class Kind : uint8_t { kLongRange, kFew, kShortRange } kind = Kind::kFew;
  // Of a lesson, with everything else as it is: larger values that its recordings have times of.
  // They are too large to be simulated.
  std::vector<int64_t> timed_values{};
  // A number of the text without a name, or any of a lesson's text: never chosen first.
  bool is_literal = false;
  bool is_padding = false;  // of an array: chosen after macros, which may be its padding by name
};
// Of a file: blocks of other sides with as many threads in the whole grid.
inline constexpr const char* kBlockShape = "block shape";

// What is open, as far as a sweep needs it.
struct SweepSubject {
  const lessons::Lesson* lesson = nullptr;   // null: a file
  std::vector<launch::Definition> settings;  // of the lesson
  std::string text;
  launch::Launch launch;
};

// In the lesson's order; of a file the given and the guarded macros and the block's shape; then the
// numbers of the text (text_numbers.hpp).
std::vector<SweepAxis> sweep_axes(const SweepSubject& subject);

// What is shown first: along the axis that shows most, with a line for each value of another one
// that has few. Names; `lines` may be empty.
struct SweepChoice {
  std::string axis, lines;
  friend bool operator==(const SweepChoice&, const SweepChoice&) = default;
};
SweepChoice first_choice(const std::vector<SweepAxis>& axes);
const SweepAxis* find_axis(const std::vector<SweepAxis>& axes, const std::string& name);

// Gives the launch that number of -D, one that it has or a new one.
void set_define(launch::Launch& launch, const std::string& name, int64_t value);

struct SweepSetting {
  std::string axis;
  int64_t value = 0;
};
// The launch with these set; an error is one sentence.
base::Result<launch::Launch, std::string> launch_at(const SweepSubject& subject,
                                                    const std::vector<SweepSetting>& settings);

// The text with those of them that are numbers in it.
std::string text_at(const SweepSubject& subject, const std::vector<SweepSetting>& settings);

}  // namespace warplens::gui
