// The shared drawing helpers of the pictures.
#include "app/window/access/picture.hpp"
#include "app/window/access/cover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "app/scene/pages/times.hpp"
#include "app/scene/words/costs.hpp"
#include "app/scene/words/derivation.hpp"
#include "app/scene/words/sentence.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/frame/option_changes.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

Area row_cell(float left, float pitch, uint32_t index, float top, float bottom) {
  const float x0 = std::round(left + pitch * static_cast<float>(index));
  const float x1 = std::round(left + pitch * static_cast<float>(index + 1));
  return {ImVec2(x0, top), ImVec2(x1 - 1, bottom)};
}

Area row_label(const Area& cell, float pitch) {
  const float width = std::round(pitch) - 1;
  return make_area(cell.center().x - width / 2, cell.min.y, width, cell.height());
}

ImU32 group_color(const ui::Ui& ui, uint8_t group) {
  return group < 8 ? ui.theme.groups[group] : ui.theme.text_faint;
}

ImU32 ink(const ui::Ui& ui) {
  return ui.theme.background;
}

ImU32 chosen_color(const ui::Ui& ui) {
  return ui.theme.text;
}

float smallest_letters(const ui::Ui& ui) {
  return std::max(kRowLetters * ui.scale, ui.least_letters);
}

bool draw_label(ui::Ui& ui, ImDrawList* list, const Area& area, ImU32 color, std::string_view given,
                float smallest, size_t like_letters, ImFont* font) {
  const ui::Visible shown(given);
  const std::string_view text = shown.text();
  if (text.empty()) return false;
  if (font == nullptr) font = ui.fonts.mono_small;
  const float full = ui::font_size(font);
  const ImVec2 natural = ui::text_size(font, text);
  const float room = area.width() - 2.0f * ui.scale;
  const float widest =
      std::max(natural.x, ui::text_size(font, "0").x * static_cast<float>(like_letters));
  float size = std::min(full, area.height());
  if (widest > room) size = std::min(size, full * room / widest);
  if (size < std::min(smallest, full)) return false;
  if (size < full) size = std::floor(size);
  const float width = natural.x * size / full;
  const ImVec2 at(std::round(area.center().x - width / 2), std::round(area.center().y - size / 2));
  if (!ui::is_line_whole(list, at.y, size)) return false;
  ui::letters(ui, list, font, size, at, color, text);
  return true;
}

ImU32 state_color(const ui::Ui& ui, scene::CellState state) {
  const ui::Theme& theme = ui.theme;
  switch (state) {
    case scene::CellState::kUnwritten:
      return theme.background;
    case scene::CellState::kLeftOver:
      return theme.cell_left_over;
    case scene::CellState::kWrittenNow:
      return theme.cell_written;
  }
  return theme.background;
}

ImU32 state_ink(const ui::Ui& ui, scene::CellState state, bool is_strong) {
  if (state == scene::CellState::kWrittenNow) return ink(ui);
  return is_strong ? ui.theme.text : ui.theme.text_dim;
}

void mark_state(const ui::Ui& ui, ImDrawList* list, const Area& cell, scene::CellState state,
                float side, bool has_label) {
  constexpr float kLeastOutlined = 6;  // [pixels]
  const float width = cell.width(), height = cell.height();
  const ImU32 color = ui.theme.text_faint;
  if (state == scene::CellState::kUnwritten) {
    if (side >= kLeastOutlined) outline(list, cell, ui.theme.line, 1);
    return;
  }
  if (state != scene::CellState::kLeftOver || std::min(width, height) < 2) return;
  const float dot = std::clamp(std::floor(height * 0.22f), 1.0f, 2 * ui.scale);
  const auto across = static_cast<int>(std::clamp(width / (6 * ui.scale), 1.0f, 8.0f));
  const auto part = [](int at, int count) {
    return (static_cast<float>(at) + 0.5f) / static_cast<float>(count);
  };
  const auto draw_row = [&](float middle) {
    for (int x = 0; x < across; ++x) {
      const ImVec2 at(std::round(cell.min.x + width * part(x, across) - dot / 2),
                      std::round(middle - dot / 2));
      list->AddRectFilled(at, ImVec2(at.x + dot, at.y + dot), color, 0, 0);
    }
  };
  if (has_label) {
    const float free = (height - std::min(ui::font_size(ui.fonts.mono_small), height)) / 2;
    if (free < dot + 1) return;
    draw_row(cell.min.y + free / 2);
    draw_row(cell.max.y - free / 2);
    return;
  }
  const auto down = static_cast<int>(std::clamp(height / (6 * ui.scale), 1.0f, 8.0f));
  for (int y = 0; y < down; ++y) draw_row(cell.min.y + height * part(y, down));
}

