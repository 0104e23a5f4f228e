// Rows of the table that follow one another with one slot and one tab are drawn together, one above
// the other. Where a column has room for one tab only, a bar of tabs is above it; where it has
// room for all, a slot with several tabs has a bar of its own.
#include "app/window/frame/panels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/bar.hpp"
#include "app/window/frame/drawers.hpp"

namespace warplens::views {
namespace {

struct PanelRow {
  const Panel* panel;
  Slot slot;
};

constexpr PanelRow kRows[] = {
#define WL_PANEL(panel, slot) {&panel, Slot::slot},
#include "app/window/frame/panels.def"
#undef WL_PANEL
};

constexpr float kLeastBelow = 13;    // [units] what is left for the panel below another one
constexpr float kLeastAbove = 0.4f;  // of the height, for one that needs more
constexpr float kRoomForTwo = 46;    // [units] of a slot, for two pictures of 32 rows

// Of a slot that is not under tabs the name is "".
struct Tab {
  std::optional<Sentence> name;
  Slot slot;
  std::vector<const Panel*> panels;  // those that the model has

  std::string_view english() const { return name ? name->english : ""; }
};

std::optional<Sentence> tab_of(const Panel& panel, bool is_low = false) {
  if (is_low && panel.tab_if_low) return panel.tab_if_low;
  return panel.tab ? panel.tab : panel.title;
}

std::string_view english(const std::optional<Sentence>& text) {
  return text ? text->english : "";
}

bool is_shown(const Panel& panel, const gui::State& model) {
  if (panel.drawer && !open_drawers(model).has(*panel.drawer)) return false;
  return panel.is_shown == nullptr || panel.is_shown(model);
}

const char* title_of(const Panel& panel, const gui::State& model) {
  if (panel.title_now != nullptr) return panel.title_now(model);
  return panel.title ? label(*panel.title) : "";
}

std::string remark_of(const Panel& panel, const gui::State& model) {
  return panel.remark != nullptr ? panel.remark(model) : "";
}

TabMark mark_of(const Tab& tab, const gui::State& model) {
  const Panel& panel = *tab.panels.front();
  return tab.panels.size() == 1 && panel.mark != nullptr ? panel.mark(model) : TabMark();
}

ui::ButtonLook look_of(bool is_shown, bool is_alert) {
  if (is_alert) return is_shown ? ui::ButtonLook::kSelectedAlert : ui::ButtonLook::kAlert;
  return is_shown ? ui::ButtonLook::kSelected : ui::ButtonLook::kPlain;
}

// The tab is this panel alone and has its name: the panel has no header of its own.
bool is_named_by_tab(const Tab& tab) {
  return tab.panels.size() == 1 && english(tab.panels.front()->title) == tab.english();
}

std::vector<Tab> tabs_of(const ui::Ui& ui, const gui::State& model, WindowColumn column,
                         const Layout& layout) {
  std::vector<Tab> tabs;
  for (const PanelRow& row : kRows) {
    if (column_of(row.slot, layout.room) != column || !is_shown(*row.panel, model)) continue;
    const bool is_low = layout.is_tabbed[static_cast<size_t>(column)] &&
                        layout[row.slot].size.y < kRoomForTwo * ui.theme.unit;
    const std::optional<Sentence> name = tab_of(*row.panel, is_low);
    // A low window has no place for what has no name but below what is before it.
    if (!name && layout.room == Room::kLow && layout[row.slot].size.y <= 0 && !tabs.empty()) {
      tabs.back().panels.push_back(row.panel);
      continue;
    }
    if (tabs.empty() || tabs.back().slot != row.slot || tabs.back().english() != english(name)) {
      tabs.push_back({name, row.slot, {}});
    }
    tabs.back().panels.push_back(row.panel);
  }
  return tabs;
}

// Which picture the slot is for; none of another one.
std::optional<gui::Picture> picture_in(Slot slot) {
  if (slot == Slot::kTiles) return gui::Picture::kArrays;
  if (slot == Slot::kMemory) return gui::Picture::kAccess;
  return std::nullopt;
}

// [pixels] What a panel below another one is to have.
float height_below(ui::Ui& ui, const gui::State& model, const Panel& panel, float width) {
  const float rows = panel.rows_height == nullptr ? 0 : panel.rows_height(ui, model, width);
  return std::max(rows, ui.theme.unit * kLeastBelow);
}

constexpr const char* kMoreTabs = "»";

// One column of the window in this frame.
struct ColumnDrawing {
  ui::Ui& ui;
  const gui::State& model;
  PanelStates& states;
  gui::Actions& actions;
  std::string_view& chosen;
  std::optional<uint32_t>& pressed_in;
  bool brings_forward = true;  // tabs with errors
  std::vector<const Panel*> drawn = {};

