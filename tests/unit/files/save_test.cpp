// Saving: either the new file is there whole, or the old one is as it was.
#include "app/files/save.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/xattr.h>
#endif

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/files/files.hpp"
#include "tests/support/short_files.hpp"
#include "tests/support/skip.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;

namespace {

namespace fs = std::filesystem;

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

size_t files_in(const std::string& folder) {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) count += entry.exists();
  return count;
}

unsigned mode_of(const std::string& path) {
  struct stat found {};
  ::stat(path.c_str(), &found);
  return found.st_mode & 07777;
}

}  // namespace

TEST_CASE("save: a file is created and replaced, and nothing else is left in its folder") {
  const tests::TempFolder folder;
  const std::string path = folder.path("a.cu");
  CHECK(files::write_text(path, "one") == "");
  CHECK(read(path) == "one");
  CHECK(files::write_text(path, "another") == "");
  CHECK(read(path) == "another");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("save: permissions stay") {
  const tests::TempFolder folder;
  const std::string path = folder.write("run.sh", "x");
  REQUIRE(::chmod(path.c_str(), 0751) == 0);
  CHECK(files::write_text(path, "y") == "");
  CHECK(mode_of(path) == 0751);
}

TEST_CASE("save: links are followed, also one that names no file yet") {
  const tests::TempFolder folder;
  fs::create_directory(folder.path("deep"));
  const std::string real = folder.write("deep/real.cu", "old");
  fs::create_symlink("deep/real.cu", folder.path("link.cu"));
  fs::create_symlink("link.cu", folder.path("link of link.cu"));
  CHECK(files::write_text(folder.path("link of link.cu"), "new") == "");
  CHECK(read(real) == "new");
  CHECK(fs::is_symlink(folder.path("link.cu")));
  fs::create_symlink("deep/none.cu", folder.path("to none.cu"));
  CHECK(files::write_text(folder.path("to none.cu"), "made") == "");
  CHECK(read(folder.path("deep/none.cu")) == "made");
}

TEST_CASE("save: what does not fit changes nothing and says so") {
  const tests::TempFolder folder;
  const std::string path = folder.write("a.cu", "what was there");
  {
    const tests::ShortFiles limit(4096);
    const std::string problem = files::write_text(path, std::string(100'000, 'x'));
    CHECK(problem.starts_with(path + ": cannot be written: "));
    CHECK(problem.ends_with("the file is as it was"));
    CHECK(files::write_text(folder.path("new.cu"), std::string(100'000, 'x'))
              .ends_with("there is no file of that name"));
  }
  CHECK(read(path) == "what was there");
  CHECK(files_in(folder.path()) == 1);
  CHECK(files::write_text("/dev/full", "x").starts_with("/dev/full: cannot be written: "));
  CHECK(files::write_text(folder.path(), "x").ends_with("is a directory, not a file"));
}

TEST_CASE("save: a protected file, and a folder that takes no new one") {
  WARPLENS_NEEDS(::geteuid() != 0, "nothing is protected from root");
  const tests::TempFolder folder;
  const std::string path = folder.write("a.cu", "old");
  SUBCASE("a protected file stays") {
    ::chmod(path.c_str(), 0444);
    CHECK(files::write_text(path, "new").ends_with("the file is as it was"));
    CHECK(read(path) == "old");
  }
  SUBCASE("in such a folder the file is written over, if it fits") {
    ::chmod(folder.path().c_str(), 0555);
    CHECK(files::write_text(path, "a longer text") == "");
    CHECK(read(path) == "a longer text");
    {
      const tests::ShortFiles limit(4096);
      CHECK(files::write_text(path, std::string(100'000, 'x')) != "");
    }
    CHECK(read(path) == "a longer text");
    ::chmod(folder.path().c_str(), 0755);
  }
}

TEST_CASE("save: a file that has become another one is not replaced") {
  const tests::TempFolder folder;
  const std::string path = folder.write("a.cu", "theirs");
  const auto save = [&](const std::string& known) {
    const auto saved = files::replace_text(
        path, "mine", [&](const std::optional<std::string>& now) { return now == known; });
    REQUIRE(saved.ok());
    return *saved;
  };
  CHECK_FALSE(save("mine before"));
  CHECK(read(path) == "theirs");
  CHECK(save("theirs"));
  CHECK(read(path) == "mine");
  fs::remove(path);
  CHECK(save("theirs"));  // it is gone: created again
  CHECK(read(path) == "mine");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("save: a file's other names have the new text, too") {
  const tests::TempFolder folder;
  const std::string path = folder.write("a.cu", "what was there");
  fs::create_hard_link(path, folder.path("b.cu"));
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  CHECK(files::write_text(path, "a text that is longer") == "");
  CHECK(read(folder.path("b.cu")) == "a text that is longer");
  CHECK(files::write_text(folder.path("b.cu"), "short") == "");
  CHECK(read(path) == "short");
  CHECK(fs::hard_link_count(path) == 2);
  CHECK(mode_of(path) == 0640);
  CHECK(files_in(folder.path()) == 2);
  {
    const tests::ShortFiles limit(4096);
    CHECK(files::write_text(path, std::string(100'000, 'x')).ends_with("the file is as it was"));
  }
  CHECK(read(path) == "short");
  const auto refused = files::replace_text(path, "mine", [](const auto&) { return false; });
  CHECK((refused.ok() && !*refused));
  CHECK(read(folder.path("b.cu")) == "short");
  CHECK(files_in(folder.path()) == 2);
}

#if defined(__linux__)
TEST_CASE("save: the attributes that a user gave a file stay") {
  const tests::TempFolder folder;
  const std::string path = folder.write("a.cu", "old");
  const std::string value("two\0words", 9);
  WARPLENS_NEEDS(::setxattr(path.c_str(), "user.note", value.data(), value.size(), 0) == 0,
                 "this file system keeps no attributes");
  CHECK(files::write_text(path, "new") == "");
  CHECK(read(path) == "new");
  char kept[16] = {};
  CHECK(::getxattr(path.c_str(), "user.note", kept, sizeof kept) == 9);
  CHECK(std::string(kept, 9) == value);
  CHECK(files_in(folder.path()) == 1);
}
#endif
