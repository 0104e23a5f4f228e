// What can be opened: the texts and folders of one folder, read beside the frame, and the
// files that were opened last, kept in a file of this machine's user.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/files/files.hpp"
#include "app/session/executor.hpp"

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
  FolderDesk(Executor& executor, std::string recent_path);

  // "": the current one.
  void show(const std::string& folder);
  void note_opened(const std::string& path);
  // True if the state is another one than after the last call.
  bool update() { return std::exchange(has_changed_, false); }
  const Openable& state() const { return state_; }

 private:
  void take(const std::string& folder, base::Result<files::Folder, std::string> contents);

  Executor& executor_;
  const std::string recent_path_;
  Openable state_;
  bool has_changed_ = true;
};

}  // namespace warplens::gui