  // The one that comes to the front by itself; null: none does.
  const Tab* forward_of(const std::vector<const Tab*>& tabs) const {
    if (!brings_forward || pressed_in == model.document) return nullptr;
    const auto found = std::find_if(tabs.begin(), tabs.end(),
                                    [&](const Tab* tab) { return mark_of(*tab, model).is_error; });
    return found == tabs.end() ? nullptr : *found;
  }

  // Of those, else the first.
  const Tab& chosen_of(const std::vector<const Tab*>& tabs) {
    if (const Tab* forward = forward_of(tabs)) return *forward;
    const auto found = std::find_if(tabs.begin(), tabs.end(),
                                    [&](const Tab* tab) { return tab->english() == chosen; });
    const Tab& tab = found == tabs.end() ? *tabs.front() : **found;
    chosen = tab.english();
    return tab;
  }

  void press(const Tab& tab, const std::vector<const Tab*>& tabs) {
    if (forward_of(tabs) != nullptr) pressed_in = model.document;
    chosen = tab.english();
    const std::optional<gui::Picture> picture = picture_in(tab.slot);
    if (!picture || model.options.arrangement.picture == gui::Picture::kBoth) return;
    actions.push_back(gui::action::ChangeOptions{
        [picture](gui::ViewOptions& o) { o.arrangement.picture = *picture; }});
  }

  // With as much of its mark as has room beside the other tabs; the shortest mark alone, if the
  // name has none.
  std::string text_of(const Tab& tab, const std::vector<const Tab*>& tabs, float room) const {
    const std::string name = label(*tab.name);
    const std::vector<std::string> words = mark_of(tab, model).words;
    if (words.empty()) return name;
    for (const Tab* other : tabs) {
      if (other != &tab) room -= button_width(ui, label(*other->name)) + ui.theme.unit * 0.5f;
    }
    for (const std::string& mark : words) {
      const std::string text = name + "  " + mark;
      if (button_width(ui, text) <= room) return text;
    }
    return words.back();
  }

  // Those that have room in one row, the chosen one among them, in their order; the rest are in a
  // list behind them.
  std::vector<const Tab*> fitting(const std::vector<const Tab*>& tabs, const Tab& shown,
                                  float room) const {
    const float gap = ui.theme.unit * 0.5f;
    const auto width_of = [&](const Tab* tab) {
      return button_width(ui, text_of(*tab, tabs, room)) + gap;
    };
    float all = 0;
    for (const Tab* tab : tabs) all += width_of(tab);
    if (all - gap <= room) return tabs;
    float left = room - button_width(ui, kMoreTabs) - width_of(&shown);
    std::vector<const Tab*> result;
    for (const Tab* tab : tabs) {
      if (tab != &shown && (left -= width_of(tab)) < 0) continue;
      result.push_back(tab);
    }
    return result;
  }

