// The buttons of a transport: signs that move along something, words and texts, on one line. Signs
// are drawn: fonts differ in which of them they have.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

enum class Sign : uint8_t { kFirst, kBack, kPlay, kPause, kForward, kLast };

// Draws from left to right, beginning at ImGui's cursor.
class TransportLine {
 public:
  TransportLine(ui::Ui& ui, float height, bool is_compact);

  float x() const { return at_.x; }
  float height() const { return height_; }
  void gap(float units) { at_.x += units * ui_.theme.unit; }

  // Where a word would end. [pixels]
  float end_of(const char* text) const;

  // True when pressed.
  bool sign(const char* name, Sign sign, Sentence help, bool is_on);
  bool word(const std::string& name, const char* text, std::optional<Sentence> help,
            ui::ButtonLook look);
  bool word(const std::string& name, const char* text, std::optional<Sentence> help, bool is_on) {
    return word(name, text, help, is_on ? ui::ButtonLook::kSelected : ui::ButtonLook::kPlain);
  }
  // In the middle of `width` [pixels]; 0: as wide as the text is.
  void text(ImFont* font, ImU32 color, std::string_view text, float width = 0);

 private:
  bool frame(const std::string& name, ImVec2 max, ui::ButtonLook look);

  ui::Ui& ui_;
  ImVec2 at_;
  float height_, margin_, sign_width_;
};

// How many steps a second are played, with buttons for the next speed.
void draw_speed(ui::Ui& ui, TransportLine& line, const gui::State& model, bool is_compact,
                gui::Actions& actions);

}  // namespace warplens::views
