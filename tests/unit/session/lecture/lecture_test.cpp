// A lecture's pure parts: what its steps are, what a vote shows, and the file that keeps its place.
#include "app/session/lecture/lecture.hpp"

#include <doctest/doctest.h>

#include <string>

#include "app/files/files.hpp"
#include "app/session/lecture/lecture_file.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using gui::VoteStep;

namespace {

lecture::Playlist short_playlist() {
  auto playlist = lecture::parse("talk.txt",
                                 "mine.how-many [2] = start\n"
                                 "vote [3]\n"
                                 "mine.third\n"
                                 "blank\n"
                                 "vote mine.barrier [4] = barriers\n",
                                 {tests::must_parse_lesson(tests::lesson_json())});
  REQUIRE(playlist.ok());
  return std::move(*playlist);
}

gui::Lecture at_item(size_t item, uint32_t step = 0) {
  gui::Lecture lecture;
  lecture.playlist = std::make_shared<const lecture::Playlist>(short_playlist());
  lecture.at = {item, step};
  return lecture;
}

}  // namespace

TEST_CASE("lecture: a vote is two rounds, then both beside each other, then the answer") {
  gui::Lecture lecture = at_item(1);
  CHECK(lecture.is_counting());
  gui::count_hands(lecture, 1, 12);
  gui::count_hands(lecture, 0, 40'000);
  const gui::Vote& vote = *lecture.vote();
  CHECK(vote.rounds[0].hands == std::vector<std::optional<uint32_t>>{gui::kMostHands, 12});
  CHECK(vote.rounds[0].most() == gui::kMostHands);
  CHECK_FALSE(vote.rounds[1].is_counted());
  CHECK(gui::following(vote, VoteStep::kFirst) == VoteStep::kSecond);
  CHECK(gui::following(vote, VoteStep::kSecond) == VoteStep::kBoth);
  CHECK(gui::following(vote, VoteStep::kBoth) == VoteStep::kAnswer);
  CHECK_FALSE(gui::following(vote, VoteStep::kAnswer));
  CHECK(gui::preceding(vote, VoteStep::kAnswer) == VoteStep::kBoth);
  CHECK_FALSE(gui::preceding(vote, VoteStep::kFirst));
  SUBCASE("the second round is another one") {
    lecture.at.step = static_cast<uint32_t>(VoteStep::kSecond);
    gui::count_hands(lecture, 1, 30);
    CHECK(vote.rounds[0].hands[1] == 12);
    CHECK(vote.rounds[1].hands[1] == 30);
    gui::count_hands(lecture, 1, std::nullopt);
    CHECK_FALSE(vote.rounds[1].is_counted());
  }
  SUBCASE("hands that come later change nothing") {
    lecture.at.step = static_cast<uint32_t>(VoteStep::kBoth);
    CHECK_FALSE(lecture.is_counting());
    gui::count_hands(lecture, 1, 3);
    CHECK(vote.rounds[0].hands[1] == 12);
  }
}

TEST_CASE("lecture: of a vote without a count the answer follows at once") {
  const gui::Vote vote;
  CHECK(gui::following(vote, VoteStep::kFirst) == VoteStep::kAnswer);
  CHECK(gui::following(vote, VoteStep::kSecond) == VoteStep::kAnswer);
  CHECK(gui::preceding(vote, VoteStep::kAnswer) == VoteStep::kFirst);
}

TEST_CASE("lecture: what an item shows") {
  CHECK(gui::is_voted_on(short_playlist(), 0));
  CHECK_FALSE(gui::is_voted_on(short_playlist(), 2));
  CHECK_FALSE(gui::is_voted_on(short_playlist(), 4));
  CHECK(at_item(3).shows_nothing());
  CHECK_FALSE(at_item(2).shows_nothing());
  CHECK_FALSE(at_item(2).vote_step());
  CHECK(at_item(1, 3).vote_step() == VoteStep::kAnswer);
  CHECK_FALSE(gui::Lecture().shows_nothing());
}

TEST_CASE("lecture: many passes are the first ones, then all in one motion") {
  CHECK(gui::pass_steps(0) == 0);
  CHECK(gui::pass_steps(1) == 0);
  CHECK(gui::pass_steps(2) == 2);
  CHECK(gui::pass_at(2, 2) == 2);
  CHECK(gui::pass_steps(32) == gui::kMostPassSteps);
  CHECK(gui::pass_at(3, 32) == 3);
  CHECK(gui::pass_at(4, 32) == 0);
  CHECK(gui::pass_at(4, 4) == 4);
}

TEST_CASE("lecture: bookmarks are named items, or all that show something") {
  const auto named = gui::bookmarks_of(short_playlist());
  REQUIRE(named.size() == 2);
  CHECK(named[1].item == 4);
  CHECK(named[1].name == "barriers");
  lecture::Playlist plain = short_playlist();
  for (lecture::Item& item : plain.items) item.bookmark.clear();
  const auto all = gui::bookmarks_of(plain);
  REQUIRE(all.size() == 4);
  CHECK(all[2].name == "mine.third");
}

TEST_CASE("lecture file: a place is read as it was written, with the votes") {
  gui::Lecture lecture = at_item(1, 1);
  lecture.now = 100;
  lecture.began = 40;
  lecture.votes[1].rounds[0].hands = {3, std::nullopt, 7};
  lecture.votes[1].reached = VoteStep::kSecond;
  const tests::TempFolder folder;
  const std::string path = folder.path("deep/lectures.json");
  CHECK(gui::write_lecture(path, gui::kept(lecture)) == "");
  const auto place = gui::kept_place(gui::read_lectures(path), *lecture.playlist);
  REQUIRE(place);
  CHECK(place->place.at == lecture.at);
  CHECK(place->place.votes == lecture.votes);
  CHECK(place->place.seconds == doctest::Approx(60));
  CHECK_FALSE(place->is_ended);
  SUBCASE("it is said that it was ended") {
    CHECK(gui::write_lecture(path, gui::kept(lecture, true)) == "");
    CHECK(gui::kept_place(gui::read_lectures(path), *lecture.playlist)->is_ended);
  }
  SUBCASE("of a playlist that has changed the item is found by its words") {
    lecture::Playlist changed = *lecture.playlist;
    changed.items.insert(changed.items.begin(), 2, changed.items[2]);
    const auto moved = gui::kept_place(gui::read_lectures(path), changed);
    REQUIRE(moved);
    CHECK(moved->place.at == gui::LecturePlace{3, 0});
    CHECK(moved->place.votes.empty());
    changed.items.resize(2);
    CHECK_FALSE(gui::kept_place(gui::read_lectures(path), changed));
  }
  SUBCASE("the beginning is no place to go on") {
    lecture.at = {};
    CHECK(gui::write_lecture(path, gui::kept(lecture)) == "");
    CHECK_FALSE(gui::kept_place(gui::read_lectures(path), *lecture.playlist));
    CHECK(gui::read_lectures(path).size() == 1);
  }
}

TEST_CASE("lecture file: a few lectures are kept, the last one first") {
  gui::KeptLectures lectures;
  for (size_t i = 0; i < gui::kMostKeptLectures + 2; ++i)
    gui::put_first(lectures, {"/talk-" + std::to_string(i), "blank", {}, false});
  gui::put_first(lectures, {"/talk-5", "vote", {}, false});
  CHECK(lectures.size() == gui::kMostKeptLectures);
  CHECK(lectures[0].words == "vote");
  CHECK(lectures[1].path == "/talk-9");
}

TEST_CASE("lecture file: a damaged one holds no place, and the next step replaces it") {
  const tests::TempFolder folder;
  const lecture::Playlist playlist = short_playlist();
  for (
      const char* text :
      {"", "{", "[]", "{}", "{\"version\": 1, \"lectures\": 3}",
       "{\"version\": 1, \"lectures\": [7]}", "{\"version\": 1, \"lectures\": [{\"path\": \"a\"}]}",
       "{\"version\": 1, \"lectures\": [{\"path\": \"talk.txt\", \"item\": -1, \"words\": "
       "\"vote\", "
       "\"step\": 0, \"seconds\": 1, \"votes\": []}]}",
       "{\"version\": 1, \"lectures\": [{\"path\": \"talk.txt\", \"item\": 1, \"words\": \"vote\", "
       "\"step\": 0, \"seconds\": 1, \"votes\": [{\"item\": 1, \"reached\": 9, \"rounds\": []}]}]}",
       "{\"version\": 1, \"lectures\": [{\"path\": \"talk.txt\", \"item\": 1, \"words\": \"vote\", "
       "\"step\": 0, \"seconds\": 1, \"votes\": [{\"item\": 1, \"reached\": 0, \"rounds\": "
       "[[-5], []]}]}]}"}) {
    CAPTURE(text);
    const std::string path = folder.write("lectures.json", text);
    CHECK(gui::read_lectures(path).empty());
    CHECK(gui::write_lecture(path, gui::kept(at_item(2))) == "");
    const auto place = gui::kept_place(gui::read_lectures(path), playlist);
    REQUIRE(place);
    CHECK(place->place.at.item == 2);
  }
}
