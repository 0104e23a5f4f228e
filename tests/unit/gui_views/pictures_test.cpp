// The pictures over kernels that were really run: what is drawn, what pressing it does, and that
// nothing lies over something else in any size of panel.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

#include "app/gui/views/banks.hpp"
#include "app/gui/views/constant.hpp"
#include "app/gui/views/global.hpp"
#include "app/gui/views/grid_picture.hpp"
#include "app/gui/views/memory_layout.hpp"
#include "app/gui/views/panel.hpp"
#include "app/gui/views/tiles.hpp"
#include "panel_fixture.hpp"
#include "picture_fixture.hpp"

using namespace warplens;
using namespace warplens::test;
using views::Area;
using views::Span;

namespace {

constexpr const char* kPadded16 =
    "-D WIDTH=16 -D PAD=1 --grid 2,2 --block 16,16 --arg m=float[32][32] --arg "
    "out=float[32][32]:zero --arg cols=32";
constexpr const char* kPlain32 =
    "-D WIDTH=32 --grid 2,2 --block 32,32 --arg m=float[64][64] --arg out=float[64][64]:zero --arg "
    "cols=64";
constexpr const char* kProduct =
    "--grid 2,2 --block 8,8 --arg M=float[16][16] --arg N=float[16][16] --arg "
    "P=float[16][16]:zero --arg n=16";
constexpr uint32_t kOpeningLane = 28;  // x 4, y 3 of an 8 x 8 block

gui::Model opening_product(uint32_t step) {
  return run_model(product_text(), kProduct, step, 0, kOpeningLane, {1, 1, 0});
}

Area area_of(const ui::WidgetRect& rect) {
  return {rect.min, rect.max};
}

bool overlap(const Area& a, const Area& b) {
  return a.min.x < b.max.x - 0.5f && b.min.x < a.max.x - 0.5f && a.min.y < b.max.y - 0.5f &&
         b.min.y < a.max.y - 0.5f;
}

bool lies_in(const Area& inner, const Area& outer) {
  return inner.min.x >= outer.min.x - 0.5f && inner.max.x <= outer.max.x + 0.5f &&
         inner.min.y >= outer.min.y - 0.5f && inner.max.y <= outer.max.y + 0.5f;
}

size_t count_widgets(const ui::Probe& probe, std::string_view prefix) {
  const auto& all = probe.widgets();
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [&](const ui::WidgetRect& w) {
    return w.name.rfind(prefix, 0) == 0;
  }));
}

}  // namespace

TEST_CASE("banks: the padded copy at 16 puts lane 31 alone into a second wavefront") {
  Stage stage({700, 300});
  const gui::Model model = run_model(column_copy_text(), kPadded16, 1);
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:0:") == 31);
  CHECK(count_widgets(stage.probe(), "bank:1:") == 1);
  CHECK(stage.probe().find("bank:1:0") != nullptr);
  CHECK(stage.probe().has_text("2 wavefronts instead of 1"));
  CHECK(stage.probe().has_text("wavefront 2 carries one lane: 31 banks idle"));
  const auto actions = stage.press(views::kBanksPanel, model, "bank:1:0");
  const auto* selected = find_action<gui::action::SelectThread>(actions);
  REQUIRE(selected != nullptr);
  CHECK(selected->warp == 0);
  CHECK(selected->lane == 31);
}

