// A folder in the system's temporary one, which nobody but the user may open, removed with
// everything in it: for what is too large for a pipe, or has to be a file for another program. One
// that a process left behind when it was killed is removed by the next that makes or removes one.
#pragma once

#include <string>

namespace warplens::measure {

class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }  // "" if none could be made

 private:
  std::string path_;
  int lock_ = -1;  // a descriptor of the folder: whoever holds its lock is alive
};

}  // namespace warplens::measure
