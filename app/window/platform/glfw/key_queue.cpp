// Plain letters' keys change nothing by themselves (their letter does), so they never hold the
// queue up.
#include "app/window/platform/glfw/input.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

namespace warplens::platform {

namespace {

bool is_modifier(const KeyEvent& event) {
  return event.key >= GLFW_KEY_LEFT_SHIFT && event.key <= GLFW_KEY_RIGHT_SUPER;
}

// Held, it makes commands of letters' keys, and letters that came before it would be dropped.
bool makes_commands(const KeyEvent& event) {
  return event.key == GLFW_KEY_LEFT_CONTROL || event.key == GLFW_KEY_RIGHT_CONTROL ||
         event.key == GLFW_KEY_LEFT_SUPER || event.key == GLFW_KEY_RIGHT_SUPER ||
         event.key == GLFW_KEY_LEFT_ALT;
}

// A key that does something as a key.
bool acts(const KeyEvent& event) {
  const bool is_command = (event.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  return !event.is_letter &&
         (event.key >= GLFW_KEY_ESCAPE || event.key == GLFW_KEY_SPACE || is_command);
}

}  // namespace

std::vector<KeyEvent> KeyQueue::take() {
  std::vector<KeyEvent> batch;
  std::vector<int> changed;
  bool has_letter = false, has_press = false;
  while (!events_.empty()) {
    const KeyEvent& event = events_.front();
    if (event.is_letter && has_press) {
      break;
    }
    if (acts(event)) {
      const bool is_press = event.action != GLFW_RELEASE && !is_modifier(event);
      const bool begins_command = event.action != GLFW_RELEASE && makes_commands(event);
      if (((is_press || begins_command) && has_letter) ||
          std::find(changed.begin(), changed.end(), event.key) != changed.end()) {
        break;
      }
      // A modifier let go would change what the keys of this batch mean.
      if (is_modifier(event) && has_press) {
        break;
      }
      changed.push_back(event.key);
      // Space makes a letter too, which belongs to it.
      has_press |= is_press && event.key != GLFW_KEY_SPACE;
    }
    has_letter |= event.is_letter;
    batch.push_back(event);
    events_.pop_front();
  }
  return batch;
}

}  // namespace warplens::platform
