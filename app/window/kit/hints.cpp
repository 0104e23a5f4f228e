#include "app/window/kit/hints.hpp"

#include <algorithm>
#include <cctype>

#include "app/window/kit/area.hpp"

namespace warplens::ui {
namespace {

bool is_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '-' || byte >= 0x80;
}

// The length of `word` where the text has it at `at`, with the s of several; 0: it has not.
size_t length_at(std::string_view text, size_t at, std::string_view word) {
  if (word.empty() || text.size() - at < word.size()) return 0;
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  const std::string_view found = text.substr(at, word.size());
  const bool is_first_alike = found[0] == word[0] || lower(found[0]) == lower(word[0]);
  if (!is_first_alike || found.substr(1) != word.substr(1)) return 0;
  size_t end = at + word.size();
  if (end < text.size() && text[end] == 's') ++end;
  return end < text.size() && is_of_word(text[end]) ? 0 : end - at;
}

}  // namespace

std::vector<HintPlace> find_hints(std::string_view text, const std::vector<Hint>& hints) {
  std::vector<HintPlace> places;
  for (size_t at = 0; at < text.size();) {
    HintPlace longest{at, at, nullptr};
    const bool is_start = at == 0 || !is_of_word(text[at - 1]);
    for (const Hint& hint : hints) {
      const size_t length = is_start ? length_at(text, at, hint.word) : 0;
      if (at + length > longest.end) longest = {at, at + length, &hint};
    }
    if (longest.hint != nullptr) places.push_back(longest);
    at = std::max(at + 1, longest.end);
  }
  return places;
}

void draw_hints(Ui& ui, ImDrawList* list, ImFont* font, float size, ImVec2 at,
                std::string_view whole, std::string_view part) {
  if (ui.hints == nullptr) return;
  const auto from = static_cast<size_t>(part.data() - whole.data());
  const auto width_to = [&](size_t end) {
    return font->CalcTextSizeA(size, 1e9f, 0.0f, part.data(), part.data() + end).x;
  };
  for (const HintPlace& place : find_hints(whole, *ui.hints)) {
    const size_t first = std::max(place.first, from) - from;
    const size_t end = std::min(std::max(place.end, from) - from, part.size());
    if (first >= end) continue;
    const Area area{ImVec2(at.x + width_to(first), at.y),
                    ImVec2(at.x + width_to(end), at.y + size)};
    ui.probe.widget("hint." + place.hint->word, area.min, area.max);
    const bool is_pointed_at = is_hovered(area);
    if (place.hint->is_marked || is_pointed_at) {
      const float dot = std::max(1.0f, ui.scale), y = area.max.y - dot;
      for (float x = area.min.x; x + dot <= area.max.x; x += dot * 3)
        list->AddRectFilled(ImVec2(x, y), ImVec2(x + dot, y + dot), ui.theme.text_dim);
    }
    if (!is_pointed_at) continue;
    const double pressed = ImGui::GetIO().MouseClickedTime[0];
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ui.hint_pressed = pressed;
    // Not over what a press elsewhere has brought under the pointer.
    if (!rests_after_press() || ui.hint_pressed == pressed)
      tip(ui, place.hint->text, ui.theme.unit * kTipWidth);
  }
}

}  // namespace warplens::ui
