// Both sides have the same elements in the same row, so that what a copy did can be read across.
// Only what is in sight is looked at; what all elements are together, the session works out.
#include "app/window/pages/program/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/element_writers.hpp"
#include "app/study/array_state.hpp"
#include "app/study/format.hpp"
#include "app/window/access/picture.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

class Elements {
 public:
  Elements(ui::Ui& ui, const gui::State& model, gui::Actions& actions)
      : ui_(ui), model_(model), actions_(actions) {}

  void draw() {
    const ui::Theme& theme = ui_.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float width = room.x - theme.unit * 1.5f;  // beside the scrollbar
    shown_ = shown_arrays(ui_, model_, width, gap());
    if (shown_.empty()) return;
    make_columns(at.x, width);
    const bool are_small = std::all_of(columns_.begin(), columns_.end(),
                                       [](const ElementColumns& one) { return one.is_small; });
    row_ = are_small ? columns_.front().cell : ui::font_size(ui_.fonts.mono) + theme.unit * 0.625f;
    const float head = ui::font_size(ui_.fonts.body) + ui::font_size(ui_.fonts.small) +
                       theme.unit * 1.25f + names_height();
    const float foot = ui::font_size(ui_.fonts.body) + theme.unit * 2;
    constexpr float kLeastRows = 3;
    const float rows_height = std::max(room.y - head - foot, kLeastRows * row_);
    rows_ = static_cast<uint64_t>(rows_height / row_);
    lay_out();
    rows_ = std::min(rows_, all_rows_);
    const Area area = make_area(at.x, at.y + head, room.x, row_ * static_cast<float>(rows_));
    scroll(area);
    for (size_t i = 0; i < shown_.size(); ++i) {
      draw_head(shown_[i], columns_[i], at.y);
      draw_rows(shown_[i], columns_[i], area.min.y);
    }
    draw_scrollbar(area);
    ImGui::SetCursorScreenPos(ImVec2(at.x, area.max.y + theme.unit * 0.5f));
    draw_chosen(at.x, room.x);
  }

 private:
  std::string name_of(const ShownArray& shown) const {
    return study::name_at(*model_.program_facts, *chosen_program_step(model_), shown.array)
        .rendered();
  }

  // [pixels] Of the members' names; 0 where nothing is a struct.
  float names_height() const {
    const bool has_names = shown_.front().state.is_struct();
    return has_names ? ui::font_size(ui_.fonts.mono_small) + ui_.theme.unit * 0.5f : 0;
  }

  template <class Change>
  void change(Change change) {
    actions_.push_back(
        gui::action::ChangeOptions{[change](gui::ViewOptions& o) { change(o.program_elements); }});
  }

  float gap() const { return ui_.theme.unit * 3; }  // [pixels] between two sides

  // Both sides have the same number of values in a row.
  void make_columns(float left, float width) {
    const auto sides = static_cast<float>(shown_.size());
    const float each = (width - gap() * (sides - 1)) / sides;
    uint64_t least = ~uint64_t{0};
    for (size_t i = 0; i < shown_.size(); ++i) {
      columns_.push_back(
          columns_of(ui_, shown_[i], left + static_cast<float>(i) * (each + gap()), each));
      least = std::min(least, columns_.back().count);
      count_ = std::max(count_, shown_[i].state.count());
    }
    for (ElementColumns& columns : columns_) columns.count = least;
  }

  // Which rows are in sight.
  void lay_out() {
    const uint64_t least = columns_.front().count;
    all_rows_ = (count_ + least - 1) / least;
    const uint64_t last = all_rows_ > rows_ ? all_rows_ - rows_ : 0;
    first_row_ = std::min(model_.options.program_elements.first / least, last);
  }

  void show_row(uint64_t row) {
    const uint64_t first = row * columns_.front().count;
    change([first](gui::ProgramElements& elements) { elements.first = first; });
  }

  // In the middle of what is in sight, and chosen.
  void show_element(const ShownArray& shown, uint64_t element) {
    const uint64_t row = element / columns_.front().count, above = rows_ / 2;
    const uint64_t first = (row > above ? row - above : 0) * columns_.front().count;
    change([first, element, of = shown.array](gui::ProgramElements& elements) {
      elements.first = first;
      elements.element = element;
      elements.of = of;
    });
  }

