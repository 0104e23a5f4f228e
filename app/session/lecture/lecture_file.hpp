// Where lectures were when they ended, or broke off: a file of this machine's user, written at each
// step.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/lecture/lecture.hpp"
#include "sim/base/result.hpp"

namespace warplens::gui {

inline constexpr size_t kMostKeptLectures = 8;

struct KeptLecture {
  std::string path;   // of its playlist, from the root; of a built-in one its name
  std::string words;  // of the item, by which it is found in a playlist that has changed
  LectureBefore place;
  bool is_ended = false;  // by whoever gave it; else it broke off there
};
using KeptLectures = std::vector<KeptLecture>;  // the last one first

// As a file holds them. The error says what is wrong with the text.
std::string print(const KeptLectures& lectures);
base::Result<KeptLectures, std::string> parse_lectures(std::string_view text);

KeptLecture kept(const Lecture& lecture, bool is_ended = false);
// In front of the others, in the place of an older one of its playlist.
void put_first(KeptLectures& lectures, KeptLecture newest);
// Where the playlist's lecture was, which is not its beginning; nothing where that is not known.
std::optional<KeptLecture> kept_place(const KeptLectures& lectures,
                                      const lecture::Playlist& playlist);

// A file that is not there, or that is damaged, holds none; the next one that is written replaces
// it. `write_lecture` returns "" or what went wrong.
KeptLectures read_lectures(const std::string& path);
std::string write_lecture(const std::string& path, KeptLecture newest);

}  // namespace warplens::gui