void picture_tip(ui::Ui& ui, const gui::State& model, std::string_view text) {
  if (!is_outcome_hidden(model)) tip(ui, text);
}

std::string element_tip(const scene::Moment& moment, const scene::Grid& grid, uint64_t row,
                        uint64_t column) {
  std::string text = scene::element_name(grid, row, column);
  if (!grid.holds(row, column)) return text;
  const size_t at = grid.at(row, column);
  if (!grid.last_writer.empty() && grid.last_writer[at] == 0) {
    text += std::string("\n") + label("not written yet");
  } else {
    text = fmt::format("{} = {}", text, scene::value_text(grid, row, column));
  }
  if (!grid.last_writer.empty() && grid.last_writer[at] != 0) {
    text += "\n" + say("last written by lane {lane} of warp {warp}",
                       "lane"_a = grid.last_writer[at] - 1, "warp"_a = grid.writer_warp[at]);
  }
  const uint64_t address = grid.base + (row * grid.columns + column) * grid.element_bytes;
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < moment.lanes.size(); ++lane) {
    const scene::LaneRow& lane_row = moment.lanes[lane];
    const bool touches = lane_row.active && !lane_row.out_of_bounds &&
                         moment.access.space == grid.space &&
                         lane_row.address < address + grid.element_bytes &&
                         lane_row.address + moment.access.bytes > address;
    if (touches) lanes |= 1u << lane;
  }
  if (lanes != 0) {
    text += "\n" + say("touched by {lanes}", "lanes"_a = scene::lanes_text(lanes, false));
  }
  return text;
}

std::string beyond_used_tip(const scene::Grid& grid, uint64_t row, uint64_t column) {
  const std::string name = scene::element_name(grid, row, column);
  return grid.has_padding ? say("{array}: padding, never addressed", "array"_a = name)
                          : say("{array}: unused by this block", "array"_a = name);
}

std::string element_label(gui::CellLabel label, const scene::Grid& grid, uint64_t row,
                          uint64_t column) {
  switch (label) {
    case gui::CellLabel::kElement:
      if (!grid.is_folded()) return fmt::format("{},{}", row, column);
      if (grid.extents.size() >= 2 && grid.extents.back() != 0) {
        const uint64_t element = row * grid.columns + column, last = grid.extents.back();
        return fmt::format("{},{}", element / last, element % last);
      }
      return fmt::format("{}", row * grid.columns + column);
    case gui::CellLabel::kThread: {
      if (!grid.holds(row, column)) return "";
      const size_t at = grid.at(row, column);
      if (grid.lanes_now[at] != 0) return fmt::format("{}", grid.lanes_now[at] - 1);
      if (grid.last_writer.empty() || grid.last_writer[at] == 0) return "";
      return fmt::format("{}", grid.last_writer[at] - 1);
    }
    case gui::CellLabel::kValue:
      return scene::value_text(grid, row, column);
  }
  return "";
}

std::vector<TouchedElement> touched_elements(const scene::Moment& moment, const scene::Grid& grid) {
  std::vector<TouchedElement> elements;
  if (grid.space != moment.access.space) return elements;
  for (uint32_t lane = 0; lane < moment.lanes.size(); ++lane) {
    const scene::LaneRow& row = moment.lanes[lane];
    if (!row.active || row.out_of_bounds || row.address < grid.base) continue;
    const uint64_t begin = (row.address - grid.base) / grid.element_bytes;
    const uint64_t last = (row.address - grid.base + moment.access.bytes - 1) / grid.element_bytes;
    for (uint64_t element = begin; element <= last && element < grid.count; ++element) {
      const auto at =
          std::lower_bound(elements.begin(), elements.end(), element,
                           [](const TouchedElement& a, uint64_t b) { return a.element < b; });
      if (at != elements.end() && at->element == element) {
        at->lanes |= 1u << lane;
      } else {
        elements.insert(at, {element, 1u << lane});
      }
    }
  }
  return elements;
}