  void scroll(const Area& area) {
    const float wheel = ImGui::GetIO().MouseWheel;
    if (all_rows_ <= rows_ || wheel == 0 || !is_hovered(area)) return;
    const auto last = static_cast<int64_t>(all_rows_ - rows_);
    const int64_t by = static_cast<int64_t>(wheel * 3) == 0 ? (wheel > 0 ? 1 : -1)
                                                            : static_cast<int64_t>(wheel * 3);
    show_row(
        static_cast<uint64_t>(std::clamp<int64_t>(static_cast<int64_t>(first_row_) - by, 0, last)));
  }

  void draw_scrollbar(const Area& area) {
    if (all_rows_ <= rows_) return;
    const float width = ui_.theme.unit * 0.75f;
    const double share = static_cast<double>(rows_) / static_cast<double>(all_rows_);
    const float length = std::max(area.height() * static_cast<float>(share), ui_.theme.unit * 3);
    const double range = static_cast<double>(all_rows_ - rows_);
    const float y = area.min.y + (area.height() - length) *
                                     static_cast<float>(static_cast<double>(first_row_) / range);
    const ImVec2 min(area.max.x - width, y), max(area.max.x, y + length);
    ui::hit(ui_, "program.elements.scrollbar", ImVec2(min.x, area.min.y), area.max);
    if (ImGui::IsItemActive()) {
      const double at = (ImGui::GetIO().MousePos.y - area.min.y - length / 2) /
                        std::max(area.height() - length, 1.0f);
      show_row(static_cast<uint64_t>(std::clamp(at, 0.0, 1.0) * range + 0.5));
    }
    ImGui::GetWindowDrawList()->AddRectFilled(
        min, max, ImGui::IsItemHovered() ? ui_.theme.text_faint : ui_.theme.line, width / 2, 0);
  }

  void draw_head(const ShownArray& shown, const ElementColumns& columns, float top) {
    const ui::Theme& theme = ui_.theme;
    const study::ProgramArray& array = model_.program_facts->arrays[shown.array];
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddLine(ImVec2(columns.left, top), ImVec2(columns.left + columns.width, top), theme.line);
    const float y = top + theme.unit * 0.5f;
    ui::text_fitted(ui_, list, ui_.fonts.mono, ImVec2(columns.left, y), columns.width * 0.6f,
                    theme.text, name_of(shown));
    const std::string side =
        fmt::format("{} · {}", study::name_of(array.side).rendered(), array.size.rendered());
    const float width = ui::text_size(ui_.fonts.small, side).x;
    ui::text_at(ui_, list, ui_.fonts.small, ImVec2(columns.left + columns.width - width, y),
                theme.text_dim, side);
    if (shown.state.is_struct()) draw_member_names(shown, columns, y);
    if (shown.summary == nullptr) return;
    const study::ArraySummary& summary = *shown.summary;
    const std::string widget = fmt::format("program.{}.", shown.is_left ? "left" : "right");
    float x = columns.left;
    const float line = y + ui::font_size(ui_.fonts.body) + theme.unit * 0.25f;
    const auto put = [&](const std::string& name, const std::string& text, ImU32 color,
                         std::optional<uint64_t> element, const char* tip = nullptr) {
      const ImVec2 at(x, line), size = ui::text_size(ui_.fonts.small, text);
      if (x + size.x > columns.left + columns.width) return;
      const bool is_pressed =
          element && ui::hit(ui_, widget + name, at, ImVec2(at.x + size.x, at.y + size.y));
      if (tip != nullptr) ui::tooltip(ui_, tip);
      const bool is_lit = element && ImGui::IsItemHovered();
      if (is_pressed) show_element(shown, *element);
      ui::text_at(ui_, list, ui_.fonts.small, at, is_lit ? theme.accent : color, text);
      x += size.x + theme.unit * 2;
    };
    const std::string changed = study::grouped(summary.changed);
    const std::string all = study::grouped(shown.state.count());
    if (summary.changed > 0)
      put("changed",
          shown.state.is_written()
              ? say("{count} of {all} written", "count"_a = changed, "all"_a = all)
              : say("{count} of {all} have new values", "count"_a = changed, "all"_a = all),
          theme.accent, summary.first_changed,
          shown.state.is_written()
              ? nullptr
              : label("An element that was written with the value that it had is not counted."));
    if (summary.unwritten > 0)
      put("unwritten", say("{count} never written", "count"_a = study::grouped(summary.unwritten)),
          theme.warning, summary.first_unwritten);
    if (summary.nans > 0)
      put("nan", say("{count} NaN", "count"_a = study::grouped(summary.nans)), theme.error,
          summary.first_nan);
    if (summary.least) {
      put("min", say("min {value}", "value"_a = summary.least->text), theme.text_dim,
          summary.least->element);
      put("max", say("max {value}", "value"_a = summary.most->text), theme.text_dim,
          summary.most->element);
    }
  }

