// The left end of the top bar: the lesson or file, its own words, whether it is saved.
#include "app/gui/views/bar.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

void draw_chooser(ui::Ui& ui, const gui::Model& model, TopBarState& state, gui::Actions& actions,
                  ImVec2 at) {
  ImGui::SetNextWindowSizeConstraints(ImVec2(ui.theme.unit * 50, 0),
                                      ImVec2(ui.theme.unit * 90, ui.theme.unit * 90));
  if (!begin_bar_popup("chooser", at)) {
    return;
  }
  ui::text(ui, ui.fonts.small, ui.theme.text_faint, label("Lessons"));
  int number = 0;
  for (const lessons::Lesson* lesson : model.lessons) {
    const std::string title = fmt::format("{}  {}", ++number, lesson->title);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, ui.theme.unit * 48),
                      ui.theme.unit * 3.5f);
    const ImVec2 max(min.x + size.x, min.y + size.y);
    const bool pressed = ui::hit(ui, "lesson." + lesson->id, min, max);
    const bool is_current = lesson == model.lesson;
    if (ImGui::IsItemHovered() || is_current) {
      ImGui::GetWindowDrawList()->AddRectFilled(
          min, max, ui::fade(ui.theme.accent, is_current ? 0.45f : 0.25f), ui.theme.unit * 0.5f, 0);
    }
    ui::text_at(ui, ImGui::GetWindowDrawList(), ui.fonts.body,
                ImVec2(min.x + ui.theme.unit, min.y + ui.theme.unit * 0.75f), ui.theme.text, title);
    ImGui::Dummy(size);
    if (pressed) {
      actions.push_back(gui::action::OpenLesson{lesson->id});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.5f));
  const char* clipboard = ImGui::GetClipboardText();
  const bool has_text = clipboard != nullptr && clipboard[0] != '\0';
  if (has_text && ui::button(ui, "open.paste", label("New text from the clipboard"))) {
    actions.push_back(gui::action::OpenText{clipboard});
    ImGui::CloseCurrentPopup();
  }
  ui::text(ui, ui.fonts.small, ui.theme.text_faint,
           label("path of a .cu file; or drop one on the window"));
  ImGui::SetNextItemWidth(ui.theme.unit * 40);
  const bool entered =
      ImGui::InputText("##path", &state.path, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.probe.widget("open.path", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ui.probe.text(state.path);
  ImGui::SameLine();
  const bool pressed = ui::button(ui, "open.go", label("Open"));
  if ((entered || pressed) && !state.path.empty()) {
    actions.push_back(gui::action::OpenFile{state.path});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

std::string title_of(const gui::Model& model) {
  if (model.lesson == nullptr) {
    return model.file_name.empty() ? label("Open file") : model.file_name;
  }
  const auto at = std::find(model.lessons.begin(), model.lessons.end(), model.lesson);
  return fmt::format("{}  {}", at - model.lessons.begin() + 1, model.lesson->title);
}

bool has_about(const gui::Model& model) {
  return model.lesson != nullptr && !model.lesson->sentences.empty();
}

}  // namespace

float chooser_width(const ui::Ui& ui, const gui::Model& model) {
  return std::min(ui::text_size(ui.fonts.body, title_of(model)).x + ui.theme.unit * 4.5f,
                  ui.theme.unit * 46);
}

float about_width(const ui::Ui& ui, const gui::Model& model) {
  return has_about(model) ? button_width(ui, label("i")) + ui.theme.unit * 2 : 0;
}

float save_width(const ui::Ui& ui, const gui::Model& model) {
  return model.is_modified ? button_width(ui, label("unsaved")) + ui.theme.unit : 0;
}

// A button with the title and a triangle; the list hangs below it.
void put_chooser(Bar& bar, const gui::Model& model, TopBarState& state, gui::Actions& actions) {
  ui::Ui& ui = bar.ui;
  const std::string title = title_of(model);
  const float beside = about_width(ui, model) + save_width(ui, model);
  const float width =
      std::min(chooser_width(ui, model),
               std::max(bar.right - bar.x - beside - ui.theme.unit, ui.theme.unit * 8));
  const float height = button_height(ui);
  const ImVec2 min(bar.x, bar.centre(height));
  const ImVec2 max(min.x + width, min.y + height);
  if (ui::hit(ui, "chooser", min, max)) {
    ImGui::OpenPopup("chooser");
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, ImGui::IsItemHovered() ? ui.theme.line : ui.theme.panel_raised,
                      ui.theme.unit * 0.5f, 0);
  list->AddRect(min, max, ui.theme.line, ui.theme.unit * 0.5f, 0, 1.0f);
  ui::text_fitted(ui, list, ui.fonts.body,
                  ImVec2(min.x + ui.theme.unit, min.y + ui.theme.unit * 0.5f),
                  width - ui.theme.unit * 4, ui.theme.text, title);
  const float r = ui.theme.unit * 0.5f;
  const ImVec2 c(max.x - ui.theme.unit * 1.5f, (min.y + max.y) / 2);
  list->AddTriangleFilled(ImVec2(c.x - r, c.y - r / 2), ImVec2(c.x + r, c.y - r / 2),
                          ImVec2(c.x, c.y + r * 0.7f), ui.theme.text_dim);
  bar.x = max.x + ui.theme.unit;
  draw_chooser(ui, model, state, actions, ImVec2(min.x, max.y + ui.theme.unit * 0.5f));
}

// The lesson's own words, under a button beside its title.
void put_about(Bar& bar, const gui::Model& model) {
  if (!has_about(model)) {
    return;
  }
  ui::Ui& ui = bar.ui;
  const ImVec2 at(bar.x, bar.y + bar.height);
  if (put_button(bar, "about", label("i"), false, ui.theme.unit * 2)) {
    ImGui::OpenPopup("about");
  }
  ui::tooltip(ui, label("What this lesson shows"));
  ImGui::SetNextWindowSize(
      ImVec2(std::min(ui.theme.unit * 72, ImGui::GetIO().DisplaySize.x - at.x), 0));
  if (!begin_bar_popup("about", at)) {
    return;
  }
  ui::text_wrapped(ui, ui.fonts.title, ui.theme.text, model.lesson->title);
  for (const std::string& sentence : model.lesson->sentences) {
    ImGui::Dummy(ImVec2(0, ui.theme.unit * 0.25f));
    ui::text_wrapped(ui, ui.fonts.body, ui.theme.text_dim, sentence);
  }
  ImGui::EndPopup();
}

void put_save(Bar& bar, const gui::Model& model, gui::Actions& actions) {
  if (!model.is_modified) {
    return;
  }
  if (put_button(bar, "save", label("unsaved"), false, bar.ui.theme.unit)) {
    actions.push_back(gui::action::Save{});
  }
  ui::tooltip(bar.ui,
              std::string(label("Ctrl+S")) + ": " + label("save the file; of a lesson a copy"));
}

}  // namespace warplens::views
