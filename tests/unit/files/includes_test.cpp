// Where a text finds what it includes, and that it reads nothing else.
#include <doctest/doctest.h>

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
  CHECK(beside("tile.h") == "#define TILE 16\n");
  CHECK(beside("empty.h") == "");
  CHECK(beside("sub/../tile.h") == "#define TILE 16\n");
  CHECK(beside(folder.path("tile.h")) == "#define TILE 16\n");
  CHECK_FALSE(beside("none.h").has_value());
  CHECK_FALSE(beside("binary.h").has_value());
  CHECK_FALSE(beside("sub").has_value());
}

TEST_CASE("includes: a text reads no file outside of its folder and the folders near it") {
  const tests::TempFolder folder;
  for (const auto* name : {"a", "a/b", "a/b/kernels", "a/common", "a/inc", "secrets"})
    fs::create_directory(folder.path(name));
  folder.write("secrets/key.h", "key");
  folder.write("a/b/other.h", "other");
  folder.write("a/common/common.h", "common");
  fs::create_symlink(folder.path("secrets/key.h"), folder.path("a/b/kernels/link.h"));
  fs::create_symlink(folder.path("secrets"), folder.path("a/b/kernels/inc"));
  fs::create_symlink(folder.path("secrets"), folder.path("a/include"));
  const std::string kernel = folder.path("a/b/kernels/k.cu");
  const auto read = files::include_reader(kernel, {});
  CHECK(read("../../common/common.h") == "common");
  CHECK_FALSE(read("../other.h").has_value());
  CHECK_FALSE(read("../../../secrets/key.h").has_value());
  CHECK_FALSE(read(folder.path("secrets/key.h")).has_value());
  CHECK_FALSE(read("link.h").has_value());
  CHECK_FALSE(read("inc/key.h").has_value());
  CHECK_FALSE(read("../../include/key.h").has_value());
  CHECK_FALSE(read("/etc/passwd").has_value());

  const auto named = files::include_reader(kernel, {{folder.path("secrets")}, {}});
  CHECK(named("link.h") == "key");
  CHECK(named(folder.path("secrets/key.h")) == "key");
  const auto first = files::include_reader(kernel, {{}, {folder.path("a/b/other.h")}});
  CHECK(first(folder.path("a/b/other.h")) == "other");
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
