// From top to bottom: the access; both sides, each as the space it goes to is drawn; the work of
// both as bars of one scale, with a line at the pass; what the whole grids took. Where the other
// text has no such access, only the totals.
#include "app/window/split/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "app/scene/words/costs.hpp"
#include "app/study/format.hpp"
#include "app/window/access/access_picture.hpp"
#include "app/window/access/cover.hpp"
#include "app/window/access/doors.hpp"
#include "app/window/access/heat.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/frame/totals.hpp"
#include "app/window/split/split_totals.hpp"
#include "app/window/split/time_beside.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/schedule.hpp"

namespace warplens::views {
namespace {

// One of the two sides.
struct Side {
  const run::Run& run;
  const scene::Moment* moment;  // null: it has no such access, or that is being made
  std::string name;
  const char* prefix;  // of its widgets' names
};

// "tb[0][0] to tb[0][15]": the elements that the access touches, the lowest and the highest; ""
// where no name says.
std::string elements_of(const scene::Moment& moment) {
  const scene::LaneRow *first = nullptr, *last = nullptr;
  for (const scene::LaneRow& row : moment.lanes) {
    if (!row.active || row.element_name.empty()) continue;
    if (first == nullptr || row.address < first->address) first = &row;
    if (last == nullptr || row.address > last->address) last = &row;
  }
  if (first == nullptr) return "";
  if (first->address == last->address) return first->element_name;
  return say("{first} to {last}", "first"_a = first->element_name, "last"_a = last->element_name);
}

// "Pad 0 · tile[32][32]": the accessed array with its extents.
std::string title_of(const Side& side) {
  if (side.moment == nullptr) return side.name;
  const auto grid =
      std::find_if(side.moment->grids.begin(), side.moment->grids.end(),
                   [&](const scene::Grid& one) { return one.name == side.moment->array; });
  if (grid == side.moment->grids.end()) return side.name;
  std::string extents;
  for (const uint64_t extent : grid->extents) extents += fmt::format("[{}]", extent);
  return fmt::format("{}  ·  {}{}", side.name, grid->name, extents);
}

constexpr uint32_t kShortQueue = 4;  // [lanes]
constexpr float kDoors = 30;         // [units] the height of doors with short queues

// Whose error it is, where it does not name a thread of this access.
std::string whose_finding(const scene::Moment& moment) {
  if (moment.finding.empty() || !moment.is_finding_elsewhere) return "";
  const auto lanes =
      static_cast<uint64_t>(std::popcount(moment.faulty.racing | moment.faulty.unwritten));
  if (lanes == 0) return "";
  return say_count(
      "{count} lane of this access is part of an error that was first found in "
      "another one: ",
      "{count} lanes of this access are part of an error that was first found in "
      "another one: ",
      lanes);
}

// What is wrong with the access, where there is room for all of it.
void draw_finding(ui::Ui& ui, const scene::Moment& moment, const Area& area) {
  const std::vector<ColoredText> texts{{whose_finding(moment), ui.theme.text},
                                       {moment.finding, ui.theme.error}};
  ImFont* font = ui.fonts.body;
  if (flow_text(ui, nullptr, font, area.min, area.width(), texts) > area.height()) return;
  flow_text(ui, ImGui::GetWindowDrawList(), font, area.min, area.width(), texts);
}

void draw_side(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Side& side,
               const scene::Moment* other, const Queues& queues, uint32_t differing, Area area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string title = title_of(side);
  // Values that differ are of elements.
  const std::string elements = differing != 0 && side.moment != nullptr
                                   ? "  ·  " + elements_of(*side.moment)
                                   : std::string();
  ui::text_fitted(ui, list, ui.fonts.title, area.min, area.width(), ui.theme.text,
                  ui::first_fitting(ui.fonts.title, area.width(), {title + elements, title}));
  area.min.y += ui::font_size(ui.fonts.title) + ui.theme.unit;
  if (side.moment == nullptr) {
    const bool is_missing = &side.run != model.run.get() && !model.split.step;
    ui::text_fitted(
        ui, list, ui.fonts.body, area.min, area.width(), ui.theme.text_dim,
        is_missing ? label("This text has no such access; the totals are below.") : label("..."));
    return;
  }
  const float bottom = area.max.y;
  if (differing != 0) {
    // Short queues leave room: then the values are right below the lanes, and large.
    const float unit = ui.theme.unit, least = ui::font_size(ui.fonts.small) * 2 + unit * 2;
    const float strip = std::max(least, std::min(unit * 10, area.height() - unit * kDoors));
    const float room = area.height() - strip - unit;
    const float doors = queues.longest <= kShortQueue ? std::min(room, unit * kDoors) : room;
    area.max.y = area.min.y + doors;
    draw_lane_values(ui, model, *side.moment, other, differing,
                     make_area(area.min.x, area.max.y + unit, area.width(), strip));
    draw_finding(ui, *side.moment,
                 {ImVec2(area.min.x, area.max.y + strip + unit * 3), ImVec2(area.max.x, bottom)});
  }
  const PassView view{{ui, model, *side.moment, actions, list},
                      area,
                      side.run.device.banks,
                      model.selection.pass,
                      passes_done(model, *side.moment),
                      queues,
                      side.prefix};
  draw_access(view);
}

// A cell a pass, of one width on both sides; those that are done are filled.
void draw_work(ui::Ui& ui, const gui::State& model, const Side& side, const Area& area,
               uint32_t most) {
  if (side.moment == nullptr) return;
  const scene::Passes& passes = side.moment->passes;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = area.width() / static_cast<float>(std::max(most, 1u));
  const float gap = width > 6 ? 1.5f : 0.0f;
  const uint32_t pass = model.selection.pass == 0 ? passes.count() : model.selection.pass;
  for (uint32_t i = 0; i < passes.count(); ++i) {
    const float x = area.min.x + width * static_cast<float>(i);
    const ImU32 color =
        judgement_color(ui.theme, scene::judge_pass(*side.moment, i), ui.theme.cell_written);
    list->AddRectFilled(ImVec2(x, area.min.y), ImVec2(x + width - gap, area.max.y),
                        i < pass ? color : ui::fade(color, 0.25f));
  }
  const float end = area.min.x + width * static_cast<float>(passes.count()) + ui.theme.unit;
  if (passes.count() == most || end >= area.max.x) return;
  ui::text_fitted(ui, list, ui.fonts.body,
                  ImVec2(end, area.center().y - ui::font_size(ui.fonts.body) / 2), area.max.x - end,
                  cost_color(ui.theme, *side.moment),
                  scene::fewer_words(passes.work, most - passes.count()));
}

void draw_buttons(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  if (ui::button(ui, "split.close", label("Back to one run")))
    actions.push_back(gui::action::SetSplit{false, false});
  ImGui::SameLine();
  if (ui::button(ui, "split.keep", label("Keep the right one")))
    actions.push_back(gui::action::SetSplit{true, true});
  ui::tooltip(ui, label("It becomes the left one; what you change from then on is on the right"));
  ImGui::SameLine();
  put_differences_button(ui, model, actions);
  ImGui::SameLine();
  put_heat_button(ui, model, actions);
}

// Bars and words of both sides at the foot, words alone where neither side takes more than one
// pass; returns where it begins.
float draw_foot(ui::Ui& ui, const gui::State& model, const std::vector<Side>& sides,
                const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit, bar = unit * 2.5f, words = ui::font_size(ui.fonts.small);
  uint32_t most = 1;
  float names = 0;
  bool has_waste = false;
  for (const Side& side : sides) {
    if (side.moment != nullptr) {
      const uint32_t count = side.moment->passes.count();
      most = std::max(most, count);
      has_waste = has_waste || (count > 0 && scene::judge_pass(*side.moment, count - 1) ==
                                                 scene::Judgement::kWaste);
    }
    names = std::max(names, ui::text_size(ui.fonts.body, side.name).x);
  }
  constexpr float kRoomForWords = 44;  // [units]
  const bool has_words = area.height() > kRoomForWords * unit;
  const bool has_bars = most > 1;
  const float row = bar + unit * 1.25f + (has_words ? words : 0);
  const float caption = has_bars && has_words ? words + unit * 0.5f : 0;
  const float top = area.max.y - row * static_cast<float>(sides.size()) - caption;
  const float left = area.min.x + std::min(names, area.width() * 0.3f) + unit * 2;
  if (caption > 0)
    ui::text_fitted(ui, list, ui.fonts.small, ImVec2(left, top), area.max.x - left,
                    ui.theme.text_dim,
                    label(scene::bars_caption(model.moment->passes.work, has_waste)));
  float y = top + caption;
  for (const Side& side : sides) {
    ui::text_fitted(ui, list, ui.fonts.body,
                    ImVec2(area.min.x, y + (bar - ui::font_size(ui.fonts.body)) / 2),
                    left - area.min.x - unit, ui.theme.text, side.name);
    if (has_bars)
      draw_work(ui, model, side, {ImVec2(left, y), ImVec2(area.max.x, y + bar)}, most);
    else if (side.moment != nullptr)
      ui::text_fitted(ui, list, ui.fonts.body,
                      ImVec2(left, y + (bar - ui::font_size(ui.fonts.body)) / 2), area.max.x - left,
                      cost_color(ui.theme, *side.moment),
                      label(scene::one_pass_words(side.moment->passes.work)));
    const bool is_at_work = has_bars && side.moment != nullptr && model.selection.pass != 0 &&
                            model.selection.pass <= side.moment->passes.count();
    if (is_at_work) {
      const float x = left + (area.max.x - left) * static_cast<float>(model.selection.pass) /
                                 static_cast<float>(most);
      list->AddLine(ImVec2(x, y - unit * 0.25f), ImVec2(x, y + bar + unit * 0.25f), ui.theme.text,
                    2 * ui.scale);
    }
    if (has_words)
      ui::text_fitted(ui, list, ui.fonts.small, ImVec2(left, y + bar + unit * 0.25f),
                      area.max.x - left, ui.theme.text_dim, scene::grid_words(side.run));
    y += row;
  }
  return top;
}

// That both sides are one run, with what can be put on the right, as far as it has room; returns
// where it begins.
float draw_partners(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
  const float height = button_height(ui), top = area.max.y - height;
  const std::vector<Partner> partners = partners_of(model);
  const std::string words =
      partners.empty()
          ? label("both sides are the same run: what you change now is on the right")
          : label("both sides are the same run: change something, or put on the right");
  const ImVec2 at(area.min.x, top + (height - ui::font_size(ui.fonts.body)) / 2);
  ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.body, at, area.width(), ui.theme.text,
                  words);
  float x = area.min.x + ui::text_size(ui.fonts.body, words).x + ui.theme.unit;
  for (size_t i = 0; i < partners.size(); ++i) {
    const float width = button_width(ui, partners[i].words);
    if (x + width > area.max.x) continue;
    ImGui::SetCursorScreenPos(ImVec2(x, top));
    if (ui::button(ui, fmt::format("partner:{}", i), partners[i].words))
      actions.push_back(partners[i].action);
    x += width + ui.theme.unit;
  }
  return top - ui.theme.unit;
}

// What both took, at the foot; returns where it begins.
float draw_time_beside(ui::Ui& ui, const gui::State& model, const Area& area,
                       gui::Actions& actions) {
  if (model.split.run == model.run) return draw_partners(ui, model, area, actions);
  const std::string time = time_beside(model, ui.fonts.body, area.width());
  if (time.empty()) return area.max.y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  float top = area.max.y - ui::font_size(ui.fonts.body);
  const std::string why = why_time_differs(model);
  const float time_width = ui::text_size(ui.fonts.body, time).x + ui.theme.unit * 2;
  if (!why.empty()) {
    const bool is_beside = time_width + ui::text_size(ui.fonts.body, why).x <= area.width();
    ui::text_at(ui, list, ui.fonts.body, ImVec2(area.min.x + (is_beside ? time_width : 0), top),
                ui.theme.text_dim, why);
    if (!is_beside) top -= ui::font_size(ui.fonts.body) * 1.3f;
  }
  ui::text_at(ui, list, ui.fonts.body, ImVec2(area.min.x, top), ui.theme.text, time);
  return top - ui.theme.unit;
}

// While a stop's question is open, what it covers is told by neither side, whatever access is
// selected: of both runs there are elements and totals.
bool is_split_covered(const gui::State& model) {
  const bool is_asked = model.course.is_asking() && !model.options.arrangement.covered.is_empty();
  return is_asked || counts_hidden(model);
}

// There is room for the two pictures alone.
bool is_low(const ui::Ui& ui, const Area& area) {
  return area.height() < ui.theme.unit * 24;
}

void draw_sides(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                const std::vector<Side>& sides, Area area) {
  const float unit = ui.theme.unit;
  if (!is_low(ui, area)) area.max.y = draw_foot(ui, model, sides, area) - unit * 1.5f;
  Queues queues;
  for (const Side& side : sides) {
    if (side.moment != nullptr)
      queues = both(queues, queues_of(*side.moment, side.run.device.banks));
  }
  const bool has_both = sides[0].moment != nullptr && sides[1].moment != nullptr;
  const uint32_t differing = has_both ? lanes_that_differ(*sides[0].moment, *sides[1].moment) : 0;
  const float middle = std::round(area.center().x);
  ImGui::GetWindowDrawList()->AddLine(ImVec2(middle, area.min.y), ImVec2(middle, area.max.y),
                                      ui.theme.line, 1);
  draw_side(ui, model, actions, sides[0], sides[1].moment, queues, differing,
            {area.min, ImVec2(middle - unit * 2, area.max.y)});
  draw_side(ui, model, actions, sides[1], sides[0].moment, queues, differing,
            {ImVec2(middle + unit * 2, area.min.y), area.max});
}

}  // namespace

