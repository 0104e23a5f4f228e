#include "app/window/frame/drawers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/access/picture.hpp"
#include "app/window/course/course.hpp"
#include "app/window/frame/bar.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr Sentence kNames[gui::kDrawers] = {sentence("One thread: index and variables"),
                                            sentence("Its warp: 32 lanes"),
                                            sentence("Findings and the grid's totals")};
constexpr const char* kWidgets[gui::kDrawers] = {"drawer.thread", "drawer.lanes", "drawer.totals"};

void change(gui::Actions& actions, std::function<void(gui::ViewOptions&)> how) {
  actions.push_back(gui::action::ChangeOptions{std::move(how)});
}

void set_open(const gui::State& model, gui::Drawer drawer, bool is_open, gui::Actions& actions) {
  change(actions, [drawer, is_open, document = model.document](gui::ViewOptions& o) {
    o.arrangement.open.set(drawer, is_open);
    if (drawer != gui::Drawer::kTotals) return;
    o.totals_closed_in = is_open ? std::nullopt : std::optional(document);
  });
}

// A row of the list with a mark where it is on.
bool put_choice(ui::Ui& ui, const char* widget, const char* text, bool is_on) {
  return ui::button(ui, widget, fmt::format("{}  {}", is_on ? "●" : "○", text),
                    is_on ? ui::ButtonLook::kSelected : ui::ButtonLook::kPlain);
}

// A place that is dragged sideways; returns by how much [pixels].
float drag_edge(ui::Ui& ui, const char* widget, float x, float top, float bottom) {
  const float reach = ui.theme.unit * 0.5f;
  const ImVec2 min(x - reach, top), max(x + reach, bottom);
  ImGui::SetCursorScreenPos(min);
  ui::hit(ui, widget, min, max);
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return 0;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, top), ImVec2(x, bottom), ui.theme.accent,
                                      2 * ui.scale);
  return ImGui::IsItemActive() ? ImGui::GetIO().MouseDelta.x : 0;
}

}  // namespace

gui::Choices<gui::Drawer> open_drawers(const gui::State& model) {
  gui::Choices<gui::Drawer> open = model.options.arrangement.open;
  if (is_outcome_hidden(model)) {
    open.set(gui::Drawer::kTotals, false);
    return open;
  }
  // A task's judge names its errors.
  if (model.errors > 0 && !model.course.task && model.options.totals_closed_in != model.document)
    open.set(gui::Drawer::kTotals, true);
  return open;
}

void open_drawer(const gui::State& model, gui::Drawer drawer, gui::Actions& actions) {
  if (!open_drawers(model).has(drawer)) set_open(model, drawer, true, actions);
}

float put_close(ui::Ui& ui, const gui::State& model, gui::Drawer drawer, ImVec2 right,
                bool is_drawn, gui::Actions& actions) {
  const float side = ui::font_size(ui.fonts.small) + ui.theme.unit * 0.5f;
  if (is_drawn) {
    const ImVec2 min(right.x - side, right.y - ui.theme.unit * 0.25f);
    const ImVec2 max(right.x, min.y + side);
    const std::string name = kWidgets[static_cast<size_t>(drawer)] + std::string(".close");
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    if (ui::hit(ui, name, min, max)) set_open(model, drawer, false, actions);
    const bool is_hovered = ImGui::IsItemHovered();
    ui::tooltip(ui, label("Close (Details opens it again)"));
    const float inner = side * 0.3f, thick = 1.5f * ui.scale;
    const ImU32 color = is_hovered ? ui.theme.text : ui.theme.text_dim;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddLine(ImVec2(min.x + inner, min.y + inner), ImVec2(max.x - inner, max.y - inner), color,
                  thick);
    list->AddLine(ImVec2(min.x + inner, max.y - inner), ImVec2(max.x - inner, min.y + inner), color,
                  thick);
    ImGui::SetCursorScreenPos(cursor);
  }
  return side + ui.theme.unit * 0.5f;
}

void toggle_all_drawers(const gui::State& model, gui::Actions& actions) {
  const bool opens = !(open_drawers(model) == gui::everything().open);
  for (int i = 0; i < gui::kDrawers; ++i)
    set_open(model, static_cast<gui::Drawer>(i), opens, actions);
}

float details_width(const ui::Ui& ui) {
  return button_width(ui, label("Details")) + ui.theme.unit;
}

void put_details(Bar& bar, const gui::State& model, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const gui::Choices<gui::Drawer> open = open_drawers(model);
  if (put_button_right(bar, "details", label("Details"), false)) ImGui::OpenPopup("details");
  ui::tooltip(ui, label("What else is shown: one thread, 32 lanes, totals (X: all of it)"));
  const ImVec2 at(bar.right + ui.theme.unit, bar.y + bar.height);
  if (!ui::begin_popup_at("details", at)) return;
  ui.list_passes_keys = true;
  for (int i = 0; i < gui::kDrawers; ++i) {
    const auto drawer = static_cast<gui::Drawer>(i);
    if (put_choice(ui, kWidgets[i], label(kNames[i]), open.has(drawer)))
      set_open(model, drawer, !open.has(drawer), actions);
  }
  const gui::Arrangement& now = model.options.arrangement;
  const bool has_both = now.picture == gui::Picture::kBoth;
  if (put_choice(ui, "drawer.pictures", label("Arrays and the access, one above the other"),
                 has_both)) {
    change(actions, [has_both](gui::ViewOptions& o) {
      o.arrangement.picture = has_both ? gui::Picture::kFitting : gui::Picture::kBoth;
    });
  }
  if (model.lesson != nullptr && !model.lesson->sentences.empty() &&
      put_choice(ui, "drawer.strip", label("What the lesson says"), now.has_strip)) {
    change(actions,
           [](gui::ViewOptions& o) { o.arrangement.has_strip = !o.arrangement.has_strip; });
  }
  ImGui::EndPopup();
}

