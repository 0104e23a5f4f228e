// Folders to open texts from, and the files that were opened last.
#include "app/gui/session/folder_desk.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/save.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
namespace fs = std::filesystem;

TEST_CASE("folder: its texts and folders, sorted; nothing hidden, no other files") {
  const tests::TempFolder folder;
  for (const char* name : {"b.cu", "a.cuh", "c.cpp", ".hidden.cu", "line\nbreak.cu"})
    folder.write(name, "text");
  fs::create_directory(folder.path("sub"));
  fs::create_directory(folder.path(".git"));
  fs::create_symlink("nowhere", folder.path("broken"));
  gui::FolderDesk desk(false, "");
  CHECK(desk.update());  // what is there at first
  desk.show(folder.path());
  CHECK(desk.state().is_reading);
  CHECK(desk.update());
  const gui::Openable& state = desk.state();
  CHECK_FALSE(state.is_reading);
  CHECK(state.folder == folder.path());
  CHECK(state.contents.folders == std::vector<std::string>{"sub"});
  CHECK(state.contents.texts == std::vector<std::string>{"a.cuh", "b.cu", "line\nbreak.cu"});
  CHECK_FALSE(desk.update());
  desk.show(folder.path("sub") + "/..");
  desk.update();
  CHECK(desk.state().folder == folder.path());
}

TEST_CASE("folder: one that is not there, or can't be read, is a sentence; a huge one is cut") {
  const tests::TempFolder folder;
  gui::FolderDesk desk(false, "");
  desk.show(folder.path("none"));
  desk.update();
  CHECK(desk.state().problem.find(folder.path("none")) == 0);
  for (size_t i = 0; i < files::kMostNames + 5; ++i) folder.write(std::to_string(i) + ".cu", "");
  desk.show(folder.path());
  desk.update();
  CHECK(desk.state().problem.empty());
  CHECK(desk.state().contents.is_cut);
  CHECK(desk.state().contents.texts.size() == files::kMostNames);
}

TEST_CASE("recent files: the last one first, each once, in the next window, too") {
  const tests::TempFolder folder;
  const std::string list = folder.path("data") + "/recent.txt";
  {
    gui::FolderDesk desk(false, list);
    for (int i = 0; i < 10; ++i) desk.note_opened(folder.path(std::to_string(i) + ".cu"));
    desk.note_opened(folder.path("5.cu"));
    REQUIRE(desk.state().recent.size() == gui::kMostRecent);
    CHECK(desk.state().recent[0] == folder.path("5.cu"));
    CHECK(desk.state().recent[1] == folder.path("9.cu"));
  }
  gui::FolderDesk desk(false, list);
  REQUIRE(desk.state().recent.size() == gui::kMostRecent);
  CHECK(desk.state().recent[0] == folder.path("5.cu"));
  REQUIRE(files::write_text(list, "not a path\n/a.cu\n").empty());
  gui::FolderDesk damaged(false, list);
  CHECK(damaged.state().recent == std::vector<std::string>{"/a.cu"});
}
