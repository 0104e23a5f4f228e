#include "app/window/frame/transport_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warplens::views {
namespace {

constexpr std::array<float, 8> kSpeeds = {0.5f, 1, 2, 4, 8, 16, 30, 60};  // [steps a second]

void draw_sign(ImDrawList* list, Sign sign, ImVec2 center, float size, ImU32 color) {
  const float h = size / 2, bar = size * 0.16f;
  const auto triangle = [&](float x, float direction) {
    list->AddTriangleFilled(ImVec2(x - direction * h * 0.6f, center.y - h),
                            ImVec2(x - direction * h * 0.6f, center.y + h),
                            ImVec2(x + direction * h * 0.8f, center.y), color);
  };
  const auto upright = [&](float x) {
    list->AddRectFilled(ImVec2(x - bar, center.y - h), ImVec2(x + bar, center.y + h), color);
  };
  switch (sign) {
    case Sign::kFirst:
      upright(center.x - h * 0.8f);
      triangle(center.x + h * 0.3f, -1);
      break;
    case Sign::kBack:
      triangle(center.x, -1);
      break;
    case Sign::kPlay:
    case Sign::kForward:
      triangle(center.x, 1);
      break;
    case Sign::kPause:
      upright(center.x - h * 0.5f);
      upright(center.x + h * 0.5f);
      break;
    case Sign::kLast:
      triangle(center.x - h * 0.3f, 1);
      upright(center.x + h * 0.8f);
      break;
  }
}

// The next speed of the table, up or down.
float next_speed(float now, bool faster) {
  if (faster) {
    const auto next = std::upper_bound(kSpeeds.begin(), kSpeeds.end(), now);
    return next == kSpeeds.end() ? kSpeeds.back() : *next;
  }
  const auto next = std::lower_bound(kSpeeds.begin(), kSpeeds.end(), now);
  return next == kSpeeds.begin() ? kSpeeds.front() : *(next - 1);
}

}  // namespace

TransportLine::TransportLine(ui::Ui& ui, float height, bool is_compact)
    : ui_(ui),
      at_(ImGui::GetCursorScreenPos()),
      height_(height),
      margin_(ui.theme.unit * (is_compact ? 1.0f : 1.75f)),
      sign_width_(height * (is_compact ? 1.0f : 1.25f)) {}

bool TransportLine::sign(const char* name, Sign sign, Sentence help, bool is_on) {
  const ImVec2 max(at_.x + sign_width_, at_.y + height_);
  const bool is_pressed =
      frame(name, max, is_on ? ui::ButtonLook::kSelected : ui::ButtonLook::kPlain);
  ui::tooltip(ui_, label(help));
  draw_sign(ImGui::GetWindowDrawList(), sign, ImVec2((at_.x + max.x) / 2, (at_.y + max.y) / 2),
            height_ * 0.4f, is_on ? ui_.theme.text : ui_.theme.text_dim);
  at_.x = max.x + ui_.theme.unit * 0.5f;
  return is_pressed;
}

float TransportLine::end_of(const char* text) const {
  return at_.x + std::max(ui::text_size(ui_.fonts.body, text).x + margin_, sign_width_);
}

bool TransportLine::word(const std::string& name, const char* text, std::optional<Sentence> help,
                         ui::ButtonLook look) {
  const ImVec2 size = ui::text_size(ui_.fonts.body, text);
  const ImVec2 max(end_of(text), at_.y + height_);
  const bool is_pressed = frame(name, max, look);
  if (help) ui::tooltip(ui_, label(*help));
  ui::text_at(ui_, ImGui::GetWindowDrawList(), ui_.fonts.body,
              ImVec2((at_.x + max.x - size.x) / 2, at_.y + (height_ - size.y) / 2),
              ui::button_ink(ui_.theme, look), text);
  at_.x = max.x;
  return is_pressed;
}

void TransportLine::text(ImFont* font, ImU32 color, std::string_view text, float width) {
  const float y = at_.y + (height_ - ui::font_size(font)) / 2, wanted = ui::text_size(font, text).x;
  const float indent = std::max(0.0f, (width - wanted) / 2);
  ui::text_at(ui_, ImGui::GetWindowDrawList(), font, ImVec2(at_.x + indent, y), color, text);
  at_.x += std::max(width, wanted);
}

bool TransportLine::frame(const std::string& name, ImVec2 max, ui::ButtonLook look) {
  const bool is_pressed = ui::hit(ui_, name, at_, max);
  ui::button_ground(ui_.theme, look, at_, max, ImGui::IsItemHovered());
  return is_pressed;
}

void draw_speed(ui::Ui& ui, TransportLine& line, const gui::State& model, bool is_compact,
                gui::Actions& actions) {
  const auto set = [&](bool faster) {
    actions.push_back(gui::action::ChangeOptions{[faster](gui::ViewOptions& o) {
      o.steps_per_second = next_speed(o.steps_per_second, faster);
    }});
  };
  if (line.word("timeline:slower", "−", std::nullopt, false)) set(false);
  const auto text_of = [&](float speed) {
    return is_compact ? fmt::format("{}/s", speed) : say("{steps} a second", "steps"_a = speed);
  };
  const float gap = is_compact ? 0.25f : 0.75f;
  line.gap(gap);
  line.text(ui.fonts.body, ui.theme.text_dim, text_of(model.options.steps_per_second),
            ui::text_size(ui.fonts.body, text_of(0.5f)).x);
  line.gap(gap);
  if (line.word("timeline:faster", "+", std::nullopt, false)) set(true);
}

}  // namespace warplens::views
