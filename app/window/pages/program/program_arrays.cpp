#include "app/window/pages/program/program.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/study/program.hpp"
#include "app/window/access/picture.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using StepKind = prepare::JournalStep::Kind;
using study::ProgramFacts;
using study::ProgramStep;

constexpr size_t kMostRows = 10;    // of a side
constexpr size_t kMostValues = 24;  // of an array, where there is room

// An array that is there at the chosen step.
struct Row {
  uint32_t array = 0;
  bool is_freed = false;
  size_t last = 0;  // the latest step about it
};

// Those of a side up to a step, the latest kMostRows of them in order of their first step.
std::vector<Row> rows_of(const ProgramFacts& facts, size_t chosen, bool is_host) {
  std::vector<Row> rows;
  for (size_t i = 0; i <= chosen && i < facts.steps.size(); ++i) {
    const ProgramStep& step = facts.steps[i];
    for (const uint32_t array : step.arrays) {
      if (facts.arrays[array].is_host() != is_host) continue;
      const auto known = std::find_if(rows.begin(), rows.end(),
                                      [&](const Row& row) { return row.array == array; });
      Row& row = known != rows.end() ? *known : rows.emplace_back(Row{array, false, 0});
      row.last = i;
      row.is_freed = step.kind == StepKind::kFree;
    }
  }
  while (rows.size() > kMostRows) {
    rows.erase(std::min_element(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
      return a.is_freed != b.is_freed ? a.is_freed : a.last < b.last;
    }));
  }
  return rows;
}

// As many members of a struct as have room.
std::string first_of(const ui::Ui& ui, const std::string& value, float width) {
  const float dots = ui::text_size(ui.fonts.mono, " …").x;
  return std::string(ui::whole_parts(ui.fonts.mono, width - dots, value)) + " …";
}

std::string values_text(const ui::Ui& ui, const std::vector<std::string>& values, float width) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    const bool is_last = i + 1 == values.size();
    const std::string longer = text + (i == 0 ? "" : "  ") + values[i];
    if (ui::text_size(ui.fonts.mono, longer + (is_last ? "" : "  …")).x > width)
      return text.empty() ? first_of(ui, values.front(), width) : text + "  …";
    text = longer;
  }
  return text;
}

class Side {
 public:
  Side(ui::Ui& ui, const gui::State& model, gui::Actions& actions, size_t chosen, bool is_host,
       float left, float width)
      : ui_(ui),
        model_(model),
        actions_(actions),
        facts_(*model.program_facts),
        chosen_(chosen),
        is_host_(is_host),
        left_(left),
        width_(width),
        rows_(rows_of(facts_, chosen, is_host)) {}

  size_t count() const { return rows_.size(); }
  // Many arrays have a line each, without their first values.
  void set_low(bool is_low) { is_low_ = is_low; }
  float height() const {  // [pixels] of its rows
    return (height_of_row() + ui_.theme.unit * 0.5f) * static_cast<float>(count());
  }

