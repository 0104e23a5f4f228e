// A lecture's text: what it says, and each mistake in it with its line.
#include "app/lecture/playlist.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>
#include <algorithm>
#include <cctype>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using lecture::Item;
using lecture::Kind;
using lecture::Lessons;
using lecture::Playlist;
using lecture::Problem;
using lecture::Problems;

namespace {

Lessons small_course() {
  return {tests::must_parse_lesson(tests::lesson_json())};
}

Playlist must_parse(const std::string& text, const Lessons& lessons = small_course()) {
  auto playlist = lecture::parse("talks/first.txt", text, lessons);
  REQUIRE_MESSAGE(playlist.ok(),
                  (playlist ? "" : lecture::rendered("talks/first.txt", playlist.error())));
  return std::move(*playlist);
}

Problems problems_of(const std::string& text, const Lessons& lessons = small_course()) {
  const auto playlist = lecture::parse("talks/first.txt", text, lessons);
  REQUIRE_FALSE(playlist.ok());
  return playlist.error();
}

// The only one.
Problem problem_of(const std::string& text) {
  const Problems problems = problems_of(text);
  CHECK_MESSAGE(problems.size() == 1, lecture::rendered("first.txt", problems));
  return problems.front();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void check_problem(const std::string& text, uint32_t line, const std::string& part) {
  const Problem problem = problem_of(text);
  CHECK_MESSAGE(problem.line == line, problem.text);
  CHECK_MESSAGE(has(problem.text, part), problem.text);
}

}  // namespace

TEST_CASE("playlist: stops, texts, votes and blank screens with notes, minutes and bookmarks") {
  const Playlist playlist = must_parse(
      "# What somebody wrote for himself\n"
      "title: My lecture\n"
      "minutes: 12\n"
      "\n"
      "mine.how-many [3] = opening\n"
      "  Who am I?\n"
      "  # is no comment here\n"
      "\n"
      "\tA second paragraph.\n"
      "vote [5 min]\n"
      "1.2 = the barrier [1 minute]\n"
      "vote mine.how-many\n"
      "kernels/my own.cu @ access 3 --block 64 --arg x=float[64] [3]\n"
      "other.cu\n"
      "blank\n");
  CHECK(playlist.title == "My lecture");
  CHECK(playlist.minutes == 12);
  REQUIRE(playlist.items.size() == 7);

  const Item& opening = playlist.items[0];
  CHECK(opening.kind == Kind::kStop);
  CHECK(opening.line == 5);
  CHECK(opening.words == "mine.how-many");
  CHECK(opening.stop == 0);
  CHECK(opening.minutes == 3);
  CHECK(opening.bookmark == "opening");
  CHECK(opening.notes ==
        std::vector<std::string>{"Who am I?", "# is no comment here", "", "A second paragraph."});

  CHECK(playlist.items[1].kind == Kind::kVote);
  CHECK(playlist.items[1].stop == 0);  // of the stop before it
  CHECK(playlist.items[1].minutes == 5);

  CHECK(playlist.items[2].stop == 1);  // the first lesson's second
  CHECK(playlist.items[2].bookmark == "the barrier");
  CHECK(playlist.items[2].minutes == 1);
  CHECK(playlist.items[3].stop == 0);

  const Item& text = playlist.items[4];
  CHECK(text.kind == Kind::kText);
  CHECK(text.path == "talks/kernels/my own.cu");
  CHECK(text.access == 3);
  CHECK(text.launch.block == launch::Dim3{64, 1, 1});
  CHECK(text.options == "--block 64 --arg x=float[64]");
  CHECK(text.minutes == 3);
  CHECK(playlist.items[5].path == "talks/other.cu");
  CHECK_FALSE(playlist.items[5].access.has_value());
  CHECK(playlist.items[6].kind == Kind::kBlank);

  CHECK(playlist.minutes_before(0) == 0);
  CHECK(playlist.minutes_before(2) == 8);
  CHECK(playlist.minutes_together() == 12);
}

TEST_CASE("playlist: line ends and marks of other editors, and a title from the file's name") {
  const Playlist playlist = must_parse("\xEF\xBB\xBFmine.third\r\n  A note.\r\nblank");
  CHECK(playlist.title == "first");
  REQUIRE(playlist.items.size() == 2);
  CHECK(playlist.items[0].notes == std::vector<std::string>{"A note."});
  CHECK_FALSE(playlist.minutes.has_value());
}

TEST_CASE("playlist: a text with a path of its own") {
  CHECK(must_parse("/home/me/a.cu\n").items[0].path == "/home/me/a.cu");
  CHECK(must_parse("../a.cu\n").items[0].path == "talks/../a.cu");
}

TEST_CASE("playlist: a stop that is gone, with the one that may be meant") {
  check_problem("blank\nmine.how-mny\n", 2, "no stop 'mine.how-mny'");
  check_problem("mine.how-mny\n", 1, "mine.how-many");
  check_problem("yours.barrier\n", 1, "mine.barrier");
  check_problem("barrier\n", 1, "mine.barrier");
  check_problem("mine\n", 1, "'mine' is a lesson; name a stop of it, like 'mine.how-many'");
  check_problem("mine.third\nVote\n", 2, "did you mean 'vote'?");
  check_problem("BLANK\n", 1, "did you mean 'blank'?");
  check_problem("9.1\n", 1, "1 lesson, and none of number 9");
  check_problem("1.5\n", 1, "has 4 stops, and none of number 5");
  check_problem("1.0\n", 1, "none of number 0");
  check_problem("99999999999999999999.1\n", 1, "none of number 99999999999999999999");
  check_problem("author: me\n", 1, "no stop 'author: me'");
}

TEST_CASE("playlist: minutes that don't add up") {
  check_problem("title: x\nminutes: 5\nmine.third [3]\nmine.fourth\n", 2,
                "5 minutes are declared, and those in brackets add up to 3");
  check_problem("mine.third [soon]\n", 1, "like '[3]'");
  check_problem("mine.third [-3]\n", 1, "like '[3]'");
  check_problem("mine.third [601]\n", 1, "from 0 to 600");
  check_problem("mine.third [3] [4]\n", 1, "minutes twice");
  check_problem("minutes: none\nmine.third\n", 1, "like 'minutes: 45'");
  check_problem("minutes: 0\nmine.third\n", 1, "from 1 to 600");
  check_problem("minutes: 3\nminutes: 3\nmine.third [3]\n", 2, "already");
  check_problem("mine.third [400]\nmine.fourth [400]\n", 0, "add up to 800");
}

TEST_CASE("playlist: notes with escapes, and notes of nothing") {
  check_problem("mine.third\n  red: \x1b[31m\n", 2, "\\x1b[31m");
  check_problem("mine.third\n  \xe2\x80\xae reversed\n", 2, "\\u202e");
  check_problem("mine.third\n  \xff\n", 2, "\\xff");
  check_problem("title: \x07 rings\nmine.third\n", 1, "\\x07");
  check_problem("mine.third\n  a\x07 b\n", 2, "has an invisible control character: a\\x07 b");
  check_problem(
      "mine.third\n  \xdc"
      "bung\n",
      2, "is not UTF-8 (Latin-1?); save the file as UTF-8: \\xdcbung");
  check_problem("  A note.\nmine.third\n", 1, "note of nothing");
}

TEST_CASE("playlist: a vote without a question, without choices, without a stop") {
  check_problem("mine.third\nvote\n", 2, "'mine.third' has no question");
  check_problem("vote mine.third\n", 1, "no question");
  check_problem("blank\nvote\n", 2, "no stop before it");
  check_problem("vote mine.nothing\n", 1, "no stop 'mine.nothing'");
  nlohmann::json typed = tests::number_stop();
  typed["question"]["choices"].erase(1);
  const Problems problems = problems_of("vote mine.how-many\n", {tests::lesson_with(typed)});
  REQUIRE(problems.size() == 1);
  CHECK(has(problems[0].text, "no choices to vote on"));
}

TEST_CASE("playlist: what is said once") {
  // The stop is wrong, and neither its notes nor its vote are further problems.
  check_problem("mine.thrd [2]\n  A note.\nvote [3]\n", 1, "no stop");
}

TEST_CASE("playlist: bookmarks, titles and texts that are wrong") {
  check_problem("mine.third = a\nmine.fourth = a\n", 2, "in line 1 already");
  check_problem("mine.third = " + std::string(90, 'x') + "\n", 1, "1 to 80 bytes");
  check_problem("title: a\ntitle: b\nmine.third\n", 2, "already");
  check_problem("title:\nmine.third\n", 1, "1 to 80 bytes");
  check_problem("a.cu @ access 0\n", 1, "like '@ access 3'");
  check_problem("a.cu @ access\n", 1, "like '@ access 3'");
  check_problem("a.cu @ line 3\n", 1, "like '@ access 3'");
  check_problem("a.cu @ access 3 --blok 64\n", 1, "--blok");
  check_problem("a.cu --block 0\n", 1, "0");
  check_problem("[3]\n", 1, "shows nothing");
}

TEST_CASE("playlist: all problems of a text, by line") {
  const Problems problems = problems_of("minutes: 9\nmine.thrd [3]\nblank [x]\nvote 7.7\n");
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].line == 2);
  CHECK(problems[1].line == 3);
  CHECK(problems[2].line == 4);
  const std::string text = lecture::rendered("a.txt", problems);
  CHECK(text.starts_with("a.txt:2: "));
  CHECK(has(text, "\na.txt:4: "));
}

