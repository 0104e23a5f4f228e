// Whole files: what is read, and that everything else is refused with the path and a reason.
#include "app/files/files.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/save.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;

namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("files: a text file comes back byte for byte") {
  const tests::TempFolder folder;
  const std::string text = "\xEF\xBB\xBFline one\r\n\tline two, \xE7\x9F\xA9\xE9\x98\xB5";
  const auto read = files::read_text(folder.write("a.cu", text));
  REQUIRE(read.ok());
  CHECK(*read == text);
}

TEST_CASE("files: what is no text file is refused with its path and the reason") {
  const tests::TempFolder folder;
  const auto reason = [](const std::string& path) {
    const auto read = files::read_text(path);
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().starts_with(path + ": "));
    return read.error();
  };
  CHECK(contains(reason(folder.path("missing.cu")), "no such file"));
  CHECK(contains(reason(folder.path()), "directory"));
  CHECK(contains(reason(folder.write("empty.cu", "")), "empty"));
  CHECK(contains(reason(folder.write("binary.cu", std::string_view("\x7f"
                                                                   "ELF\0\1",
                                                                   6))),
                 "binary"));
  CHECK(contains(reason("/dev/zero"), "not a regular file"));
}

TEST_CASE("files: a kernel's text may be empty, and is else what a text file is") {
  const tests::TempFolder folder;
  const auto empty = files::read_kernel(folder.write("empty.cu", ""));
  REQUIRE(empty.ok());
  CHECK(empty->empty());
  CHECK_FALSE(files::read_kernel(folder.write("binary.cu", std::string_view("a\0", 2))).ok());
}

TEST_CASE("files: a file of 100 MB is refused by its size alone") {
  const tests::TempFolder folder;
  const std::string path = folder.write("large.cu", "x");
  std::filesystem::resize_file(path, uint64_t{100} << 20);
  const auto read = files::read_text(path);
  REQUIRE_FALSE(read.ok());
  CHECK(contains(read.error(), "100.0 MiB"));
  CHECK(contains(read.error(), "4.0 MiB"));
}

TEST_CASE("files: bytes are written and read back") {
  const tests::TempFolder folder;
  const std::vector<std::byte> bytes{std::byte{0}, std::byte{255}, std::byte{7}};
  CHECK(files::write_bytes(folder.path("out.bin"), bytes) == "");
  const auto read = files::read_bytes(folder.path("out.bin"));
  REQUIRE(read.ok());
  CHECK(*read == bytes);
  CHECK(contains(files::write_bytes(folder.path("no/such/out.bin"), bytes), "cannot be opened"));
}

TEST_CASE("files: a folder's files of one kind come sorted") {
  const tests::TempFolder folder;
  folder.write("b.json", "{}");
  folder.write("a.json", "{}");
  folder.write("a.cu", "x");
  const auto list = files::list_folder(folder.path(), ".json");
  REQUIRE(list.ok());
  REQUIRE(list->size() == 2);
  CHECK((*list)[0] == folder.path("a.json"));
  CHECK((*list)[1] == folder.path("b.json"));
  CHECK_FALSE(files::list_folder(folder.path("none"), ".json").ok());
  CHECK_FALSE(files::list_folder(folder.path("a.cu"), ".json").ok());
}

TEST_CASE("files: those below a folder come sorted, and no folder is entered through a link") {
  const tests::TempFolder folder;
  std::filesystem::create_directories(folder.path("b/c.cu"));
  std::filesystem::create_directory_symlink(folder.path("b"), folder.path("again"));
  for (const char* name : {"z.cu", "b/a.cu", "b/c.cu/d.cu", "b/a.txt"}) folder.write(name, "x");
  const std::vector<std::string> names{"b/a.cu", "b/c.cu/d.cu", "z.cu"};
  for (const char* end : {"", "/", "/b/.."}) {
    const auto list = files::list_below(folder.path() + end, ".cu");
    REQUIRE(list.ok());
    CHECK(*list == names);
  }
  CHECK_FALSE(files::list_below(folder.path("none"), ".cu").ok());
  CHECK_FALSE(files::list_below(folder.path("z.cu"), ".cu").ok());
}