  void draw(float top, const char* head) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    ui::text_at(ui_, list, ui_.fonts.small, ImVec2(left_, top), ui_.theme.text_dim, head);
    top_ = top + ui::font_size(ui_.fonts.small) + ui_.theme.unit * 0.5f;
    if (rows_.empty()) {
      const std::string words =
          is_host_ ? label("no copy yet: an array of the host appears with its first copy")
                   : label("nothing yet");
      ui::letters(ui_, list, ui_.fonts.small, ui::font_size(ui_.fonts.small), ImVec2(left_, top_),
                  ui_.theme.text_faint, words, width_);
    }
    for (size_t i = 0; i < rows_.size(); ++i) draw_row(list, rows_[i], area_of(i));
  }

  // Where an array is; nothing: it is not shown.
  std::optional<Area> area(uint32_t array) const {
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].array == array) return area_of(i);
    }
    return std::nullopt;
  }

 private:
  float height_of_row() const {
    const float values = is_low_ ? 0 : ui::font_size(ui_.fonts.mono) + ui_.theme.unit * 0.25f;
    return ui::font_size(ui_.fonts.body) + values + ui_.theme.unit * 1.25f;
  }

  Area area_of(size_t row) const {
    const float pitch = height_of_row() + ui_.theme.unit * 0.5f;
    return make_area(left_, top_ + pitch * static_cast<float>(row), width_, height_of_row());
  }

  void draw_row(ImDrawList* list, const Row& row, const Area& area) {
    const ui::Theme& theme = ui_.theme;
    const study::ProgramArray& array = facts_.arrays[row.array];
    const ProgramStep& step = facts_.steps[chosen_];
    const study::ArrayState state(*model_.program_run, row.array, chosen_);
    const std::vector<std::string> values =
        row.is_freed ? std::vector<std::string>() : study::first_values(state, kMostValues);
    const bool is_changed = !row.is_freed && state.is_changed();
    const bool is_now = step.to == row.array || step.from == row.array || is_changed;
    const bool is_shown = !row.is_freed && (model_.program_arrays.left == row.array ||
                                            model_.program_arrays.right == row.array);
    if (ui::hit(ui_, "program.array." + array.name, area.min, area.max)) choose(row.array);
    ui::tooltip(ui_, label("Shows its elements; pressed again, those of the step"));
    list->AddRectFilled(area.min, area.max, theme.panel_raised, theme.unit * 0.5f, 0);
    if (is_shown)  // below, its elements are
      list->AddRectFilled(area.min, ImVec2(area.min.x + theme.unit * 0.5f, area.max.y),
                          theme.text_dim, theme.unit * 0.25f, 0);
    if (is_now) outline(list, area, theme.accent, std::max(1.0f, 2 * ui_.scale));
    draw_copied_part(list, row, area);
    const ImVec2 at(area.min.x + theme.unit, area.min.y + theme.unit * 0.5f);
    const float width = area.width() - theme.unit * 2;
    const ImU32 ink = row.is_freed ? theme.text_faint : theme.text;
    const std::string about =
        row.is_freed ? std::string(label("freed"))
        : array.is_of_device() || array.is_host()
            ? array.size.rendered()
            : study::name_of(array.side).rendered() + ", " + array.size.rendered();
    const float about_width = ui::text_size(ui_.fonts.small, about).x;
    ui::text_fitted(ui_, list, ui_.fonts.mono, at, width - about_width - theme.unit, ink,
                    study::name_at(facts_, step, row.array).rendered());
    ui::text_at(ui_, list, ui_.fonts.small, ImVec2(area.max.x - theme.unit - about_width, at.y),
                theme.text_dim, about);
    if (is_low_) return;
    const ImVec2 below(at.x, at.y + ui::font_size(ui_.fonts.body) + theme.unit * 0.25f);
    const bool is_blank = values.empty() && !row.is_freed;
    const std::string text =
        is_blank ? std::string(label("contents not known yet")) : values_text(ui_, values, width);
    ui::text_at(ui_, list, is_blank ? ui_.fonts.small : ui_.fonts.mono, below,
                is_changed ? theme.accent
                : is_blank ? theme.text_faint
                           : theme.text_dim,
                text);
  }

  // Of an array that the step copies a part of: which part, along its foot; the rest is hatched.
  void draw_copied_part(ImDrawList* list, const Row& row, const Area& area) {
    const prepare::Journal& journal = model_.program_run->journal;
    const uint64_t bytes = journal.arrays[row.array].bytes;
    if (facts_.steps[chosen_].kind != StepKind::kCopy || bytes == 0) return;
    for (const prepare::JournalStep::Content& content : journal.steps[chosen_].contents) {
      if (content.array != row.array || content.end <= content.begin ||
          content.end - content.begin >= bytes)
        continue;
      const float height = ui_.theme.unit * 0.75f;
      const auto x_of = [&](uint64_t at) {
        return area.min.x + area.width() * static_cast<float>(static_cast<double>(at) /
                                                              static_cast<double>(bytes));
      };
      const float top = area.max.y - height, begin = x_of(content.begin), end = x_of(content.end);
      for (const Area& rest : {Area{ImVec2(area.min.x, top), ImVec2(begin, area.max.y)},
                               Area{ImVec2(end, top), ImVec2(area.max.x, area.max.y)}}) {
        if (rest.width() >= 1) hatch(list, rest, ui_.theme.warning, height * 0.6f);
      }
      list->AddRectFilled(ImVec2(begin, top), ImVec2(std::max(end, begin + 1), area.max.y),
                          ui_.theme.accent, 0, 0);
    }
  }

  // Its elements are shown, also at other steps; or those of the step again.
  void choose(uint32_t array) {
    const bool is_chosen = model_.options.program_elements.array == array;
    actions_.push_back(gui::action::ChangeOptions{[array, is_chosen](gui::ViewOptions& o) {
      o.program_elements = {};
      if (!is_chosen) o.program_elements.array = array;
    }});
  }

  ui::Ui& ui_;
  const gui::State& model_;
  gui::Actions& actions_;
  const ProgramFacts& facts_;
  size_t chosen_;
  bool is_host_;
  float left_, width_, top_ = 0;
  bool is_low_ = false;
  std::vector<Row> rows_;
};