  // The tabs that have no room.
  void put_more(const std::vector<const Tab*>& tabs, const std::vector<const Tab*>& in_row,
                const Rect& rect) {
    if (in_row.size() == tabs.size()) return;
    if (ui::button(ui, "tabs.more", kMoreTabs)) ImGui::OpenPopup("tabs");
    ui::tooltip(ui, label("further tabs"));
    const ImVec2 below(ImGui::GetItemRectMin().x, rect.max().y);
    if (!ui::begin_popup_at("tabs", below)) return;
    for (const Tab* tab : tabs) {
      if (std::find(in_row.begin(), in_row.end(), tab) != in_row.end()) continue;
      if (!ui::button(ui, "tab." + std::string(tab->english()), text_of(*tab, tabs, rect.size.x)))
        continue;
      press(*tab, tabs);
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
  }

  // A row of tabs where the panels' titles would be, and the remark at its right end.
  void draw_bar(const Rect& whole, const std::vector<const Tab*>& tabs, const std::string& remark) {
    if (whole.size.x <= 0) return;
    const float unit = ui.theme.unit;
    Rect rect = whole;
    if (const auto drawer = chosen_of(tabs).panels.front()->drawer)
      rect.size.x -= put_close_of(*drawer, whole, unit * 1.25f, false);
    ImGui::GetWindowDrawList()->AddRectFilled(whole.pos, whole.max(), ui.theme.panel, 0, 0);
    ImGui::SetCursorScreenPos(ImVec2(rect.pos.x + unit * 1.5f, rect.pos.y + unit * 0.75f));
    const Tab& shown = chosen_of(tabs);
    const std::vector<const Tab*> in_row = fitting(tabs, shown, rect.size.x - unit * 3);
    for (const Tab* tab : in_row) {
      const std::string text = text_of(*tab, tabs, rect.size.x - unit * 3);
      if (ui::button(ui, "tab." + std::string(tab->english()), text,
                     look_of(tab == &shown, mark_of(*tab, model).is_error))) {
        press(*tab, tabs);
      }
      ImGui::SameLine(0, unit * 0.5f);
    }
    put_more(tabs, in_row, rect);
    ImGui::SameLine(0, unit * 0.5f);
    const float x = rect.max().x - unit * 1.5f - ui::text_size(ui.fonts.small, remark).x;
    if (x >= ImGui::GetCursorScreenPos().x + unit)
      ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
                  ImVec2(x, rect.pos.y + unit * 1.25f), ui.theme.text_faint, remark);
    if (const auto drawer = chosen_of(tabs).panels.front()->drawer)
      put_close_of(*drawer, whole, unit * 1.25f, true);
    ImGui::NewLine();
  }

  // At the right end, so far from the top [pixels]; returns the room that it takes there.
  float put_close_of(gui::Drawer drawer, const Rect& rect, float top, bool is_drawn) {
    return put_close(ui, model, drawer,
                     ImVec2(rect.max().x - ui.theme.unit * 1.5f, rect.pos.y + top), is_drawn,
                     actions);
  }

  // [pixels] Of the room, above another panel.
  float height_above(const Panel& panel, const Panel& below, ImVec2 room) const {
    if (panel.needed_height == nullptr) {
      const float least = below.least_height != nullptr ? below.least_height(ui, model) : 0;
      const float share = panel.share(model);
      const float kept = share > 0.5f ? 0.45f : 0.35f;  // whatever the panel below needs
      return std::max(std::min(room.y * share, room.y - least), room.y * kept);
    }
    const float most =
        std::max(room.y - height_below(ui, model, below, room.x), room.y * kLeastAbove);
    return std::min(panel.needed_height(ui, model, room.x), most);
  }