SideNames side_names(const gui::State& model) {
  const run::Run &left = *model.split.run, &right = *model.run;
  if (!model.split.kept_name.empty()) return {model.split.kept_name, model.split.shown_name};
  const std::string left_kernel = left.program->kernel->name;
  const std::string right_kernel = right.program->kernel->name;
  if (left_kernel != right_kernel) return {left_kernel, right_kernel};
  if (model.lesson != nullptr) {
    if (const auto names =
            differing_parameter(model.lesson->parameters, model.run_settings, model.split.settings))
      return {names->before, names->now};
  }
  if (left.device.id != right.device.id) return {left.device.id, right.device.id};
  const std::string left_order = launch::words(left.request.launch.schedule);
  const std::string right_order = launch::words(right.request.launch.schedule);
  const auto named = [](const std::string& order) {
    return say("schedule {order}", "order"_a = order);
  };
  if (left_order != right_order) return {named(left_order), named(right_order)};
  if (!model.split.edit_name.empty() && right.request.file.text() == model.split.edited_text)
    return {label("As written"), model.split.edit_name};
  return {label("before"), label("now")};
}

void draw_split_passes(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                       const Area& area) {
  const SideNames names = side_names(model);
  draw_sides(ui, model, actions,
             {{*model.split.run, model.split.moment.get(), names.left, "left."},
              {*model.run, model.moment.get(), names.right, ""}},
             {area.min,
              ImVec2(area.max.x,
                     is_low(ui, area) ? area.max.y : draw_time_beside(ui, model, area, actions))});
}

