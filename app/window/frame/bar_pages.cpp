// The list of all pages in the top bar, by what their questions are about: a newcomer finds what
// has only a key.
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

// What it answers, `x` [pixels] right of the entry's left end.
void put_question_beside(ui::Ui& ui, const PageView& view, ImVec2 at, float x, float width) {
  const float down = (button_height(ui) - ui::font_size(ui.fonts.small)) / 2;
  ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.small, ImVec2(at.x + x, at.y + down),
              ui.theme.text_dim, label(view.question));
  ImGui::SameLine(0, 0);
  ImGui::Dummy(ImVec2(at.x + x + width - ImGui::GetCursorScreenPos().x, 1));
}

// Has also the name of the bar's button that it had before there were groups.
void name_entry(ui::Ui& ui, const PageView& view) {
  if (view.page == gui::Page::kCompare)
    ui.probe.widget("compare", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

}  // namespace

void put_page_list(Bar& bar, const gui::State& model, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const gui::Page page = model.options.page;
  const bool is_on = page != gui::Page::kSteps && page != gui::Page::kProgram;
  if (put_button_right(bar, "pages", label("Analysis"), is_on)) ImGui::OpenPopup("pages");
  ui::tooltip(ui, label("All pages by what they answer, each with its key"));
  const ImVec2 at(bar.right + ui.theme.unit, bar.y + bar.height);
  if (!ui::begin_popup_at("pages", at)) return;
  float names = 0, questions = 0;
  for (const PageView* view : page_views()) {
    names = std::max(names, button_width(ui, entry_text(*view)) + ui.theme.unit);
    questions = std::max(questions, ui::text_size(ui.fonts.small, label(view->question)).x);
  }
  const bool has_room = names + questions + ui.theme.unit * 6 < ImGui::GetIO().DisplaySize.x;
  const PageView* before = nullptr;
  for (const PageView* view : page_views()) {
    if (before == nullptr || before->group != view->group)
      ui::text(ui, ui.fonts.title, ui.theme.text, title_of(view->group));
    before = view;
    const ImVec2 entry = ImGui::GetCursorScreenPos();
    if (ui::button(ui, fmt::format("pages.{}", view->key), entry_text(*view), view->page == page)) {
      press_page(view->page, model, actions);
      ImGui::CloseCurrentPopup();
    }
    name_entry(ui, *view);
    if (has_room)
      put_question_beside(ui, *view, entry, names, questions);
    else
      put_page_help(ui, *view);
  }
  ImGui::EndPopup();
}

}  // namespace warplens::views
