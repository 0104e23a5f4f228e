#include "app/window/kit/choices.hpp"

#include <algorithm>
#include <cmath>

#include "app/window/kit/area.hpp"
#include "app/window/kit/keys.hpp"
#include "sim/base/say.hpp"

namespace warplens::ui {
namespace {

constexpr const char* kAllChoices = "choices.all";  // the list of all groups

// [pixels]
float segment_width(const Ui& ui, std::string_view words) {
  return text_size(ui.fonts.body, words).x + ui.theme.unit * 1.5f;
}

float triangle_width(const Ui& ui) {
  return ui.theme.unit * 2;
}

float gap_of_groups(const Ui& ui) {
  return ui.theme.unit * 2;
}

// What a closed list says: what is chosen of it, else what it is of.
std::string_view words_of_list(const ChoiceGroup& group) {
  const auto on = std::find_if(group.choices.begin(), group.choices.end(),
                               [](const Choice& choice) { return choice.is_on; });
  if (on != group.choices.end()) return on->words;
  return group.caption.empty() && !group.choices.empty() ? group.choices.front().words
                                                         : std::string_view(group.caption);
}

float list_width(const Ui& ui, std::string_view words) {
  return segment_width(ui, words) + triangle_width(ui);
}

float caption_width(const Ui& ui, const ChoiceGroup& group) {
  if (group.caption.empty()) return 0;
  return text_size(ui.fonts.small, group.caption).x + ui.theme.unit;
}

ChoiceWidths widths_of(const Ui& ui, const ChoiceGroup& group) {
  const float list = list_width(ui, words_of_list(group));
  float all = 0;
  for (const Choice& choice : group.choices)
    all += group.form == ChoiceForm::kButtons
               ? button_width(ui, choice.words) + ui.theme.unit * 0.5f
               : segment_width(ui, choice.words);
  ChoiceWidths widths{group.form == ChoiceForm::kList ? list : all,
                      group.form == ChoiceForm::kButtons ? all : list};
  widths.narrow = std::min(widths.narrow, widths.wide);
  for (float* width : {&widths.wide, &widths.narrow})
    *width += caption_width(ui, group) + gap_of_groups(ui);
  return widths;
}

ImU32 ink_of(const Theme& theme, const Choice& choice) {
  if (!choice.is_possible) return theme.text_faint;
  return choice.is_on ? theme.text : theme.text_dim;
}

// Flat: without a round edge and without a frame of its own.
void put_segment(Ui& ui, const Choice& choice, const Area& area, float indent) {
  const bool is_pressed = hit(ui, choice.widget, area.min, area.max);
  const bool is_under_pointer = ImGui::IsItemHovered();
  tooltip(ui, choice.tooltip);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (choice.is_on || (is_under_pointer && choice.is_possible))
    list->AddRectFilled(area.min, area.max,
                        fade(ui.theme.text_faint, choice.is_on ? 0.32f : 0.14f));
  const float down = (area.height() - font_size(ui.fonts.body)) / 2;
  text_at(ui, list, ui.fonts.body, ImVec2(area.min.x + indent, area.min.y + down),
          ink_of(ui.theme, choice), choice.words);
  if (is_pressed && choice.is_possible && choice.take) choice.take();
}

void put_segments(Ui& ui, const ChoiceGroup& group, ImVec2& pen) {
  const float height = choices_height(ui), left = pen.x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const Choice& choice : group.choices) {
    const float width = segment_width(ui, choice.words);
    if (pen.x > left)
      list->AddLine(pen, ImVec2(pen.x, pen.y + height), ui.theme.line, std::max(1.0f, ui.scale));
    put_segment(ui, choice, make_area(pen.x, pen.y, width, height), ui.theme.unit * 0.75f);
    pen.x += width;
  }
  outline(list, make_area(left, pen.y, pen.x - left, height), ui.theme.line,
          std::max(1.0f, ui.scale));
}

void put_buttons(Ui& ui, const ChoiceGroup& group, ImVec2& pen) {
  for (const Choice& choice : group.choices) {
    const float up = (choices_height(ui) - font_size(ui.fonts.body) - ui.theme.unit) / 2;
    ImGui::SetCursorScreenPos(ImVec2(pen.x, pen.y + up));
    const ButtonLook look = choice.is_possible ? ButtonLook::kPlain : ButtonLook::kFaint;
    if (button(ui, choice.widget, choice.words, look) && choice.take) choice.take();
    tooltip(ui, choice.tooltip);
    pen.x += button_width(ui, choice.words) + ui.theme.unit * 0.5f;
  }
}

// The entries of an open list below each other.
void put_entries(Ui& ui, const ChoiceGroup& group) {
  float width = 0;
  for (const Choice& choice : group.choices)
    width = std::max(width, segment_width(ui, choice.words));
  for (const Choice& choice : group.choices) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    Choice entry = choice;
    entry.take = [&choice] {
      if (choice.take) choice.take();
      ImGui::CloseCurrentPopup();
    };
    put_segment(ui, entry, make_area(at.x, at.y, width, choices_height(ui)), ui.theme.unit * 0.75f);
    ImGui::Dummy(ImVec2(width, choices_height(ui)));
  }
}

