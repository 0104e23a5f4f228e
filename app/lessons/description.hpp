// Reads a lesson's description (JSON). Every field is checked, and an error names the file and the
// line or the field.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"

namespace warplens::lessons {

struct Described {
  Lesson lesson;      // without the kernel's text
  int64_t order = 0;  // place in a list; equal ones are sorted by id
};

// `name` is the description's path, for errors. The launch is tried with the parameters' defaults.
base::Result<Described, std::string> describe(const std::string& name, const std::string& json);

// "8, 16, 32", or "0 (along a row), 1 (down a column)".
std::string choices_text(const Parameter& parameter);

}  // namespace warplens::lessons
