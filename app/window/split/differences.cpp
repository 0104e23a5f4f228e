#include "app/window/split/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "app/scene/words/costs.hpp"
#include "app/scene/words/sentence.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/window/frame/more_rows.hpp"
#include "app/window/frame/option_changes.hpp"
#include "app/window/split/split_totals.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

using DifferenceKind = scene::AccessDifferenceKind;

void put_title(ui::Ui& ui, std::string_view title) {
  ui::text(ui, ui.fonts.title, ui.theme.text, title);
}

void put_gap(const ui::Ui& ui) {
  ImGui::Dummy(ImVec2(1, ui.theme.unit));
}

// [pixels] Of a line broken to `width`. Only one that is long is measured letter by letter.
float height_of(const ui::Ui& ui, const std::string& line, float letter, float width) {
  const float row = ui::font_size(ui.fonts.mono);
  if (static_cast<float>(line.size()) * letter <= width) return row;
  return std::max(row, ui::wrapped_size(ui.fonts.mono, line, width).y);
}

// A line of a text behind its head, a mark and its number; broken where it is long. Drawn where all
// of it is in sight, or where it is longer than the panel.
struct NumberedLine {
  std::string head;
  const std::string& text;
  ImU32 head_color, color;
};
void put_line(ui::Ui& ui, const NumberedLine& line, float letter) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float indent = letter * 7;  // "+ 0000 "
  const float width = std::max(ImGui::GetContentRegionAvail().x - indent, indent);
  const float height = height_of(ui, line.text, letter, width);
  ImGui::Dummy(ImVec2(indent, height));
  const float top = list->GetClipRectMin().y, end = list->GetClipRectMax().y;
  const bool is_whole = at.y >= top - 1 && at.y + height <= end + 1;
  const bool is_long = height > end - top && at.y < end && at.y + height > top;
  if (!is_whole && !is_long) return;
  ui::text_at(ui, list, ui.fonts.mono, at, line.head_color, line.head);
  ui::letters(ui, list, ui.fonts.mono, ui::font_size(ui.fonts.mono), ImVec2(at.x + indent, at.y),
              line.color, line.text, width);
}

void put_line(ui::Ui& ui, const scene::LineDifference& line, float letter) {
  const bool is_left = line.left != 0;
  put_line(
      ui,
      {fmt::format("{} {:>3}", is_left ? "−" : "+", is_left ? line.left : line.right), line.text,
       is_left ? ui.theme.text_dim : ui.theme.accent, is_left ? ui.theme.text_dim : ui.theme.text},
      letter);
}

// All of the left text, to be read: the way of a task that is ours. Lines that the right one has
// not are marked.
void put_left_text(ui::Ui& ui, const gui::State& model, const scene::Differences& all,
                   const SideNames& names) {
  put_title(ui, names.left);
  const float letter = ui::text_size(ui.fonts.mono, "0").x;
  std::istringstream text(model.split.run->request.file.text());
  uint32_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    const bool is_own = std::any_of(all.lines.begin(), all.lines.end(),
                                    [&](const auto& one) { return one.left == number; });
    put_line(ui,
             {fmt::format("{} {:>3}", is_own ? "−" : " ", number), line,
              is_own ? ui.theme.accent : ui.theme.text_faint,
              is_own ? ui.theme.text : ui.theme.text_dim},
             letter);
  }
}

void put_lines(ui::Ui& ui, const scene::Differences& all, const SideNames& names) {
  put_title(ui, label("SOURCE LINES"));
  if (all.lines.empty()) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                     all.differ_in_comments ? label("The texts differ in comments only.")
                                            : label("The texts are the same."));
    return;
  }
  ui::text_wrapped(
      ui, ui.fonts.body, ui.theme.text_dim,
      say("− only {left}   + only {right}", "left"_a = names.left, "right"_a = names.right));
  const float letter = ui::text_size(ui.fonts.mono, "0").x;
  for (const scene::LineDifference& line : all.lines) put_line(ui, line, letter);
  if (all.more_lines > 0)
    ui::text(ui, ui.fonts.body, ui.theme.text_dim,
             say_count("and {count} more line", "and {count} more lines", all.more_lines));
}

void put_traits(ui::Ui& ui, const scene::Differences& all, const SideNames& names) {
  put_title(ui,
            say("PARAMETERS: {left} | {right}", "left"_a = names.left, "right"_a = names.right));
  if (all.traits.empty())
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, label("They are the same."));
  std::string only_left, only_right;
  const auto add = [](std::string& list, const std::string& name, const std::string& value) {
    list += fmt::format("{}{} = {}", list.empty() ? "" : ", ", name, value);
  };
  for (const scene::TraitDifference& trait : all.traits) {
    if (trait.right.empty()) {
      add(only_left, trait.name, trait.left);
    } else if (trait.left.empty()) {
      add(only_right, trait.name, trait.right);
    } else {
      ui::text_wrapped(ui, ui.fonts.body, ui.theme.text,
                       say("{name}: {left} | {right}", "name"_a = trait.name, "left"_a = trait.left,
                           "right"_a = trait.right));
    }
  }
  const auto put_only = [&](const std::string& side, const std::string& list) {
    if (list.empty()) return;
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                     say("only {side}: {parameters}", "side"_a = side, "parameters"_a = list));
  };
  put_only(names.left, only_left);
  put_only(names.right, only_right);
}

