// A folder in the system's temporary one that only the user can open, removed with its contents:
// for data that is too large for a pipe, or has to be a file for another program. A folder left
// behind by a killed process is removed by the next process that makes or removes one.
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
  int lock_ = -1;  // a descriptor of the folder; a living owner holds its lock
};

}  // namespace warplens::measure
