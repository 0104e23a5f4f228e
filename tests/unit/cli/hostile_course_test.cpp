// `warplens course` with a stranger's folder: one error on the error stream, status 2, and nothing
// that a terminal obeys; what only a run shows ends with 1.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

ordered_json stranger_lesson() {
  ordered_json lesson = ordered_json::parse(
      R"({"id": "mine", "order": 1, "title": "Mine", "claim": "All is well", "minutes": 8,
          "remember": "Nothing."})");
  for (const char* id : {"one", "two", "three", "four"})
    lesson["stops"].push_back({{"id", id},
                               {"kernel", "k.cu"},
                               {"launch", "--block 32 --arg a=int[32]"},
                               {"text", "It stores."}});
  return lesson;
}

void write_stranger(const tests::TempFolder& folder, const ordered_json& lesson) {
  std::filesystem::create_directories(folder.path("mine"));
  folder.write("mine/lesson.json", lesson.dump(1));
  folder.write("mine/k.cu", "__global__ void k(int* a) { a[threadIdx.x] = 1; }\n");
}

bool obeyed_in(const std::string& text) {
  return text.find_first_of("\x1b\x07\r\x9b") != std::string::npos ||
         contains(text, "\xE2\x80\xAE");
}

// One short error for each way to open it.
void check_refused_course(const tests::TempFolder& folder, const std::string& part) {
  for (std::vector<std::string> words : std::vector<std::vector<std::string>>{
           {"course"}, {"course", "--check"}, {"course", "mine"}, {"course", "--json"}}) {
    words.insert(words.end(), {"--course", folder.path()});
    const Outcome outcome = run_command(words);
    CAPTURE(outcome.err.substr(0, 500));
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.size() < 4'000);
    CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
    CHECK_FALSE(obeyed_in(outcome.err));
    CHECK(contains(outcome.err, part));
  }
}

}  // namespace

TEST_CASE("hostile course: one error with file, line and field, however it is opened") {
  const tests::TempFolder folder;
  ordered_json lesson = stranger_lesson();
  lesson["stops"][0]["kernel"] = "../../etc/passwd";
  write_stranger(folder, lesson);
  check_refused_course(folder, "mine/lesson.json:11: stops[0].kernel: ");
  lesson = stranger_lesson();
  lesson["stops"][1]["text"] = "red \x1b[31m";
  write_stranger(folder, lesson);
  check_refused_course(folder, "stops[1].text: ");
  lesson = stranger_lesson();
  lesson["\x1b]0;PWNED\x07\xE2\x80\xAE" + std::string(100'000, 'y')] = 1;
  write_stranger(folder, lesson);
  check_refused_course(folder, "\\x1b]0;PWNED\\x07\\u202e");
  write_stranger(folder, stranger_lesson());
  std::filesystem::remove(folder.path("mine/k.cu"));
  std::filesystem::create_symlink("/etc/passwd", folder.path("mine/k.cu"));
  check_refused_course(folder, "mine/k.cu: is a link");
}

TEST_CASE("hostile course: what only a run shows is reported with 1") {
  const tests::TempFolder folder;
  write_stranger(folder, stranger_lesson());
  folder.write("mine/k.cu", "#include \"k.cu\"\n#error red \x1b[31m\n");
  for (const char* words : {"--check", "mine"}) {
    const Outcome outcome = run_command({"course", words, "--course", folder.path()});
    CHECK(outcome.status == 1);
    CHECK_FALSE(obeyed_in(outcome.out + outcome.err));
    CHECK(contains(outcome.out + outcome.err, "stop 'one'"));
  }
}
