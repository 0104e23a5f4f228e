// Rows of the table that follow one another with one slot and one tab are drawn together, one above
// the other. Where a column has room for one tab only, a bar of tabs is above it; where it has
// room for all, a slot with several tabs has a bar of its own.
#include "app/gui/views/panels.hpp"

#include <algorithm>
#include <cmath>

namespace warplens::views {
namespace {

struct PanelRow {
  const Panel* panel;
  Slot slot;
};

constexpr PanelRow kRows[] = {
#define WL_PANEL(panel, slot) {&panel, Slot::slot},
#include "app/gui/views/panels.def"
#undef WL_PANEL
};

// Of a slot that is not under tabs the name is "".
struct Tab {
  std::optional<Sentence> name;
  Slot slot;
  std::vector<const Panel*> panels;  // those that the model has

  std::string_view english() const { return name ? name->english : ""; }
};

std::optional<Sentence> tab_of(const Panel& panel) {
  return panel.tab ? panel.tab : panel.title;
}

std::string_view english(const std::optional<Sentence>& text) {
  return text ? text->english : "";
}

bool is_shown(const Panel& panel, const gui::Model& model) {
  return panel.is_shown == nullptr || panel.is_shown(model);
}

const char* title_of(const Panel& panel, const gui::Model& model) {
  if (panel.title_now != nullptr) return panel.title_now(model);
  return panel.title ? label(*panel.title) : "";
}

std::string remark_of(const Panel& panel, const gui::Model& model) {
  return panel.remark != nullptr ? panel.remark(model) : "";
}

// The tab is this panel alone and has its name: the panel has no header of its own.
bool is_named_by_tab(const Tab& tab) {
  return tab.panels.size() == 1 && english(tab.panels.front()->title) == tab.english();
}

std::vector<Tab> tabs_of(const gui::Model& model, WindowColumn column, bool is_narrow) {
  std::vector<Tab> tabs;
  for (const PanelRow& row : kRows) {
    if (column_of(row.slot, is_narrow) != column || !is_shown(*row.panel, model)) continue;
    const std::optional<Sentence> name = tab_of(*row.panel);
    if (tabs.empty() || tabs.back().slot != row.slot || tabs.back().english() != english(name)) {
      tabs.push_back({name, row.slot, {}});
    }
    tabs.back().panels.push_back(row.panel);
  }
  return tabs;
}

// One column of the window in this frame.
struct ColumnDrawing {
  ui::Ui& ui;
  const gui::Model& model;
  PanelStates& states;
  gui::Actions& actions;
  std::string_view& chosen;
  std::vector<const Panel*> drawn;

  // Of those, else the first.
  const Tab& chosen_of(const std::vector<const Tab*>& tabs) {
    const auto found = std::find_if(tabs.begin(), tabs.end(),
                                    [&](const Tab* tab) { return tab->english() == chosen; });
    const Tab& tab = found == tabs.end() ? *tabs.front() : **found;
    chosen = tab.english();
    return tab;
  }

  // A row of tabs where the panels' titles would be, and the remark at its right end.
  void draw_bar(const Rect& rect, const std::vector<const Tab*>& tabs, const std::string& remark) {
    if (rect.size.x <= 0) return;
    const float unit = ui.theme.unit;
    ImGui::GetWindowDrawList()->AddRectFilled(rect.pos, rect.max(), ui.theme.panel, 0, 0);
    ImGui::SetCursorScreenPos(ImVec2(rect.pos.x + unit * 1.5f, rect.pos.y + unit * 0.75f));
    for (const Tab* tab : tabs) {
      if (ui::button(ui, "tab." + std::string(tab->english()), label(*tab->name),
                     chosen == tab->english())) {
        chosen = tab->english();
      }
      ImGui::SameLine(0, unit * 0.5f);
    }
    const float from = ImGui::GetCursorScreenPos().x + unit;
    const float right = rect.max().x - unit * 1.5f;
    const float x = std::max(right - ui::text_size(ui.fonts.small, remark).x, from);
    ui::text_fitted(ui, ImGui::GetWindowDrawList(), ui.fonts.small,
                    ImVec2(x, rect.pos.y + unit * 1.25f), right - x, ui.theme.text_faint, remark);
    ImGui::NewLine();
  }

  void draw_panels(const Tab& tab, Rect rect, bool is_under_bar) {
    const bool has_header = !is_under_bar || !is_named_by_tab(tab);
    const float gap = std::max(ui.theme.unit / 8, 1.0f);
    for (const Panel* panel : tab.panels) {
      Rect place = rect;
      if (panel->share != nullptr && panel != tab.panels.back()) {
        place.size.y = static_cast<float>(static_cast<int>(rect.size.y * panel->share(model)));
        rect.pos.y += place.size.y + gap;
        rect.size.y -= place.size.y + gap;
      }
      ui::begin_panel(ui, panel->id, place.pos, place.size,
                      has_header ? title_of(*panel, model) : "",
                      has_header ? remark_of(*panel, model) : "");
      panel->draw(ui, model, states, actions);
      ui::end_panel(ui);
      // At once: ImGui draws a child's ground over the child before it only if they overlap.
      if (panel->draw_over != nullptr) panel->draw_over(ui, model, actions, place);
      drawn.push_back(panel);
    }
  }
};

}  // namespace

std::vector<const Panel*> draw_column(ui::Ui& ui, const gui::Model& model, PanelStates& states,
                                      ChosenTabs& chosen, gui::Actions& actions,
                                      const Layout& layout, WindowColumn column) {
  constexpr size_t kMostTabsWithRemark = 3;  // more leave no room for it
  const std::vector<Tab> tabs = tabs_of(model, column, layout.is_narrow);
  const auto index = static_cast<size_t>(column);
  ColumnDrawing drawing{ui, model, states, actions, chosen[index], {}};
  std::vector<const Tab*> choice;  // the column's tabs
  if (layout.is_tabbed[index]) {
    for (const Tab& tab : tabs) {
      if (tab.name) choice.push_back(&tab);
    }
  }
  if (!choice.empty()) {
    const Tab& before = drawing.chosen_of(choice);
    const bool has_remark = is_named_by_tab(before) && choice.size() <= kMostTabsWithRemark;
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
    std::vector<const Tab*> sharing;
    for (size_t k = i; k < end; ++k) sharing.push_back(&tabs[k]);
    drawing.chosen_of(sharing);
    const float height = std::floor(ui.theme.unit * kTabBar);
    drawing.draw_bar(Rect{rect.pos, ImVec2(rect.size.x, height)}, sharing,
                     remark_of(*tabs[i].panels.front(), model));
    rect.pos.y += height;
    rect.size.y -= height;
    drawing.draw_panels(drawing.chosen_of(sharing), rect, true);
  }
  return drawing.drawn;
}

void leave_hidden_tabs(const gui::Model& model, ChosenTabs& chosen) {
  for (std::string_view& name : chosen) {
    const PanelRow* gone = nullptr;
    bool is_there = name.empty();
    for (const PanelRow& row : kRows) {
      if (english(tab_of(*row.panel)) != name) continue;
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