const char* lesson_is_silent() {
  return label("Predict first: what the lesson says of it comes afterwards.");
}

bool has_strip(const gui::State& model) {
  return model.options.arrangement.has_strip && model.lesson != nullptr &&
         !model.lesson->sentences.empty();
}

namespace {

// Left of `right`, where the sentence from `x` on still has its two lines. Returns where it begins.
float put_way_into_course(ui::Ui& ui, const gui::State& model, const std::string& sentence, float x,
                          float right, float y, gui::Actions& actions) {
  const std::string whole = way_into_course(model);
  if (whole.empty()) return right;
  for (const std::string& words : {whole, std::string(label("In the course"))}) {
    const float left = right - button_width(ui, words) - ui.theme.unit * 0.5f;
    const float room = left - ui.theme.unit - x;
    if (room <= 0 || ui::wrapped_lines(ui.fonts.small, sentence, room).size() > 2) continue;
    ImGui::SetCursorScreenPos(ImVec2(left, y));
    if (ui::button(ui, "strip.course", words, ui::ButtonLook::kFaint))
      actions.push_back(gui::action::OpenStop{model.lesson->stop});
    if (words != whole) ui::tooltip(ui, whole);
    return left;
  }
  return right;
}

}  // namespace

void draw_strip(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect) {
  const std::vector<std::string>& sentences = model.lesson->sentences;
  const auto count = static_cast<uint32_t>(sentences.size());
  const uint32_t at = std::min(model.options.strip_at, count - 1);
  const float unit = ui.theme.unit, margin = unit * 1.5f;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(rect.pos, rect.max(), ui.theme.panel_raised, 0, 0);
  const bool is_last = at + 1 == count;
  const std::string next = is_last ? label("From the start") : label("Next");
  const float height = ui::font_size(ui.fonts.body) + unit;
  const float y = rect.pos.y + (rect.size.y - height) / 2;
  float right = rect.max().x - margin - button_width(ui, next);
  ImGui::SetCursorScreenPos(ImVec2(right, y));
  const auto go_to = [&](uint32_t sentence) {
    change(actions, [sentence](gui::ViewOptions& o) { o.strip_at = sentence; });
  };
  if (ui::button(ui, "strip.next", next,
                 is_last ? ui::ButtonLook::kPlain : ui::ButtonLook::kSelected))
    go_to(is_last ? 0 : at + 1);
  if (at > 0) {
    right -= button_width(ui, label("Back")) + unit * 0.5f;
    ImGui::SetCursorScreenPos(ImVec2(right, y));
    if (ui::button(ui, "strip.back", label("Back"))) go_to(at - 1);
  }
  const std::string text = counts_hidden(model) ? lesson_is_silent() : sentences[at];
  const std::string place = say("{number} of {count}", "number"_a = at + 1, "count"_a = count);
  const float small = ui::font_size(ui.fonts.small);
  ui::text_at(ui, list, ui.fonts.small,
              ImVec2(rect.pos.x + margin, rect.pos.y + (rect.size.y - small) / 2),
              ui.theme.text_faint, place);
  const float x = rect.pos.x + margin + ui::text_size(ui.fonts.small, place).x + unit * 1.5f;
  right = put_way_into_course(ui, model, text, x, right, y, actions);
  const float room = right - unit - x;
  // In one line of the usual letters, else in two small ones.
  ImFont* font = ui::text_size(ui.fonts.body, text).x <= room ? ui.fonts.body : ui.fonts.small;
  const auto lines = ui::wrapped_lines(font, text, room);
  const float line = ui::font_size(font) * 1.15f;
  const size_t shown = std::min<size_t>(lines.size(), 2);
  float top = rect.pos.y + (rect.size.y - line * static_cast<float>(shown)) / 2;
  for (size_t i = 0; i < shown; ++i, top += line) {
    const bool is_cut = i + 1 == shown && lines.size() > shown;
    ui::text_fitted(ui, list, font, ImVec2(x, top), room, ui.theme.text,
                    is_cut ? std::string(lines[i]) + " …" : std::string(lines[i]));
  }
  ui.probe.widget("strip", rect.pos, rect.max());
}

void draw_column_edges(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                       const Layout& layout) {
  const Rect& source = layout[Slot::kSource];
  const float width = model.options.scale > 0 ? ImGui::GetIO().DisplaySize.x : 1;
  const float top = layout.page.pos.y, bottom = layout[Slot::kTimeline].pos.y;
  const float left = source.max().x;
  if (const float by = drag_edge(ui, "edge.left", left, top, bottom); by != 0) {
    change(actions, [share = (left + by) / width](gui::ViewOptions& o) { o.left_share = share; });
  }
  if (!layout.has_right) return;
  const float right = layout[Slot::kLanes].pos.x;
  if (const float by = drag_edge(ui, "edge.right", right, top, bottom); by != 0) {
    change(actions,
           [share = (width - right - by) / width](gui::ViewOptions& o) { o.right_share = share; });
  }
}

}  // namespace warplens::views
