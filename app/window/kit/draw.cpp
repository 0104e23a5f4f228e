// The drawing helpers of ui.hpp: text, buttons, clickable rectangles and panels, each telling the
// probe what it drew.
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/window/kit/area.hpp"
#include "app/window/kit/hints.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/base/visible.hpp"

namespace warplens::ui {

namespace {

const char* end_of(std::string_view text) {
  return text.data() + text.size();
}

bool is_visible(const ImDrawList* list, ImVec2 min, ImVec2 max) {
  const ImVec2 clip_min = list->GetClipRectMin();
  const ImVec2 clip_max = list->GetClipRectMax();
  return min.x < clip_max.x && min.y < clip_max.y && max.x > clip_min.x && max.y > clip_min.y;
}

// Of a line: above most letters, below the line they are on, and below the feet of g, p and ;
constexpr float kCapitals = 0.22f, kFeet = 0.2f, kBelowFeet = 0.04f;

// A line's letters from `y` on are not cut by the clip rectangle's upper or lower edge.
bool is_whole(const ImDrawList* list, float y, float size) {
  const float slack = 1;  // [pixels]
  return y + size * kCapitals >= list->GetClipRectMin().y - slack &&
         y + size * (1 - kBelowFeet) <= list->GetClipRectMax().y + slack;
}

// Draws the lines that are whole: a row cut through its letters cannot be read.
void add_whole_lines(ImDrawList* list, ImFont* font, float size, ImVec2 at, float height,
                     ImU32 color, std::string_view text) {
  const auto lines = static_cast<int>(std::lround(std::max(height / size, 1.0f)));
  int first = 0, end = lines;
  while (first < end && !is_whole(list, at.y + size * static_cast<float>(first), size)) ++first;
  while (end > first && !is_whole(list, at.y + size * static_cast<float>(end - 1), size)) --end;
  if (first == end) return;
  const bool is_cut = first > 0 || end < lines;
  if (is_cut) {
    const ImVec2 clip_min = list->GetClipRectMin(), clip_max = list->GetClipRectMax();
    list->PushClipRect(ImVec2(clip_min.x, at.y + size * static_cast<float>(first) + 0.5f),
                       ImVec2(clip_max.x, at.y + size * static_cast<float>(end) - 0.5f), true);
  }
  list->AddText(font, size, at, color, text.data(), text.data() + text.size());
  if (is_cut) list->PopClipRect();
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A break at `at` would be inside a number: "2.|2", "1,0|24".
bool is_in_number(const char* begin, const char* at, const char* end) {
  if (at == begin || at == end) return false;
  const auto is_mark = [](char c) { return c == '.' || c == ','; };
  const bool has_digit_before =
      is_digit(at[-1]) || (is_mark(at[-1]) && at - 1 != begin && is_digit(at[-2]));
  const bool has_digit_behind =
      is_digit(at[0]) || (is_mark(at[0]) && at + 1 != end && is_digit(at[1]));
  return has_digit_before && has_digit_behind;
}

// Where a line ends that begins at `at` and is at most `width` wide: behind a word; within it where
// it is wider alone, but not within a number that is not.
const char* line_end(ImFont* font, float size, const char* at, const char* end, float width) {
  constexpr float kRounding = 0.01f;  // [pixels]
  const char* good = at;
  float taken = 0;
  while (good < end) {
    const char* stop = std::find_if(good, end, [](char c) { return c != ' '; });
    stop = std::find(stop, end, ' ');
    taken += font->CalcTextSizeA(size, 1e9f, 0.0f, good, stop).x;
    if (taken > width + kRounding) break;
    good = stop;
  }
  if (good > at || at == end) return good;
  const char* next = font->CalcWordWrapPositionA(size / font_size(font), at, end, width);
  const char* before = next;
  while (before > at && is_in_number(at, before, end)) --before;
  if (before > at) return before;
  return next > at ? next : at + 1;  // a width of less than a letter
}

// The text's lines, broken where they are wider than `width`; blanks at a break are left out.
std::vector<std::string_view> lines_of(ImFont* font, float size, std::string_view text,
                                       float width) {
  std::vector<std::string_view> lines;
  const char *at = text.data(), *const end = end_of(text);
  while (at < end) {
    const char* const paragraph = std::find(at, end, '\n');
    do {
      const char* next = line_end(font, size, at, paragraph, width);
      lines.emplace_back(at, static_cast<size_t>(next - at));
      at = std::find_if(next, paragraph, [](char c) { return c != ' '; });
    } while (at < paragraph);
    if (at < end) ++at;
  }
  return lines;
}

ImVec2 size_of_lines(ImFont* font, float size, const std::vector<std::string_view>& lines) {
  float width = 0;
  for (const std::string_view line : lines)
    width = std::max(width, font->CalcTextSizeA(size, 1e9f, 0.0f, line.data(), end_of(line)).x);
  return ImVec2(width, size * static_cast<float>(std::max<size_t>(1, lines.size())));
}

// The longest prefix that takes at most `width` pixels and does not end inside a character.
std::string_view prefix_that_fits(ImFont* font, std::string_view text, float width) {
  size_t good = 0;
  for (size_t next = 1; next <= text.size(); ++next) {
    const bool is_boundary =
        next == text.size() || (static_cast<unsigned char>(text[next]) & 0xC0) != 0x80;
    if (!is_boundary) {
      continue;
    }
    if (text_size(font, text.substr(0, next)).x > width) {
      break;
    }
    good = next;
  }
  return text.substr(0, good);
}

// The letters of a line that is `size` high: without the space above capitals and below the line
// that only accents and descenders use.
DrawnText drawn(std::string_view text, ImVec2 at, ImVec2 area, float size, ImU32 color) {
  DrawnText result;
  result.color = color;
  result.text = std::string(text);
  result.size = size;
  result.min = ImVec2(at.x, at.y + size * kCapitals);
  result.max = ImVec2(at.x + area.x, at.y + area.y - size * kFeet);
  result.feet = size * (kFeet - kBelowFeet);
  return result;
}

}  // namespace

bool rests_after_press() {
  constexpr float kNear = 3;  // [pixels]
  const ImGuiIO& io = ImGui::GetIO();
  return std::abs(io.MousePos.x - io.MouseClickedPos[0].x) < kNear &&
         std::abs(io.MousePos.y - io.MouseClickedPos[0].y) < kNear;
}

bool is_line_whole(const ImDrawList* list, ImFont* font, float y) {
  return is_whole(list, y, font_size(font));
}

bool is_line_whole(const ImDrawList* list, float y, float size) {
  return is_whole(list, y, size);
}

float font_size(const ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  return font->LegacySize;
#else
  return font->FontSize;
#endif
}

void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
  ImGui::PushFont(font, font->LegacySize);
#else
  ImGui::PushFont(font);
#endif
}

Visible::Visible(std::string_view text) : text_(text) {
  if (base::is_visible_as_is(text)) return;
  written_ = base::visible(text);
  text_ = written_;
}

ImVec2 text_size(ImFont* font, std::string_view given) {
  const Visible shown(given);
  const std::string_view text = shown.text();
  if (text.empty()) {
    return ImVec2(0, font_size(font));
  }
  return font->CalcTextSizeA(font_size(font), 1e9f, 0.0f, text.data(), end_of(text));
}

ImVec2 letters(Ui& ui, ImDrawList* list, ImFont* font, float size, ImVec2 at, ImU32 color,
               std::string_view given, float wrap) {
  const Visible shown(given);
  const std::string_view text = shown.text();
  if (text.empty()) return ImVec2(0, size);
  const auto lines = wrap > 0 ? lines_of(font, size, text, wrap) : std::vector<std::string_view>();
  const ImVec2 area = wrap > 0 ? size_of_lines(font, size, lines)
                               : font->CalcTextSizeA(size, 1e9f, 0.0f, text.data(), end_of(text));
  if (!is_visible(list, at, ImVec2(at.x + area.x, at.y + area.y))) return area;
  ui.probe.text(drawn(text, at, area, size, color));
  if (wrap <= 0) add_whole_lines(list, font, size, at, area.y, color, text);
  if (wrap <= 0) draw_hints(ui, list, font, size, at, text, text);
  float y = at.y;
  for (const std::string_view line : lines) {
    if (is_whole(list, y, size)) {
      list->AddText(font, size, ImVec2(at.x, y), color, line.data(), end_of(line));
      draw_hints(ui, list, font, size, ImVec2(at.x, y), text, line);
    }
    y += size;
  }
  return area;
}

void text_at(Ui& ui, ImDrawList* list, ImFont* font, ImVec2 at, ImU32 color,
             std::string_view text) {
  letters(ui, list, font, font_size(font), at, color, text);
}

void text(Ui& ui, ImFont* font, ImU32 color, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  text_at(ui, ImGui::GetWindowDrawList(), font, at, color, text);
  ImGui::Dummy(text_size(font, text));
}

void text_fitted(Ui& ui, ImDrawList* list, ImFont* font, ImVec2 at, float width, ImU32 color,
                 std::string_view given) {
  const Visible shown(given);
  const std::string_view text = shown.text();
  constexpr float kRounding = 0.5f;  // [pixels]
  if (text_size(font, text).x <= width + kRounding) {
    text_at(ui, list, font, at, color, text);
    return;
  }
  // A little smaller is better than without its end.
  constexpr float kSmallest = 0.72f;
  const float smaller = font_size(font) * width / text_size(font, text).x;
  if (smaller >= std::max(font_size(font) * kSmallest, ui.least_letters)) {
    letters(ui, list, font, smaller, ImVec2(at.x, at.y + (font_size(font) - smaller) / 2), color,
            given);
    return;
  }
  const std::string_view dots = "…";
  const float room = width - text_size(font, dots).x;
  if (room <= 0) {
    return;
  }
  const std::string cut = std::string(prefix_that_fits(font, text, room)) + std::string(dots);
  const float size = font_size(font);
  add_whole_lines(list, font, size, at, size, color, cut);
  DrawnText note = drawn(cut, at, text_size(font, cut), size, color);
  note.is_shortened = true;
  if (is_visible(list, note.min, note.max)) ui.probe.text(std::move(note));
}

std::string_view first_fitting(ImFont* font, float width,
                               std::initializer_list<std::string_view> texts) {
  const auto found = std::find_if(texts.begin(), texts.end(), [&](std::string_view text) {
    return text_size(font, text).x <= width;
  });
  return found == texts.end() ? *(texts.end() - 1) : *found;
}

std::string_view first_fitting(ImFont* font, float width, std::span<const Sentence> texts) {
  for (const Sentence text : texts) {
    if (text_size(font, label(text)).x <= width) return label(text);
  }
  return label(texts.back());
}

std::string_view whole_parts(ImFont* font, float width, std::string_view text) {
  constexpr std::string_view kEnds[] = {"  ·  ", " · ", "; ", ", "};
  while (!text.empty() && text_size(font, text).x > width) {  // there may be less than no room
    size_t end = 0;
    for (const std::string_view mark : kEnds) {
      const size_t found = text.rfind(mark);
      if (found != std::string_view::npos) end = std::max(end, found);
    }
    while (end > 0 && text[end - 1] == ' ') --end;
    text = text.substr(0, end);
  }
  return text;
}

std::vector<std::string> wrapped_lines(ImFont* font, std::string_view given, float width) {
  const Visible shown(given);
  const auto lines = lines_of(font, font_size(font), shown.text(), width);
  return {lines.begin(), lines.end()};
}

ImVec2 wrapped_size(ImFont* font, std::string_view given, float width) {
  const Visible shown(given);
  const float size = font_size(font);
  return size_of_lines(font, size, lines_of(font, size, shown.text(), width));
}

void text_wrapped(Ui& ui, ImFont* font, ImU32 color, std::string_view text) {
  const float width = std::max(ImGui::GetContentRegionAvail().x, font_size(font));
  ImGui::Dummy(letters(ui, ImGui::GetWindowDrawList(), font, font_size(font),
                       ImGui::GetCursorScreenPos(), color, text, width));
}

void text_wrapped(Ui& ui, ImFont* font, ImU32 color, const Text& text) {
  if (!text.empty()) text_wrapped(ui, font, color, text.rendered());
}

void tooltip(Ui& ui, std::string_view given) {
  const Visible shown(given);
  const std::string_view text = shown.text();
  if (text.empty() || !ImGui::IsItemHovered() || rests_after_press()) {
    return;
  }
  tip(ui, text, ui.theme.unit * kTipWidth);
}

void close_popups() {
  if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::ClosePopupToLevel(0, true);
}

namespace {

// What a popup covers is not reached while it is open.
bool is_covered(const ImGuiWindow& window) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return context.OpenPopupStack.Size > 0 &&
         (window.RootWindow->Flags & ImGuiWindowFlags_Popup) == 0;
}

void ring(const Theme& theme, ImVec2 min, ImVec2 max) {
  const ImDrawList* window = ImGui::GetWindowDrawList();
  ImDrawList* list = ImGui::GetForegroundDrawList();  // above what is drawn into the widget
  list->PushClipRect(window->GetClipRectMin(), window->GetClipRectMax(), false);
  list->AddRect(min, max, theme.text, theme.unit * 0.5f, 0, std::max(theme.unit * 0.3f, 2.0f));
  list->PopClipRect();
}

}  // namespace

