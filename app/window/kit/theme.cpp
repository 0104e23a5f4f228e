// The colours, chosen once for every view, on a dark and on a light ground: text with a contrast of
// at least 4.5:1, and group colours that the three common kinds of colour blindness keep apart,
// neighbours most of all (theme_test.cpp computes it). Orange means waste and nothing else, so no
// group is orange. Letters on a colour are in that of the ground.
#include <algorithm>
#include <cmath>

#include "app/window/kit/ui.hpp"

namespace warplens::ui {

namespace {

constexpr ImU32 rgb(uint32_t hex) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

ImVec4 vec(ImU32 color) {
  return ImGui::ColorConvertU32ToFloat4(color);
}

void color_dark(Theme& theme) {
  theme.background = rgb(0x0e1115);
  theme.panel = rgb(0x14181e);
  theme.panel_raised = rgb(0x1d232b);
  theme.line = rgb(0x2b333d);
  theme.text = rgb(0xe8ebef);
  theme.text_dim = rgb(0xa3adb8);
  theme.text_faint = rgb(0x8793a0);
  theme.accent = rgb(0x5b8def);
  theme.waste = theme.waste_fill = rgb(0xf0903f);
  theme.good = rgb(0x74dfaa);  // lighter than waste, for eyes that see no hue
  theme.error = rgb(0xff6b6b);
  theme.warning = rgb(0xffb8b8);
  theme.recorded = rgb(0xb48ef0);
  // Three steps of lightness (unwritten cells are the background), each at least 1.5 times the
  // one before in contrast; the patterns tell them apart where a projector does not.
  theme.cell_written = rgb(0x7f8b99);
  theme.cell_left_over = rgb(0x2f3843);
  const ImU32 groups[8] = {rgb(0x56b4e9), rgb(0xffeb00), rgb(0xa55cf8), rgb(0xc6e490),
                           rgb(0x5789a2), rgb(0xd2b200), rgb(0x2ff9ff), rgb(0x708a4c)};
  std::copy(std::begin(groups), std::end(groups), std::begin(theme.groups));
  const ImU32 lines[8] = {rgb(0x56b4e9), rgb(0xeebb11), rgb(0xaa44ff), rgb(0xffeeaa),
                          rgb(0xdd3399), rgb(0x00ffff), rgb(0x777722), rgb(0x7766cc)};
  std::copy(std::begin(lines), std::end(lines), std::begin(theme.lines));
  theme.syntax_keyword = rgb(0x7cb7ff);
  theme.syntax_type = rgb(0x5fd0c5);
  theme.syntax_builtin = rgb(0xe3b66b);
  theme.syntax_number = rgb(0xb5d6a0);
  theme.syntax_comment = rgb(0x8794a3);
  theme.syntax_preprocessor = rgb(0xcf9fe0);
  theme.syntax_string = rgb(0xe0a58c);
  theme.code_tint = 0.34f;
  theme.row_tint = theme.own_tint = 0.2f;
}

void color_light(Theme& theme) {
  theme.background = rgb(0xffffff);
  theme.panel = rgb(0xf6f8fa);
  theme.panel_raised = rgb(0xe8ecf1);
  theme.line = rgb(0xc3cbd5);
  theme.text = rgb(0x151a21);
  theme.text_dim = rgb(0x434d59);
  theme.text_faint = rgb(0x596470);
  theme.accent = rgb(0x1f5fcb);
  theme.waste = rgb(0xb04c00);
  theme.waste_fill = rgb(0xd96a00);  // lighter than letters may be
  theme.good = rgb(0x054d2a);        // darker than waste, for eyes that see no hue
  theme.error = rgb(0xc8104f);
  theme.warning = rgb(0x8e3b5e);
  theme.recorded = rgb(0x7a2fb0);
  theme.cell_written = rgb(0x5d6976);
  theme.cell_left_over = rgb(0xc6cfd9);
  const ImU32 groups[8] = {rgb(0x0f66b5), rgb(0x8400f6), rgb(0x5a780c), rgb(0x420672),
                           rgb(0x004e0c), rgb(0xa2548a), rgb(0x4224ae), rgb(0x541e48)};
  std::copy(std::begin(groups), std::end(groups), std::begin(theme.groups));
  const ImU32 lines[8] = {rgb(0x0f66b5), rgb(0x886600), rgb(0xaa22ee), rgb(0x000000),
                          rgb(0x771111), rgb(0x777777), rgb(0x880066), rgb(0x001188)};
  std::copy(std::begin(lines), std::end(lines), std::begin(theme.lines));
  theme.syntax_keyword = rgb(0x1d57b8);
  theme.syntax_type = rgb(0x0b6a63);
  theme.syntax_builtin = rgb(0x7a5300);
  theme.syntax_number = rgb(0x3f6a1f);
  theme.syntax_comment = rgb(0x596470);
  theme.syntax_preprocessor = rgb(0x7d3a95);
  theme.syntax_string = rgb(0x96452a);
  theme.code_tint = 0.16f;
  theme.row_tint = theme.own_tint = 0.06f;
}

}  // namespace

Theme make_theme(float scale, Ground ground) {
  Theme theme{};
  if (ground == Ground::kDark) {
    color_dark(theme);
  } else {
    color_light(theme);
  }
  theme.blank = rgb(0x000000);  // a projector is dark, too
  theme.unit = 8.0f * scale;
  return theme;
}

void apply_style(const Theme& theme, float scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = ImVec2(8, 8);
  style.FramePadding = ImVec2(8, 4);
  style.ItemSpacing = ImVec2(8, 6);
  style.FrameRounding = 4;
  style.PopupRounding = 6;
  style.ChildRounding = 0;
  style.ScrollbarSize = 9;
  style.ScrollbarRounding = 5;
  style.PopupBorderSize = 1;
  style.ScaleAllSizes(scale);
  ImVec4* colors = style.Colors;
  colors[ImGuiCol_Text] = vec(theme.text);
  colors[ImGuiCol_TextDisabled] = vec(theme.text_faint);
  colors[ImGuiCol_WindowBg] = vec(theme.background);
  colors[ImGuiCol_ChildBg] = vec(0);
  colors[ImGuiCol_PopupBg] = vec(theme.panel_raised);
  colors[ImGuiCol_Border] = vec(theme.line);
  colors[ImGuiCol_FrameBg] = vec(theme.background);
  colors[ImGuiCol_FrameBgHovered] = vec(theme.line);
  colors[ImGuiCol_FrameBgActive] = vec(theme.line);
  colors[ImGuiCol_ScrollbarBg] = vec(0);
  colors[ImGuiCol_ScrollbarGrab] = vec(theme.line);
  colors[ImGuiCol_ScrollbarGrabHovered] = vec(theme.text_faint);
  colors[ImGuiCol_ScrollbarGrabActive] = vec(theme.text_dim);
  colors[ImGuiCol_Button] = vec(theme.panel_raised);
  colors[ImGuiCol_ButtonHovered] = vec(theme.line);
  colors[ImGuiCol_ButtonActive] = vec(theme.accent);
  colors[ImGuiCol_Header] = vec(fade(theme.accent, 0.35f));
  colors[ImGuiCol_HeaderHovered] = vec(fade(theme.accent, 0.5f));
  colors[ImGuiCol_HeaderActive] = vec(fade(theme.accent, 0.7f));
  colors[ImGuiCol_CheckMark] = vec(theme.accent);
  colors[ImGuiCol_SliderGrab] = vec(theme.accent);
  colors[ImGuiCol_SliderGrabActive] = vec(theme.text);
  colors[ImGuiCol_TextSelectedBg] = vec(fade(theme.accent, 0.45f));
  colors[ImGuiCol_Separator] = vec(theme.line);
}

ImU32 fade(ImU32 color, float alpha) {
  const float old = static_cast<float>((color >> IM_COL32_A_SHIFT) & 255u);
  const auto a = static_cast<ImU32>(std::clamp(old * alpha, 0.0f, 255.0f));
  return (color & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

ImU32 readable_on(const Theme& theme, ImU32 ground) {
  // By WCAG's luminance, which is of light, not of the numbers that are stored.
  const auto luminance = [](ImU32 color) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
    return 0.2126f * std::pow(c.x, 2.2f) + 0.7152f * std::pow(c.y, 2.2f) +
           0.0722f * std::pow(c.z, 2.2f);
  };
  const auto contrast = [&](ImU32 color) {
    const float one = luminance(color) + 0.05f, other = luminance(ground) + 0.05f;
    return std::max(one, other) / std::min(one, other);
  };
  return contrast(theme.text) >= contrast(theme.background) ? theme.text : theme.background;
}

ImU32 mix(ImU32 a, ImU32 b, float t) {
  const ImVec4 from = ImGui::ColorConvertU32ToFloat4(a);
  const ImVec4 to = ImGui::ColorConvertU32ToFloat4(b);
  const float k = std::clamp(t, 0.0f, 1.0f);
  return ImGui::ColorConvertFloat4ToU32(
      ImVec4(from.x + (to.x - from.x) * k, from.y + (to.y - from.y) * k,
             from.z + (to.z - from.z) * k, from.w + (to.w - from.w) * k));
}

ImU32 waiting_ground(const Theme& theme, ImU32 group) {
  return mix(theme.panel, group, 0.25f);
}

Theme dimmed(const Theme& theme) {
  constexpr float kDimmed = 0.6f;
  Theme result = theme;
  const auto dim = [&](ImU32& color) { color = mix(color, theme.panel, kDimmed); };
  for (ImU32* color :
       {&result.text, &result.text_dim, &result.text_faint, &result.accent, &result.waste,
        &result.waste_fill, &result.good, &result.error, &result.warning, &result.cell_written,
        &result.cell_left_over, &result.line, &result.panel_raised})
    dim(*color);
  for (ImU32& color : result.groups) dim(color);
  for (ImU32& color : result.lines) dim(color);
  return result;
}

}  // namespace warplens::ui
