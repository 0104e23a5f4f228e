// A shared array's pieces on the banks, beside them scales for the layout that is tried; below what
// each access takes then. Nothing is run: the recorded accesses are moved.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/pages/swizzle_scene.hpp"
#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/kit/table.hpp"
#include "app/window/kit/value_scale.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using fix::TriedLayout;
using scene::BankCell;
using scene::BankPicture;
using scene::SwizzleScene;

// Null while it is not there, or the launch accesses no shared array.
const SwizzleScene* swizzle_of(const gui::State& model) {
  if (model.swizzle.of != model.run || model.swizzle.results == nullptr) return nullptr;
  return model.swizzle.results->facts.array ? model.swizzle.results.get() : nullptr;
}

void try_swizzle(const gui::State& model, const study::SwizzleTry& tried, gui::Actions& actions) {
  if (tried == model.options.swizzle) return;
  actions.push_back(
      gui::action::ChangeOptions{[tried](gui::ViewOptions& o) { o.swizzle = tried; }});
}

ImU32 cost_color(const ui::Theme& theme, const observe::LayoutCost& cost) {
  return cost.paid > cost.ideal ? theme.waste : theme.good;
}

// -------------------------------------------------------------------------------------------------
// the picture

// What the pointer is on, and where all pieces are.
struct BankGrid {
  const BankPicture& picture;
  Area area;  // of the lines, without their numbers
  float line = 0, column = 0;

  Area cell(size_t row, size_t at) const {
    return make_area(area.min.x + column * static_cast<float>(at),
                     area.min.y + line * static_cast<float>(row), column - 1, line - 1);
  }
  const BankCell* under(ImVec2 point) const {
    if (!area.contains(point)) return nullptr;
    const auto row = static_cast<size_t>((point.y - area.min.y) / line);
    const auto at = static_cast<size_t>((point.x - area.min.x) / column);
    if (row >= picture.shown.size() || at >= picture.columns) return nullptr;
    const BankCell& found = picture.shown[row][at];
    return found.is_used ? &found : nullptr;
  }
};

std::string cell_words(const BankPicture& picture, const BankCell& cell) {
  return say("piece {piece} of row {row}: {bytes} bytes", "piece"_a = cell.piece,
             "row"_a = cell.row, "bytes"_a = picture.piece_bytes);
}

// "banks 4-7" above each column, as far as there is room.
void draw_bank_numbers(ui::Ui& ui, const BankGrid& grid) {
  const uint32_t banks = grid.picture.piece_bytes / 4;  // of a column
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (uint32_t at = 0; at < grid.picture.columns; ++at) {
    const std::string text = banks > 1 ? fmt::format("{}-{}", at * banks, at * banks + banks - 1)
                                       : fmt::format("{}", at);
    const float width = ui::text_size(ui.fonts.small, text).x;
    if (width + ui.theme.unit * 0.5f > grid.column && at % 4 != 0) continue;
    const Area cell = grid.cell(0, at);
    ui::text_at(ui, list, ui.fonts.small,
                ImVec2(cell.center().x - width / 2,
                       grid.area.min.y - ui::font_size(ui.fonts.small) * 1.15f),
                ui.theme.text_dim, text);
  }
}

void draw_cells(ui::Ui& ui, const BankGrid& grid, uint32_t piece) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const float smallest = smallest_letters(ui);
  for (size_t line = 0; line < grid.picture.shown.size(); ++line) {
    for (size_t at = 0; at < grid.picture.columns; ++at) {
      const BankCell& cell = grid.picture.shown[line][at];
      const Area area = grid.cell(line, at);
      if (area.max.y > grid.area.max.y + 1) return;
      if (!cell.is_used) {
        hatch(list, area, theme.line, theme.unit);
        continue;
      }
      const bool is_chosen = cell.piece == piece;
      const ImU32 color = is_chosen ? theme.accent
                                    : ui::mix(theme.panel_raised, theme.cell_left_over,
                                              cell.row % 2 == 0 ? 0.55f : 0.3f);
      list->AddRectFilled(area.min, area.max, color);
      const ImU32 letters = is_chosen ? ui::readable_on(theme, color) : theme.text;
      if (!draw_label(ui, list, area, letters, fmt::format("{}.{}", cell.row, cell.piece),
                      smallest))
        draw_label(ui, list, area, letters, fmt::format("{}", cell.piece), smallest);
    }
  }
}

// What the lit pieces show; `worst`: how many of eight rows have them on the same banks.
std::string picture_words(uint32_t worst, uint32_t piece) {
  return worst <= 1
             ? say("Lit: piece {piece} of every row. In eight rows from a multiple of 8 on, no two "
                   "are on the same banks.",
                   "piece"_a = piece)
             : say("Lit: piece {piece} of every row. In eight rows from a multiple of 8 on, up to "
                   "{count} are on the same banks: as many passes.",
                   "piece"_a = piece, "count"_a = worst);
}

