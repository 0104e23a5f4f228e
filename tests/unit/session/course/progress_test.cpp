// Progress in the course as a file: what is written is read again, what is wrong with it costs
// nothing, and two windows keep what both have done.
#include "app/session/course/progress_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/files/files.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;

namespace {

gui::Progress some_progress() {
  gui::Progress progress;
  progress.lesson = "threads";
  progress.stop = "which-element";
  progress.done = {"blocks-for-a-row", "which-element"};
  progress.first_answers["blocks-for-a-row"] = {true, ""};
  progress.first_answers["which-element"] = {false, "counting-from-one"};
  progress.before["banks"] = {false, "stride-is-the-cost"};
  progress.after["banks"] = {true, ""};
  progress.missed["which-element"] = 1;
  progress.tasks["add-any-length"] = {"int i;\n", false, 2};
  return progress;
}

std::string text_of(const std::string& path) {
  const auto text = files::read_text(path);
  return text ? *text : "";
}

}  // namespace

TEST_CASE("progress: what is written is read again, and names no time, path or person") {
  const gui::Progress progress = some_progress();
  const auto again = gui::parse_progress(gui::print(progress));
  REQUIRE(again.ok());
  CHECK(*again == progress);
  const tests::TempFolder folder;
  const std::string path = folder.path("deep/progress.json");
  CHECK(gui::read_progress(path).progress.is_empty());
  CHECK(gui::write_progress(path, {}, progress, false).notice == "");
  CHECK(gui::read_progress(path).progress == progress);
  CHECK(text_of(path).find(folder.path()) == std::string::npos);
}

TEST_CASE("progress: a damaged file is put aside, whatever is wrong with it") {
  for (const char* text :
       {"", "{", "[]", "{}", "{\"version\": \"1\"}", "{\"version\": -1}",
        "{\"version\": 1, \"done\": 3, \"first_answers\": [], \"missed\": []}",
        "{\"version\": 1, \"done\": [7], \"first_answers\": [], \"missed\": []}",
        "{\"version\": 1, \"done\": [], \"first_answers\": [{\"stop\": \"a\"}], \"missed\": []}",
        "{\"version\": 1, \"done\": [], \"first_answers\": [], \"missed\": [{\"stop\": \"a\", "
        "\"twin\": -3}]}",
        "{\"version\": 1, \"at\": 5, \"done\": [], \"first_answers\": [], \"missed\": []}",
        "{\"version\": 1, \"done\": [], \"first_answers\": [], \"missed\": [], \"before\": "
        "[{\"stop\": \"a\", \"right\": true}]}",
        "{\"version\": 1, \"done\": [], \"first_answers\": [], \"missed\": [], \"tasks\": "
        "[{\"exercise\": \"a\", \"passed\": 1, \"hints\": 0, \"text\": \"\"}]}",
        "{\"version\": 1, \"version\": 1, \"done\": [], \"first_answers\": [], \"missed\": []}"}) {
    CAPTURE(text);
    const tests::TempFolder folder;
    const std::string path = folder.write("progress.json", text);
    const gui::ReadProgress read = gui::read_progress(path);
    CHECK(read.progress.is_empty());
    CHECK(read.is_kept);
    CHECK(read.notice.find("progress.json.damaged") != std::string::npos);
    CHECK(!files::exists(path));
    CHECK(files::exists(path + ".damaged"));
    // The next one does not take its place.
    folder.write("progress.json", "damaged, too");
    CHECK(gui::read_progress(path).notice.find(".damaged.2") != std::string::npos);
    CHECK(text_of(path + ".damaged") == text);
    CHECK(gui::write_progress(path, {}, some_progress(), false).notice == "");
    CHECK(gui::read_progress(path).progress == some_progress());
  }
}