TEST_CASE("global memory: the numbers of lanes are all there, or every fourth, eighth, ...") {
  const gui::Model model = run_model(column_copy_text(), kPadded16, 0);
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

TEST_CASE("banks: 32 wavefronts fit, in rows or where those would be too low in a queue") {
  const gui::Model model = run_model(column_copy_text(), kPlain32, 1);
  for (const float height : {100.0f, 160.0f, 250.0f, 600.0f}) {
    CAPTURE(height);
    Stage stage({600, height});
    stage.draw(views::kBanksPanel, model);
    const Area panel{ImVec2(0, 0), ImVec2(600, height)};
    const bool are_rows = stage.probe().find("bank:0:0") != nullptr;
    CHECK(are_rows == (height == 100 || height == 600));
    float above = 0;
    for (int i = 0; i < 32; ++i) {
      const std::string number = std::to_string(i);
      const auto* cell =
          stage.probe().find(are_rows ? "bank:" + number + ":0" : "queue:0:" + number);
      REQUIRE(cell != nullptr);
      CHECK(lies_in(area_of(*cell), panel));
      CHECK(cell->max.y > cell->min.y);
      if (!are_rows) continue;
      CHECK(cell->min.y >= above);
      above = cell->max.y;
    }
  }
}

TEST_CASE("banks: where rows are too low for letters, every lane queues over its own bank") {
  const gui::Model model = run_model(column_copy_text(), kPlain32, 1);
  Stage stage({700, 250});
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:") == 0);
  CHECK(count_widgets(stage.probe(), "queue:0:") == 32);
  CHECK(stage.probe().has_text("32 wavefronts instead of 1"));
  // No text but numbers among the doors, so that none seems to be about another bank.
  const ui::WidgetRect* first = stage.probe().find("door:0");
  const ui::WidgetRect* last = stage.probe().find("door:31");
  REQUIRE(first != nullptr);
  REQUIRE(last != nullptr);
  for (const ui::DrawnText& text : stage.probe().texts()) {
    const bool is_among = text.min.x > first->min.x && text.max.x < last->max.x &&
                          text.max.y > first->min.y - 20 && text.min.y < last->max.y;
    if (is_among) CHECK(text.text.find_first_not_of("0123456789") == std::string::npos);
  }
  CHECK(ui::unreadable(stage.probe().texts()).empty());
}

TEST_CASE("banks: queues of several banks are each over theirs, and whole") {
  const gui::Model model = run_model(
      "__global__ void k(int* x) {\n  __shared__ int s[32 * 40];\n"
      "  s[threadIdx.x * 40] = 1;\n  x[threadIdx.x] = s[threadIdx.x * 40];\n}\n",
      "--block 32 --arg x=int[32]", 0);
  REQUIRE(model.moment->banks.wavefronts.size() == 8);
  size_t with_queues = 0;
  for (float height = 90; height < 200; height += 5) {
    CAPTURE(height);
    Stage stage({560, height});
    stage.draw(views::kBanksPanel, model);
    if (count_widgets(stage.probe(), "queue:") == 0) continue;
    ++with_queues;
    for (int bank = 0; bank < 32; ++bank) {
      CAPTURE(bank);
      CHECK(count_widgets(stage.probe(), "queue:" + std::to_string(bank) + ":") ==
            (bank % 8 == 0 ? 8 : 0));
    }
  }
  CHECK(with_queues > 0);
}

TEST_CASE("banks: a broadcast is one cell that says how many lanes it feeds") {
  Stage stage({700, 300});
  const gui::Model model = opening_product(8);  // tile_m[threadIdx.y][0]
  REQUIRE(model.moment->access.operation == trace::Operation::kLoad);
  REQUIRE(model.moment->array == "tile_m");
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:") == 4);
  CHECK(count_widgets(stage.probe(), "banklane:") == 32);
}

TEST_CASE("banks and sectors: nothing is given away while counts are hidden") {
  Stage stage({700, 300});
  gui::Model model = run_model(column_copy_text(), kPlain32, 1);
  model.options.ask_first = true;
  model.asking.of = model.moment;
  model.asking.questions = std::make_shared<const std::vector<scene::Question>>(
      scene::questions_about(*model.moment, model.run->device));
  stage.draw(views::kBanksPanel, model);
  CHECK(count_widgets(stage.probe(), "bank:") == 0);
  CHECK(stage.probe().has_text("How many wavefronts does this access take?"));
  CHECK_FALSE(stage.probe().has_text("32 wavefronts"));
  CHECK(count_widgets(stage.probe(), "question:") == 3);  // 1, 32, and another question
  const auto actions = stage.press(views::kBanksPanel, model, "banks:reveal");
  const auto options = changed_options(model.options, actions);
  REQUIRE(options);
  CHECK(options->revealed);
  model = run_model(column_copy_text(), kPlain32, 0);
  model.options.ask_first = true;
  stage.draw(views::kGlobalPanel, model);
  CHECK(count_widgets(stage.probe(), "sector:") == 0);
  model.options.revealed = true;
  stage.draw(views::kGlobalPanel, model);
  CHECK(count_widgets(stage.probe(), "sector:") == 4);
}

TEST_CASE("memory: rows are all, those of the array, or those around what is touched") {
  views::MemoryExtent extent{20, 4, 8, 5, 6};
  CHECK(views::choose_rows(extent, 400, 30, 5).count == 20);
  const auto array_only = views::choose_rows(extent, 100, 30, 5);
  CHECK(array_only.first == 4);
  CHECK(array_only.count == 4);
  extent = {384, 0, 384, 200, 232};
  const auto part = views::choose_rows(extent, 300, 30, 5);
  CHECK(part.first <= 200);
  CHECK(part.first + part.count >= 232);
  CHECK(part.height * static_cast<float>(part.count) <= 300.5f);
}

TEST_CASE("memory: rows have numbers that can be read, however low they are") {
  constexpr float kLeast = 11;  // [pixels]
  const gui::Model model = run_model(column_copy_text(), kPlain32, 1);
  Stage stage({640, 230});
  stage.draw(views::kMemoryPanel, model);
  size_t numbers = 0;
  for (const ui::DrawnText& text : stage.probe().texts()) {
    const bool is_number = text.text.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || text.max.x > 60) continue;  // left of the banks
    ++numbers;
    CHECK(text.size >= kLeast);
  }
  CHECK(numbers >= 4);
}

