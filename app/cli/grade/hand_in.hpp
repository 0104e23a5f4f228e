// What a student hands in from the window's course (app/session/course/progress.hpp writes it):
// first answers, which are the student's word, and texts of exercises, which are judged again.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::cli {

// Files are looked for by it: a system for teaching may put a student's name before.
inline constexpr std::string_view kHandInEnding = "warplens-hand-in.json";

struct HandIn {
  struct Answer {
    std::string stop;
    bool is_right = false;
    std::string belief;  // empty where none is known
  };
  std::vector<Answer> answers;
  std::map<std::string, std::string, std::less<>> texts;  // by ids of exercises
};
// An error is a sentence without a path.
base::Result<HandIn, std::string> parse_hand_in(std::string_view text);

}  // namespace warplens::cli
