// Sectors and lines of global memory, broadcasts of constant memory, over kernels that were really
// run.
#include "app/window/access/access_picture.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "app/window/frame/panel.hpp"
#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using namespace warplens::test;
using views::Area;

TEST_CASE("global memory: the numbers of lanes are all there, or every fourth, eighth, ...") {
  const gui::State model = run_model(column_copy_text(), kPadded16, 0);
  for (const float width : {250.0f, 340.0f, 420.0f, 470.0f, 511.0f, 552.0f, 640.0f, 900.0f}) {
    CAPTURE(width);
    Stage stage({width, 220});
    stage.draw(views::kGlobalPanel, model);
    std::array<size_t, 32> drawn{};  // how often
    for (const ui::DrawnText& text : stage.probe().texts()) {
      for (uint32_t lane = 0; lane < 32; ++lane)
        drawn[lane] += text.text == std::to_string(lane) ? 1 : 0;
    }
    CHECK(drawn[0] > 0);
    uint32_t step = 1;
    while (step < 32 && drawn[step] == 0) step *= 2;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      CAPTURE(lane);
      CHECK((drawn[lane] > 0) == (lane % step == 0));
    }
    CHECK(step != 2);
    if (width > 600) CHECK(step == 1);
  }
}

TEST_CASE("global: lines hold the bytes that lanes use, cut at line ends") {
  const gui::State model = run_model(
      "__global__ void k(const double* a, double* b) { int x = threadIdx.x;"
      " b[x] = a[x * 3 + 1]; }",
      "--grid 1 --block 32 --arg a=double[100] --arg b=double[32]", 0);
  const auto lines = views::line_uses(*model.moment);
  CHECK(lines.size() == model.moment->global.lines);
  uint32_t used = 0, sectors = 0;
  for (const views::LineUse& line : lines) {
    used += line.bytes_used;
    sectors += static_cast<uint32_t>(std::popcount(line.sectors));
    uint32_t part_bytes = 0;
    for (const views::LineBytes& part : line.parts) {
      CHECK(part.offset + part.bytes <= 128);
      part_bytes += part.bytes;
    }
    CHECK(part_bytes == line.bytes_used);
  }
  CHECK(used == model.moment->global.bytes_used);
  CHECK(sectors == model.moment->global.sectors);
}

TEST_CASE("global: 32 lines fit a low panel, each sector once") {
  Stage stage({600, 250});
  const gui::State model = run_model(
      "__global__ void k(const float* a, float* b) { int x = threadIdx.x; b[x] = a[x * 32]; }",
      "--grid 1 --block 32 --arg a=float[1024] --arg b=float[32]", 0);
  stage.draw(views::kGlobalPanel, model);
  std::vector<Area> areas;
  for (int i = 0; i < 32; ++i) {
    const auto* sector = stage.probe().find("sector:" + std::to_string(i));
    REQUIRE(sector != nullptr);
    areas.push_back(area_of(*sector));
    CHECK(lies_in(areas.back(), {ImVec2(0, 0), ImVec2(600, 250)}));
  }
  for (size_t i = 0; i < areas.size(); ++i) {
    for (size_t j = i + 1; j < areas.size(); ++j) CHECK_FALSE(overlap(areas[i], areas[j]));
  }
  CHECK(stage.probe().has_text("32 sectors"));
  CHECK(stage.probe().has_text("12.5% of the bytes are requested"));
}

TEST_CASE("banks, global: at every width each lane leaves a pixel to the next") {
  const auto check = [](const views::Panel& panel, const gui::State& model, const char* name) {
    for (float width = 600; width < 700; width += 7) {
      Stage stage({width, 500});
      stage.draw(panel, model);
      for (uint32_t lane = 0; lane + 1 < 32; ++lane) {
        const ui::WidgetRect* one = stage.probe().find(fmt::format("{}:{}", name, lane));
        const ui::WidgetRect* next = stage.probe().find(fmt::format("{}:{}", name, lane + 1));
        REQUIRE(one);
        REQUIRE(next);
        CHECK(next->min.x - one->max.x == 1);
      }
      std::set<float> sizes;  // of the lanes' numbers
      const float top = stage.probe().find(fmt::format("{}:0", name))->min.y;
      for (const ui::DrawnText& drawn : stage.probe().texts())
        if (drawn.text.size() == 2 && drawn.min.y > top && std::isdigit(drawn.text[0]) != 0)
          sizes.insert(drawn.size);
      CHECK(sizes.size() == 1);
    }
  };
  const std::string text =
      "__global__ void k(int* a) { __shared__ int s[32]; s[threadIdx.x] = 1;"
      " a[threadIdx.x] = s[threadIdx.x]; }";
  const char* launch = "--block 32 --arg a=int[32]";
  check(views::kBanksPanel, run_model(text, launch, 0), "banklane");
  check(views::kGlobalPanel, run_model(text, launch, 2), "sectorlane");
}