TEST_CASE("memory: the words that lanes touch are lit, the buttons choose the labels") {
  Stage stage({700, 320});
  const gui::Model model = run_model(column_copy_text(), kPadded16, 1);
  stage.draw(views::kMemoryPanel, model);
  CHECK(count_widgets(stage.probe(), "word:") == 32);
  CHECK(stage.probe().find("word:256") != nullptr);
  const auto actions = stage.press(views::kMemoryPanel, model, "label:value");
  const auto options = changed_options(model.options, actions);
  REQUIRE(options);
  CHECK(options->label == gui::CellLabel::kValue);
  const auto pressed = stage.press(views::kMemoryPanel, model, "word:256");
  const auto* address = find_action<gui::action::SelectAddress>(pressed);
  REQUIRE(address != nullptr);
  CHECK(address->space == trace::Space::kShared);
  CHECK(address->address == 1024);
}

TEST_CASE("memory: where what was chosen has no room, it is said that numbers are lanes") {
  gui::Model model = run_model(column_copy_text(), kPadded16, 1);
  const auto has_lanes = [](const Stage& stage) {
    const auto& texts = stage.probe().texts();
    return std::any_of(texts.begin(), texts.end(),
                       [](const ui::DrawnText& text) { return text.text == "31"; });
  };
  Stage narrow({700, 320});
  narrow.draw(views::kMemoryPanel, model);
  CHECK(has_lanes(narrow));
  CHECK(narrow.probe().has_text("[row][column] has no room: numbers are lanes"));
  model.options.label = gui::CellLabel::kThread;
  narrow.draw(views::kMemoryPanel, model);
  CHECK_FALSE(narrow.probe().has_text("has no room"));
  model.options.label = gui::CellLabel::kElement;
  Stage wide({1800, 500});
  wide.draw(views::kMemoryPanel, model);
  CHECK(wide.probe().has_text("15,0"));
  CHECK_FALSE(wide.probe().has_text("has no room"));
}

TEST_CASE("memory: an array of one dimension has elements, no [row][column]") {
  const gui::Model model = run_model(
      "__global__ void k(int* x) {\n  __shared__ int s[128];\n"
      "  s[threadIdx.x + 96] = 1;\n  x[threadIdx.x] = s[threadIdx.x + 96];\n}\n",
      "--block 32 --arg x=int[32]", 0);
  Stage narrow({640, 320});
  narrow.draw(views::kMemoryPanel, model);
  CHECK(narrow.probe().has_text("elements have no room: numbers are lanes"));
}