// `text`: whose line it is, where the texts differ; else empty.
std::string words_of(const scene::AccessDifference& one, const std::string& text) {
  const std::string line = text.empty()
                               ? say("line {line}", "line"_a = one.line)
                               : say("line {line} of {text}", "line"_a = one.line, "text"_a = text);
  switch (one.kind) {
    case DifferenceKind::kPasses:
      return say("{line}, {place}: {counts} {left} | {right}", "line"_a = line,
                 "place"_a = one.text, "left"_a = one.left, "right"_a = one.right,
                 "counts"_a = label(study::name_of(scene::measure_of(one.work))));
    case DifferenceKind::kLanes:
      return say("{line}, {place}: other lanes take part ({lanes})", "line"_a = line,
                 "place"_a = one.text, "lanes"_a = scene::lanes_text(one.lanes, false));
    case DifferenceKind::kValues:
      return say("{line}, {place}: other values ({lanes})", "line"_a = line, "place"_a = one.text,
                 "lanes"_a = scene::lanes_text(one.lanes, false));
    case DifferenceKind::kAlone:
      break;
  }
  return say("{line}, {place}: only on the right", "line"_a = line, "place"_a = one.text);
}

void put_accesses(ui::Ui& ui, const gui::State& model, const scene::Differences& all,
                  const SideNames& names, gui::Actions& actions) {
  put_title(ui, label("FIRST ACCESS THAT DIFFERS"));
  if (!all.are_accesses_compared || all.accesses.empty()) {
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim,
                     all.are_accesses_compared ? label(scene::kSameAccesses)
                                               : label("There is no recording of one of them."));
    return;
  }
  for (size_t i = 0; i < all.accesses.size(); ++i) {
    const scene::AccessDifference& one = all.accesses[i];
    if (ui::button(ui, fmt::format("difference:{}", i),
                   say("step {step}", "step"_a = one.step + 1))) {
      actions.push_back(
          gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.differences = false; }});
      actions.push_back(gui::action::GoToStep{one.step});
    }
    ui::tooltip(ui, label("Go there, on both sides"));
    ImGui::SameLine();
    const std::string many = study::grouped(one.count);
    const std::string count =
        one.count < 2 ? ""
        : one.count == model.run->recording->size()
            ? say("; all {count} of the block's accesses differ", "count"_a = many)
            : say("; {count} of the block's accesses differ", "count"_a = many);
    const ImVec2 pen = ImGui::GetCursorScreenPos();  // on the button's line
    ImGui::SetCursorScreenPos(ImVec2(pen.x, pen.y + ui.theme.unit * 0.5f));
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text,
                     words_of(one, all.lines.empty() ? "" : names.right) + count);
  }
}

void begin_part(const char* id, const Area& area) {
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild(id, ImVec2(area.width(), area.height()), false, ImGuiWindowFlags_NoBackground);
}

}  // namespace

void draw_differences(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                      const SideNames& names, const Area& area) {
  const gui::DifferencesTrial& trial = model.differences;
  const bool is_there = trial.results != nullptr && trial.of == model.run;
  if (!is_there) {
    const std::string why = trial.problem.empty() ? label("Comparing the two…") : trial.problem;
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, why);
    return;
  }
  const bool has_names = !model.split.kept_name.empty();
  const float share = trial.results->lines.empty() && !has_names ? 0.22f : 0.48f;
  const float middle = std::round(area.min.x + area.width() * share), gap = ui.theme.unit * 2;
  begin_part("differences:lines", {area.min, ImVec2(middle - gap, area.max.y)});
  {
    const MoreBelow more(ui, "differences:more");
    if (has_names) {
      put_left_text(ui, model, *trial.results, names);
      put_gap(ui);
    }
    put_lines(ui, *trial.results, names);
  }
  ImGui::EndChild();
  ImGui::GetWindowDrawList()->AddLine(ImVec2(middle, area.min.y), ImVec2(middle, area.max.y),
                                      ui.theme.line, 1);
  begin_part("differences:rest", {ImVec2(middle + gap, area.min.y), area.max});
  put_accesses(ui, model, *trial.results, names, actions);
  put_gap(ui);
  put_title(ui, label("TOTALS"));
  const float wanted = ui::font_size(ui.fonts.body) * 22;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ui.theme.unit;
  ImGui::Dummy(ImVec2(width, wanted));
  draw_split_totals(ui, *model.split.run, *model.run, names.left, names.right,
                    make_area(at.x, at.y, width, wanted));
  put_gap(ui);
  put_traits(ui, *trial.results, names);
  ImGui::EndChild();
}

void put_differences_button(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const std::string words =
      model.split.kept_name.empty() ? label("What differs") : label("Read our text");
  if (ui::button(ui, "split.differences", words, model.options.differences))
    actions.push_back(gui::action::ChangeOptions{toggle_differences});
  ui::tooltip(ui, label("Source lines, parameters, totals and the first access that differs (D)"));
}

}  // namespace warplens::views
