// The file of somebody's progress: read, put aside where it is damaged, written so that what
// another window has written meanwhile stays.
#pragma once

#include <string>

#include "app/session/course/progress.hpp"

namespace warplens::gui {

struct ReadProgress {
  Progress progress;    // what the file holds; nothing of one that can't be used
  bool is_kept = true;  // it may be written from now on
  std::string notice;   // one sentence, where something is wrong with it
};
// A file that is not there holds nothing. A damaged one gets the name PATH.damaged, or
// PATH.damaged.2...; one of a newer version, or one that can't be put aside, stays as it is.
ReadProgress read_progress(const std::string& path);

struct WrittenProgress {
  Progress progress;    // that the file holds now, where it was written; else `now`
  bool is_kept = true;  // as above
  std::string notice;
};
// `now` came from `before`, which the file was known to hold. `replaces`: without regard to what it
// holds, where that is of no newer version. Errors, which change nothing: a full disk, a folder
// that can't be written.
WrittenProgress write_progress(const std::string& path, const Progress& before, const Progress& now,
                               bool replaces);

}  // namespace warplens::gui
