// Questions of the course as files that systems for teaching import. Pure: what they are written of
// has been worked out by runs (app/course/question_versions.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/course/question_versions.hpp"
#include "sim/base/result.hpp"

namespace warplens::cli {

// Plain text that text2qti makes a quiz of: each stop a group, of which one question is picked;
// code as code. An error names the stop: two of its choices are one text, or two of its versions
// one question, which text2qti refuses.
base::Result<std::string, std::string> text2qti_quiz(const std::string& title,
                                                     const std::vector<course::AskedStop>& stops);

// PNGs, one a version, as text2qti_quiz() has no place for; empty: none were drawn.
struct PicturedStop {
  course::AskedStop asked;
  std::vector<std::string> pictures;
};
// Moodle's XML: each stop a category, of which a quiz takes a random question. `course`: what the
// categories are in.
std::string moodle_quiz(const std::string& course, const std::vector<PicturedStop>& stops);

// A text of the course in parts: `as code`, and what is around it. A mark of code without another
// one is a character like any.
struct MarkedPart {
  std::string_view text;
  bool is_code = false;
};
std::vector<MarkedPart> marked_parts(std::string_view text);

// On one line: other characters for space, and several of them, are one blank.
std::string in_one_line(std::string_view text);

}  // namespace warplens::cli