TEST_CASE("tiles: a part of each row of a folded array is not said to be all between its ends") {
  scene::Grid grid;
  grid.extents = {32'000'000};
  grid.count = 32'000'000;
  grid.columns = 8'192;
  grid.rows = 3'907;
  using Words = std::vector<std::string>;
  CHECK(views::part_words(grid, {0, 32, 0, 48}) ==
        Words{"rows of 8,192: rows 0–31, columns 0–47", "rows 0–31", "columns 0–47 of 8,192"});
  CHECK(views::part_words(grid, {1, 3, 0, 8'192}) == Words{"elements 8,192–24,575"});
  CHECK(views::part_words(grid, {1, 2, 16, 48}) == Words{"elements 8,208–8,239"});
  CHECK(views::part_words(grid, {3'906, 3'907, 0, 8'192}) ==
        Words{"elements 31,997,952–31,999,999"});
  grid.extents = {3'907, 8'192};
  CHECK(views::part_words(grid, {1'000, 1'032, 0, 48}).front() == "rows 1,000–1,031, columns 0–47");
}

TEST_CASE("tiles: where values have no room, cells say nothing rather than who touches them") {
  gui::Model model = run_model(column_copy_text(), kPadded16, 1);
  const auto in_tile = [](const Stage& stage) {
    size_t count = 0;
    for (int row = 0; row < 16; ++row) {
      const auto* cell = stage.probe().find("cell:s:" + std::to_string(row) + ":0");
      REQUIRE(cell != nullptr);
      for (const ui::DrawnText& text : stage.probe().texts())
        count += overlap({text.min, text.max}, area_of(*cell)) ? 1 : 0;
    }
    return count;
  };
  Stage stage({760, 330});
  stage.draw(views::kTilesPanel, model);
  CHECK(in_tile(stage) == 0);
  model.options.label = gui::CellLabel::kThread;
  stage.draw(views::kTilesPanel, model);
  CHECK_MESSAGE(in_tile(stage) > 0, "who touches them was asked for");
}

TEST_CASE("global: lines hold the bytes that lanes use, cut at line ends") {
  const gui::Model model = run_model(
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
  const gui::Model model = run_model(
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
  CHECK(stage.probe().has_text("12.5% of the bytes are used"));
}

TEST_CASE("banks, global: at every width each lane leaves a pixel to the next") {
  const auto check = [](const views::Panel& panel, const gui::Model& model, const char* name) {
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
  gui::Model model = run_model("__global__ void k(int* a) { a[threadIdx.x] = 1; }",
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
  gui::Model constant = run_model(
      "__constant__ int c[32]; __global__ void k(int* a) { a[threadIdx.x] = c[threadIdx.x]; }",
      "--block 32 --arg a=int[32]", 0);
  constant.selection.unit = gui::StepUnit::kPass;
  constant.selection.pass = 1;
  stage.draw(views::kConstantPanel, constant);
  CHECK(stage.probe().has_text("lane waits"));
}

TEST_CASE("global: of many lines some are named, in letters that can be read") {
  const gui::Model model = run_model("__global__ void k(int* a) { a[threadIdx.x * 32] = 1; }",
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
  const gui::Model model =
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
  gui::Model model = run_model("__global__ void k(int* a) { a[threadIdx.x * 32] = 1; }",
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
  gui::Model model = run_model(
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
  const gui::Model model = run_model(
      "__global__ void k(const float* a, float* b) { int x = threadIdx.x; b[x] = a[x * 32]; }",
      "--grid 1 --block 32 --arg a=float[1024] --arg b=float[32]", 0);
  const auto actions = stage.press(views::kGlobalPanel, model, "sector:7");
  const auto* thread = find_action<gui::action::SelectThread>(actions);
  REQUIRE(thread != nullptr);
  CHECK(thread->lane == 7);
}

TEST_CASE("tiles: a step back takes back the step that is left, then rests on its own") {
  Stage stage({700, 340});
  gui::Model model = opening_product(1);
  model.motion.backwards = true;
  model.motion.progress = 0.5f;
  model.motion.leaving = opening_product(8 + 4).moment;
  stage.draw(views::kTilesPanel, model);
  CHECK(stage.probe().has_text("k = 2"));
  model.motion.progress = 1;
  stage.draw(views::kTilesPanel, model);
  CHECK_FALSE(stage.probe().has_text("k = 2"));
}

TEST_CASE("tiles: a loaded value is in its register only once its motion has arrived") {
  Stage stage({900, 400});
  gui::Model model = opening_product(0);
  model.motion.progress = 0.3f;
  stage.draw(views::kTilesPanel, model);
  CHECK_FALSE(stage.probe().has_text("180"));
  model.motion.progress = 1;
  stage.draw(views::kTilesPanel, model);
  CHECK(stage.probe().has_text("180"));
}

TEST_CASE("tiles: the opening load lights M[11][4]; pressing selects element and thread") {
  Stage stage({700, 340});
  gui::Model model = opening_product(0);
  const auto actions = stage.press(views::kTilesPanel, model, "cell:M:11:4");
  const auto* address = find_action<gui::action::SelectAddress>(actions);
  REQUIRE(address != nullptr);
  CHECK(address->space == trace::Space::kGlobal);
  CHECK(address->address == model.moment->lanes[kOpeningLane].address);
  CHECK(stage.probe().has_text("M[11][4] = 180"));
  CHECK(stage.probe().has_text("touched by lane 28"));
  const auto pressed = stage.press(views::kTilesPanel, model, "register:9");
  const auto* thread = find_action<gui::action::SelectThread>(pressed);
  REQUIRE(thread != nullptr);
  CHECK(thread->lane == 9);
}

TEST_CASE("tiles: the product says cursor and running sum") {
  Stage stage({700, 340});
  gui::Model model = opening_product(8 + 4);
  stage.draw(views::kTilesPanel, model);
  CHECK(stage.probe().has_text("k = 2"));
  CHECK(stage.probe().has_text("sum = 7068"));
  CHECK(stage.probe().has_text("thread (4, 3)"));
}

TEST_CASE("tiles: cells are as large as the panel allows, and of small arrays never a hairline") {
  constexpr const char* kNaive =
      "__global__ void k(const float* a, const float* b, float* c, int n) {\n"
      "  int row = threadIdx.y, col = threadIdx.x;\n  float sum = 0;\n"
      "  for (int i = 0; i < n; ++i) sum += a[row * n + i] * b[i * n + col];\n"
      "  c[row * n + col] = sum;\n}\n";
  for (const int n : {2, 3, 8, 16, 32}) {
    const std::string one = fmt::format("float[{0}][{0}]", n);
    gui::Model model = run_model(
        kNaive,
        fmt::format("--grid 1 --block {0},{0} --arg a={1} --arg b={1} --arg c={1}:zero --arg n={0}",
                    n, one),
        0);
    for (const ImVec2 size :
         {ImVec2(600, 250), ImVec2(700, 330), ImVec2(1000, 400), ImVec2(1800, 900)}) {
      CAPTURE(n);
      CAPTURE(size.x);
      Stage stage(size);
      const auto layout = views::layout_tiles(stage.ui(), *model.moment, Area{ImVec2(0, 0), size});
      REQUIRE(layout.grids.size() == 3);
      const views::GridFrame frame = views::frame_of(stage.ui());
      const float unit = stage.ui().theme.unit;
      float cell = 1e9f, across = 0, down = 0;
      bool is_whole = true;
      for (const views::GridPlace& place : layout.grids) {
        CHECK(std::min(place.cells.width(), place.cells.height()) >= 12);
        cell = std::min(cell, place.cell);
        is_whole = is_whole && place.shown.rows() == place.grid->rows &&
                   place.shown.columns() == place.grid->columns;
        across = std::max(across, place.cells.max.x);
        down = std::max(down, place.cells.max.y);
      }
      CHECK(across <= layout.registers.min.x);
      CHECK(down <= layout.foot.min.y);
      if (!is_whole) continue;
      // One pixel more, and the two beside or below each other would not fit.
      const auto both = static_cast<float>(2 * n);
      const float room_x = size.x - layout.registers.width() -
                           std::clamp(size.x * 0.06f, unit * 2, unit * 10) - 2 * frame.axis_width -
                           unit * 1.5f;
      const float room_y =
          layout.foot.min.y - unit * 1.1f - 2 * (frame.title + frame.axis_height) - unit * 1.5f;
      CHECK((cell + 1 > 44 || (cell + 1) * both > room_x - 1 || (cell + 1) * both > room_y - 1));
      CHECK(cell * both <= room_x + 1);
      CHECK(cell * both <= room_y + 1);
    }
  }
}

TEST_CASE("tiles: arrays of one shape have one scale and show the same part") {
  // The first thread reads the board's far corner, which is nothing that the other board has.
  const gui::Model model = run_model(
      "__global__ void k(const int* now, int* next, int n) {\n"
      "  int x = threadIdx.x, y = threadIdx.y;\n"
      "  next[y * n + x] = now[(y + n - 1) % n * n + (x + n - 1) % n];\n}\n",
      "--block 16,16 --arg now=int[4225] --arg next=int[4225]:zero --arg n=65", 0);
  for (const ImVec2 size : {ImVec2(700, 330), ImVec2(1000, 400), ImVec2(1800, 900)}) {
    CAPTURE(size.x);
    Stage stage(size);
    const auto layout = views::layout_tiles(stage.ui(), *model.moment, Area{ImVec2(0, 0), size});
    REQUIRE(layout.grids.size() == 2);
    const views::GridPlace &one = layout.grids[0], &other = layout.grids[1];
    CHECK(one.grid->columns == 65);
    CHECK(one.cell == other.cell);
    CHECK(one.shown.rows() == other.shown.rows());
    CHECK(one.shown.columns() == other.shown.columns());
  }
}

TEST_CASE("tiles: matrices, registers and tiles never overlap or leave the panel") {
  struct Case {
    std::string text, words;
  };
  const Case cases[] = {
      {product_text(), kProduct},
      {product_text(),
       "-D TILE=16 --grid 4,4 --block 16,16 --arg M=float[64][64] --arg N=float[64][64] --arg "
       "P=float[64][64]:zero --arg n=64"},
      {column_copy_text(), kPadded16},
      {column_copy_text(), kPlain32},
      {"__global__ void k(const float* a, float* b) { b[threadIdx.x] = a[threadIdx.x]; }",
       "--grid 1 --block 32 --arg a=float[4000] --arg b=float[32]"},
  };
  for (const Case& one : cases) {
    gui::Model model = run_model(one.text, one.words, 1);
    for (const ImVec2 size : {ImVec2(600, 250), ImVec2(700, 330), ImVec2(1000, 400),
                              ImVec2(1800, 900), ImVec2(640, 800)}) {
      CAPTURE(one.words);
      CAPTURE(size.x);
      CAPTURE(size.y);
      Stage stage(size);
      const Area panel{ImVec2(0, 0), size};
      const auto layout = views::layout_tiles(stage.ui(), *model.moment, panel);
      CHECK(layout.not_shown == 0);
      std::vector<Area> areas = {layout.registers};
      const views::GridFrame frame = views::frame_of(stage.ui());
      for (const views::GridPlace& place : layout.grids) {
        CHECK(place.cell >= 2.5f);
        const scene::Box touched = views::touched_box(*model.moment, *place.grid);
        CHECK((place.cell >= 3 || touched.rows() == place.shown.rows()));  // so small only for it
        CHECK_FALSE(place.shown.empty());
        areas.push_back({ImVec2(place.cells.min.x - frame.axis_width,
                                place.cells.min.y - frame.title - frame.axis_height),
                         place.cells.max});
      }
      for (size_t i = 0; i < areas.size(); ++i) {
        CHECK(lies_in(areas[i], panel));
        CHECK_FALSE(overlap(areas[i], layout.foot));
        for (size_t j = i + 1; j < areas.size(); ++j) {
          CAPTURE(i);
          CAPTURE(j);
          CHECK_FALSE(overlap(areas[i], areas[j]));
        }
      }
      for (const Area& lane : layout.lanes) CHECK(lies_in(lane, layout.registers));
      for (const scene::Transfer& transfer : model.moment->transfers) {
        const bool is_shown = std::any_of(
            layout.grids.begin(), layout.grids.end(), [&](const views::GridPlace& place) {
              return views::cell_of_address(place, trace::Space::kGlobal, transfer.from_address) ||
                     views::cell_of_address(place, transfer.to_space, transfer.to_address);
            });
        CHECK(is_shown);
      }
    }
  }
}

TEST_CASE("tiles: no row's number is on another one, also where the first rows are low") {
  const gui::Model model = opening_product(0);
  for (const ImVec2 size : {ImVec2(378, 285), ImVec2(378, 230), ImVec2(600, 250)}) {
    Stage stage(size);
    stage.draw(views::kTilesPanel, model);
    for (const std::string array : {"M", "N", "P"}) {
      std::vector<Area> cells, numbers;
      for (const ui::WidgetRect& widget : stage.probe().widgets()) {
        if (widget.name.rfind("cell:" + array + ":", 0) == 0) cells.push_back(area_of(widget));
      }
      if (cells.empty()) continue;
      Area all = cells.front();
      for (const Area& cell : cells) {
        all.min = ImVec2(std::min(all.min.x, cell.min.x), std::min(all.min.y, cell.min.y));
        all.max.y = std::max(all.max.y, cell.max.y);
      }
      for (const ui::DrawnText& text : stage.probe().texts()) {
        const bool is_number = text.text.find_first_not_of("0123456789") == std::string::npos;
        const bool is_beside = text.max.x <= all.min.x && text.max.x > all.min.x - 24;
        if (is_number && is_beside && text.min.y >= all.min.y - 2 && text.max.y <= all.max.y + 8)
          numbers.push_back({text.min, text.max});
      }
      CAPTURE(size.y);
      CAPTURE(array);
      CHECK(numbers.size() >= 2);
      for (size_t i = 0; i < numbers.size(); ++i) {
        for (size_t j = i + 1; j < numbers.size(); ++j)
          CHECK_FALSE(overlap({numbers[i].min, ImVec2(numbers[i].max.x, numbers[i].max.y - 2)},
                              {numbers[j].min, ImVec2(numbers[j].max.x, numbers[j].max.y - 2)}));
      }
    }
  }
}

TEST_CASE("tiles: an array's cells say their values, touched or not, and no index") {
  const std::string text =
      "__global__ void k(const float* a, float* b) {"
      " if (threadIdx.x < 3) b[threadIdx.x] = a[threadIdx.x * 4 + 1]; }";
  const gui::Model model =
      run_model(text, "--grid 1 --block 32 --arg a=float[3][4]:iota --arg b=float[3]:zero", 0);
  Stage stage({700, 420});
  stage.draw(views::kTilesPanel, model);
  const auto count = [&](std::string_view wanted) {
    const auto& texts = stage.probe().texts();
    return std::count_if(texts.begin(), texts.end(),
                         [&](const ui::DrawnText& drawn) { return drawn.text == wanted; });
  };
  CHECK(count("1,1") == 0);
  CHECK(count("0,2") == 0);
  CHECK(count("9") >= 1);   // a[2][1], which lane 2 loads
  CHECK(count("11") >= 1);  // a[2][3], which nobody does
}

TEST_CASE("tiles: what is wrong with a cell is said beside arrays, numbers and registers") {
  const std::string text =
      "__global__ void k(int* x) { __shared__ int s[33]; int t = threadIdx.x; s[t] = t;"
      " __syncthreads(); x[t] = s[t + 1]; }";
  const gui::Model model = run_model(text, "--block 32 --arg x=int[32]:zero", 1);
  REQUIRE(model.moment->faulty.all() != 0);
  for (const ImVec2 size : {ImVec2(700, 420), ImVec2(900, 300), ImVec2(500, 500)}) {
    CAPTURE(size.x);
    Stage stage(size);
    stage.draw(views::kTilesPanel, model);
    const auto& texts = stage.probe().texts();
    const auto words = std::find_if(texts.begin(), texts.end(), [](const ui::DrawnText& drawn) {
      return drawn.text.find(": in a race") != std::string::npos ||
             drawn.text.find("nobody has written") != std::string::npos;
    });
    REQUIRE(words != texts.end());
    const Area label{words->min, words->max};
    for (const ui::WidgetRect& widget : stage.probe().widgets()) {
      if (widget.name.starts_with("cell:") || widget.name.starts_with("register:"))
        CHECK_FALSE(overlap(area_of(widget), label));
    }
    for (const ui::DrawnText& other : texts) {
      if (&other != &*words) CHECK_FALSE(overlap({other.min, other.max}, label));
    }
  }
}

TEST_CASE("tiles: the loop's cursor is beside the cells of its array, not on them") {
  for (const ImVec2 size : {ImVec2(700, 420), ImVec2(900, 330), ImVec2(560, 500)}) {
    CAPTURE(size.x);
    Stage stage(size);
    for (uint32_t step = 8; step < 14; ++step) {
      stage.draw(views::kTilesPanel, opening_product(step));
      size_t tags = 0;
      for (const ui::DrawnText& text : stage.probe().texts()) {
        if (!text.text.starts_with("k=")) continue;
        ++tags;
        for (const ui::WidgetRect& widget : stage.probe().widgets()) {
          if (widget.name.starts_with("cell:"))
            CHECK_FALSE(overlap(area_of(widget), {text.min, text.max}));
        }
      }
      CHECK(tags >= 1);
    }
  }
}

TEST_CASE("tiles: an array that has no part in the access is known, and a torn one says its rows") {
  const gui::Model model = run_model(column_copy_text(), kPlain32, 1);
  const auto grid_named = [&](std::string_view name) -> const scene::Grid& {
    const auto& grids = model.moment->grids;
    return *std::find_if(grids.begin(), grids.end(),
                         [&](const scene::Grid& grid) { return grid.name == name; });
  };
  CHECK(views::takes_part(*model.moment, grid_named("m")));  // where the value was loaded
  CHECK(views::takes_part(*model.moment, grid_named("s")));
  CHECK_FALSE(views::takes_part(*model.moment, grid_named("out")));
  for (const ImVec2 size :
       {ImVec2(680, 240), ImVec2(680, 300), ImVec2(640, 260), ImVec2(680, 290)}) {
    CAPTURE(size.x);
    Stage stage(size);
    stage.draw(views::kTilesPanel, model);
    const auto& texts = stage.probe().texts();
    const auto parts = std::count_if(texts.begin(), texts.end(), [](const ui::DrawnText& drawn) {
      return drawn.text.find("0–") != std::string::npos;
    });
    CHECK(parts >= 2);  // m and out
  }
}

TEST_CASE("tiles: a part of an axis holds the focus, or else what is touched now") {
  const auto part = [](Span all, Span focus, Span now, uint64_t most) {
    const Span span = views::choose_span(all, focus, now, most);
    return std::pair(span.begin, span.end);
  };
  CHECK(part({0, 16}, {8, 16}, {}, 20) == std::pair<uint64_t, uint64_t>{0, 16});
  const auto [begin, end] = part({0, 256}, {16, 32}, {20, 21}, 24);
  CHECK(begin <= 16);
  CHECK(end >= 32);
  CHECK(end - begin == 24);
  const auto [from, to] = part({0, 256}, {0, 256}, {100, 108}, 24);
  CHECK(from <= 100);
  CHECK(to >= 108);
  CHECK(to - from == 24);
  const auto [last_from, last_to] = part({0, 256}, {0, 256}, {250, 256}, 24);
  CHECK(last_to == 256);
  CHECK(last_from == 232);
}

TEST_CASE("picture: neighbouring cells become few rectangles that cover each cell once") {
  Stage stage({400, 400});
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    const uint64_t rows = 1 + random() % 12, columns = 1 + random() % 12;
    const ImU32 palette[] = {0, IM_COL32(255, 0, 0, 255), IM_COL32(0, 255, 0, 255)};
    std::vector<ImU32> colors(static_cast<size_t>(rows * columns));
    std::map<ImU32, double> wanted, drawn;
    for (ImU32& color : colors) {
      color = palette[random() % 3 * (random() % 2)];
      if (color != 0) wanted[color] += 100;
    }
    stage.draw(
        [&](ui::Ui&, const gui::Model&, gui::Actions&) {
          ImDrawList* list = ImGui::GetWindowDrawList();
          const int first = list->VtxBuffer.Size;
          views::draw_cells(list, ImVec2(20, 20), ImVec2(10, 10), rows, columns, colors.data());
          for (int i = first; i + 3 < list->VtxBuffer.Size; i += 4) {
            const ImDrawVert &a = list->VtxBuffer[i], &c = list->VtxBuffer[i + 2];
            drawn[a.col] += (c.pos.x - a.pos.x) * (c.pos.y - a.pos.y);
          }
        },
        gui::Model());
    CHECK(wanted == drawn);
  }
}

// How much two greys differ to the eye, as the web's guidelines have it: 1 not at all, 21 at most.
static double contrast(ImU32 a, ImU32 b) {
  const auto luminance = [](ImU32 color) {
    const auto part = [&](int shift) {
      const double value = static_cast<double>(color >> shift & 255u) / 255.0;
      return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(IM_COL32_R_SHIFT) + 0.7152 * part(IM_COL32_G_SHIFT) +
           0.0722 * part(IM_COL32_B_SHIFT);
  };
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

TEST_CASE("cell states: told apart by lightness and by pattern, and letters on them can be read") {
  using scene::CellState;
  Stage stage({200, 200});
  const auto& look = stage.ui();
  const CellState states[] = {CellState::kUnwritten, CellState::kLeftOver, CellState::kWrittenNow};
  for (const CellState a : states) {
    for (const CellState b : states) {
      if (a != b) CHECK(contrast(views::state_color(look, a), views::state_color(look, b)) > 1.4);
    }
    CHECK(contrast(views::state_color(look, a), views::state_ink(look, a, true)) > 4.5);
  }
  CHECK(contrast(look.theme.cell_written, look.theme.cell_left_over) > 3.0);
  // Left over has dots, unwritten an outline, written nothing on its fill.
  std::map<CellState, int> vertices;
  stage.draw(
      [&](ui::Ui& ui, const gui::Model&, gui::Actions&) {
        ImDrawList* list = ImGui::GetWindowDrawList();
        for (const CellState state : states) {
          const int before = list->VtxBuffer.Size;
          views::mark_state(ui, list, views::make_area(10, 10, 20, 20), state, 20, false);
          vertices[state] = list->VtxBuffer.Size - before;
        }
      },
      test::make_model({}));
  CHECK(vertices[CellState::kWrittenNow] == 0);
  CHECK(vertices[CellState::kUnwritten] > 0);
  CHECK(vertices[CellState::kLeftOver] >= 9 * 4);
}