Area fill_groups(const ui::Ui& ui, ImDrawList* list, const scene::Moment& moment, const Area& area,
                 uint32_t lanes) {
  uint32_t groups = 0;
  for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const uint8_t group = moment.lanes[static_cast<size_t>(std::countr_zero(rest))].group;
    if (group < 8) groups |= 1u << group;
  }
  Area stripes = area, rest_of_area = area;
  const int count = std::popcount(groups);
  if (count > 1) {
    const float height = std::max(2.0f, std::round(area.height() * 0.26f));
    stripes.min.y = rest_of_area.max.y = area.max.y - height;
    list->AddRectFilled(area.min, area.max, ui::mix(ui.theme.text, ui.theme.text_faint, 0.25f), 0,
                        0);
  }
  const float width = area.width() / static_cast<float>(std::max(count, 1));
  float x = stripes.min.x;
  for (uint8_t group = 0; group < 8; ++group) {
    if ((groups >> group & 1) == 0) continue;
    list->AddRectFilled(ImVec2(x, stripes.min.y), ImVec2(x + width, stripes.max.y),
                        group_color(ui, group), 0, 0);
    x += width;
  }
  return rest_of_area;
}

void draw_waiting(const ui::Ui& ui, ImDrawList* list, const Area& area, ImU32 group) {
  // Lower ones are one tone: rows of three and four pixels would look unlike with outlines.
  constexpr float kLeastOutlined = 6;  // [pixels]
  if (std::min(area.width(), area.height()) < kLeastOutlined) {
    list->AddRectFilled(area.min, area.max, ui::mix(ui.theme.panel, group, 0.45f), 0, 0);
    return;
  }
  list->AddRectFilled(area.min, area.max, ui::waiting_ground(ui.theme, group), 0, 0);
  outline(list, area, group, 1);
}

std::string lanes_label(const scene::Moment& moment, uint32_t lanes) {
  const int count = std::popcount(lanes);
  return count == 1 ? fmt::format("{}", lane_to_select(moment, lanes)) : fmt::format("×{}", count);
}

void draw_lit_cell(ui::Ui& ui, ImDrawList* list, const scene::Moment& moment, const Area& cell,
                   uint32_t lanes, std::string_view text, ImFont* font) {
  const Area plain = fill_groups(ui, list, moment, cell, lanes);
  draw_label(ui, list, plain, ink(ui), text, smallest_letters(ui), 0, font);
  if ((lanes & outlined_lanes(ui, moment)) != 0) {
    outline(list, cell, chosen_color(ui), std::min(2 * ui.scale, cell.height() / 3));
  }
}

int hovered_lane(const ui::Ui& ui) {
  return ui.hovered.frame >= ImGui::GetFrameCount() - 1 ? ui.hovered.lane : -1;
}

void note_hovered(ui::Ui& ui, uint32_t lane) {
  ui.hovered.lane = static_cast<int>(lane);
  ui.hovered.frame = ImGui::GetFrameCount();
}

void point_at_lane(const PictureContext& p, uint32_t lane) {
  note_hovered(p.ui, lane);
  if (ImGui::IsMouseClicked(0))
    p.actions.push_back(gui::action::SelectThread{p.moment.access.warp, lane});
}

void draw_lane_line(const PictureContext& p, uint32_t lane, ImVec2 from, ImVec2 to,
                    const LaneLine& line) {
  const bool is_outlined = (outlined_lanes(p.ui, p.moment) >> lane & 1) != 0;
  const ImU32 color = is_outlined
                          ? chosen_color(p.ui)
                          : ui::fade(group_color(p.ui, p.moment.lanes[lane].group), line.strength);
  const float bend = (to.y - from.y) * 0.5f;
  p.list->AddBezierCubic(from, ImVec2(from.x, from.y + bend), ImVec2(to.x, to.y - bend), to, color,
                         (is_outlined ? line.outlined_thickness : line.thickness) * p.ui.scale, 16);
}

