// The course as a student goes through it, from the start page's first question to the last task,
// read on the way; and what a frame may not tell while a question is open.
//
//   warplens_course_walk some|all|covered|LESSON [WIDTHxHEIGHT SCALE light|dark]
// all: every lesson on every screen in both themes; some: each lesson on one of them, each of them
// with some lesson; covered: no frame with an open question holds the answer (covered.hpp).
//
// Status 0: all is as it should be. 1: each line names a place and what is wrong there, once a
// text. 77: nothing can be drawn here.
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/window/platform/egl/offscreen.hpp"
#include "tests/gui/course_walk/covered.hpp"
#include "tests/gui/course_walk/student.hpp"

namespace {

using namespace warplens;
using tests::Screen;

constexpr Screen kScreens[] = {{1280, 720, 2}, {1280, 720, 1}, {1024, 768, 1}, {1920, 1080, 2}};

struct Sight {
  Screen screen;
  bool is_light = false;
};

// On which of them a lesson is walked: all, or one for each.
std::vector<Sight> sights(size_t lesson, bool are_all) {
  std::vector<Sight> result;
  for (const Screen& screen : kScreens) {
    for (const bool is_light : {false, true}) result.push_back({screen, is_light});
  }
  if (!are_all) result = {result[lesson % result.size()]};
  return result;
}

struct Wanted {
  std::string what;
  std::vector<Sight> sights;  // empty: as `what` says
};

int walk(platform::Headless& window, const Wanted& wanted) {
  tests::Student student(window);
  const bool are_many = wanted.what == "all" || wanted.what == "some";
  if (are_many) {
    student.begin_course(kScreens);
    student.take_test(kScreens);
  }
  const auto& lessons = window.app().session().model().course.lessons;
  for (size_t i = 0; i < lessons.size(); ++i) {
    if (!are_many && lessons[i]->id != wanted.what) continue;
    const bool are_all = wanted.what != "some";
    for (const Sight& sight : wanted.sights.empty() ? sights(i, are_all) : wanted.sights)
      student.walk(lessons[i]->id, sight.screen, sight.is_light);
  }
  if (are_many) student.read_start_page(kScreens);
  return student.problems() == 0 ? 0 : 1;
}

int visit(const Wanted& wanted) {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  const bool looks_at_covers = wanted.what == "covered";
  for (const course::Lesson& lesson : course::built_in_lessons()) {
    options.course.push_back(std::make_shared<const course::Lesson>(lesson));
    if (!looks_at_covers) continue;
    for (course::Lesson& variant : tests::variants(lesson))
      options.course.push_back(std::make_shared<const course::Lesson>(std::move(variant)));
  }
  if (auto test = course::load_test("", course::built_in_lessons()))
    options.course_test = std::move(test->items);
  for (const course::Exercise& exercise : course::built_in())
    options.exercises.push_back(std::make_shared<const course::Exercise>(exercise));
  options.starts_at_home = true;
  gui::App app(std::move(options));
  if (!app.session().open("")) return 1;
  auto screen = platform::Offscreen::create(1280, 720);
  if (!screen) {
    std::fprintf(stderr, "%s\n", screen.error().c_str());
    return 77;
  }
  ui::map_keys_without_window();
  platform::Headless window(app, **screen);
  window.settle();
  if (!looks_at_covers) return walk(window, wanted);
  tests::CoverVisit covers(window);
  covers.visit_all();
  return covers.problems() == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 && count != 5) return 2;
  Wanted wanted{arguments[1], {}};
  if (count == 5) {
    Sight& sight = wanted.sights.emplace_back();
    if (std::sscanf(arguments[2], "%dx%d", &sight.screen.width, &sight.screen.height) != 2)
      return 2;
    sight.screen.scale = std::stof(arguments[3]);
    sight.is_light = std::string(arguments[4]) == "light";
  }
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  const int status = visit(wanted);
  ImGui::DestroyContext();
  return status;
}
