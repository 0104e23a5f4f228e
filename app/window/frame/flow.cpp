#include "app/window/frame/flow.hpp"

#include "app/window/frame/bar.hpp"

namespace warplens::views {

Flow::Flow(ui::Ui& ui, float gap, float kept)
    : ui_(ui),
      start_(ImGui::GetCursorScreenPos()),
      pen_(start_),
      width_(ImGui::GetContentRegionAvail().x - kept),
      gap_(gap) {}

void Flow::caption(Sentence id) {
  const float text = ui::text_size(ui_.fonts.small, label(id)).x;
  if (pen_.x > start_.x) pen_.x += ui_.theme.unit * 2;
  make_room(text + ui_.theme.unit * 10);  // not without its first button
  const float lower = (row() - ui::font_size(ui_.fonts.small)) / 2;
  ui::text_at(ui_, ImGui::GetWindowDrawList(), ui_.fonts.small, ImVec2(pen_.x, pen_.y + lower),
              ui_.theme.text_dim, label(id));
  pen_.x += text + ui_.theme.unit;
}

bool Flow::button(const std::string& widget, std::string_view name, ui::ButtonLook look) {
  const float wanted = button_width(ui_, name);
  make_room(wanted);
  ImGui::SetCursorScreenPos(pen_);
  pen_.x += wanted + gap_;
  return ui::button(ui_, widget, name, look);
}

void Flow::place(float wanted) {
  if (pen_.x > start_.x) pen_.x += ui_.theme.unit * 1.5f;
  make_room(wanted);
  ImGui::SetCursorScreenPos(pen_);
  pen_.x += wanted;
}

void Flow::finish() {
  ImGui::SetCursorScreenPos(start_);
  ImGui::Dummy(ImVec2(width_, pen_.y + row() - start_.y + ui_.theme.unit * 0.25f));
}

float Flow::row() const {
  return button_height(ui_);
}

void Flow::make_room(float wanted) {
  if (pen_.x > start_.x && pen_.x + wanted > start_.x + width_) {
    pen_ = ImVec2(start_.x, pen_.y + row() + ui_.theme.unit * 0.25f);
  }
}

}  // namespace warplens::views
