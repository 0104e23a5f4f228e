// A folder in the system's temporary one, removed with everything in it: for what is too large for
// a pipe, or has to be a file for another program.
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
};

}  // namespace warplens::measure