  // Over their columns, at the foot of the head.
  void draw_member_names(const ShownArray& shown, const ElementColumns& columns, float top) {
    const float y =
        top + ui::font_size(ui_.fonts.body) + ui::font_size(ui_.fonts.small) + ui_.theme.unit;
    for (size_t i = 0; i < columns.members(); ++i) {
      const std::string& path = shown.state.members()[i].path;
      const std::string name = path.substr(path.starts_with('.') ? 1 : 0);
      const float width = ui::text_size(ui_.fonts.mono_small, name).x;
      const float right = columns.left + columns.cells[i + 1] - ui_.theme.unit * 0.25f - 1;
      ui::text_at(ui_, ImGui::GetWindowDrawList(), ui_.fonts.mono_small, ImVec2(right - width, y),
                  ui_.theme.text_dim, name);
    }
  }

  void draw_rows(const ShownArray& shown, const ElementColumns& columns, float top) {
    const ui::Theme& theme = ui_.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float drop = ui::font_size(ui_.fonts.mono) - ui::font_size(ui_.fonts.mono_small);
    const float letters = ui::font_size(ui_.fonts.mono_small);
    const uint64_t step = label_step(row_, letters);
    for (uint64_t row = 0; row < rows_; ++row) {
      const uint64_t first = (first_row_ + row) * columns.count;
      if (first >= shown.state.count()) break;
      const float y = top + row_ * static_cast<float>(row);
      const std::string number = study::grouped(first);
      const float width = ui::text_size(ui_.fonts.mono_small, number).x;
      if (row % step == 0)
        ui::text_at(ui_, list, ui_.fonts.mono_small,
                    ImVec2(columns.left + columns.head - theme.unit - width,
                           columns.is_small ? y + (row_ - letters) / 2 : y + drop),
                    theme.text_faint, number);
      if (shown.state.is_struct()) {
        draw_struct(shown, columns, first, y);
        continue;
      }
      for (uint64_t i = 0; i < columns.count && first + i < shown.state.count(); ++i) {
        const Area area =
            make_area(columns.left + columns.head + columns.cell * static_cast<float>(i), y,
                      columns.cell - 1, row_ - 1);
        const bool is_lit = take_press(shown, first + i, area);
        if (columns.is_small)
          draw_small(shown, first + i, area, is_lit);
        else
          draw_value(area, shown.state.text(first + i), shown.state.is_changed(first + i), is_lit);
        draw_choice(shown, first + i, area);
      }
    }
  }

  // Its members beside each other, as many as have room.
  void draw_struct(const ShownArray& shown, const ElementColumns& columns, uint64_t element,
                   float y) {
    const float right = columns.left + columns.cells.back();
    const Area all = make_area(columns.left + columns.head, y,
                               right - columns.left - columns.head - 1, row_ - 1);
    const bool is_lit = take_press(shown, element, all);
    for (size_t i = 0; i < columns.members(); ++i) {
      const study::ArrayState::Member& member = shown.state.members()[i];
      draw_value(make_area(columns.left + columns.cells[i], y,
                           columns.cells[i + 1] - columns.cells[i] - 1, row_ - 1),
                 shown.state.text(element, member), shown.state.is_changed(element, member),
                 is_lit);
    }
    draw_choice(shown, element, all);
  }

  // Whether the chosen element is this array's, or belongs to the one of its number here.
  bool is_meant(const ShownArray& shown) const {
    const bool is_there = std::any_of(shown_.begin(), shown_.end(), [&](const ShownArray& one) {
      return one.array == model_.options.program_elements.of;
    });
    // What was pressed at another step may not be here: then it is the side that was changed.
    const uint32_t of = is_there                            ? model_.options.program_elements.of
                        : shown_.front().state.is_changed() ? shown_.front().array
                                                            : shown_.back().array;
    return shown.array == of || model_.program_element.is_pair;
  }

