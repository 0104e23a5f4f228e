// The page Divergence: a row a lane, time to the right, in the colours of a branch's sides; below
// it the lines at which lanes part, with what that costs, and each lane's trips through the loops.
// Lane 0 is on top. A press in the picture, or on a row below, goes to the warp's next access
// there.
#include "app/window/pages/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/scene/pages/divergence_scene.hpp"
#include "app/study/format.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/timeline.hpp"
#include "app/window/kit/chart.hpp"
#include "app/window/pages/page.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using scene::DivergenceColumn;
using scene::DivergenceScene;
using scene::LaneFill;
using scene::WarpMasks;

constexpr uint32_t kLanes = 32;

ImU32 fill_color(const ui::Ui& ui, LaneFill fill) {
  const ui::Theme& theme = ui.theme;
  switch (fill) {
    case LaneFill::kTogether:
      return theme.cell_written;
    case LaneFill::kFirst:
      return group_color(ui, 0);
    case LaneFill::kSecond:
      return group_color(ui, 2);
    case LaneFill::kOther:
      return group_color(ui, 1);  // far from the grey of kTogether
    case LaneFill::kWaiting:
      return ui::mix(theme.background, theme.waste_fill, 0.55f);
    case LaneFill::kExited:
      return ui::mix(theme.background, theme.waste_fill, 0.22f);
    case LaneFill::kAbsent:
      break;
  }
  return theme.background;
}

// Null while it is not there.
const DivergenceScene* scene_of(const gui::State& model) {
  return model.divergence.is_of(model.run) ? model.divergence.results.get() : nullptr;
}

uint32_t chosen_warp(const gui::State& model, const DivergenceScene& scene) {
  const auto last = static_cast<uint32_t>(scene.warps.size()) - 1;
  return std::min(model.selection.warp, last);
}

void go_to(const std::optional<uint32_t>& step, gui::Actions& actions) {
  if (!step) return;
  turn_to(gui::Page::kSteps, actions);
  actions.push_back(gui::action::GoToStep{*step});
}

// What the colours say; only those that the warp has. Returns its height.
float draw_fill_legend(ui::Ui& ui, const WarpMasks& masks, const Area& area) {
  bool has[7] = {};
  for (const DivergenceColumn& column : masks.columns)
    for (const LaneFill fill : column.lanes) has[static_cast<size_t>(fill)] = true;
  std::vector<ui::LegendEntry> entries;
  for (size_t i = 0; i < std::size(has); ++i) {
    if (!has[i]) continue;
    const auto fill = static_cast<LaneFill>(i);
    entries.push_back({scene::fill_words(fill), [&ui, fill](const Area& square) {
                         ImDrawList* list = ImGui::GetWindowDrawList();
                         list->AddRectFilled(square.min, square.max, fill_color(ui, fill));
                         outline(list, square, ui.theme.text_faint, 1);
                       }});
  }
  return ui::draw_legend(ui, ui.fonts.small, entries, area.min, area.width());
}

// Runs of lanes, and of columns, in one colour are one rectangle each.
void draw_masks(const ui::Ui& ui, const WarpMasks& masks, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, ui.theme.background);
  const float row = area.height() / kLanes;
  const auto x_of = [&](size_t column) {
    return std::round(area.min.x + area.width() * static_cast<float>(column) /
                                       static_cast<float>(masks.columns.size()));
  };
  const float gap = row > 6 * ui.scale ? std::max(1.0f, ui.scale) : 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    const float top = std::round(area.min.y + row * static_cast<float>(lane));
    const float foot = std::round(area.min.y + row * static_cast<float>(lane + 1)) - gap;
    for (size_t from = 0; from < masks.columns.size();) {
      const LaneFill fill = masks.columns[from].lanes[lane];
      size_t to = from + 1;
      while (to < masks.columns.size() && masks.columns[to].lanes[lane] == fill) ++to;
      list->AddRectFilled(ImVec2(x_of(from), top), ImVec2(x_of(to), foot), fill_color(ui, fill));
      from = to;
    }
  }
  outline(list, area, ui.theme.text_faint, 1);
}

void draw_lane_numbers(ui::Ui& ui, const Area& area) {
  const float row = area.height() / kLanes;
  const uint32_t each = row >= ui::font_size(ui.fonts.small) ? 1 : row * 4 >= 12 * ui.scale ? 4 : 8;
  for (uint32_t lane = 0; lane < kLanes; lane += each) {
    const std::string text =
        lane == 0 ? say("lane {lane}", "lane"_a = lane) : fmt::format("{}", lane);
    const ImVec2 size = ui::text_size(ui.fonts.small, text);
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
                ImVec2(area.min.x - size.x - ui.theme.unit,
                       area.min.y + row * (static_cast<float>(lane) + 0.5f) - size.y / 2),
                ui.theme.text_dim, text);
  }
}