uint64_t label_step(float cell, float room) {
  uint64_t step = 1;
  while (static_cast<float>(step) * cell < room && step < (uint64_t{1} << 40))
    step *= 2;  // cell may be 0
  return step;
}

uint32_t number_step(const ui::Ui& ui, uint32_t count, float cell) {
  ImFont* font = ui.fonts.mono_small;
  const float digits = ui::text_size(font, "00").x / ui::font_size(font) * smallest_letters(ui);
  uint32_t step = 1;
  // What draw_label keeps free beside them, too.
  const float edges = std::max(3.0f, 2 * ui.scale);
  while (step < count && cell * static_cast<float>(step) < digits + edges) step *= 2;
  return step;
}

uint32_t outlined_lanes(const ui::Ui& ui, const scene::Moment& moment) {
  // Lanes that prove something are not to be taken for the chosen one.
  const bool has_chosen = ui.shown_lanes == 0 && moment.warp == moment.access.warp;
  uint32_t lanes = has_chosen ? 1u << moment.lane : 0;
  if (const int lane = hovered_lane(ui); lane >= 0) lanes |= 1u << lane;
  return lanes | ui.shown_lanes;
}

uint32_t lane_to_select(const scene::Moment& moment, uint32_t mask) {
  const bool has_chosen = moment.warp == moment.access.warp && (mask >> moment.lane & 1) != 0;
  return has_chosen ? moment.lane : static_cast<uint32_t>(std::countr_zero(mask | 1u << 31));
}

bool steps_by_pass(const gui::State& model) {
  // What is asked about an access is answered by its passes.
  const gui::Asking& asking = model.asking;
  const bool is_answered =
      (model.options.ask_first && asking.answer && asking.of == model.moment) ||
      (model.course.answer && model.is_where_arranged());
  return is_answered || model.selection.unit == gui::StepUnit::kPass;
}

PassView pass_view(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  PassView view{{ui, model, *model.moment, actions, ImGui::GetWindowDrawList()},
                content_area(),
                model.run->device.banks,
                model.selection.pass,
                passes_done(model, *model.moment),
                {},
                ""};
  const bool is_print =
      model.options.paper == gui::Paper::kText || model.options.paper == gui::Paper::kPicture;
  if (is_print && view.moment.passes.work == scene::Work::kWavefronts) show_all_waiting(view);
  return view;
}

void show_all_waiting(PassView& view) {
  view.is_overview =
      view.is_overview || view.done >= static_cast<float>(view.moment.passes.count());
  if (view.is_overview) view.done = 0;
  view.pass = static_cast<uint32_t>(view.done) + 1;
}

namespace {

std::string head_counter(const PassView& p) {
  const scene::Passes& passes = p.moment.passes;
  if (p.is_overview) return scene::wavefronts_words(p.moment.banks.cost);
  return p.is_over() ? scene::done_words(passes) : scene::pass_counter(passes, p.pass);
}

std::string head_words(const PassView& p) {
  if (p.is_overview) return label(scene::kBanksServe);
  if (!p.is_over()) return scene::pass_words(p.moment, p.pass, p.banks);
  // What the work costs in time is shown when all of it has been seen.
  const std::string time = p.model.split.run == nullptr
                               ? scene::access_time_words(p.moment, p.model.run->device, false)
                               : "";
  if (!time.empty()) return time;
  return scene::judge_cost(p.moment) == scene::Judgement::kNone ? label(scene::kBanksServeError)
                                                                : label(scene::kBanksServe);
}

}  // namespace