  // A press on an element chooses it. Whether the pointer is on it.
  bool take_press(const ShownArray& shown, uint64_t element, const Area& area) {
    const std::string widget =
        fmt::format("program.{}.{}", shown.is_left ? "left" : "right", element);
    if (ui::hit(ui_, widget, area.min, area.max)) {
      change([element, of = shown.array](gui::ProgramElements& elements) {
        elements.element = element;
        elements.of = of;
      });
    }
    return ImGui::IsItemHovered();
  }

  void draw_choice(const ShownArray& shown, uint64_t element, const Area& area) {
    if (model_.options.program_elements.element == element && is_meant(shown))
      outline(ImGui::GetWindowDrawList(), area, ui_.theme.text, std::max(1.0f, 2 * ui_.scale));
  }

  void draw_value(const Area& area, const std::string& text, bool is_changed, bool is_lit) {
    const ui::Theme& theme = ui_.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (is_changed || is_lit)
      list->AddRectFilled(area.min, area.max,
                          ui::mix(theme.panel, theme.accent, is_lit ? 0.5f : 0.3f),
                          theme.unit * 0.25f, 0);
    const float inset = theme.unit * 0.25f, room = area.width() - 2 * inset;
    const float width = std::min(ui::text_size(ui_.fonts.mono, text).x, room);
    ui::text_fitted(ui_, list, ui_.fonts.mono,
                    ImVec2(area.max.x - inset - width, area.min.y + theme.unit * 0.3f), room,
                    theme.text, text);
  }

  // A cell without digits: the lighter against the ground, the larger its value is between the
  // least and the greatest; in the accent's colour where the step changed it.
  void draw_small(const ShownArray& shown, uint64_t element, const Area& area, bool is_lit) {
    const ui::Theme& theme = ui_.theme;
    ImGui::GetWindowDrawList()->AddRectFilled(area.min, area.max, small_color(shown, element));
    if (!is_lit) return;
    outline(ImGui::GetWindowDrawList(), area, theme.text, 1);
    tip(ui_, fmt::format("{}[{}] = {}", name_of(shown), element, shown.state.text(element)));
  }

  ImU32 small_color(const ShownArray& shown, uint64_t element) const {
    const ui::Theme& theme = ui_.theme;
    if (shown.state.is_unwritten(element)) return theme.background;
    const long double value = shown.state.number(element);
    if (std::isnan(value)) return theme.error;
    const ImU32 strong = shown.state.is_changed(element) ? theme.accent : theme.text_dim;
    return ui::mix(theme.panel, strong, 0.2f + 0.8f * share_of(shown, value));
  }

  // 0 to 1, from the least value to the greatest; in between until those are known.
  static float share_of(const ShownArray& shown, long double value) {
    if (shown.summary == nullptr || !shown.summary->least) return 0.5f;
    const long double least = shown.state.number(shown.summary->least->element);
    const long double most = shown.state.number(shown.summary->most->element);
    if (!(most > least)) return 0;
    const long double share = (value - least) / (most - least);
    return std::isfinite(share) ? static_cast<float>(std::clamp(share, 0.0L, 1.0L)) : 0.5f;
  }

  // What there is to know of the chosen element: on each side its value, and where it was changed.
  void draw_chosen(float left, float width) {
    const ui::Theme& theme = ui_.theme;
    const std::optional<uint64_t> element = model_.options.program_elements.element;
    if (!element || *element >= count_) {
      ui::text_wrapped(ui_, ui_.fonts.small, theme.text_faint,
                       label("Press an element: what it was before, and which line changed it."));
      return;
    }
    const float top = ImGui::GetCursorScreenPos().y;
    for (size_t i = 0; i < shown_.size(); ++i) {
      if (*element >= shown_[i].state.count() || !is_meant(shown_[i])) continue;
      const bool is_one = shown_.size() == 1;
      draw_chosen_of(
          shown_[i], *element,
          make_area(is_one ? left : columns_[i].left, top, is_one ? width : columns_[i].width, 0));
    }
  }

  // Who changed the chosen element last: nothing is shown where that was not the launch that is
  // open, or none of its recorded block.
  const std::optional<scene::ElementWriters>& writers_of(const ShownArray& shown) const {
    return shown.is_left ? model_.program_element.left : model_.program_element.right;
  }

