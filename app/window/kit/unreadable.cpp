// What is cut off, shortened or covered, worked out from where this frame's texts are.
#include <fmt/format.h>

#include <algorithm>

#include "app/window/kit/ui.hpp"
#include "sim/base/say.hpp"

namespace warplens::ui {

namespace {

constexpr float kSlack = 1.5f;  // [pixels] letters seldom fill their rectangle

bool has_place(const DrawnText& text) {
  return text.max.x > text.min.x;
}

// What of its letters is inside its clip rectangle.
DrawnText seen(DrawnText text) {
  text.min = ImVec2(std::max(text.min.x, text.clip_min.x), std::max(text.min.y, text.clip_min.y));
  text.max = ImVec2(std::min(text.max.x, text.clip_max.x), std::min(text.max.y, text.clip_max.y));
  return text;
}

bool is_cut(const DrawnText& text) {
  const bool beside =
      text.min.x < text.clip_min.x - kSlack || text.max.x > text.clip_max.x + kSlack;
  const bool above =
      text.min.y < text.clip_min.y - kSlack || text.max.y + text.feet > text.clip_max.y + kSlack;
  return (beside && !text.scrolls_x) || (above && !text.scrolls_y);
}

bool overlap(const DrawnText& a, const DrawnText& b) {
  return a.layer == b.layer && a.min.x < b.max.x - kSlack && b.min.x < a.max.x - kSlack &&
         a.min.y < b.max.y - kSlack && b.min.y < a.max.y - kSlack;
}

std::string place(const DrawnText& text) {
  return fmt::format("{:.0f},{:.0f}-{:.0f},{:.0f}", text.min.x, text.min.y, text.max.x, text.max.y);
}

}  // namespace

std::vector<std::string> unreadable(const std::vector<DrawnText>& texts) {
  std::vector<std::string> result;
  std::vector<DrawnText> parts;
  for (const DrawnText& text : texts) {
    if (!has_place(text)) continue;
    if (is_cut(text)) {
      result.push_back(
          say("\"{text}\" is cut off at {place}", "text"_a = text.text, "place"_a = place(text)));
    }
    if (text.is_shortened) {
      result.push_back(say("\"{text}\" is shortened", "text"_a = text.text));
    }
    const DrawnText part = seen(text);
    if (part.min.x < part.max.x && part.min.y < part.max.y) parts.push_back(part);
  }
  std::sort(parts.begin(), parts.end(),
            [](const DrawnText& a, const DrawnText& b) { return a.min.y < b.min.y; });
  for (size_t i = 0; i < parts.size(); ++i) {
    for (size_t k = i + 1; k < parts.size() && parts[k].min.y < parts[i].max.y; ++k) {
      if (!overlap(parts[i], parts[k])) continue;
      result.push_back(say("\"{text}\" and \"{other}\" overlap at {place}",
                           "text"_a = parts[i].text, "other"_a = parts[k].text,
                           "place"_a = place(parts[k])));
    }
  }
  return result;
}

}  // namespace warplens::ui
