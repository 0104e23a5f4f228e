// What the window remembers of how it was used: kept in a file of this machine's user.
#pragma once

#include <string>
#include <string_view>

#include "app/session/arrangement.hpp"
#include "sim/base/result.hpp"

namespace warplens::gui {

struct ViewOptions;

// Of the whole window.
inline constexpr float kLeastScale = 0.75f, kMostScale = 2.0f;

struct Settings {
  bool light = false;
  float scale = 1.0f;
  float left_share = 0, right_share = 0;  // of the width, of the source and the drawers; 0: usual
  Arrangement arrangement = first_arrangement();  // without what is lit and covered
  friend bool operator==(const Settings&, const Settings&) = default;
};

Settings settings_of(const ViewOptions& options);
// What is lit and covered stays.
void apply(const Settings& settings, ViewOptions& options);

// As a file holds it. The error says what is wrong with the text.
std::string print(const Settings& settings);
base::Result<Settings, std::string> parse_settings(std::string_view text);

}  // namespace warplens::gui
