// A page on stage, for a projector.
#include <algorithm>
#include <utility>

#include "app/window/frame/stage.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/page_head.hpp"
#include "app/window/pages/pages.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

constexpr float kMargin = 1.5f;  // [units] of all words; the panel's, so that pictures begin there

// The question, below it the answer; returns their height.
float draw_question_and_answer(ui::Ui& ui, const gui::State& model, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float unit = ui.theme.unit, title = ui::font_size(ui.fonts.title);
  const std::string time = model.options.stage_hints ? clock_text() : "";
  const float left = unit * kMargin;
  const float right = width - left - ui::text_size(ui.fonts.body, time).x;
  ui::text_at(ui, list, ui.fonts.body, ImVec2(right, unit), ui.theme.text_dim, time);
  ui::text_fitted(ui, list, ui.fonts.title, ImVec2(left, unit), right - left * 2, ui.theme.text_dim,
                  label(page_view(model.options.page).question));
  const float top = unit * 1.5f + title;
  return top + flow_text(ui, list, ui.fonts.title, ImVec2(left, top), width - left * 2,
                         shown_answer(ui.theme, model));
}

}  // namespace

bool is_page_on_stage(const gui::State& model) {
  const bool has_form = model.launch_shown || model.needs_launch;
  return model.options.stage != gui::Stage::kOff && model.options.page != gui::Page::kSteps &&
         !has_form;
}

void draw_page_stage(ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float unit = ui.theme.unit, body = ui::font_size(ui.fonts.body);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(0, 0), display, ui.theme.panel, 0, 0);
  const float head = draw_question_and_answer(ui, model, display.x) + unit;
  const float foot = model.options.stage_hints ? body + unit : 0;
  ui::begin_panel(ui, "stage", ImVec2(0, head), ImVec2(display.x, display.y - head - foot), "", "");
  // Captions are as large as the rest.
  ImFont* small_letters = std::exchange(ui.fonts.small, ui.fonts.body);
  ImFont* small_code = std::exchange(ui.fonts.mono_small, ui.fonts.mono);
  draw_page_picture(ui, model, ui::content_area(), actions);
  ui.fonts.small = small_letters;
  ui.fonts.mono_small = small_code;
  ui::end_panel(ui);
  if (model.options.stage_hints)
    ui::text_at(ui, list, ui.fonts.body, ImVec2(unit * kMargin, display.y - body - unit * 0.5f),
                ui.theme.text_faint,
                ui::first_fitting(
                    ui.fonts.body, display.x - unit * kMargin * 2,
                    {label("a page's letter: another question   G leave"), label("G leave")}));
  draw_halo(ui);
}

}  // namespace warplens::views
