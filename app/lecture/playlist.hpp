// A lecture as a text file: what is shown one after another, with notes, minutes and bookmarks. It
// is read here and held against the course; no file that it names is opened. The command line
// walks through it (walk.hpp) and prints it, the window plays it.
//
//   title: Bank conflicts and their cure
//   minutes: 45
//   # a comment
//   padding.two-tiles [3]
//     Notes, for whoever speaks. Each line is indented.
//   vote [5] = the vote
//   my/kernel.cu @ access 3 --block 64 [2 min]
//   blank
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/course/lesson.hpp"
#include "sim/base/result.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::lecture {

inline constexpr uint64_t kLongestPlaylist = uint64_t{1} << 20;  // [bytes]
inline constexpr size_t kMostItems = 1000;
inline constexpr uint32_t kMostMinutes = 600;  // of an item, and of all
inline constexpr size_t kLongestName = 80;     // [bytes] of a bookmark, of the title

using Lessons = std::vector<std::shared_ptr<const course::Lesson>>;  // a course, in its order
Lessons shared(const std::vector<course::Lesson>& lessons);

enum class Kind : uint8_t {
  kStop,   // `padding.two-tiles`, or `5.1`: the fifth lesson's first stop
  kText,   // `my/kernel.cu`, `my/kernel.cu @ access 3`, launch options behind it
  kBlank,  // a blank screen
  kVote,   // `vote`, `vote 5.1`: the question of the stop before it, or of that stop
};

struct Item {
  uint32_t line = 0;  // in the file, from 1
  Kind kind = Kind::kBlank;
  std::string words;  // as it is written, without minutes and bookmark
  // Of a stop and a vote, by index. A vote's stop has a question with choices.
  size_t lesson = 0, stop = 0;
  // Of a text: as it is written, to open it, and what its first comment's launch is overridden by.
  std::string written_path;
  std::string path;
  launch::LaunchOptions launch;
  std::string options;             // the launch as it is written
  std::optional<uint32_t> access;  // of the block that is shown, from 1, as the window counts
  std::vector<std::string> notes;  // a line each; an empty one parts paragraphs
  std::optional<uint32_t> minutes;
  std::string bookmark;  // a name; empty: none
};

struct Playlist {
  std::string path;                 // of the file; of one that is built in its name
  std::string title;                // without one, the file's name
  std::optional<uint32_t> minutes;  // that are declared: those of the items add up to it
  std::vector<Item> items;          // one at least

  uint32_t minutes_before(size_t item) const;
  uint32_t minutes_together() const { return minutes_before(items.size()); }
};

// What is wrong in a line, as one sentence.
struct Problem {
  uint32_t line = 0;  // from 1; 0: of the whole file
  std::string text;
};
using Problems = std::vector<Problem>;
// "lecture.txt:3: ...", a line each, without the last one's end.
std::string rendered(const std::string& path, const Problems& problems);

// A problem of a file whose path is printed before it, without the path that it begins with.
std::string without_path(std::string problem, const std::string& path);

// `path`: what is relative in the text counts from its folder. All problems are given, by line.
base::Result<Playlist, Problems> parse(const std::string& path, std::string_view text,
                                       const Lessons& lessons);

// A playlist that comes with the program, or the file at a path, which wins over a name. Problems
// of a file that can't be read have line 0.
base::Result<Playlist, Problems> open(const std::string& name, const Lessons& lessons);

// Of those that come with the program: "conflicts", in the order of their names.
struct BuiltIn {
  std::string name;
  std::string_view text;
};
std::vector<BuiltIn> built_in();

// "padding.two-tiles"
std::string name_of(const course::Lesson& lesson, const course::Stop& stop);

}  // namespace warplens::lecture