void draw_pass_head(const PassView& p, const Area& area) {
  const std::string counter = head_counter(p);
  const ImVec2 size = ui::text_size(p.ui.fonts.title, counter);
  ui::text_at(p.ui, p.list, p.ui.fonts.title, ImVec2(area.max.x - size.x, area.min.y),
              cost_color(p.ui.theme, p.moment), counter);
  explain_count(p.ui, p.model, p.moment,
                {ImVec2(area.max.x - size.x, area.min.y), ImVec2(area.max.x, area.min.y + size.y)});
  const bool is_shared = p.moment.passes.work == scene::Work::kWavefronts;
  if (p.is_over() && !is_shared) return;
  const std::string words = head_words(p);
  const float room = area.width() - size.x - p.ui.theme.unit * 2;
  if (ui::text_size(p.ui.fonts.body, words).x <= room) {
    ui::text_at(p.ui, p.list, p.ui.fonts.body, area.min, p.ui.theme.text, words);
    return;
  }
  // Two lines are as high as the counter; more, or larger ones on stage, would be over the picture.
  const float small = ui::font_size(p.ui.fonts.small), above = small * 0.2f;
  const float height = ui::wrapped_size(p.ui.fonts.small, words, room).y - above;
  if (height > size.y + p.ui.theme.unit) return;
  ui::letters(p.ui, p.list, p.ui.fonts.small, small, ImVec2(area.min.x, area.min.y - above),
              p.ui.theme.text, words, room);
}

float passes_done(const gui::State& model, const scene::Moment& moment) {
  const auto count = static_cast<float>(moment.passes.count());
  const gui::Motion& motion = model.motion;
  const float progress = std::clamp(motion.progress, 0.0f, 1.0f);
  if (&moment == motion.leaving.get()) return count * (1 - progress);
  if (motion.backwards) return count;
  if (model.selection.pass == 0) return count * progress;
  return std::min(static_cast<float>(model.selection.pass) - 1 + progress, count);
}

void explain_count(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
                   const Area& area) {
  ui.probe.widget("count", area.min, area.max);
  if (counts_hidden(model) || !is_hovered(area)) return;
  const trace::Access& access = moment.access;
  picture_tip(ui, model,
              study::with_metric(scene::derivation(moment, model.run->device.banks), access.space,
                                 observe::kind_of(access.operation, access.layout),
                                 study::cost_in(access.space)));
}

bool is_by_current_rules(const model::Device& device, const trace::Access& access) {
  constexpr int kLastOfOldRules = 3;  // compute capability; from 5.0 on the rules are today's
  if (device.multiprocessor.major > kLastOfOldRules) return false;
  return access.space == trace::Space::kGlobal
             ? device.global_rules_are_current
             : access.bytes > sizeof(uint32_t) && device.wide_rules_are_current;
}

bool is_access_shared(const gui::State& model) {
  return model.moment != nullptr && model.moment->access.space == trace::Space::kShared;
}

bool counts_hidden(const gui::State& model) {
  // While a stop's question is open only its answer uncovers anything.
  if (model.course.is_asking() && is_count_covered(model)) return true;
  return (model.options.ask_first || is_count_covered(model)) && !model.options.revealed;
}

bool is_covered(const gui::State& model, gui::Count count) {
  return model.options.arrangement.covered.has(count) &&
         (model.course.is_asking() || !model.options.revealed);
}

bool is_outcome_hidden(const gui::State& model) {
  return model.course.is_asking();
}

void reveal_counts(const gui::State& model, gui::Actions& actions) {
  if (model.course.test.part) return;  // it says nothing
  if (model.course.is_asking()) return actions.push_back(gui::action::RevealStop{});
  actions.push_back(gui::action::ChangeOptions{reveal});
}

void ask_first(ui::Ui& ui, const gui::State& model, gui::Actions& actions, std::string_view name,
               Sentence question) {
  const Area area = content_area();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ui::Theme& theme = ui.theme;
  const std::string_view mark = "?";
  const std::string_view asked = label(question);
  const std::string_view how = model.course.test.part ? label("It stays covered in the test")
                                                      : label("R or a click shows it");
  const float title = ui::font_size(ui.fonts.title), body = ui::font_size(ui.fonts.body);
  const float height = title * 1.4f + body * 2.6f;
  float y = area.min.y + std::max(0.0f, (area.height() - height) / 2);
  const auto line = [&](ImFont* font, ImU32 color, std::string_view text) {
    const float width = ui::text_size(font, text).x;
    ui::text_at(ui, list, font, ImVec2(area.center().x - width / 2, y), color, text);
    y += ui::font_size(font) * 1.35f;
  };
  if (ui::hit(ui, name, area.min, area.max)) {
    reveal_counts(model, actions);
  }
  line(ui.fonts.title, theme.accent, mark);
  line(ui.fonts.body, theme.text, asked);
  line(ui.fonts.body, theme.text_faint, how);
}

