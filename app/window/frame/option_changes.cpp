#include "app/window/frame/option_changes.hpp"

#include <algorithm>

#include "app/session/settings.hpp"

namespace warplens::views {
namespace {

constexpr float kScaleStep = 0.125f;

}  // namespace

void enlarge(gui::ViewOptions& options) {
  options.scale = std::min(options.scale + kScaleStep, gui::kMostScale);
}

void reduce(gui::ViewOptions& options) {
  options.scale = std::max(options.scale - kScaleStep, gui::kLeastScale);
}

void toggle_light(gui::ViewOptions& options) {
  options.light = !options.light;
}

void toggle_ask_first(gui::ViewOptions& options) {
  options.ask_first = !options.ask_first;
  options.revealed = false;
  if (options.ask_first && !gui::is_measured(options.page)) options.page = gui::Page::kSteps;
}

void reveal(gui::ViewOptions& options) {
  options.revealed = true;
}

void next_label(gui::ViewOptions& options) {
  options.label = static_cast<gui::CellLabel>((static_cast<int>(options.label) + 1) % 3);
}

void toggle_playing(gui::ViewOptions& options) {
  options.playing = !options.playing;
}

void toggle_heat(gui::ViewOptions& options) {
  options.heat = !options.heat;
  options.differences = false;
}

void toggle_differences(gui::ViewOptions& options) {
  options.differences = !options.differences;
  options.heat = false;
}

}  // namespace warplens::views