// [pixels] left of the picture and of the bars of trips.
float numbers_width(const ui::Ui& ui) {
  return ui::text_size(ui.fonts.small, say("lane {lane}", "lane"_a = 0)).x + ui.theme.unit * 1.5f;
}

void put_number(ui::Ui& ui, ImVec2 at, const std::string& text) {
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small, at, ui.theme.text_dim, text);
}

// What the numbers below an area are.
void put_lane_word(ui::Ui& ui, const Area& area) {
  const char* word = label("lane");
  put_number(ui,
             ImVec2(area.min.x - ui::text_size(ui.fonts.small, word).x - ui.theme.unit,
                    area.max.y + ui.theme.unit * 0.5f),
             word);
}

// Numbers of instructions at round distances below the picture, and the last one at its end.
void draw_instruction_numbers(ui::Ui& ui, uint64_t instructions, const Area& area) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit;
  const std::string last = study::grouped(instructions);
  const float wide = ui::text_size(ui.fonts.small, last).x;
  const float apart = wide + unit * 4;
  const auto x_of = [&](uint64_t instruction) {
    return area.min.x + area.width() * static_cast<float>(static_cast<double>(instruction) /
                                                          static_cast<double>(instructions));
  };
  const uint64_t each = tick_distance(area.width() / static_cast<float>(instructions), apart);
  const float y = area.max.y + unit * 0.5f;
  const auto put = [&](uint64_t instruction, const std::string& text, float share) {
    const float x = x_of(instruction);
    list->AddLine(ImVec2(x, area.max.y), ImVec2(x, area.max.y + unit * 0.5f), ui.theme.text_faint);
    put_number(ui, ImVec2(x - ui::text_size(ui.fonts.small, text).x * share, y), text);
  };
  for (uint64_t at = 0; at < instructions && x_of(at) + apart < area.max.x; at += each)
    put(at, study::grouped(at), at == 0 ? 0 : 0.5f);
  put(instructions, last, 1);
}

std::string column_words(const DivergenceColumn& column, uint32_t lane) {
  const std::string when =
      column.count == 1
          ? say("instruction {first}", "first"_a = study::grouped(column.begin))
          : say("instructions {first}–{last}", "first"_a = study::grouped(column.begin),
                "last"_a = study::grouped(column.begin + column.count - 1));
  std::string words =
      say("{when}, {place}: {text}", "when"_a = when, "place"_a = column.place,
          "text"_a = column.text) +
      "\n" +
      say("lane {lane} {does}", "lane"_a = lane, "does"_a = scene::fill_words(column.lanes[lane]));
  if (column.step) words += "\n" + say("press to go to the warp's next access");
  return words;
}

void draw_picture(ui::Ui& ui, const WarpMasks& masks, const Area& area, gui::Actions& actions) {
  draw_masks(ui, masks, area);
  draw_lane_numbers(ui, area);
  draw_instruction_numbers(ui, masks.instructions, area);
  const bool is_pressed = ui::hit(ui, "divergence.picture", area.min, area.max);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto count = static_cast<float>(masks.columns.size());
  const float share = std::clamp((mouse.x - area.min.x) / area.width(), 0.0f, 0.9999f);
  const auto at = static_cast<size_t>(share * count);
  const DivergenceColumn& column = masks.columns[at];
  if (is_pressed) go_to(column.step, actions);
  if (!ImGui::IsItemHovered()) return;
  const float down = std::clamp((mouse.y - area.min.y) / area.height(), 0.0f, 0.9999f);
  const float x = area.min.x + area.width() * (static_cast<float>(at) + 0.5f) / count;
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, area.min.y), ImVec2(x, area.max.y),
                                      chosen_color(ui), ui.scale);
  tip(ui, column_words(column, static_cast<uint32_t>(down * kLanes)));
}

// A line of the list: place, what it costs, and behind that or below it the source text. True when
// pressed.
bool put_row(ui::Ui& ui, const std::string& name, const std::string& place, const std::string& text,
             const std::string& words, ImU32 color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string line = place + ": " + words;
  const float before = ui::text_size(ui.fonts.body, line).x + ui.theme.unit * 3;
  ui::text_wrapped(ui, ui.fonts.body, color, line);
  if (before + ui::text_size(ui.fonts.mono_small, text).x <= width) {
    const float down = ui::font_size(ui.fonts.body) - ui::font_size(ui.fonts.mono_small);
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.mono_small,
                ImVec2(at.x + before, at.y + down * 0.75f), ui.theme.text_dim, text);
  } else {
    ui::text_wrapped(ui, ui.fonts.mono_small, ui.theme.text_dim, text);
  }
  const ImVec2 end(at.x + width, ImGui::GetCursorScreenPos().y);
  const ImVec2 next = ImGui::GetCursorScreenPos();
  const bool is_pressed = ui::hit(ui, name, at, end);
  if (ImGui::IsItemHovered())
    ImGui::GetWindowDrawList()->AddRectFilled(at, end, ui::fade(ui.theme.accent, 0.12f));
  ImGui::SetCursorScreenPos(next);
  return is_pressed;
}

