// Input of the window: keys in the order they came, and what a script gives in a person's place.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "app/window/kit/keys.hpp"

namespace warplens::platform {

// Keys and letters in the order they came, handed to ImGui no faster than it can see them.
//
// ImGui 1.86 looks at keys once a frame: what is pressed and released between two slow frames
// would be lost, and a letter would overtake the arrow key before it. Newer versions keep such a
// queue themselves; this one does them no harm.

// As GLFW reports them; a letter has only `character`.
struct KeyEvent {
  int key = 0, scancode = 0, action = 0, modifiers = 0;
  uint32_t character = 0;
  bool is_letter = false;
};

class KeyQueue {
 public:
  void push(KeyEvent event) { events_.push_back(event); }
  bool empty() const { return events_.empty(); }
  // Those that the next frame may see together: no key changes twice, and no letter is beside a
  // key that moves or edits.
  std::vector<KeyEvent> take();

 private:
  std::deque<KeyEvent> events_;
};

void send_pointer(ImVec2 at);
void send_button(bool down);
void send_wheel(float notches);
void send_text(std::string_view utf8);

}  // namespace warplens::platform
