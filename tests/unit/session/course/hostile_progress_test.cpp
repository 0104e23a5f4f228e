// A file of progress that is cut, strange or huge, a disk that is full, and windows that write at
// once: nothing is lost that could be read, and the user is told once.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/files/files.hpp"
#include "app/session/course/progress_file.hpp"
#include "tests/support/short_files.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"
#include "tests/unit/session/session_fixture.hpp"

using namespace warplens;
using nlohmann::json;

namespace {

gui::Progress begun_progress() {
  gui::Progress progress;
  progress.lesson = "mine";
  progress.stop = "barrier";
  progress.done = {"how-many"};
  progress.first_answers["how-many"] = {false, "division-rounds-up"};
  progress.missed["how-many"] = 2;
  progress.tasks["add-any-length"] = {"int i;  // \"\\\n", true, 1};
  return progress;
}

std::string kept_text(const std::string& path) {
  const auto text = files::read_text(path);
  return text ? *text : "";
}

void check_put_aside(const std::string& text) {
  CAPTURE(text.substr(0, 300));
  const tests::TempFolder folder;
  const std::string path = folder.write("progress.json", text);
  const gui::ReadProgress read = gui::read_progress(path);
  CHECK(read.progress.is_empty());
  CHECK(read.is_kept);
  CHECK_FALSE(read.notice.empty());
  CHECK(read.notice.size() < 1'000);
  CHECK(std::filesystem::file_size(path + ".damaged") == text.size());
  CHECK(gui::write_progress(path, {}, begun_progress(), false).notice == "");
  CHECK(gui::read_progress(path).progress == begun_progress());
}

size_t count_files(const std::string& folder) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) count += entry.exists();
  return count;
}

}  // namespace

TEST_CASE("hostile progress: a file that was cut anywhere is put aside whole") {
  const std::string text = gui::print(begun_progress());
  for (size_t size = 1; size + 2 < text.size(); size += 17) check_put_aside(text.substr(0, size));
  check_put_aside(text + text);
  check_put_aside(
      std::string("\x7f"
                  "ELF\0\0\1",
                  7));
  check_put_aside("\xff\xfe" + text);
}

TEST_CASE("hostile progress: members of other types, out of range, or too many") {
  const json whole = json::parse(gui::print(begun_progress()));
  const auto with = [&](const char* path, const json& value) {
    json changed = whole;
    changed[json::json_pointer(path)] = value;
    check_put_aside(changed.dump());
  };
  with("/version", 1.5);
  with("/version", nullptr);
  with("/at/stop", 7);
  with("/at", json::array());
  with("/done", {{"how-many", true}});
  with("/done/0", std::string(101, 'x'));
  with("/done/0", "");
  with("/done", std::vector<std::string>(2'001, "x"));
  with("/first_answers/0/right", "yes");
  with("/first_answers/0/belief", json::object());
  with("/missed/0/twin", uint64_t{1} << 40);
  with("/missed/0/twin", 1e300);
  with("/missed/0/twin", -1);
  with("/tasks/0/hints", -1);
  with("/tasks/0/hints", "many");
  with("/tasks/0/text", std::string(gui::kLongestTaskText + 1, 'x'));
  with("/tasks", 0);
}

TEST_CASE("hostile progress: a file of 1 GB is put aside and not read") {
  const tests::TempFolder folder;
  const std::string path = folder.write("progress.json", "{");
  std::filesystem::resize_file(path, uint64_t{1} << 30);
  const gui::ReadProgress read = gui::read_progress(path);
  CHECK(read.is_kept);
  CHECK_FALSE(files::exists(path));
  CHECK(std::filesystem::file_size(path + ".damaged") == uint64_t{1} << 30);
}

TEST_CASE("hostile progress: the longest texts of many tasks are kept and read again") {
  gui::Progress progress = begun_progress();
  for (int i = 0; i < 64; ++i)
    progress.tasks["task-" + std::to_string(i)] = {std::string(gui::kLongestTaskText, '"'), false,
                                                   0};
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  CHECK(gui::write_progress(path, {}, progress, false).notice == "");
  CHECK(gui::read_progress(path).progress == progress);
  // More than is read again is not written.
  gui::Progress more = progress;
  for (int i = 0; i < 64; ++i)
    more.tasks["more-" + std::to_string(i)] = {std::string(gui::kLongestTaskText, '\x01'), false,
                                               0};
  CHECK_FALSE(gui::write_progress(path, progress, more, false).notice.empty());
  CHECK(gui::read_progress(path).progress == progress);
}

TEST_CASE("hostile progress: a full disk leaves the old file, and what is new is kept in memory") {
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  const gui::Progress before = begun_progress();
  gui::write_progress(path, {}, before, false);
  const std::string text = kept_text(path);
  gui::Progress now = before;
  now.done.insert("barrier");
  {
    const tests::ShortFiles full(64);
    for (const bool replaces : {false, true}) {
      const gui::WrittenProgress written = gui::write_progress(path, before, now, replaces);
      CHECK(written.progress == now);
      CHECK(written.is_kept);
      CHECK(written.notice.find("not kept") != std::string::npos);
    }
    // Nor is a new one begun.
    const std::string other = folder.path("other.json");
    CHECK_FALSE(gui::write_progress(other, {}, now, false).notice.empty());
    CHECK_FALSE(files::exists(other));
  }
  CHECK(kept_text(path) == text);
  CHECK(count_files(folder.path()) == 1);
  CHECK(gui::write_progress(path, before, now, false).notice == "");
  CHECK(gui::read_progress(path).progress == now);
}

TEST_CASE("hostile progress: who learns on a full disk is told once, and loses nothing") {
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  gui::write_progress(path, {}, begun_progress(), false);
  const std::string text = kept_text(path);
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.course = {tests::must_parse_lesson(tests::lesson_json())};
  options.progress_path = path;
  gui::Session session(std::move(options));
  const auto is_told = [&] { return session.model().notice.find("not kept") != std::string::npos; };
  {
    const tests::ShortFiles full(64);
    test::open(session, "");
    CHECK_FALSE(is_told());
    test::act(session, gui::action::OpenStop{"third"});
    CHECK(is_told());
    test::act(session, gui::action::OpenStop{"nowhere"});  // another notice
    CHECK_FALSE(is_told());
    test::act(session, gui::action::OpenStop{"fourth"});
    CHECK_FALSE(is_told());
    CHECK(session.model().course.progress.done.contains("third"));
  }
  CHECK(kept_text(path) == text);
  test::act(session, gui::action::OpenStop{"third"});
  CHECK(session.stop(10));
  const gui::Progress kept = gui::read_progress(path).progress;
  CHECK(kept.done.contains("how-many"));
  CHECK(kept.done.contains("fourth"));
  CHECK(kept.stop == "third");
}

TEST_CASE("hostile progress: two windows one after another keep what each has done") {
  const tests::TempFolder folder;
  const std::string path = folder.path("progress.json");
  const auto window = [&] {
    gui::SessionOptions options;
    options.lessons = lessons::built_in();
    options.course = {tests::must_parse_lesson(tests::lesson_json())};
    options.progress_path = path;
    return gui::Session(std::move(options));
  };
  gui::Session one = window(), other = window();
  test::open(one, "");
  test::open(other, "");
  test::act(one, gui::action::OpenStop{"third"});
  test::act(other, gui::action::OpenStop{"fourth"});
  CHECK(other.model().course.progress.done.contains("third"));
  CHECK(one.stop(10));
  CHECK(other.stop(10));
  const gui::Progress kept = gui::read_progress(path).progress;
  CHECK(kept.done == std::set<std::string>{"third", "fourth"});
}
