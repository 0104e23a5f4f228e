#include "app/window/frame/more_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "sim/base/say.hpp"

namespace warplens::views {

Rect more_rows_strip(const ui::Ui& ui) {
  const ImVec2 pos = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float height = ui::font_size(ui.fonts.small) + ui.theme.unit * 0.75f;
  return {ImVec2(pos.x, pos.y + size.y - height), ImVec2(size.x, height)};
}

void press_more_rows(ui::Ui& ui, std::string_view name, const Rect& strip) {
  if (ui::hit(ui, name, strip.pos, strip.max()))
    ImGui::SetScrollY(ImGui::GetScrollY() + strip.pos.y - ImGui::GetWindowPos().y);
}

namespace {

void draw_strip(ui::Ui& ui, const Rect& strip, const std::string& words) {
  const ui::Theme& theme = ui.theme;
  const ImVec2 min = strip.pos, max = strip.max();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, theme.panel, 0, 0);
  ui::text_at(ui, list, ui.fonts.small, ImVec2(min.x, min.y + theme.unit * 0.5f), theme.accent,
              words);
}

}  // namespace

void draw_more_rows(ui::Ui& ui, const Rect& strip, size_t count) {
  draw_strip(ui, strip, say_count("↓ {count} more row", "↓ {count} more rows", count));
}

MoreBelow::MoreBelow(ui::Ui& ui, std::string_view name) : ui_(ui), strip_(more_rows_strip(ui)) {
  has_more_ = ImGui::GetScrollMaxY() - ImGui::GetScrollY() > strip_.size.y * 0.5f;
  if (!has_more_) return;
  press_more_rows(ui, name, strip_);
  first_text_ = ui.probe.texts().size();
  first_widget_ = ui.probe.widgets().size();
  ImGui::PushClipRect(ImGui::GetWindowPos(), ImVec2(strip_.max().x, strip_.pos.y), true);
}

// Lines that are not whole have not been drawn; what is beside them, as bars are, goes with them,
// but for what is whole itself.
MoreBelow::~MoreBelow() {
  if (!has_more_) return;
  ImGui::PopClipRect();
  const std::vector<ui::DrawnText>& texts = ui_.probe.texts();
  float end = 0;
  for (size_t i = first_text_; i < texts.size(); ++i)
    end = std::max(end, std::min(std::ceil(texts[i].max.y + texts[i].feet), strip_.pos.y));
  const std::vector<ui::WidgetRect>& widgets = ui_.probe.widgets();
  for (size_t i = first_widget_; i < widgets.size(); ++i)
    if (const float foot = std::ceil(widgets[i].max.y); foot <= strip_.pos.y)
      end = std::max(end, foot);
  constexpr float kMostLines = 2;  // of a taller picture a part is left
  const float cut = strip_.pos.y - end;
  if (cut > 0 && cut < kMostLines * ui::font_size(ui_.fonts.body))
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(strip_.pos.x, end), ImVec2(strip_.max().x, strip_.pos.y), ui_.theme.panel);
  draw_strip(ui_, strip_, label("↓ more below"));
}

}  // namespace warplens::views
