// What is open, lit and covered as one value: as text, set by an action and restored.
#include "app/session/arrangement.hpp"

#include <doctest/doctest.h>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/session/settings.hpp"
#include "session_fixture.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using gui::Drawer;

namespace {

gui::SessionOptions options_with(const std::string& settings) {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.settings_path = settings;
  options.arrangement = gui::first_arrangement();
  return options;
}

}  // namespace

TEST_CASE("arrangement: its text says all of it, and is read again") {
  std::string problem;
  const auto read = gui::parse_arrangement(
      "open=thread,totals picture=access strip lit=line:24,lane:3,lane:31 "
      "cover=wavefronts,elements",
      problem);
  REQUIRE(read);
  CHECK(read->open == gui::Choices<Drawer>{Drawer::kThread, Drawer::kTotals});
  CHECK(read->picture == gui::Picture::kAccess);
  CHECK(read->has_strip);
  CHECK(read->lit.lines == std::vector<uint32_t>{24});
  CHECK(read->lit.lanes == (1u << 3 | 1u << 31));
  CHECK(read->covered.has(gui::Count::kWavefronts));
  CHECK(read->covered.has(gui::Count::kElements));
  CHECK_FALSE(read->covered.has(gui::Count::kSectors));
  CHECK(gui::parse_arrangement(gui::print(*read), problem) == read);
  for (const gui::Arrangement& whole : {gui::everything(), gui::first_arrangement()})
    CHECK(gui::parse_arrangement(gui::print(whole), problem) == whole);
}

TEST_CASE("arrangement: a word that is no part of one is named") {
  for (const char* bad :
       {"open=thread,cellar", "picture=none", "lit=lane:32", "lit=line:0", "lit=line",
        "cover=everything", "shut", "lit=lane:-1", "=", "lit=lane:99999999999"}) {
    CAPTURE(bad);
    std::string problem;
    CHECK_FALSE(gui::parse_arrangement(bad, problem));
    CHECK(problem.find(bad) != std::string::npos);
  }
}

TEST_CASE("arrangement: back restores what a stop had set, after wandering off") {
  gui::Session session(options_with(""));
  REQUIRE(session.open("transpose-column"));
  session.wait_idle();
  session.update(0);
  session.apply({gui::action::GoToStep{5}});
  session.wait_idle();
  std::string problem;
  const auto stop = gui::parse_arrangement("picture=access cover=wavefronts", problem);
  REQUIRE(stop);
  session.apply({gui::action::Arrange{*stop}});
  const gui::Selection at = session.model().selection;
  session.apply({gui::action::GoToStep{1}, gui::action::ChangeOptions{[](gui::ViewOptions& o) {
                   o.page = gui::Page::kOccupancy;
                   o.arrangement = gui::everything();
                 }}});
  session.wait_idle();
  session.apply({gui::action::BackToArranged{}});
  session.wait_idle();
  CHECK(session.model().options.arrangement == *stop);
  CHECK(session.model().options.page == gui::Page::kSteps);
  CHECK(session.model().selection.step == at.step);
  // Another run that is shorter: what it has no step for is left out.
  session.apply({gui::action::OpenLesson{"transpose-row"}});
  session.wait_idle();
  session.apply({gui::action::BackToArranged{}});
  session.wait_idle();
  CHECK(session.model().options.arrangement == *stop);
}

TEST_CASE("settings: sizes and choices come back at the next start, others do not") {
  const tests::TempFolder folder;
  const std::string path = folder.path("settings.json");
  {
    gui::Session session(options_with(path));
    CHECK(session.model().options.arrangement == gui::first_arrangement());
    session.apply({gui::action::ChangeOptions{[](gui::ViewOptions& o) {
      o.light = true;
      o.scale = 1.5f;
      o.left_share = 0.4f;
      o.arrangement.open.set(Drawer::kLanes, true);
      o.arrangement.covered.set(gui::Count::kSectors, true);
    }}});
    CHECK(session.stop(10));
  }
  gui::Session session(options_with(path));
  const gui::ViewOptions& options = session.model().options;
  CHECK(options.light);
  CHECK(options.scale == 1.5f);
  CHECK(options.left_share == doctest::Approx(0.4f));
  CHECK(options.arrangement.open == gui::Choices<Drawer>{Drawer::kLanes});
  CHECK(options.arrangement.covered.is_empty());
}

TEST_CASE("settings: a damaged file is named, and the usual ones are taken") {
  const tests::TempFolder folder;
  const std::string path = folder.path("settings.json");
  for (const char* bad : {"", "[]", "{\"arrangement\": 3}", "{\"arrangement\": \"open=cellar\"}",
                          "{\"version\": 1}", "{{{"}) {
    CAPTURE(bad);
    REQUIRE(files::write_text(path, bad).empty());
    gui::Session session(options_with(path));
    CHECK(session.model().notice.find("settings.json") != std::string::npos);
    CHECK(session.model().options.arrangement == gui::first_arrangement());
  }
  // Sizes out of range are brought into it.
  const auto odd = gui::parse_settings(
      R"({"scale": 99, "left": -3, "right": 5, "arrangement": "all", "theme": 7})");
  REQUIRE(odd);
  CHECK(odd->scale == 2);
  CHECK(odd->left_share == 0);
  CHECK(odd->right_share <= 0.6f);
  CHECK_FALSE(odd->light);
}
