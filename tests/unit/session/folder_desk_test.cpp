// Folders to open texts from, and the files that were opened last.
#include "app/session/folder_desk.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/save.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
namespace fs = std::filesystem;

namespace {

// A desk without threads: a frame reads and writes.
struct FolderFrames {
  explicit FolderFrames(const std::string& recent) : desk(executor, recent) {}
  void frame() { executor.deliver(1); }
  void show(const std::string& path) {
    desk.show(path);
    frame();
  }

  gui::Executor executor{gui::Executor::Mode::kSlices};
  gui::FolderDesk desk;
};

}  // namespace

TEST_CASE("folder: its texts and folders, sorted; nothing hidden, no other files") {
  const tests::TempFolder folder;
  for (const char* name : {"b.cu", "a.cuh", "c.cpp", ".hidden.cu", "line\nbreak.cu"})
    folder.write(name, "text");
  fs::create_directory(folder.path("sub"));
  fs::create_directory(folder.path(".git"));
  fs::create_symlink("nowhere", folder.path("broken"));
  FolderFrames own("");
  gui::FolderDesk& desk = own.desk;
  CHECK(desk.update());  // what is there at first
  desk.show(folder.path());
  CHECK(desk.state().is_reading);
  own.frame();
  CHECK(desk.update());
  const gui::Openable& state = desk.state();
  CHECK_FALSE(state.is_reading);
  CHECK(state.folder == folder.path());
  CHECK(state.contents.folders == std::vector<std::string>{"sub"});
  CHECK(state.contents.texts == std::vector<std::string>{"a.cuh", "b.cu", "line\nbreak.cu"});
  CHECK_FALSE(desk.update());
  own.show(folder.path("sub") + "/..");
  CHECK(desk.state().folder == folder.path());
}

TEST_CASE("folder: one that is not there, or can't be read, is a sentence; a huge one is cut") {
  const tests::TempFolder folder;
  FolderFrames own("");
  const gui::FolderDesk& desk = own.desk;
  own.show(folder.path("none"));
  CHECK(desk.state().problem.find(folder.path("none")) == 0);
  for (size_t i = 0; i < files::kMostNames + 5; ++i) folder.write(std::to_string(i) + ".cu", "");
  own.show(folder.path());
  CHECK(desk.state().problem.empty());
  CHECK(desk.state().contents.is_cut);
  CHECK(desk.state().contents.texts.size() == files::kMostNames);
}

TEST_CASE("recent files: the last one first, each once, in the next window, too") {
  const tests::TempFolder folder;
  const std::string list = folder.path("data") + "/recent.txt";
  {
    FolderFrames own(list);
    gui::FolderDesk& desk = own.desk;
    for (int i = 0; i < 10; ++i) desk.note_opened(folder.path(std::to_string(i) + ".cu"));
    desk.note_opened(folder.path("5.cu"));
    REQUIRE(desk.state().recent.size() == gui::kMostRecent);
    CHECK(desk.state().recent[0] == folder.path("5.cu"));
    CHECK(desk.state().recent[1] == folder.path("9.cu"));
    CHECK(own.executor.stop(10));  // what is to be written is not forgotten
  }
  const FolderFrames own(list);
  const gui::FolderDesk& desk = own.desk;
  REQUIRE(desk.state().recent.size() == gui::kMostRecent);
  CHECK(desk.state().recent[0] == folder.path("5.cu"));
  REQUIRE(files::write_text(list, "not a path\n/a.cu\n").empty());
  const FolderFrames damaged(list);
  CHECK(damaged.desk.state().recent == std::vector<std::string>{"/a.cu"});
}