void draw_arrow(ImDrawList* list, ImVec2 from, ImVec2 to, ImU32 color, float thickness) {
  list->AddLine(from, to, color, thickness);
  const float head = thickness * 3, towards = to.x > from.x ? -head : head;
  list->AddTriangleFilled(to, ImVec2(to.x + towards, to.y - head * 0.7f),
                          ImVec2(to.x + towards, to.y + head * 0.7f), color);
}

// "4,000 bytes"; of a part of what is read "2,000 of 4,000 bytes". Covered while a stop asks.
std::string copied_text(const gui::State& model, const ProgramStep& step) {
  if (is_outcome_hidden(model)) return "?";
  const uint64_t all = model.program_run->journal.arrays[*step.from].bytes;
  if (step.bytes >= all) return study::bytes_text(step.bytes).rendered();
  return say("{part} of {all}", "part"_a = base::grouped(step.bytes),
             "all"_a = study::bytes_text(all));
}

// [pixels] Of the copies up to the chosen step.
float widest_copy(const ui::Ui& ui, const gui::State& model, size_t chosen) {
  float widest = 0;
  for (size_t i = 0; i <= chosen; ++i) {
    const ProgramStep& step = model.program_facts->steps[i];
    if (step.kind == StepKind::kCopy && step.to && step.from)
      widest = std::max(widest, ui::text_size(ui.fonts.small, copied_text(model, step)).x);
  }
  return widest;
}

// The copies up to the chosen step with their bytes; in low rows that one's alone.
void draw_copies(ui::Ui& ui, const gui::State& model, size_t chosen, const Side& host,
                 const Side& device, bool is_low) {
  const ProgramFacts& facts = *model.program_facts;
  const ui::Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (size_t i = 0; i <= chosen; ++i) {
    const ProgramStep& step = facts.steps[i];
    if (step.kind != StepKind::kCopy || !step.to || !step.from) continue;
    const bool is_to_device = facts.arrays[*step.from].is_host();
    if (is_to_device == facts.arrays[*step.to].is_host()) continue;
    const auto left = host.area(is_to_device ? *step.from : *step.to);
    const auto right = device.area(is_to_device ? *step.to : *step.from);
    if (!left || !right) continue;
    const float shift = ui::font_size(ui.fonts.body) * (is_to_device ? -0.35f : 0.35f);
    const ImVec2 begin(left->max.x + theme.unit * 0.5f, left->center().y + shift);
    const ImVec2 end(right->min.x - theme.unit * 0.5f, right->center().y + shift);
    const bool is_now = i == chosen;
    const ImU32 color = step.has_failed ? theme.error : is_now ? theme.accent : theme.text_faint;
    draw_arrow(list, is_to_device ? begin : end, is_to_device ? end : begin, color,
               (is_now ? 3.0f : 1.5f) * ui.scale);
    if (is_low && !is_now) continue;
    const std::string bytes = copied_text(model, step);
    const ImVec2 size = ui::text_size(ui.fonts.small, bytes);
    // On the side of its arrow where the other direction's is not.
    const float above = is_to_device ? -size.y * 1.3f : size.y * 0.3f;
    const ImVec2 middle((begin.x + end.x - size.x) / 2, (begin.y + end.y) / 2 + above);
    const float edge = theme.unit * 0.25f;
    list->AddRectFilled(ImVec2(middle.x - edge, middle.y),
                        ImVec2(middle.x + size.x + edge, middle.y + size.y), theme.panel);
    ui::text_at(ui, list, ui.fonts.small, middle, color, bytes);
  }
}

}  // namespace

void draw_program_arrays(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  constexpr size_t kMostHigh = 3;  // rows that have room for values
  constexpr float kHigh = 45;      // [units] of a page that has room for them
  const ProgramFacts& facts = *model.program_facts;
  if (facts.steps.empty()) return;
  const size_t chosen = chosen_program_index(model);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float unit = ui.theme.unit;
  const float between =
      std::max({width * 0.16f, unit * 10, widest_copy(ui, model, chosen) + unit * 1.5f});
  const float side = (width - between) / 2;
  Side host(ui, model, actions, chosen, true, at.x, side);
  Side device(ui, model, actions, chosen, false, at.x + side + between, side);
  const bool is_low =
      std::max(host.count(), device.count()) > kMostHigh || ImGui::GetWindowHeight() < kHigh * unit;
  host.set_low(is_low);
  device.set_low(is_low);
  host.draw(at.y, label("HOST"));
  device.draw(at.y, label("DEVICE"));
  draw_copies(ui, model, chosen, host, device, is_low);
  const float least = 2 * ui::font_size(ui.fonts.small) + unit;  // where nothing is yet
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(ImVec2(width, ui::font_size(ui.fonts.small) + unit * 0.75f +
                                 std::max({host.height(), device.height(), least})));
}

}  // namespace warplens::views