void draw_banks(ui::Ui& ui, const BankPicture& picture, const Area& area) {
  const float small = ui::font_size(ui.fonts.small), unit = ui.theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string head = say("banks");
  ui::text_at(ui, list, ui.fonts.small, area.min, ui.theme.text_dim, head);
  // Of the sentence below, the longest that there may be, so that no piece moves the picture.
  const float words = ui::wrapped_size(ui.fonts.small, picture_words(8, 31), area.width()).y;
  BankGrid grid{picture,
                {ImVec2(area.min.x, area.min.y + small * 2.4f),
                 ImVec2(area.max.x, area.max.y - words - unit)}};
  const auto lines = static_cast<float>(picture.shown.size());
  const float least = small * 0.95f;
  grid.line =
      std::floor(std::clamp(grid.area.height() / std::max(lines, 1.0f), least, small * 1.8f));
  grid.column = std::floor(grid.area.width() / static_cast<float>(picture.columns));
  const float room = std::floor(grid.area.height() / grid.line);
  grid.area.max = ImVec2(grid.area.min.x + grid.column * static_cast<float>(picture.columns),
                         grid.area.min.y + grid.line * std::min(lines, room));
  const bool is_here = ui::is_hovered(grid.area);
  const BankCell* under = is_here ? grid.under(ImGui::GetIO().MousePos) : nullptr;
  const uint32_t piece = under != nullptr ? under->piece : 0;
  draw_bank_numbers(ui, grid);
  draw_cells(ui, grid, piece);
  ui::hit(ui, "swizzle.picture", grid.area.min, grid.area.max);
  if (under != nullptr) tip(ui, cell_words(picture, *under));
  ui::letters(ui, list, ui.fonts.small, small, ImVec2(area.min.x, area.max.y - words),
              ui.theme.text_dim, picture_words(scene::worst_of_eight_rows(picture, piece), piece),
              area.width());
}

// -------------------------------------------------------------------------------------------------
// the scales

struct Scale {
  const char* widget;
  std::string name;
  std::vector<double> values;
  double now = 0;
  void (*set)(TriedLayout& layout, double value);
};

std::vector<double> up_to(uint32_t last) {
  std::vector<double> values;
  for (uint32_t value = 0; value <= last; ++value) values.push_back(value);
  return values;
}

std::string together_words(const study::SwizzleFacts& facts) {
  const uint64_t elements = uint64_t{1} << facts.tried.base;
  return say_count("M = {m}: {count} element stays together",
                   "M = {m}: {count} elements stay together", elements, "m"_a = facts.tried.base);
}

std::vector<Scale> scales_of(const study::SwizzleFacts& facts) {
  const TriedLayout& now = facts.tried;
  std::vector<Scale> scales;
  if (facts.rows_to_try.size() > 1) {
    Scale row{"swizzle.row",
              say("rows of {count} elements", "count"_a = facts.row),
              {},
              static_cast<double>(facts.row),
              [](TriedLayout& layout, double value) { layout.row = static_cast<uint64_t>(value); }};
    for (const uint64_t one : facts.rows_to_try) row.values.push_back(static_cast<double>(one));
    scales.push_back(std::move(row));
  }
  const auto set_bits = [](TriedLayout& layout, double value) {
    layout.bits = static_cast<uint32_t>(value);
  };
  const auto set_base = [](TriedLayout& layout, double value) {
    layout.base = static_cast<uint32_t>(value);
  };
  const auto set_shift = [](TriedLayout& layout, double value) {
    layout.shift = static_cast<uint32_t>(value);
  };
  switch (now.kind) {
    case TriedLayout::Kind::kAsWritten:
      break;
    case TriedLayout::Kind::kPad:
      scales.push_back(
          {"swizzle.pad",
           say_count("padding: {count} element", "padding: {count} elements", now.pad),
           {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32},
           static_cast<double>(now.pad),
           [](TriedLayout& layout, double value) { layout.pad = static_cast<uint64_t>(value); }});
      break;
    case TriedLayout::Kind::kXor:
      scales.push_back({"swizzle.bits",
                        say_count("{count} bit of the row", "{count} bits of the row", now.bits),
                        up_to(5), static_cast<double>(now.bits), set_bits});
      scales.push_back({"swizzle.base", together_words(facts), up_to(6),
                        static_cast<double>(now.base), set_base});
      scales.push_back({"swizzle.shift", say("row / {count}", "count"_a = uint64_t{1} << now.shift),
                        up_to(5), static_cast<double>(now.shift), set_shift});
      break;
    case TriedLayout::Kind::kSwizzle:
      scales.push_back({"swizzle.bits", say_count("B = {count} bit", "B = {count} bits", now.bits),
                        up_to(5), static_cast<double>(now.bits), set_bits});
      scales.push_back({"swizzle.base", together_words(facts), up_to(6),
                        static_cast<double>(now.base), set_base});
      scales.push_back({"swizzle.shift",
                        say("S = {count}: bits from {from} on decide", "count"_a = now.shift,
                            "from"_a = now.base + now.shift),
                        up_to(9), static_cast<double>(now.shift), set_shift});
      break;
    case TriedLayout::Kind::kTma:
      scales.push_back(
          {"swizzle.span",
           say("TMA's {span}-byte swizzle", "span"_a = now.span),
           {32, 64, 128},
           static_cast<double>(now.span),
           [](TriedLayout& layout, double value) { layout.span = static_cast<uint32_t>(value); }});
      scales.push_back(
          {"swizzle.begin",
           say("begins at byte {count} of 1,024", "count"_a = now.begin),
           {0, 128, 256, 384, 512, 640, 768, 896},
           static_cast<double>(now.begin),
           [](TriedLayout& layout, double value) { layout.begin = static_cast<uint32_t>(value); }});
      break;
  }
  return scales;
}