  void draw_panels(const Tab& tab, Rect rect, bool is_under_bar) {
    const bool has_header = !is_under_bar || !is_named_by_tab(tab);
    const float gap = std::max(ui.theme.unit / 8, 1.0f);
    for (size_t i = 0; i < tab.panels.size(); ++i) {
      const Panel* const panel = tab.panels[i];
      Rect place = rect;
      const bool is_measured = panel->share != nullptr || panel->needed_height != nullptr;
      if (is_measured && i + 1 < tab.panels.size()) {
        place.size.y = std::floor(height_above(*panel, *tab.panels[i + 1], rect.size));
        rect.pos.y += place.size.y + gap;
        rect.size.y -= place.size.y + gap;
      }
      const bool is_stale = !stale_words(model).empty() && panel != &kSourcePanel &&
                            panel != &kSentencePanel && panel != &kStopQuestionPanel &&
                            panel != &kTaskPanel;
      const ui::Theme theme = ui.theme;
      if (is_stale) ui.theme = ui::dimmed(theme);
      // Of panels of one drawer the first one closes it.
      const bool has_close = panel->drawer && i == 0 && has_header && !is_under_bar;
      const float close =
          has_close ? put_close_of(*panel->drawer, place, ui.theme.unit, false) : 0.0f;
      ui::begin_panel(ui, panel->id, place.pos, place.size,
                      has_header ? title_of(*panel, model) : "",
                      has_header ? remark_of(*panel, model) : "", close);
      panel->draw(ui, model, states, actions);
      ui::end_panel(ui);
      if (has_close) put_close_of(*panel->drawer, place, ui.theme.unit, true);
      ui.theme = theme;
      // At once: ImGui draws a child's ground over the child before it only if they overlap.
      if (panel->draw_over != nullptr) panel->draw_over(ui, model, actions, place);
      drawn.push_back(panel);
    }
  }
};

// The tab of that picture comes to the front. False: the column has none.
bool bring(gui::Picture picture, const std::vector<Tab>& tabs, ChosenTabs& chosen,
           WindowColumn column) {
  const auto found = std::find_if(tabs.begin(), tabs.end(),
                                  [&](const Tab& tab) { return picture_in(tab.slot) == picture; });
  if (found == tabs.end()) return false;
  chosen.names[static_cast<size_t>(column)] = found->english();
  return true;
}

// Without shared arrays nothing moves between tiles; and an access that takes more than it needs
// has its reason in banks or sectors. There is a moment.
gui::Picture fitting_picture(const gui::State& model) {
  const bool has_tiles = model.run->context->shared_bytes > 0;
  const bool is_wasteful = model.moment->is_wasteful && !counts_hidden(model);
  return has_tiles && !is_wasteful ? gui::Picture::kArrays : gui::Picture::kAccess;
}

// The fitting picture comes to the front once for each text, and for each change of what the state
// names.
void bring_fitting(const gui::State& model, const std::vector<Tab>& tabs, ChosenTabs& chosen,
                   WindowColumn column) {
  const std::pair fitted{model.document, model.options.arrangement.picture};
  if (model.moment == nullptr || chosen.fitted == fitted) return;
  if (bring(fitting_picture(model), tabs, chosen, column)) chosen.fitted = fitted;
}

// Once for each access that is asked about its picture comes to the front; the one that the state
// names, once it names another or is arranged anew. One that is pressed then stays there.
void bring_picture(const gui::State& model, const std::vector<Tab>& tabs, ChosenTabs& chosen,
                   WindowColumn column, Room room) {
  if (std::exchange(chosen.arrangements, model.arrangements) != model.arrangements) {
    chosen.picture.reset();
    chosen.fitted.reset();
  }
  const gui::Picture picture = model.options.arrangement.picture;
  const bool is_both = picture == gui::Picture::kBoth;
  // A low window shows one at a time.
  const bool is_fitting = picture == gui::Picture::kFitting || (is_both && room == Room::kLow);
  if (!is_fitting) chosen.fitted.reset();
  if (is_fitting || is_both) chosen.picture.reset();
  if (is_fitting) {
    bring_fitting(model, tabs, chosen, column);
  } else if (!is_both && chosen.picture != picture && bring(picture, tabs, chosen, column)) {
    chosen.picture = picture;
  }
  if (!counts_hidden(model)) {
    chosen.asked_at.reset();
    return;
  }
  const std::pair<uint32_t, uint32_t> at{model.document, model.selection.step};
  if (chosen.asked_at != at && bring(gui::Picture::kAccess, tabs, chosen, column))
    chosen.asked_at = at;
}

}  // namespace

std::vector<const Panel*> draw_column(ui::Ui& ui, const gui::State& model, PanelStates& states,
                                      ChosenTabs& chosen, gui::Actions& actions,
                                      const Layout& layout, WindowColumn column) {
  constexpr size_t kMostTabsWithRemark = 3;  // more leave no room for it
  const std::vector<Tab> tabs = tabs_of(ui, model, column, layout);
  const auto index = static_cast<size_t>(column);
  bring_picture(model, tabs, chosen, column, layout.room);
  // In a narrow window the pictures are under the same tabs: they stay in front.
  ColumnDrawing drawing{ui,
                        model,
                        states,
                        actions,
                        chosen.names[index],
                        chosen.pressed_in[index],
                        layout.room == Room::kAll};
  std::vector<const Tab*> choice;  // the column's tabs
  if (layout.is_tabbed[index]) {
    for (const Tab& tab : tabs) {
      if (tab.name) choice.push_back(&tab);
    }
  }
  if (!choice.empty()) {
    const Tab& before = drawing.chosen_of(choice);
    const bool has_remark = is_named_by_tab(before) && before.panels.front()->mark == nullptr &&
                            choice.size() <= kMostTabsWithRemark;
    drawing.draw_bar(layout.tab_bar[index], choice,
                     has_remark ? remark_of(*before.panels.front(), model) : "");
    const Tab& now = drawing.chosen_of(choice);
    drawing.draw_panels(now, layout[now.slot], true);
  }
  for (size_t i = 0, end = 0; i < tabs.size(); i = end) {
    for (end = i; end < tabs.size() && tabs[end].slot == tabs[i].slot;) ++end;
    if (tabs[i].name && !choice.empty()) continue;  // under the column's bar
    Rect rect = layout[tabs[i].slot];
    if (end - i == 1) {
      drawing.draw_panels(tabs[i], rect, false);
      continue;
    }
    if (end - i == 2 && tabs[i].panels.front()->needed_height != nullptr) {
      Tab both = tabs[i];
      both.panels.insert(both.panels.end(), tabs[i + 1].panels.begin(), tabs[i + 1].panels.end());
      drawing.draw_panels(both, rect, false);
      continue;
    }
    std::vector<const Tab*> sharing;
    for (size_t k = i; k < end; ++k) sharing.push_back(&tabs[k]);
    const Panel& shown = *drawing.chosen_of(sharing).panels.front();
    const float height = std::floor(ui.theme.unit * kTabBar);
    drawing.draw_bar(Rect{rect.pos, ImVec2(rect.size.x, height)}, sharing,
                     shown.mark == nullptr ? remark_of(shown, model) : "");
    rect.pos.y += height;
    rect.size.y -= height;
    drawing.draw_panels(drawing.chosen_of(sharing), rect, true);
  }
  return drawing.drawn;
}

float needed_height(ui::Ui& ui, const gui::State& model, Slot slot, float width) {
  float needed = 0, below = 0;
  size_t count = 0;
  for (const PanelRow& row : kRows) {
    if (row.slot != slot || !is_shown(*row.panel, model)) continue;
    ++count;
    if (row.panel->needed_height != nullptr)
      needed = std::max(needed, row.panel->needed_height(ui, model, width));
    if (row.panel->rows_height != nullptr)
      below = std::max(below, height_below(ui, model, *row.panel, width));
  }
  if (needed == 0) return below;
  if (count < 2) return needed;
  if (count == 2) return needed + std::max(below, ui.theme.unit * kLeastBelow);
  return std::max(needed, below) + ui.theme.unit * kTabBar;
}

void bring_forward(const Panel& panel, Room room, ChosenTabs& chosen) {
  for (const PanelRow& row : kRows) {
    if (row.panel == &panel)
      chosen.names[static_cast<size_t>(column_of(row.slot, room))] = english(tab_of(panel));
  }
}

void leave_hidden_tabs(const gui::State& model, ChosenTabs& chosen) {
  for (std::string_view& name : chosen.names) {
    const PanelRow* gone = nullptr;
    bool is_there = name.empty();
    for (const PanelRow& row : kRows) {
      if (english(tab_of(*row.panel)) != name && english(tab_of(*row.panel, true)) != name)
        continue;
      gone = &row;
      is_there = is_there || is_shown(*row.panel, model);
    }
    if (is_there || gone == nullptr) continue;
    for (const PanelRow& row : kRows) {
      if (row.slot != gone->slot || !is_shown(*row.panel, model)) continue;
      name = english(tab_of(*row.panel));
      break;
    }
  }
}

}  // namespace warplens::views