// A bar a lane, as high as its trips; their numbers left, the lanes' below.
void draw_trips(ui::Ui& ui, const scene::LoopRow& loop) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float unit = ui.theme.unit, small = ui::font_size(ui.fonts.small);
  const float left = numbers_width(ui);
  const float bar =
      std::floor(std::min(unit * 2, (ImGui::GetContentRegionAvail().x - left - unit) / kLanes));
  const Area area = make_area(at.x + left, at.y + small * 0.5f, bar * kLanes, unit * 5);
  const auto put_trips = [&](uint32_t trips, float y) {
    const std::string text = study::grouped(trips);
    put_number(ui, ImVec2(area.min.x - ui::text_size(ui.fonts.small, text).x - unit, y - small / 2),
               text);
  };
  put_trips(loop.most, area.min.y);
  put_trips(0, area.max.y - small * 0.25f);
  put_lane_word(ui, area);
  for (uint32_t lane = 0; lane < kLanes; lane += 4)
    put_number(ui, ImVec2(area.min.x + bar * static_cast<float>(lane), area.max.y + unit * 0.5f),
               fmt::format("{}", lane));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(area.min, area.max, ui.theme.background);
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if ((loop.lanes >> lane & 1) == 0 || loop.most == 0) continue;
    const float share = static_cast<float>(loop.trips[lane]) / static_cast<float>(loop.most);
    const float x = area.min.x + bar * static_cast<float>(lane);
    const float top = area.max.y - area.height() * share;
    list->AddRectFilled(ImVec2(x, area.min.y), ImVec2(x + bar - 1, top),
                        fill_color(ui, LaneFill::kWaiting));
    list->AddRectFilled(ImVec2(x, top), ImVec2(x + bar - 1, area.max.y),
                        fill_color(ui, LaneFill::kOther));
  }
  outline(list, area, ui.theme.text_faint, 1);
  if (is_hovered(area)) {
    const auto lane = static_cast<uint32_t>((ImGui::GetIO().MousePos.x - area.min.x) / bar);
    if (lane < kLanes)
      tip(ui, say_count("lane {lane}: {count} iteration", "lane {lane}: {count} iterations",
                        loop.trips[lane], "lane"_a = lane));
  }
  ImGui::Dummy(ImVec2(area.width(), area.max.y - at.y + small + unit));
}

// What became of a branch, where that was asked; `shown`: of a place before, which can have several
// rows.
void put_compiled(ui::Ui& ui, const gui::State& model, const scene::DivergenceRow& row,
                  std::set<std::string>& shown) {
  if (model.branches == nullptr) return;
  const auto found = model.branches->by_pc.find(row.pc);
  if (found == model.branches->by_pc.end() || !shown.insert(row.place + found->second).second)
    return;
  ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, found->second);
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
}

void draw_lists(ui::Ui& ui, const gui::State& model, const WarpMasks& masks,
                gui::Actions& actions) {
  const ui::Theme& theme = ui.theme;
  if (masks.rows.empty())
    ui::text_wrapped(ui, ui.fonts.body, theme.good, label("This warp has no divergent branch."));
  std::set<std::string> shown;
  for (size_t i = 0; i < masks.rows.size(); ++i) {
    const scene::DivergenceRow& row = masks.rows[i];
    if (put_row(ui, fmt::format("divergence.fork:{}", i), row.place, row.text, row.words,
                row.lost != 0 ? theme.waste : theme.text))
      go_to(row.step, actions);
    put_compiled(ui, model, row, shown);
  }
  for (size_t i = 0; i < masks.loops.size(); ++i) {
    const scene::LoopRow& loop = masks.loops[i];
    const std::string words = loop.is_unequal
                                  ? say("loop, {trips} (a bar each)", "trips"_a = loop.words)
                                  : say("loop, {trips}", "trips"_a = loop.words);
    if (put_row(ui, fmt::format("divergence.loop:{}", i), loop.place, loop.text, words,
                loop.is_unequal ? theme.waste : theme.text))
      go_to(loop.step, actions);
    if (loop.is_unequal) draw_trips(ui, loop);
  }
}

// Null while it is not there, or nothing was executed.
const WarpMasks* masks_of(const gui::State& model) {
  const DivergenceScene* scene = scene_of(model);
  return scene != nullptr ? &scene->warps[chosen_warp(model, *scene)] : nullptr;
}

