#include "app/window/frame/timeline.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/scene/finding_step.hpp"
#include "app/study/counts.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/transport.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr size_t kRowsBeside = 2;  // in the height of the buttons

float box_size(const ui::Ui& ui) {
  return ui.theme.unit * 1.25f;
}

float key_width(const ui::Ui& ui, BarKey key) {
  if (key == BarKey::kNone) return 0;
  return box_size(ui) * (key == BarKey::kHeights ? 1.75f : 1.0f) + ui.theme.unit * 0.75f;
}

float meaning_width(const ui::Ui& ui, const BarMeaning& meaning) {
  return key_width(ui, meaning.key) + ui::text_size(ui.fonts.small, meaning.words).x;
}

void draw_key(ui::Ui& ui, const BarMeaning& meaning, ImVec2 at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float box = box_size(ui);
  const ImVec2 max(at.x + box, at.y + box);
  switch (meaning.key) {
    case BarKey::kNone:
      break;
    case BarKey::kFill:
      list->AddRectFilled(at, max, meaning.color);
      break;
    case BarKey::kWaste:
    case BarKey::kError:  // as the bars are marked
      list->AddRectFilled(at, max, meaning.color);
      draw_judged_mark(
          list, {at, max},
          meaning.key == BarKey::kWaste ? scene::Judgement::kWaste : scene::Judgement::kError,
          ui::fade(ui.theme.background, 0.6f), box / 3);
      break;
    case BarKey::kHatching:
      hatch(list, {at, max}, meaning.color, box / 3);
      break;
    case BarKey::kHeights: {
      constexpr float kHeights[] = {0.4f, 0.7f, 1.0f};
      const float width = std::round(box * 0.5f), pitch = std::round(box * 0.6f);
      for (size_t i = 0; i < std::size(kHeights); ++i) {
        const float x = at.x + pitch * static_cast<float>(i);
        list->AddRectFilled(ImVec2(x, max.y - box * kHeights[i]), ImVec2(x + width, max.y),
                            meaning.color);
      }
      break;
    }
  }
}

// Into rows of at most `most` each, as they come.
std::vector<size_t> filled_rows(const std::vector<float>& widths, float most) {
  std::vector<size_t> rows;
  float used = 0;
  for (const float width : widths) {
    if (rows.empty() || used + width > most) {
      rows.push_back(0);
      used = 0;
    }
    ++rows.back();
    used += width;
  }
  return rows;
}

// [pixels]
float longest_row(const std::vector<float>& widths, const std::vector<size_t>& rows) {
  float longest = 0;
  auto next = widths.begin();
  for (const size_t count : rows) {
    const auto end = next + static_cast<ptrdiff_t>(count);
    longest = std::max(longest, std::accumulate(next, end, 0.0f));
    next = end;
  }
  return longest;
}

constexpr scene::Axis kWorkAxes[] = {scene::Axis::kWavefronts, scene::Axis::kBroadcasts,
                                     scene::Axis::kSectors};

}  // namespace

std::vector<BarMeaning> bar_meanings(const ui::Ui& ui, const gui::State& model) {
  const ui::Theme& theme = ui.theme;
  const scene::TimelineScene& scene = *model.timeline;
  const ImU32 uneven = barrier_color(theme, *model.run, scene.worst_barrier);
  std::vector<BarMeaning> all;
  const bool is_hidden = counts_hidden(model);
  const bool is_by_work = !is_hidden && scene::work_axis(scene, model.options.axis) != nullptr;
  if (is_by_work) all.push_back({BarKey::kNone, 0, label("width: its work, not time")});
  for (const scene::Axis axis : kWorkAxes) {
    const scene::Work work = *scene::work_of(axis);
    // On the axis of one kind the others have no width.
    if (scene::work_axis(scene, axis) != nullptr && (!is_by_work || model.options.axis == axis))
      all.push_back({BarKey::kFill, work_color(theme, work),
                     study::name_of(scene::space_of(work), scene::measure_of(work)).rendered()});
  }
  if (!is_hidden) {
    all.push_back({BarKey::kWaste, theme.waste_fill, label("excessive")});
    all.push_back({BarKey::kHeights, theme.text_faint, label("height: 1 to 32 times the ideal")});
  }
  if (!model.timeline->findings.faulty.empty())
    all.push_back({BarKey::kError, theme.error, label("the first accesses of each error")});
  const bool has_waits = std::any_of(scene.warps.begin(), scene.warps.end(),
                                     [](const auto& row) { return !row.waits.empty(); });
  if (is_by_work || !has_waits) return all;
  all.push_back({BarKey::kHatching, theme.text_faint, label("waits at a barrier")});
  if (uneven != theme.text_faint)
    all.push_back({BarKey::kHatching, uneven,
                   scene.worst_barrier == scene::BarrierKind::kStuck
                       ? label("at one that never opens")
                       : label("at one that others skip")});
  return all;
}

std::vector<size_t> balanced_rows(const std::vector<float>& widths, float room) {
  std::vector<size_t> best = filled_rows(widths, room);
  for (float longest = longest_row(widths, best);;) {  // narrower ones, as long as they are no more
    std::vector<size_t> rows = filled_rows(widths, longest - 1);
    const float now = longest_row(widths, rows);
    if (rows.size() > best.size() || now >= longest) return best;
    best = std::move(rows);
    longest = now;
  }
}

float draw_timeline_legend(ui::Ui& ui, const gui::State& model, float from, ImVec2 right,
                           float height, float left) {
  if (is_outcome_hidden(model)) return 0;  // its bars are not shown either
  const std::vector<BarMeaning> all = bar_meanings(ui, model);
  const float small = ui::font_size(ui.fonts.small), gap = ui.theme.unit * 1.75f;
  std::vector<float> widths;
  for (const BarMeaning& meaning : all) widths.push_back(meaning_width(ui, meaning) + gap);
  const float widest = *std::max_element(widths.begin(), widths.end());
  std::vector<size_t> rows = balanced_rows(widths, right.x + gap - from);
  const bool is_beside = right.x + gap - from >= widest && rows.size() <= kRowsBeside;
  if (!is_beside) rows = balanced_rows(widths, right.x + gap - left);
  const float row_height =
      is_beside ? std::min(height / static_cast<float>(rows.size()), small + 3) : small + 3;
  const float taken = row_height * static_cast<float>(rows.size());
  // In a low panel the bars come first: a band and two rows of them.
  const float room = ImGui::GetContentRegionAvail().y - height;
  if (!is_beside && room - taken < small * 2.6f + ui.theme.unit * 2) return 0;
  float y = is_beside ? right.y + (height - taken) / 2 : right.y + height + 2;
  size_t next = 0;
  // The rows begin below each other; beside the buttons the longest ends at the right.
  const float begin = is_beside ? right.x + gap - longest_row(widths, rows) : left;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const size_t count : rows) {
    float x = begin;
    for (const size_t end = next + count; next < end; ++next) {
      const BarMeaning& meaning = all[next];
      draw_key(ui, meaning, ImVec2(std::round(x), std::round(y + (row_height - box_size(ui)) / 2)));
      ui::text_at(ui, list, ui.fonts.small,
                  ImVec2(x + key_width(ui, meaning.key), y + (row_height - small) / 2),
                  ui.theme.text_dim, meaning.words);
      x += widths[next];
    }
    y += row_height;
  }
  return is_beside ? 0 : taken + 2;
}

}  // namespace warplens::views
