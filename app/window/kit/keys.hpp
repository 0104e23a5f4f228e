// The keys that Warplens answers to, under one name for every ImGui: 1.86 asks for the window
// system's own indexes (GLFW's), newer ones have names of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::ui {

enum class Key : uint8_t {
  kLeft,
  kRight,
  kUp,
  kDown,
  kHome,
  kEnd,
  kPageUp,
  kPageDown,
  kSpace,
  kEnter,
  kEscape,
  kTab,
  kBackspace,
  kDelete,
  kF1,
  kF2,
  kF5,
  kA,
  kC,
  kF,
  kO,
  kR,
  kS,
  kV,
  kX,
  kY,
  kZ,
  k1,  // and on to k9
  k2,
  k3,
  k4,
  k5,
  k6,
  k7,
  k8,
  k9,
  kCtrl,
  kShift,
  kAlt,
  kCount,
};

// Held while another key is pressed.
struct Modifiers {
  bool control = false, shift = false, alt = false;
};

// Went down in this frame, or (repeat) is held long enough to count again.
bool key_pressed(Key key, bool repeat);
// Passes a key to ImGui as the window system would; for scripts.
void send_key(Key key, bool down);
// Makes 1.86 know where the keys are without a window; newer versions need nothing.
void map_keys_without_window();
// "left", "page-up", "f1", "a" as a script writes it.
std::optional<Key> key_from_name(std::string_view name);

}  // namespace warplens::ui