TEST_CASE("global, constant: what waits looks like lanes that wait, and the legend says so") {
  gui::State model = run_model("__global__ void k(int* a) { a[threadIdx.x] = 1; }",
                               "--block 32 --arg a=int[32]", 0);
  model.selection.unit = gui::StepUnit::kPass;
  model.selection.pass = 1;
  Stage stage({900, 500});
  stage.draw(views::kGlobalPanel, model);
  CHECK(stage.probe().has_text("lane waits"));
  CHECK(stage.probe().has_colored("0", views::ink(stage.ui())));
  CHECK(stage.probe().has_colored("31", stage.ui().theme.text));
  model.selection.pass = 4;
  stage.draw(views::kGlobalPanel, model);
  CHECK(stage.probe().has_colored("31", views::ink(stage.ui())));
  gui::State constant = run_model(
      "__constant__ int c[32]; __global__ void k(int* a) { a[threadIdx.x] = c[threadIdx.x]; }",
      "--block 32 --arg a=int[32]", 0);
  constant.selection.unit = gui::StepUnit::kPass;
  constant.selection.pass = 1;
  stage.draw(views::kConstantPanel, constant);
  CHECK(stage.probe().has_text("lane waits"));
}

TEST_CASE("global: of many lines some are named, in letters that can be read") {
  const gui::State model = run_model("__global__ void k(int* a) { a[threadIdx.x * 32] = 1; }",
                                     "--block 32 --arg a=int[32][32]", 0);
  Stage stage({700, 360});
  stage.draw(views::kGlobalPanel, model);
  size_t names = 0;
  for (const ui::DrawnText& text : stage.probe().texts()) {
    if (!text.text.starts_with("a[")) continue;
    ++names;
    CHECK(text.size >= 11);
  }
  CHECK(names >= 8);
}

TEST_CASE("global: where names of lines have little room, they are without the array's") {
  const gui::State model =
      run_model("__global__ void k(int* target) { target[threadIdx.x * 32] = 1; }",
                "--block 32 --arg target=int[32][32]", 0);
  Stage narrow({540, 240});
  narrow.draw(views::kGlobalPanel, model);
  CHECK(narrow.probe().has_text("[31][0]"));
  CHECK_FALSE(narrow.probe().has_text("target[31][0]"));
  Stage wide({1400, 700});
  wide.draw(views::kGlobalPanel, model);
  CHECK(wide.probe().has_text("target[31][0]"));
}

TEST_CASE("global: by sectors, what is not moved yet wastes nothing, and the caption says work") {
  gui::State model = run_model("__global__ void k(int* a) { a[threadIdx.x * 32] = 1; }",
                               "--block 32 --arg a=int[32][32]", 0);
  model.selection.unit = gui::StepUnit::kPass;
  model.selection.pass = 3;
  Stage stage({700, 420});
  stage.draw(views::kGlobalPanel, model);
  CHECK(stage.probe().has_text("work, not time"));
  const auto wasteful = [&] {
    const auto& texts = stage.probe().texts();
    return std::count_if(texts.begin(), texts.end(), [&](const ui::DrawnText& text) {
      return text.text == "4/32" && text.color == stage.ui().theme.waste;
    });
  };
  CHECK(wasteful() <= 3);
  model.selection.pass = 32;
  stage.draw(views::kGlobalPanel, model);
  CHECK(wasteful() > 3);
}

TEST_CASE("constant: columns are lanes, rows say which broadcast and value, in letters to read") {
  gui::State model = run_model(
      "__constant__ float c[32]; __global__ void k(float* a) { a[threadIdx.x] = c[threadIdx.x]; }",
      "--block 32 --arg a=float[32]:zero --arg c=float[32]:const=7.5", 0);
  REQUIRE(model.moment->access.space == trace::Space::kConstant);
  model.selection.unit = gui::StepUnit::kPass;
  model.selection.pass = 3;
  for (const float height : {220.0f, 500.0f}) {
    CAPTURE(height);
    Stage stage({560, height});
    stage.draw(views::kConstantPanel, model);
    CHECK(stage.probe().has_text("broadcast 3 of 32"));
    CHECK(stage.probe().has_text("work, not time"));
    CHECK(std::count(stage.probe().texts().begin(), stage.probe().texts().end(), "lane") == 1);
    CHECK_MESSAGE(stage.probe().has_text("c[2] = 7.5"), "the one under way has its text");
    CHECK(ui::unreadable(stage.probe().texts()).empty());
    for (const ui::DrawnText& text : stage.probe().texts()) CHECK(text.size >= 11);
  }
}

TEST_CASE("global: a sector pressed beside its used bytes selects the first lane it serves") {
  Stage stage({600, 250});
  const gui::State model = run_model(
      "__global__ void k(const float* a, float* b) { int x = threadIdx.x; b[x] = a[x * 32]; }",
      "--grid 1 --block 32 --arg a=float[1024] --arg b=float[32]", 0);
  const auto actions = stage.press(views::kGlobalPanel, model, "sector:7");
  const auto* thread = find_action<gui::action::SelectThread>(actions);
  REQUIRE(thread != nullptr);
  CHECK(thread->lane == 7);
}
