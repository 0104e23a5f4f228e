#include "kernels/measure/child/scratch_folder.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace {

namespace fs = std::filesystem;
using warplens::measure::ScratchFolder;

// A temporary folder of the test's own, so that others' folders are not touched.
class OwnTemporary {
 public:
  OwnTemporary() : outer_(std::make_unique<ScratchFolder>()) {
    const char* before = ::getenv("TMPDIR");
    if (before != nullptr) before_ = before;
    ::setenv("TMPDIR", path().c_str(), 1);
  }
  ~OwnTemporary() {
    if (before_.empty())
      ::unsetenv("TMPDIR");
    else
      ::setenv("TMPDIR", before_.c_str(), 1);
  }
  OwnTemporary(const OwnTemporary&) = delete;
  OwnTemporary& operator=(const OwnTemporary&) = delete;
  const std::string& path() const { return outer_->path(); }
  size_t entries() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(path()), {}));
  }

 private:
  std::unique_ptr<ScratchFolder> outer_;
  std::string before_;
};

}  // namespace

TEST_CASE("scratch folder: it is the user's alone, and goes with all that is in it") {
  const OwnTemporary temporary;
  {
    const ScratchFolder folder, other;
    REQUIRE(folder.path() != "");
    CHECK(folder.path() != other.path());
    struct stat about {};
    REQUIRE(::stat(folder.path().c_str(), &about) == 0);
    CHECK((about.st_mode & 0777) == 0700);
    fs::create_directory(folder.path() + "/inner");
    std::ofstream(folder.path() + "/inner/file") << "x";
    CHECK(temporary.entries() == 2);
  }
  CHECK(temporary.entries() == 0);
}

TEST_CASE("scratch folder: what a killed process left is removed by the next, and nothing else") {
  const OwnTemporary temporary;
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const ScratchFolder folder;
    std::ofstream(folder.path() + "/file") << "x";
    if (::write(ends[1], "x", 1) < 0) ::_exit(1);
    while (true) ::pause();
  }
  char byte = 0;
  REQUIRE(::read(ends[0], &byte, 1) == 1);
  ::close(ends[0]);
  ::close(ends[1]);
  { const ScratchFolder living; }
  CHECK(temporary.entries() == 1);  // the other process lives

  fs::create_directory(temporary.path() + "/warplens-measuring-mine");
  fs::create_directory(temporary.path() + "/warplens-measuring-notes1");
  fs::permissions(temporary.path() + "/warplens-measuring-notes1", fs::perms(0755));
  std::ofstream(temporary.path() + "/warplens-measuring-a_file") << "x";
  fs::create_directory_symlink("warplens-measuring-mine",
                               temporary.path() + "/warplens-measuring-a_link");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  { const ScratchFolder next; }
  CHECK(temporary.entries() == 4);
  CHECK(fs::exists(temporary.path() + "/warplens-measuring-mine"));
  CHECK(fs::exists(temporary.path() + "/warplens-measuring-notes1"));
}
