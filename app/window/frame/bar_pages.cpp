// The list of all pages in the top bar: a newcomer finds what has only a key.
#include <fmt/format.h>

#include <algorithm>

#include "app/window/frame/bar.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

std::string entry_text(const PageView& view) {
  return fmt::format("{}  {}", view.key, label(view.name));
}

// What the page shows, `x` [pixels] right of the entry's left end.
void put_help_beside(ui::Ui& ui, const PageView& view, ImVec2 at, float x, float width) {
  const float down = (button_height(ui) - ui::font_size(ui.fonts.small)) / 2;
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small, ImVec2(at.x + x, at.y + down),
              ui.theme.text_dim, label(view.help));
  ImGui::SameLine(0, 0);
  ImGui::Dummy(ImVec2(at.x + x + width - ImGui::GetCursorScreenPos().x, 1));
}

}  // namespace

void put_page_list(Bar& bar, const gui::State& model, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const gui::Page page = model.options.page;
  const bool has_own_button =
      page == gui::Page::kSteps || page == gui::Page::kCompare || page == gui::Page::kProgram;
  if (put_button_right(bar, "pages", label("Pages"), !has_own_button)) ImGui::OpenPopup("pages");
  ui::tooltip(ui, label("All pages, each with its key"));
  const ImVec2 at(bar.right + ui.theme.unit, bar.y + bar.height);
  if (!begin_bar_popup("pages", at)) return;
  float names = 0, helps = 0;
  for (const PageView& view : page_views()) {
    names = std::max(names, button_width(ui, entry_text(view)) + ui.theme.unit);
    helps = std::max(helps, ui::text_size(ui.fonts.small, label(view.help)).x);
  }
  const bool has_room = names + helps + ui.theme.unit * 6 < ImGui::GetIO().DisplaySize.x;
  for (const PageView& view : page_views()) {
    const ImVec2 entry = ImGui::GetCursorScreenPos();
    if (ui::button(ui, fmt::format("pages.{}", view.key), entry_text(view), view.page == page)) {
      press_page(view.page, model, actions);
      ImGui::CloseCurrentPopup();
    }
    if (has_room)
      put_help_beside(ui, view, entry, names, helps);
    else
      put_page_help(ui, view);
  }
  ImGui::EndPopup();
}

}  // namespace warplens::views
