#include "app/window/frame/paper.hpp"

#include <cmath>

#include "app/window/access/cover.hpp"
#include "app/window/access/picture.hpp"
#include "app/window/frame/panels.hpp"
#include "app/window/frame/stage.hpp"
#include "app/window/lecture/lecture.hpp"
#include "app/window/pages/page.hpp"
#include "app/window/pages/page_head.hpp"

namespace warplens::views {
namespace {

constexpr float kTextShare = 0.5f;  // of the width, beside a picture
constexpr float kMargin = 1;        // [units]

// A cover alone is no picture.
bool has_picture(const gui::State& model) {
  if (model.options.page != gui::Page::kSteps) return !is_page_hidden(model);
  if (model.moment == nullptr || model.run == nullptr) return false;
  if (!counts_hidden(model)) return true;
  return model.options.arrangement.picture != gui::Picture::kAccess &&
         !is_covered(model, gui::Count::kElements);
}

void draw_picture_on_paper(ui::Ui& ui, const gui::State& model, PanelStates& panels,
                           gui::Actions& actions) {
  if (!has_picture(model)) return;
  if (model.options.page != gui::Page::kSteps)
    draw_page_picture(ui, model, content_area(), actions);
  else if (counts_hidden(model))  // of the access there is only a cover
    kTilesPanel.draw(ui, model, panels, actions);
  else
    draw_stage_picture(ui, model, panels, actions);
}

template <class Draw>
void draw_sheet(const char* id, const Area& area, const Draw& draw) {
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild(id, ImVec2(area.width(), area.height()), false, ImGuiWindowFlags_NoBackground);
  draw();
  ImGui::EndChild();
}

}  // namespace

bool is_on_paper(const gui::State& model) {
  return model.options.paper != gui::Paper::kOff && !model.course.is_home && !model.options.guide;
}

void draw_paper(ui::Ui& ui, const gui::State& model, PanelStates& panels, gui::Actions& actions) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float unit = ui.theme.unit, margin = unit * kMargin;
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(0, 0), display, ui.theme.panel, 0, 0);
  const Area whole{ImVec2(margin, margin), ImVec2(display.x - margin, display.y - margin)};
  if (model.options.paper == gui::Paper::kStop)
    return draw_lecture_item(ui, model, panels, whole, actions);
  const bool has_text = model.options.paper == gui::Paper::kText;
  Area text = whole, picture = whole;
  if (has_text && has_picture(model)) {
    text.max.x = std::floor(whole.min.x + whole.width() * kTextShare);
    picture.min.x = text.max.x + unit * 2;
  }
  if (has_text)
    draw_sheet("paper.text", text, [&] { kSourcePanel.draw(ui, model, panels, actions); });
  if (has_picture(model))
    draw_sheet("paper.picture", picture,
               [&] { draw_picture_on_paper(ui, model, panels, actions); });
}

}  // namespace warplens::views