bool reach(Ui& ui, std::string_view name, ImVec2 min, ImVec2 max) {
  ui.probe.widget(name, min, max);
  const ImGuiWindow& window = *ImGui::GetCurrentWindowRead();
  const bool is_seen = ui.probe.widgets().back().visible;
  const bool is_reachable = !is_covered(window) && (is_seen || window.ScrollMax.y > 0);
  const Focus::Here here = ui.focus.draw(name, min, is_reachable);
  if (!here.is_here) return false;
  if (here.has_come && window.ScrollMax.y > 0)
    ImGui::SetScrollFromPosY((min.y + max.y) / 2 - window.Pos.y, 0.5f);
  ring(ui.theme, min, max);
  return here.is_pressed;
}

bool field(Ui& ui, std::string_view name, std::string& value, ImGuiInputTextFlags flags) {
  const bool is_entered =
      ui.focus.enters(name) || (ui.focus.name() == name && ui.focus.is_pressed());
  if (is_entered) ImGui::SetKeyboardFocusHere();
#if IMGUI_VERSION_NUM >= 18940
  ImGui::PushTabStop(false);  // Tab is Focus's
#else
  ImGui::PushAllowKeyboardFocus(false);
#endif
  const bool result = ImGui::InputText(("##" + std::string(name)).c_str(), &value, flags);
#if IMGUI_VERSION_NUM >= 18940
  ImGui::PopTabStop();
#else
  ImGui::PopAllowKeyboardFocus();
#endif
  if (ImGui::IsItemActive())
    ui.active_field = name;
  else if (ui.active_field == name)
    ui.active_field.clear();
  reach(ui, name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  return result;
}

void leave_field(Ui& ui) {
  ImGui::ClearActiveID();
  ui.active_field.clear();
}

bool hit(Ui& ui, std::string_view name, ImVec2 min, ImVec2 max) {
  const ImVec2 size(std::max(max.x - min.x, 1.0f), std::max(max.y - min.y, 1.0f));
  const std::string id(name);
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(min);
  const bool pressed = ImGui::InvisibleButton(id.c_str(), size);
  const bool is_reached = reach(ui, name, min, max);
  ImGui::SetCursorScreenPos(cursor);
  return pressed || is_reached;
}

float button_width(const Ui& ui, std::string_view label) {
  return std::max(text_size(ui.fonts.body, label).x + ui.theme.unit * 1.75f, ui.theme.unit * 3.25f);
}

namespace {

bool is_alert(ButtonLook look) {
  return look == ButtonLook::kAlert || look == ButtonLook::kSelectedAlert;
}

bool is_selected(ButtonLook look) {
  return look == ButtonLook::kSelected || look == ButtonLook::kSelectedAlert;
}

}  // namespace

ImU32 button_ink(const Theme& theme, ButtonLook look) {
  if (is_selected(look)) return theme.text;
  if (is_alert(look)) return theme.error;
  return look == ButtonLook::kFaint ? theme.text_faint : theme.text_dim;
}

void button_ground(const Theme& theme, ButtonLook look, ImVec2 min, ImVec2 max, bool is_hovered) {
  if (look == ButtonLook::kFaint) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool is_on = is_selected(look);
  const ImU32 lit = is_alert(look) ? theme.error : theme.accent;
  const ImU32 fill =
      is_on ? mix(theme.panel_raised, lit, is_alert(look) ? 0.4f : 0.62f) : theme.panel_raised;
  list->AddRectFilled(min, max, is_hovered ? mix(fill, theme.text, 0.10f) : fill, theme.unit * 0.5f,
                      0);
  list->AddRect(min, max, is_on ? lit : theme.line, theme.unit * 0.5f, 0, 1.0f);
}

bool button(Ui& ui, std::string_view name, std::string_view label, ButtonLook look) {
  if (ui.is_on_paper) {
    ImGui::Dummy(ImVec2(0, 0));
    return false;
  }
  const Theme& theme = ui.theme;
  const ImVec2 text = text_size(ui.fonts.body, label);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 size(button_width(ui, label), text.y + theme.unit);
  const ImVec2 max(min.x + size.x, min.y + size.y);
  const std::string id(name);
  const bool pressed = ImGui::InvisibleButton(id.c_str(), size);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (!is_whole(list, min.y + (size.y - text.y) / 2, text.y))
    return reach(ui, name, min, max) || pressed;  // else a line of its frame is left
  button_ground(theme, look, min, max, hovered);
  text_at(ui, list, ui.fonts.body,
          ImVec2(min.x + (size.x - text.x) / 2, min.y + (size.y - text.y) / 2),
          button_ink(theme, look), label);
  return reach(ui, name, min, max) || pressed;
}

void begin_panel(Ui& ui, std::string_view id, ImVec2 pos, ImVec2 size, std::string_view title,
                 std::string_view remark, float right_of_remark) {
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 max(pos.x + size.x, pos.y + size.y);
  list->AddRectFilled(pos, max, theme.panel, 0, 0);
  const float pad = theme.unit * 1.5f;
  float top = theme.unit;
  if (!title.empty()) {
    const float header = text_size(ui.fonts.small, title).x;
    list->PushClipRect(pos, max, true);
    text_at(ui, list, ui.fonts.small, ImVec2(pos.x + pad, pos.y + top), theme.text_dim, title);
    const float room = size.x - 2 * pad - header - theme.unit * 2 - right_of_remark;
    const std::string_view shown = whole_parts(ui.fonts.small, room, remark);
    const float x = max.x - pad - right_of_remark - text_size(ui.fonts.small, shown).x;
    text_at(ui, list, ui.fonts.small, ImVec2(x, pos.y + top), theme.text_faint, shown);
    list->PopClipRect();
    top += font_size(ui.fonts.small) + theme.unit;
  }
  ImGui::SetCursorScreenPos(ImVec2(pos.x + pad, pos.y + top));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  const std::string name(id);
  ImGui::BeginChild(
      name.c_str(),
      ImVec2(std::max(size.x - 2 * pad, 1.0f), std::max(size.y - top - theme.unit, 1.0f)), false,
      ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  ui.probe.widget(id, pos, max);
}

void end_panel(Ui&) {
  ImGui::EndChild();
}

ImVec2 panel_frame(const Ui& ui) {
  return ImVec2(ui.theme.unit * 3, ui.theme.unit * 3 + font_size(ui.fonts.small));
}

}  // namespace warplens::ui
