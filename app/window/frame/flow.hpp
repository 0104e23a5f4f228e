// Labels and buttons one behind the other, in as many rows as they need, from where ImGui's cursor
// is to the right end of the window's content.
#pragma once

#include <string>
#include <string_view>

#include "app/window/kit/ui.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

class Flow {
 public:
  // `gap` [pixels] is behind each button; `kept` [pixels] is left free at the right end.
  explicit Flow(ui::Ui& ui, float gap = 1, float kept = 0);
  void caption(Sentence id);
  // True when pressed.
  bool button(const std::string& widget, std::string_view name, ui::ButtonLook look);
  bool button(const std::string& widget, std::string_view name, bool is_on) {
    return button(widget, name, is_on ? ui::ButtonLook::kSelected : ui::ButtonLook::kPlain);
  }
  // Puts ImGui's cursor where something else so wide [pixels] has room.
  void place(float wanted);
  // Puts ImGui's cursor below the rows.
  void finish();

 private:
  float row() const;  // [pixels] its height
  void make_room(float wanted);

  ui::Ui& ui_;
  const ImVec2 start_;
  ImVec2 pen_;
  const float width_, gap_;
};

}  // namespace warplens::views