// Below each other; returns where they end [pixels].
float draw_scales(ui::Ui& ui, const gui::State& model, const SwizzleScene& scene, const Area& area,
                  gui::Actions& actions) {
  float y = area.min.y;
  const float height = ui::value_scale_height(ui);
  for (const Scale& scale : scales_of(scene.facts)) {
    const auto value = ui::draw_value_scale(ui, scale.widget, scale.name, scale.values, scale.now,
                                            scale.now, label("drag to try another value"),
                                            make_area(area.min.x, y, area.width(), height));
    y += height + ui.theme.unit * 0.5f;
    if (!value) continue;
    study::SwizzleTry tried = model.options.swizzle;
    tried.layout = scene.facts.tried;
    scale.set(tried.layout, *value);
    try_swizzle(model, tried, actions);
  }
  return y;
}

// The layout in three spellings, and what has to be said of it.
void draw_spellings(ui::Ui& ui, const SwizzleScene& scene, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  float y = area.min.y;
  float names = 0;
  for (const scene::SwizzleSpelling& one : scene.spellings)
    names = std::max(names, ui::text_size(ui.fonts.small, one.name).x + ui.theme.unit);
  for (const scene::SwizzleSpelling& one : scene.spellings) {
    ui::text_at(ui, list, ui.fonts.small, ImVec2(area.min.x, y), ui.theme.text_dim, one.name);
    const float size = ui::font_size(ui.fonts.mono_small);
    y += ui::letters(ui, list, ui.fonts.mono_small, size, ImVec2(area.min.x + names, y),
                     ui.theme.text, one.formula, area.width() - names)
             .y +
         ui.theme.unit * 0.25f;
  }
}

// -------------------------------------------------------------------------------------------------

PageAnswer swizzle_answer(const ui::Theme& theme, const gui::State& model) {
  const SwizzleScene* scene = swizzle_of(model);
  if (scene == nullptr) return {};
  if (!scene->parted.empty()) return {{scene->answer, theme.error}};
  return {{scene->answer, cost_color(theme, scene->facts.costs.after)}};
}

PageChoices swizzle_choices(const gui::State& model, gui::Actions& actions) {
  const SwizzleScene* scene = swizzle_of(model);
  if (scene == nullptr) return {};
  using Kind = TriedLayout::Kind;
  const TriedLayout& now = scene->facts.tried;
  const auto take = [&](const study::SwizzleTry& tried) {
    return [&model, &actions, tried] { try_swizzle(model, tried, actions); };
  };
  ui::ChoiceGroup arrays{"swizzle.array", label("array"), {}, ui::ChoiceForm::kList};
  for (const std::string& name : scene->arrays)
    arrays.choices.push_back(
        {fmt::format("swizzle.array.{}", name), name, name == scene->facts.name, take({name, {}})});
  ui::ChoiceGroup kinds{"swizzle.kind", "", {}};
  const auto add = [&](const char* widget, std::string words, Kind kind) {
    const bool is_on = now.kind == kind;
    kinds.choices.push_back(
        {widget, std::move(words), is_on,
         take({scene->facts.name, is_on ? now : study::layout_to_begin(scene->facts, kind)})});
  };
  add("swizzle.written", label("As written"), Kind::kAsWritten);
  add("swizzle.padded", label("Padding"), Kind::kPad);
  add("swizzle.xor", "XOR", Kind::kXor);
  add("swizzle.cute", "Swizzle<B,M,S>", Kind::kSwizzle);
  add("swizzle.tma", "TMA", Kind::kTma);
  ui::ChoiceGroup apply{"swizzle.do", "", {}, ui::ChoiceForm::kButtons};
  if (scene->facts.is_tried()) {
    const bool can = !scene->facts.text.empty() && scene->parted.empty();
    apply.choices.push_back({"swizzle.apply", label("Apply"), false,
                             [&actions] { actions.push_back(gui::action::ApplySwizzle{}); },
                             scene->refusal, can});
    apply.choices.push_back({"swizzle.beside", label("Side by side"), false,
                             [&actions] { actions.push_back(gui::action::ApplySwizzle{true}); },
                             scene->refusal, can});
  }
  return {std::move(arrays), std::move(kinds), std::move(apply)};
}

