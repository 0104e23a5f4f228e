// What can be opened: the texts and folders of one folder, read on a thread of its own, and the
// files that were opened last, kept in a file of this machine's user.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/files/files.hpp"
#include "app/gui/session/job_thread.hpp"

namespace warplens::gui {

inline constexpr size_t kMostRecent = 8;

// What views read.
struct Openable {
  std::string folder;               // whole path; "" until one is shown
  files::Folder contents;           // of it
  std::string problem;              // why there are none
  bool is_reading = false;          // another folder is being read
  std::vector<std::string> recent;  // whole paths, the last one opened first
};

class FolderDesk {
 public:
  // `recent_path`: where the list is kept; "": not on the disk. What it holds is read at once.
  FolderDesk(bool use_threads, std::string recent_path);

  // "": the current one.
  void show(const std::string& folder);
  void note_opened(const std::string& path);
  // Takes in what has been read; true if the state is another one than after the last call.
  bool update();
  const Openable& state() const { return state_; }
  bool is_busy() const { return state_.is_reading; }
  bool stop(double seconds) { return reader_.stop(seconds) && writer_.stop(seconds); }

 private:
  struct Done {
    std::string folder;
    base::Result<files::Folder, std::string> contents;
  };

  const std::string recent_path_;
  Openable state_;
  bool has_changed_ = true;
  std::mutex mutex_;
  std::optional<Done> done_;
  JobThread reader_, writer_;  // last: their jobs use the inbox
};

}  // namespace warplens::gui
