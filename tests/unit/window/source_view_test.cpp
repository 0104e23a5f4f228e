// What the source panel shows of a long text by itself: whole rows, the access, and a number while
// it is changed.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/window/source/source.hpp"
#include "panel_fixture.hpp"

using namespace warplens;

namespace {

// Sixty lines; those of the accesses are in the middle and near the end.
std::string long_text() {
  std::string text = "#define PAD 2\n";
  for (int line = 2; line <= 60; ++line) {
    text += line == 31   ? "s[x] = m[i];\n"
            : line == 58 ? "out = s[y];\n"
                         : "int v" + std::to_string(line) + ";\n";
  }
  return text;
}

gui::State model_of(const std::string& text) {
  gui::State model = test::make_model({}, 1);
  auto run = test::make_run({});
  run->request.file = base::SourceFile("case.cu", text);
  model.run = run;
  model.buffer.open(text);
  return model;
}

void go_to(gui::State& model, uint32_t step, std::string_view part) {
  auto moment = test::make_moment(*model.run, step, 0, 0);
  const auto begin = static_cast<uint32_t>(model.text().find(part));
  moment->place.span = {begin, begin + static_cast<uint32_t>(part.size())};
  model.moment = moment;
}

// Those in sight, by their upper edge.
std::vector<ui::DrawnText> shown(const ui::Probe& probe) {
  std::vector<ui::DrawnText> texts;
  for (const ui::DrawnText& text : probe.texts())
    if (text.max.y > text.clip_min.y && text.min.y < text.clip_max.y) texts.push_back(text);
  return texts;
}

struct Source {
  test::Stage stage;
  views::SourceState state = {};

  void draw(const gui::State& model) {
    stage.draw([&](ui::Ui& ui, const gui::State& of,
                   gui::Actions& actions) { views::draw_source(ui, of, state, actions); },
               model);
  }
};

}  // namespace

TEST_CASE("source: scrolled to an access, it rests at whole rows") {
  gui::State model = model_of(long_text());
  for (const float height : {200.0f, 203.0f, 207.0f, 211.0f}) {
    Source source{test::Stage({400, height})};
    for (const char* part : {"s[y]", "m[i]", "PAD", "m[i]"}) {
      go_to(model, 1, part);
      source.draw(model);
      const std::vector<ui::DrawnText> texts = shown(source.stage.probe());
      REQUIRE_FALSE(texts.empty());
      CHECK(std::any_of(texts.begin(), texts.end(), [&](const ui::DrawnText& text) {
        return text.text.find(part) != std::string::npos;
      }));
      for (const ui::DrawnText& text : texts) CHECK(text.min.y >= text.clip_min.y);
    }
  }
}

TEST_CASE("source: a number that is changed stays in sight in the run that comes of it") {
  gui::State model = model_of(long_text());
  Source source{test::Stage({400, 200})};
  go_to(model, 1, "PAD");
  source.draw(model);
  source.state.changed_number = static_cast<uint32_t>(model.text().find("2\n"));
  gui::State changed = model_of(long_text());
  go_to(changed, 1, "m[i]");
  source.draw(changed);
  CHECK(source.stage.probe().has_text("#define PAD 2"));
  SUBCASE("the next step's line is shown again") {
    go_to(changed, 2, "s[y]");
    source.draw(changed);
    CHECK_FALSE(source.stage.probe().has_text("#define PAD 2"));
    CHECK(source.stage.probe().has_text("out = s[y];"));
  }
}
