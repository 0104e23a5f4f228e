#include "app/window/split/split.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

gui::State model_of_lesson(const std::string& id) {
  gui::State model;
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    model.lessons.push_back(&lesson);
    if (lesson.id == id) model.lesson = &lesson;
  }
  REQUIRE(model.lesson != nullptr);
  return model;
}

}  // namespace

TEST_CASE("partners: other values of what is compiled in, then lessons of the same arrays") {
  gui::State model = model_of_lesson("transpose-padded");
  model.settings = {{"block", "32"}, {"pad", "1"}, {"n", "64"}};
  std::vector<views::Partner> partners = views::partners_of(model);
  REQUIRE(partners.size() == 4);  // the size n is not compiled in: it would be other work
  CHECK(partners[0].words == "Block 8");
  CHECK(partners[1].words == "Pad 0");
  REQUIRE(partners[1].action.get_if<gui::action::SetParameter>());
  CHECK(partners[1].action.get_if<gui::action::SetParameter>()->name == "pad");
  CHECK(partners[1].action.get_if<gui::action::SetParameter>()->value == 0);
  REQUIRE(partners[2].action.get_if<gui::action::OpenLesson>());
  model.settings[1].value = "0";
  CHECK(views::partners_of(model)[1].words == "Pad 1");
}

TEST_CASE("partners: a text that is no lesson has none") {
  CHECK(views::partners_of(gui::State{}).empty());
}