// Why there is no picture.
void draw_missing(ui::Ui& ui, const gui::State& model) {
  const bool has_failed = model.divergence.is_of(model.run) && !model.divergence.is_running;
  ui::text_wrapped(ui, ui.fonts.body, has_failed ? ui.theme.warning : ui.theme.text_dim,
                   has_failed ? std::string_view(model.divergence.problem)
                              : std::string_view(label("Following the warps ...")));
}

std::string axis_words(const WarpMasks& masks) {
  const std::string axis = label("Instructions of the warp, in the order of their execution.");
  if (masks.instructions_of_column <= 1) return axis;
  return say("{axis} A column is {count} of them: what each lane does in most.", "axis"_a = axis,
             "count"_a = masks.instructions_of_column);
}

PageAnswer divergence_answer(const ui::Theme& theme, const gui::State& model) {
  const WarpMasks* masks = masks_of(model);
  if (masks == nullptr) return {};
  return {{masks->headline, masks->lost.empty() ? theme.text : theme.waste}};
}

std::vector<std::string> divergence_caveats(const gui::State& model) {
  const DivergenceScene* scene = scene_of(model);
  if (scene == nullptr) return {};
  std::vector<std::string> caveats{scene->note};
  if (model.branches != nullptr && !model.branches->sentence.empty())
    caveats.push_back(model.branches->sentence);
  return caveats;
}

// The warps beside the chosen one, and the way to the first whose lanes part.
PageChoices divergence_choices(const gui::State& model, gui::Actions& actions) {
  const DivergenceScene* scene = scene_of(model);
  if (scene == nullptr || scene->warps.size() < 2) return {};
  const uint32_t warp = chosen_warp(model, *scene);
  const auto count = static_cast<uint32_t>(scene->warps.size());
  const auto to = [&](uint32_t other) {
    return [&actions, &model, other] {
      actions.push_back(gui::action::SelectThread{other, model.selection.lane});
    };
  };
  ui::ChoiceGroup parting{"divergence.to", "", {}, ui::ChoiceForm::kButtons};
  if (scene->parting_warp && scene->warps[warp].rows.empty())
    parting.choices.push_back(
        {"divergence.parting",
         say("To warp {warp}, which has a divergent branch", "warp"_a = *scene->parting_warp),
         false, to(*scene->parting_warp)});
  return {{"divergence.warp",
           "",
           {{"divergence.less", label("Previous warp"), false, to(warp - 1), "", warp > 0},
            {"divergence.more", label("Next warp"), false, to(warp + 1), "", warp + 1 < count}}},
          parting};
}

void draw_divergence(ui::Ui& ui, const gui::State& model, const Area& area, gui::Actions& actions) {
  const WarpMasks* masks = masks_of(model);
  if (masks == nullptr) return draw_missing(ui, model);
  if (masks->columns.empty()) return;
  const float legend = draw_fill_legend(ui, *masks, area);
  const float numbers = numbers_width(ui), small = ui::font_size(ui.fonts.small);
  const std::string axis = axis_words(*masks);
  const float words = ui::wrapped_size(ui.fonts.small, axis, area.width() - numbers).y;
  const Area plot{ImVec2(area.min.x + numbers, area.min.y + legend),
                  ImVec2(area.max.x, area.max.y - small - ui.theme.unit * 0.75f - words)};
  if (plot.height() < 1) return;
  draw_picture(ui, *masks, plot, actions);
  ui::letters(ui, ImGui::GetWindowDrawList(), ui.fonts.small, small,
              ImVec2(plot.min.x, area.max.y - words), ui.theme.text_dim, axis, plot.width());
}

void draw_divergence_details(ui::Ui& ui, const gui::State& model, const Area&,
                             gui::Actions& actions) {
  const DivergenceScene* scene = scene_of(model);
  const WarpMasks* masks = masks_of(model);
  if (masks == nullptr) return;
  ImGui::Dummy(ImVec2(1, ui.theme.unit * 0.5f));
  draw_lists(ui, model, *masks, actions);
  if (!masks->lost.empty()) ui::text_wrapped(ui, ui.fonts.body, ui.theme.waste, masks->lost);
  ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, scene->block);
  ui::tooltip(ui, study::metric_line(study::Quantity::kDivergentBranches));
  if (scene->is_cut)
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.warning,
                     label("The block was not followed to its end."));
}

}  // namespace

constexpr PageView kDivergencePage{.page = gui::Page::kDivergence,
                                   .group = PageGroup::kLimits,
                                   .widget = "page.divergence",
                                   .key = 'Y',
                                   .name = sentence("Divergence"),
                                   .question = sentence("Which lanes execute?"),
                                   .quantity = study::Quantity::kActiveThreads,
                                   .answer = divergence_answer,
                                   .draw = draw_divergence,
                                   .details = kManyDetails,
                                   .draw_details = draw_divergence_details,
                                   .choices = divergence_choices,
                                   .caveats = divergence_caveats};

}  // namespace warplens::views