void draw_no_swizzle(ui::Ui& ui, const gui::State& model) {
  const gui::State& state = model;
  if (state.swizzle.of == state.run && state.swizzle.results != nullptr)
    return ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                            label("No array of shared memory is accessed here."));
  const bool has_failed = state.swizzle.is_of(state.run) && !state.swizzle.is_running;
  ui::text_wrapped(ui, ui.fonts.body, has_failed ? ui.theme.warning : ui.theme.text_dim,
                   has_failed ? std::string_view(state.swizzle.problem)
                              : std::string_view(label("Gathering the accesses ...")));
}

void draw_swizzle(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
  const SwizzleScene* scene = swizzle_of(model);
  if (scene == nullptr) return draw_no_swizzle(ui, model);
  const float side = std::max(area.width() * 0.34f, ui.theme.unit * 26);
  const Area picture{area.min, ImVec2(area.max.x - side - ui.theme.unit * 3, area.max.y)};
  draw_banks(ui, scene->picture, picture);
  Area right{ImVec2(area.max.x - side, area.min.y), area.max};
  right.min.y = draw_scales(ui, model, *scene, right, actions) + ui.theme.unit;
  draw_spellings(ui, *scene, right);
}

ui::Table site_table(const SwizzleScene& scene) {
  ui::Table table{{label("access"), "", label("requests"), label("as written"), label("tried"),
                   label("ideal"), label("conflicts")},
                  {}};
  table.widget = "swizzle.site";
  table.tooltip = label("press to go to its first access");
  for (const scene::SwizzleSite& site : scene.sites)
    table.rows.push_back({site.place, site.access, study::grouped(site.requests),
                          study::grouped(site.before.paid), study::grouped(site.after.paid),
                          study::grouped(site.after.ideal),
                          study::grouped(site.after.paid - site.after.ideal)});
  return table;
}

void draw_swizzle_details(ui::Ui& ui, const gui::State& model, const Area&, gui::Actions& actions) {
  const SwizzleScene* scene = swizzle_of(model);
  if (scene == nullptr) return;
  const ui::Theme& theme = ui.theme;
  ImGui::Dummy(ImVec2(1, theme.unit * 0.5f));
  const auto say_it = [&](const std::string& words, ImU32 color) {
    if (!words.empty()) ui::text_wrapped(ui, ui.fonts.body, color, words);
  };
  say_it(scene->parted, theme.error);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ui::Table table = site_table(*scene);
  const auto pressed = ui::draw_table(ui, table, at);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(1, ui::table_size(ui, table).y + theme.unit * 0.5f));
  if (pressed && scene->sites[*pressed].step) {
    actions.push_back(gui::action::GoToStep{*scene->sites[*pressed].step});
    turn_to(gui::Page::kSteps, actions);
  }
  for (const scene::SwizzleSite& site : scene->sites) {
    if (site.counts_otherwise)
      say_it(site.place + ", " + site.access + ": " + site.words, theme.text);
  }
  say_it(scene->more_bytes, theme.text);
  say_it(scene->begin, theme.text);
  say_it(scene->span, theme.text);
  if (!scene->refusal.empty())
    say_it(say("The text can't be edited so: {reason}", "reason"_a = scene->refusal),
           theme.text_dim);
  say_it(label("Of the recorded block. Nothing is run: the addresses of its accesses are moved."),
         theme.text_dim);
}

}  // namespace

constexpr PageView kSwizzlePage{.page = gui::Page::kSwizzle,
                                .group = PageGroup::kLimits,
                                .widget = "page.swizzle",
                                .key = 'J',
                                .name = sentence("Swizzle"),
                                .question = sentence("Which layout has no bank conflicts?"),
                                .answer = swizzle_answer,
                                .draw = draw_swizzle,
                                .details = kManyDetails,
                                .draw_details = draw_swizzle_details,
                                .choices = swizzle_choices};

}  // namespace warplens::views