bool has_lane_groups(const gui::State& model) {
  if (model.run == nullptr || model.run->program == nullptr) return false;
  const std::vector<code::AccessSite>& sites = model.run->program->sites;
  return std::any_of(model.run->accesses.begin(), model.run->accesses.end(),
                     [&](const observe::AccessRow& row) {
                       return row.space == trace::Space::kShared &&
                              std::any_of(row.sites.begin(), row.sites.end(), [&](uint32_t site) {
                                return site < sites.size() && sites[site].bytes > 4;
                              });
                     });
}

std::string lanes_label(uint32_t lanes) {
  const int count = std::popcount(lanes);
  const int first = std::countr_zero(lanes), last = 31 - std::countl_zero(lanes);
  if (count == 1) return fmt::format("{}", first);
  if (last - first + 1 == count) return fmt::format("{}–{}", first, last);
  return fmt::format("×{}", count);
}

std::string bank_lanes_label(const ui::Ui& ui, uint32_t lanes, float width) {
  ImFont* font = ui.fonts.mono_small;
  const float smallest = smallest_letters(ui) / ui::font_size(font);
  const int count = std::popcount(lanes);
  const bool has_room = ui::text_size(font, "00–00").x * smallest + 2 * ui.scale <= width;
  return count > 1 && !has_room ? fmt::format("×{}", count) : lanes_label(lanes);
}

float bank_columns_left(const ui::Ui& ui, const Area& area, bool has_groups) {
  float margin = ui::text_size(ui.fonts.small, label("lanes")).x + ui.theme.unit;
  if (has_groups) margin = ui::text_size(ui.fonts.mono_small, "00 lanes 00–00").x + ui.theme.unit;
  return area.min.x + std::min(margin, area.width() * (has_groups ? 0.24f : 0.16f));
}

ImU32 barrier_color(const ui::Theme& theme, const run::Run& run, scene::BarrierKind kind) {
  switch (kind) {
    case scene::BarrierKind::kEven:
      return theme.text_faint;
    case scene::BarrierKind::kHint:
      return theme.warning;
    case scene::BarrierKind::kError:
      return theme.error;
    case scene::BarrierKind::kStuck:
      break;
  }
  return run.ending == run::Ending::kDeadlock ? theme.error : theme.text_faint;
}

void draw_cells(ImDrawList* list, ImVec2 origin, ImVec2 cell, uint64_t rows, uint64_t columns,
                const ImU32* colors) {
  struct Run {
    uint64_t begin, end, top;
    ImU32 color;
  };
  std::vector<Run> open, next;  // runs of the row above that may grow downwards
  const auto edge_x = [&](uint64_t c) {
    return std::round(origin.x + static_cast<float>(c) * cell.x);
  };
  const auto edge_y = [&](uint64_t r) {
    return std::round(origin.y + static_cast<float>(r) * cell.y);
  };
  const auto close = [&](const Run& run, uint64_t bottom) {
    if (run.color == 0) return;
    list->AddRectFilled(ImVec2(edge_x(run.begin), edge_y(run.top)),
                        ImVec2(edge_x(run.end), edge_y(bottom)), run.color, 0, 0);
  };
  for (uint64_t row = 0; row < rows; ++row) {
    next.clear();
    const ImU32* line = colors + row * columns;
    size_t above = 0;
    for (uint64_t c = 0; c < columns;) {
      uint64_t end = c + 1;
      while (end < columns && line[end] == line[c]) ++end;
      Run run{c, end, row, line[c]};
      for (; above < open.size() && open[above].begin < c; ++above) close(open[above], row);
      if (above < open.size() && open[above].begin == c && open[above].end == end &&
          open[above].color == run.color) {
        run.top = open[above++].top;
      }
      next.push_back(run);
      c = end;
    }
    for (; above < open.size(); ++above) close(open[above], row);
    open.swap(next);
  }
  for (const Run& run : open) close(run, rows);
}

}  // namespace warplens::views