  // Where it was changed, and by whom. One line has to hold it: of several threads the kernel,
  // which is above, is left out.
  static std::string origin_of(const study::ProgramStep& step,
                               const std::optional<scene::ElementWriters>& writers) {
    if (!writers || !step.launch) return origin_of(step);
    if (writers->threads == 1 && !writers->are_atomic)
      return say("{where}, by {thread}", "where"_a = origin_of(step),
                 "thread"_a = writers->block + ", " + writers->thread);
    const std::string threads = say_count("{count} thread", "{count} threads", writers->threads);
    return writers->are_atomic
               ? say("line {line}, launch {number}: atomics by {threads} of {block}, last by "
                     "{thread}",
                     "line"_a = step.line, "number"_a = *step.launch + 1, "threads"_a = threads,
                     "block"_a = writers->block, "thread"_a = writers->thread)
               : say("line {line}, launch {number}: stores by {threads} of {block}, last by "
                     "{thread}",
                     "line"_a = step.line, "number"_a = *step.launch + 1, "threads"_a = threads,
                     "block"_a = writers->block, "thread"_a = writers->thread);
  }

  // Of a launch without its sizes, which are beside it: the thread has to have room.
  static std::string origin_of(const study::ProgramStep& step) {
    if (step.launch)
      return say("from line {line}: launch {number}, {kernel}", "line"_a = step.line,
                 "number"_a = *step.launch + 1, "kernel"_a = step.kernel);
    return say("from line {line}: {step}", "line"_a = step.line, "step"_a = step.words);
  }

  void draw_chosen_of(const ShownArray& shown, uint64_t element, const Area& area) {
    const ui::Theme& theme = ui_.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const bool is_unwritten = shown.state.is_unwritten(element) && !shown.state.is_struct();
    std::string text =
        is_unwritten
            ? say("{array}[{element}]: never written, so it is whatever was left there",
                  "array"_a = name_of(shown), "element"_a = element)
            : fmt::format("{}[{}] = {}", name_of(shown), element, shown.state.text(element));
    if (const std::string before = shown.state.text_before(element);
        !before.empty() && shown.state.is_changed(element))
      text = say("{element}, before: {value}", "element"_a = text,
                 "value"_a = shown.state.was_unwritten(element) && !shown.state.is_struct()
                                 ? label("never written")
                                 : before);
    ui::text_fitted(ui_, list, ui_.fonts.mono, area.min, area.width(), theme.text, text);
    const ImVec2 below(area.min.x, area.min.y + ui::font_size(ui_.fonts.mono) + theme.unit * 0.25f);
    const std::optional<size_t> at = shown.state.last_change(element);
    const std::optional<scene::ElementWriters>& writers = writers_of(shown);
    const std::string where = at ? origin_of(model_.program_facts->steps[*at], writers)
                              : model_.program_facts->arrays[shown.array].is_host()
                                  ? label("filled by host code")
                                  : label("no step has changed it");
    const float width = std::min(ui::text_size(ui_.fonts.small, where).x, area.width());
    const ImVec2 max(below.x + width, below.y + ui::font_size(ui_.fonts.small));
    const std::string widget = fmt::format("program.{}.writer", shown.is_left ? "left" : "right");
    if (at && ui::hit(ui_, widget, below, max)) go_to_program_step(*at, actions_);
    if (at && writers && writers->is_one_of_blocks)
      ui::tooltip(ui_, say("Of the launch one block is recorded, {block}: threads of other blocks "
                           "may have changed the element, too.",
                           "block"_a = writers->block));
    ui::text_fitted(ui_, list, ui_.fonts.small, below, area.width(),
                    at ? theme.accent : theme.text_dim, where);
  }

  ui::Ui& ui_;
  const gui::State& model_;
  gui::Actions& actions_;
  std::vector<ShownArray> shown_;
  std::vector<ElementColumns> columns_;  // of each
  uint64_t count_ = 0, all_rows_ = 0;    // of the longer one
  uint64_t rows_ = 0, first_row_ = 0;    // in sight
  float row_ = 0;                        // [pixels] the height of one
};

}  // namespace

void draw_program_elements(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  Elements(ui, model, actions).draw();
}

}  // namespace warplens::views
