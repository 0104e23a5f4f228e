// Where a text finds what it includes, and that it reads nothing else.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>

#include "app/files/files.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;

namespace fs = std::filesystem;

TEST_CASE("includes: found from the kernel's folder") {
  const tests::TempFolder folder;
  folder.write("tile.h", "#define TILE 16\n");
  folder.write("empty.h", "");
  folder.write("binary.h", std::string("a\0b", 3));
  fs::create_directory(folder.path("sub"));
  const auto beside = files::include_reader(folder.path("k.cu"), {});
  CHECK(beside("tile.h").text == "#define TILE 16\n");
  CHECK(beside("empty.h").text == "");
  CHECK(beside("sub/../tile.h").text == "#define TILE 16\n");
  CHECK(beside(folder.path("tile.h")).text == "#define TILE 16\n");
  CHECK_FALSE(beside("none.h").text.has_value());
  CHECK_FALSE(beside("binary.h").text.has_value());
  CHECK_FALSE(beside("sub").text.has_value());
}

TEST_CASE("includes: of a file that is there, but is not read, the reason is given") {
  const tests::TempFolder folder;
  folder.write("binary.h", std::string("a\0b", 3));
  folder.write("large.h", std::string((4 << 20) + 1, ' '));
  REQUIRE(mkfifo(folder.path("pipe.h").c_str(), 0600) == 0);
  const auto beside = files::include_reader(folder.path("k.cu"), {});
  const auto has = [&](const char* name, const char* reason) {
    const auto file = beside(name);
    return !file.text && file.refused.find(reason) != std::string::npos;
  };
  CHECK(has("binary.h", "binary.h: is a binary file"));
  CHECK(has("large.h", "large.h: the file has 4.0 MiB"));
  CHECK(has("pipe.h", "pipe.h: is not a regular file"));
  CHECK(has("/etc/passwd", "/etc/passwd: is outside of the folders"));
  CHECK(beside("none.h").refused.empty());
}

TEST_CASE(
    "includes: a text reads no file outside of its folder and no data outside of those near it") {
  const tests::TempFolder folder;
  for (const auto* name : {"a", "a/b", "a/b/kernels", "a/common", "a/inc", "secrets"})
    fs::create_directory(folder.path(name));
  folder.write("secrets/key.h", "key");
  folder.write("a/b/other.h", "other");
  folder.write("a/common/common.h", "common");
  fs::create_symlink(folder.path("secrets/key.h"), folder.path("a/b/kernels/link.h"));
  fs::create_symlink(folder.path("secrets"), folder.path("a/b/kernels/inc"));
  fs::create_symlink(folder.path("secrets"), folder.path("a/include"));
  fs::create_symlink(folder.path("secrets/key.h"), folder.path("a/b/linked.h"));
  folder.write("a/b/notes.txt", "notes");
  const std::string kernel = folder.path("a/b/kernels/k.cu");
  const auto read = files::include_reader(kernel, {});
  CHECK(read("../../common/common.h").text == "common");
  CHECK(read("../other.h").text == "other");
  CHECK_FALSE(read("../notes.txt").text.has_value());
  CHECK_FALSE(read("../linked.h").text.has_value());
  CHECK_FALSE(read("../../../secrets/key.h").text.has_value());
  CHECK_FALSE(read(folder.path("secrets/key.h")).text.has_value());
  CHECK_FALSE(read("link.h").text.has_value());
  CHECK_FALSE(read("inc/key.h").text.has_value());
  CHECK_FALSE(read("../../include/key.h").text.has_value());
  CHECK_FALSE(read("/etc/passwd").text.has_value());

  const auto named = files::include_reader(kernel, {{folder.path("secrets")}, {}});
  CHECK(named("link.h").text == "key");
  CHECK(named(folder.path("secrets/key.h")).text == "key");
  const auto first = files::include_reader(kernel, {{}, {folder.path("a/b/other.h")}});
  CHECK(first(folder.path("a/b/other.h")).text == "other");
}

TEST_CASE("includes: folders of the command line are whole paths") {
  const tests::TempFolder folder;
  const auto whole = files::whole_paths({{folder.path() + "/./x/.."}, {"no_such_file.h"}});
  CHECK_FALSE(files::whole_paths({{folder.path("none")}, {}}).ok());
  CHECK(files::whole_paths({{folder.path("none")}, {}}).error() ==
        "-I " + folder.path("none") + ": no such folder");
  fs::create_directory(folder.path("inc"));
  folder.write("inc/a.h", "");
  const auto there = files::whole_paths({{folder.path("inc/")}, {folder.path("inc/a.h"), "b.h"}});
  REQUIRE(there.ok());
  CHECK(fs::path(there->folders.front()).is_absolute());
  CHECK(there->first == std::vector<std::string>{folder.path("inc/a.h"), "b.h"});
}

TEST_CASE("includes: a file that a text names itself is in its folder") {
  const tests::TempFolder folder;
  fs::create_directory(folder.path("own"));
  folder.write("outside.bin", "x");
  folder.write("own/inside.bin", "x");
  fs::create_symlink(folder.path("outside.bin"), folder.path("own/link.bin"));
  const std::string kernel = folder.path("own/k.cu");
  CHECK(files::own_file(kernel, "inside.bin").ok());
  CHECK(files::own_file(kernel, "none.bin").ok());  // whoever opens it says that there is none
  CHECK_FALSE(files::own_file(kernel, "../outside.bin").ok());
  CHECK_FALSE(files::own_file(kernel, "link.bin").ok());
  CHECK_FALSE(files::own_file(kernel, "/etc/passwd").ok());
  CHECK_FALSE(files::own_file(kernel, ".").ok());
}