void draw_split(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect) {
  const bool has_access =
      model.split.step.has_value() && !model.options.heat && !model.options.differences;
  ui::begin_panel(ui, "split", rect.pos, rect.size, label("SIDE BY SIDE"),
                  has_access ? label("the same access of both runs, pass by pass")
                             : label("the whole launch of both runs"));
  draw_buttons(ui, model, actions);
  if (has_access) {
    const ImVec2 at(ImGui::GetItemRectMax().x + ui.theme.unit * 2,
                    ImGui::GetItemRectMin().y + ui.theme.unit * 0.4f);
    const float room = rect.max().x - ui.theme.unit * 2 - at.x;
    const std::string words = access_words(model);
    const std::string access = is_outcome_hidden(model) ? words : access_text(model);
    ImFont* font = ui.fonts.title;
    for (ImFont* smaller : {ui.fonts.body, ui.fonts.small}) {
      if (ui::text_size(font, words).x > room) font = smaller;
    }
    ui::text_at(ui, ImGui::GetWindowDrawList(), font, at, ui.theme.text,
                ui::first_fitting(font, room, {access, words, ""}));
  }
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
  if (is_split_covered(model)) {
    if (model.course.is_asking())
      draw_cover(ui, ImGui::GetWindowDrawList(), content_area());  // the question is below
    else
      ask_first(ui, model, actions, "split:reveal", scene::kWhichTakesMore);
    ui::end_panel(ui);
    return;
  }
  const SideNames names = side_names(model);
  Area area = content_area();
  if (!has_access) area.max.y = draw_time_beside(ui, model, area, actions);
  if (model.options.differences) {
    draw_differences(ui, model, actions, names, area);
  } else if (!has_access) {
    Area totals = area;
    if (model.options.heat) {
      totals.max.y = area.min.y + area.height() * 0.4f;
      area.min.y = totals.max.y + ui.theme.unit;
      draw_split_heat(ui, model, area);
    }
    draw_split_totals(ui, *model.split.run, *model.run, names.left, names.right, totals);
  } else
    draw_split_passes(ui, model, actions, area);
  ui::end_panel(ui);
}

}  // namespace warplens::views