TEST_CASE("progress: too many brackets, and bytes that are no text, are put aside as well") {
  const tests::TempFolder folder;
  const std::string path = folder.write("progress.json", std::string(200'000, '['));
  CHECK(gui::read_progress(path).is_kept);
  folder.write("progress.json", std::string("\0\1\2", 3));
  CHECK(gui::read_progress(path).is_kept);
  CHECK(files::exists(path + ".damaged.2"));
}

TEST_CASE("progress: a file of a newer version stays as it is, and nothing is written") {
  const tests::TempFolder folder;
  const std::string text = "{\"version\": 2, \"stars\": 5}";
  const std::string path = folder.write("progress.json", text);
  const gui::ReadProgress read = gui::read_progress(path);
  CHECK(!read.is_kept);
  CHECK(read.notice.find("newer") != std::string::npos);
  for (const bool replaces : {false, true}) {
    const gui::WrittenProgress written = gui::write_progress(path, {}, some_progress(), replaces);
    CHECK(!written.is_kept);
    CHECK(!written.notice.empty());
    CHECK(text_of(path) == text);
  }
}

TEST_CASE(
    "progress: a folder in the file's place, and one that can't be written, cost a sentence") {
  const tests::TempFolder folder;
  std::filesystem::create_directory(folder.path("progress.json"));
  CHECK(!gui::read_progress(folder.path("progress.json")).is_kept);
  const std::string file = folder.write("file", "text");
  const gui::WrittenProgress written =
      gui::write_progress(file + "/progress.json", {}, some_progress(), false);
  CHECK(written.notice.find("not kept") != std::string::npos);
  CHECK(written.progress == some_progress());
  CHECK(text_of(file) == "text");
}

TEST_CASE("progress: two windows that are used at once keep what both have done") {
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  const gui::Progress before = some_progress();
  gui::write_progress(path, {}, before, false);
  gui::Progress one = before, other = before;
  one.done.insert("third");
  one.first_answers["third"] = {true, ""};
  one.missed.erase("which-element");  // its twin was right
  other.done.insert("fourth");
  other.first_answers["third"] = {false, "late"};
  other.missed["fourth"] = 0;
  one.before["races"] = {true, ""};
  other.before["races"] = {false, "late"};
  other.after["races"] = {false, ""};
  one.tasks["add-any-length"] = {"int one;\n", true, 2};
  other.tasks["add-any-length"] = {"int other;\n", false, 3};
  other.lesson = "warps";
  other.stop = "fourth";
  gui::write_progress(path, before, one, false);
  const gui::Progress both = gui::write_progress(path, before, other, false).progress;
  CHECK(both == gui::read_progress(path).progress);
  CHECK(both.done.contains("third"));
  CHECK(both.done.contains("fourth"));
  CHECK(both.first_answers.at("third") == gui::FirstAnswer{true, ""});  // it came first
  CHECK(both.before.at("races") == gui::FirstAnswer{true, ""});
  CHECK(both.before.at("banks") == before.before.at("banks"));
  CHECK(both.after.contains("races"));
  CHECK(!both.missed.contains("which-element"));
  CHECK(both.missed.contains("fourth"));
  CHECK(both.tasks.at("add-any-length") == gui::TaskProgress{"int other;\n", true, 3});
  CHECK(both.lesson == "warps");
  SUBCASE("what was cleared stays so where the other window has done nothing since") {
    gui::write_progress(path, both, {}, true);
    CHECK(gui::read_progress(path).progress.is_empty());
    CHECK(gui::write_progress(path, both, both, false).progress.is_empty());
  }
}

TEST_CASE("progress: a file from before the course had a test has none of its answers") {
  const auto progress = gui::parse_progress(
      "{\"version\": 1, \"done\": [\"a\"], \"first_answers\": [], \"missed\": []}");
  REQUIRE(progress.ok());
  CHECK(progress->before.empty());
  CHECK(progress->after.empty());
  CHECK(gui::print(*progress).find("\"before\"") == std::string::npos);
}

TEST_CASE("progress: a hand-in file can be read, and has first answers by belief") {
  const std::string text = gui::print_hand_in(some_progress(), {{"add-any-length", "int i;"}});
  CHECK(text.find("\"version\": 1") != std::string::npos);
  CHECK(text.find("\"counting-from-one\": 1") != std::string::npos);
  const auto json = nlohmann::json::parse(text);
  CHECK(json["before"][0]["idea"] == "banks");
  CHECK(json["before"][0]["belief"] == "stride-is-the-cost");
  CHECK(json["after"][0]["right"] == true);
  CHECK(text.find("\"add-any-length\": \"int i;\"") != std::string::npos);
}
