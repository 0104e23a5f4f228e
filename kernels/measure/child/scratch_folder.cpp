#include "kernels/measure/child/scratch_folder.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <vector>

namespace warplens::measure {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "warplens-measuring-";
constexpr size_t kRandomLetters = 6;
constexpr int kAttempts = 8;

// A descriptor of a folder that belongs to the user and that only the user can read; -1 for
// anything else, links included. It is closed in every started program.
int open_own_folder(const std::string& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat about {};
  if (folder >= 0 && ::fstat(folder, &about) == 0 && about.st_uid == ::geteuid() &&
      (about.st_mode & 0777) == 0700)
    return folder;
  if (folder >= 0) ::close(folder);
  return -1;
}

bool is_still_at(const std::string& path, int folder) {
  struct stat open {
  }, named{};
  return ::fstat(folder, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

void remove_left_folders(const fs::path& temporary) {
  std::error_code error;
  std::vector<std::string> found;
  const std::string prefix = kPrefix;
  for (fs::directory_iterator at(temporary, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(prefix) && name.size() == prefix.size() + kRandomLetters)
      found.push_back(at->path().string());
  }
  for (const std::string& path : found) {
    const int folder = open_own_folder(path);
    if (folder < 0) continue;
    if (::flock(folder, LOCK_EX | LOCK_NB) == 0 && is_still_at(path, folder))
      fs::remove_all(path, error);
    ::close(folder);
  }
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  if (error) return;
  remove_left_folders(temporary);
  for (int attempt = 0; attempt < kAttempts && path_.empty(); ++attempt) {
    std::string pattern = (temporary / kPrefix).string() + std::string(kRandomLetters, 'X');
    if (::mkdtemp(pattern.data()) == nullptr) return;
    lock_ = open_own_folder(pattern);
    if (lock_ < 0) return;
    // In between, another process may have taken it for one that was left behind.
    if (::flock(lock_, LOCK_EX) == 0 && is_still_at(pattern, lock_)) {
      path_ = pattern;
      return;
    }
    ::close(lock_);
    lock_ = -1;
  }
}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(lock_);
  remove_left_folders(fs::path(path_).parent_path());
}

}  // namespace warplens::measure