TEST_CASE("playlist: nothing in it, too much in it") {
  check_problem("", 0, "shows nothing");
  check_problem("# only a comment\n", 0, "shows nothing");
  std::string many;
  for (size_t i = 0; i <= lecture::kMostItems; ++i) many += "blank\n";
  check_problem(many, 1001, "1000 stops are allowed");
  check_problem(std::string(lecture::kLongestPlaylist + 1, '#'), 0, "bytes");
  std::string wrong;
  for (int i = 0; i < 5'000; ++i) wrong += "nothing\n";
  CHECK(problems_of(wrong).size() <= 50);
}

TEST_CASE("playlist: files that can't be read") {
  const tests::TempFolder folder;
  const auto problem = [&](const std::string& name) {
    const auto playlist = lecture::open(name, small_course());
    REQUIRE_FALSE(playlist.ok());
    return lecture::rendered(name, playlist.error());
  };
  CHECK(has(problem("conflict"), "conflicts"));
  CHECK(has(problem(folder.path("none.txt")), "no such file"));
  CHECK(has(problem(folder.path()), folder.path() + ": "));
  CHECK(has(problem(folder.write("zero.txt", std::string("a\0b", 3))), "zero.txt: "));
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  CHECK(has(problem(folder.path("pipe")), "pipe: "));

  const auto playlist = lecture::open(folder.write("mine.txt", "my.cu\n"), small_course());
  REQUIRE(playlist.ok());
  CHECK(playlist->items[0].path == folder.path("my.cu"));
  CHECK(playlist->title == "mine");
}

TEST_CASE("playlist: what comes with the program is read, and its notes name no number") {
  const Lessons lessons = lecture::shared(course::built_in_lessons());
  const std::vector<lecture::BuiltIn> all = lecture::built_in();
  REQUIRE(all.size() >= 2);
  for (const lecture::BuiltIn& one : all) {
    const Playlist playlist = must_parse(std::string(one.text), lessons);
    CHECK_MESSAGE(playlist.minutes.has_value(), one.name);
    CHECK_MESSAGE(!playlist.title.empty(), one.name);
    for (const Item& item : playlist.items) {
      CHECK_MESSAGE(item.minutes.value_or(0) > 0, one.name << ": " << item.words);
      CHECK_MESSAGE(!item.notes.empty(), one.name << ": " << item.words);
      for (const std::string& note : item.notes) {
        const bool has_digit = std::any_of(note.begin(), note.end(),
                                           [](unsigned char c) { return std::isdigit(c) != 0; });
        CHECK_MESSAGE(!has_digit, note);
      }
    }
    CHECK(lecture::open(one.name, lessons).ok());
  }
}

TEST_CASE("playlist: the lecture on conflicts takes 45 minutes, votes, and ends with a question") {
  const Lessons lessons = lecture::shared(course::built_in_lessons());
  const auto playlist = lecture::open("conflicts", lessons);
  REQUIRE(playlist.ok());
  CHECK(playlist->minutes_together() == 45);
  const auto votes = std::count_if(playlist->items.begin(), playlist->items.end(),
                                   [](const Item& item) { return item.kind == Kind::kVote; });
  CHECK(votes == 3);
  const auto last = std::find_if(playlist->items.begin(), playlist->items.end(),
                                 [](const Item& item) { return item.bookmark == "exit"; });
  REQUIRE(last != playlist->items.end());
  CHECK(lessons[last->lesson]->stops[last->stop].question.has_value());
}