// What opens a list: words, and a triangle that points down.
void put_list(Ui& ui, const std::string& widget, std::string_view words,
              const std::vector<const ChoiceGroup*>& groups, ImVec2& pen) {
  const Theme& theme = ui.theme;
  const Area area = make_area(pen.x, pen.y, list_width(ui, words), choices_height(ui));
  pen.x = area.max.x;
  const bool is_pressed = hit(ui, widget, area.min, area.max);
  const bool is_under_pointer = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_under_pointer) list->AddRectFilled(area.min, area.max, fade(theme.text_faint, 0.14f));
  outline(list, area, theme.line, std::max(1.0f, ui.scale));
  const float down = (area.height() - font_size(ui.fonts.body)) / 2;
  text_at(ui, list, ui.fonts.body, ImVec2(area.min.x + theme.unit * 0.75f, area.min.y + down),
          theme.text, words);
  const ImVec2 tip_at(area.max.x - theme.unit * 1.25f, area.center().y + theme.unit * 0.3f);
  const float half = theme.unit * 0.5f;
  list->AddTriangleFilled(ImVec2(tip_at.x - half, tip_at.y - half),
                          ImVec2(tip_at.x + half, tip_at.y - half), tip_at, theme.text_dim);
  if (is_pressed) ImGui::OpenPopup(widget.c_str());
  if (!begin_popup_at(widget.c_str(), ImVec2(area.min.x, area.max.y))) return;
  for (const ChoiceGroup* group : groups) {
    if (groups.size() > 1 && !group->caption.empty())
      text(ui, ui.fonts.small, theme.text_dim, group->caption);
    put_entries(ui, *group);
  }
  ImGui::EndPopup();
}

void put_group(Ui& ui, const ChoiceGroup& group, bool is_narrow, ImVec2& pen) {
  if (!group.caption.empty()) {
    const float down = (choices_height(ui) - font_size(ui.fonts.small)) / 2;
    text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small, ImVec2(pen.x, pen.y + down),
            ui.theme.text_dim, group.caption);
    pen.x += caption_width(ui, group);
  }
  if (group.form == ChoiceForm::kButtons)
    put_buttons(ui, group, pen);
  else if (is_narrow || group.form == ChoiceForm::kList)
    put_list(ui, group.widget, words_of_list(group), {&group}, pen);
  else
    put_segments(ui, group, pen);
  pen.x += gap_of_groups(ui);
}

}  // namespace

std::vector<bool> narrow_choices(const std::vector<ChoiceWidths>& groups, float room) {
  std::vector<bool> are_narrow(groups.size(), false);
  float wanted = 0;
  for (const ChoiceWidths& group : groups) wanted += group.wide;
  while (wanted > room) {
    size_t most = groups.size();
    float gain = 0;
    for (size_t i = 0; i < groups.size(); ++i) {
      if (are_narrow[i] || groups[i].wide - groups[i].narrow <= gain) continue;
      gain = groups[i].wide - groups[i].narrow;
      most = i;
    }
    if (most == groups.size()) break;
    are_narrow[most] = true;
    wanted -= gain;
  }
  return are_narrow;
}

float draw_choices(Ui& ui, const std::vector<ChoiceGroup>& groups, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  std::vector<ChoiceWidths> widths;
  for (const ChoiceGroup& group : groups) widths.push_back(widths_of(ui, group));
  const float room = width + gap_of_groups(ui);  // the last one has none behind it
  const std::vector<bool> are_narrow = narrow_choices(widths, room);
  float taken = 0;
  for (size_t i = 0; i < groups.size(); ++i)
    taken += are_narrow[i] ? widths[i].narrow : widths[i].wide;
  ImVec2 pen = start;
  if (taken > room) {
    std::vector<const ChoiceGroup*> all;
    for (const ChoiceGroup& group : groups)
      if (group.form != ChoiceForm::kButtons) all.push_back(&group);
    put_list(ui, kAllChoices, label("options"), all, pen);
    pen.x += gap_of_groups(ui);
    for (const ChoiceGroup& group : groups)
      if (group.form == ChoiceForm::kButtons) put_group(ui, group, false, pen);
  } else {
    for (size_t i = 0; i < groups.size(); ++i) put_group(ui, groups[i], are_narrow[i], pen);
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy(ImVec2(1, choices_height(ui)));
  return pen.x;
}

float choices_height(const Ui& ui) {
  return font_size(ui.fonts.body) + ui.theme.unit * 0.5f;
}

bool tab(Ui& ui, std::string_view name, std::string_view words, bool is_shown) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = text_size(ui.fonts.body, words).x;
  const Area area = make_area(at.x, at.y, width, tab_height(ui));
  const bool is_pressed = hit(ui, name, area.min, area.max);
  const bool is_lit = is_shown || ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  text_at(ui, list, ui.fonts.body, at, is_lit ? ui.theme.text : ui.theme.text_dim, words);
  if (is_shown)
    list->AddRectFilled(ImVec2(at.x, area.max.y - ui.theme.unit * 0.25f), area.max,
                        ui.theme.accent);
  ImGui::SetCursorScreenPos(ImVec2(at.x + tab_width(ui, words), at.y));
  return is_pressed;
}

float tab_width(const Ui& ui, std::string_view words) {
  return text_size(ui.fonts.body, words).x + ui.theme.unit * 2;
}

float tab_height(const Ui& ui) {
  return font_size(ui.fonts.body) + ui.theme.unit * 0.5f;
}

bool begin_popup_at(const char* id, ImVec2 at, float width) {
  // Leant to the left the further right it is, so that it ends inside the window, whatever its
  // width.
  const float share = at.x / ImGui::GetIO().DisplaySize.x;
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, ImVec2(share > 0.4f ? share : 0.0f, 0));
  // A list that is higher than what is left of the window scrolls.
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowSizeConstraints(ImVec2(std::min(width, display.x), 0),
                                      ImVec2(display.x, display.y - at.y));
  if (!ImGui::BeginPopup(id)) return false;
  if (key_pressed(Key::kEscape, false)) ImGui::CloseCurrentPopup();
  return true;
}

}  // namespace warplens::ui
