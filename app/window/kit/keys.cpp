// One table of keys: GLFW's index, ImGui's name, the name in scripts.
#include "app/window/kit/keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

namespace warplens::ui {

namespace {

#if IMGUI_VERSION_NUM < 18700
// Letters that 1.86 has no name for are asked for by GLFW's index alone.
constexpr ImGuiKey ImGuiKey_F1 = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_F2 = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_F5 = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_F = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_O = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_R = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_S = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_1 = ImGuiKey_COUNT, ImGuiKey_2 = ImGuiKey_COUNT,
                   ImGuiKey_3 = ImGuiKey_COUNT, ImGuiKey_4 = ImGuiKey_COUNT,
                   ImGuiKey_5 = ImGuiKey_COUNT, ImGuiKey_6 = ImGuiKey_COUNT,
                   ImGuiKey_7 = ImGuiKey_COUNT, ImGuiKey_8 = ImGuiKey_COUNT,
                   ImGuiKey_9 = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_LeftCtrl = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_LeftShift = ImGuiKey_COUNT;
constexpr ImGuiKey ImGuiKey_LeftAlt = ImGuiKey_COUNT;
#endif

struct Entry {
  int glfw;
  ImGuiKey imgui;
  const char* name;
};

constexpr Entry kKeys[] = {
    {GLFW_KEY_LEFT, ImGuiKey_LeftArrow, "left"},
    {GLFW_KEY_RIGHT, ImGuiKey_RightArrow, "right"},
    {GLFW_KEY_UP, ImGuiKey_UpArrow, "up"},
    {GLFW_KEY_DOWN, ImGuiKey_DownArrow, "down"},
    {GLFW_KEY_HOME, ImGuiKey_Home, "home"},
    {GLFW_KEY_END, ImGuiKey_End, "end"},
    {GLFW_KEY_PAGE_UP, ImGuiKey_PageUp, "page-up"},
    {GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown, "page-down"},
    {GLFW_KEY_SPACE, ImGuiKey_Space, "space"},
    {GLFW_KEY_ENTER, ImGuiKey_Enter, "enter"},
    {GLFW_KEY_ESCAPE, ImGuiKey_Escape, "escape"},
    {GLFW_KEY_TAB, ImGuiKey_Tab, "tab"},
    {GLFW_KEY_BACKSPACE, ImGuiKey_Backspace, "backspace"},
    {GLFW_KEY_DELETE, ImGuiKey_Delete, "delete"},
    {GLFW_KEY_F1, ImGuiKey_F1, "f1"},
    {GLFW_KEY_F2, ImGuiKey_F2, "f2"},
    {GLFW_KEY_F5, ImGuiKey_F5, "f5"},
    {GLFW_KEY_A, ImGuiKey_A, "a"},
    {GLFW_KEY_C, ImGuiKey_C, "c"},
    {GLFW_KEY_F, ImGuiKey_F, "f"},
    {GLFW_KEY_O, ImGuiKey_O, "o"},
    {GLFW_KEY_R, ImGuiKey_R, "r"},
    {GLFW_KEY_S, ImGuiKey_S, "s"},
    {GLFW_KEY_V, ImGuiKey_V, "v"},
    {GLFW_KEY_X, ImGuiKey_X, "x"},
    {GLFW_KEY_Y, ImGuiKey_Y, "y"},
    {GLFW_KEY_Z, ImGuiKey_Z, "z"},
    {GLFW_KEY_1, ImGuiKey_1, "1"},
    {GLFW_KEY_2, ImGuiKey_2, "2"},
    {GLFW_KEY_3, ImGuiKey_3, "3"},
    {GLFW_KEY_4, ImGuiKey_4, "4"},
    {GLFW_KEY_5, ImGuiKey_5, "5"},
    {GLFW_KEY_6, ImGuiKey_6, "6"},
    {GLFW_KEY_7, ImGuiKey_7, "7"},
    {GLFW_KEY_8, ImGuiKey_8, "8"},
    {GLFW_KEY_9, ImGuiKey_9, "9"},
    {GLFW_KEY_LEFT_CONTROL, ImGuiKey_LeftCtrl, "ctrl"},
    {GLFW_KEY_LEFT_SHIFT, ImGuiKey_LeftShift, "shift"},
    {GLFW_KEY_LEFT_ALT, ImGuiKey_LeftAlt, "alt"},
};
static_assert(sizeof(kKeys) / sizeof(kKeys[0]) == static_cast<size_t>(Key::kCount));

const Entry& entry(Key key) {
  return kKeys[static_cast<size_t>(key)];
}

}  // namespace

bool key_pressed(Key key, bool repeat) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(entry(key).imgui, repeat);
#else
  return ImGui::IsKeyPressed(entry(key).glfw, repeat);
#endif
}

void send_key(Key key, bool down) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(entry(key).imgui, down);
  if (key == Key::kCtrl) io.AddKeyEvent(ImGuiMod_Ctrl, down);
  if (key == Key::kShift) io.AddKeyEvent(ImGuiMod_Shift, down);
  if (key == Key::kAlt) io.AddKeyEvent(ImGuiMod_Alt, down);
#else
  io.KeysDown[entry(key).glfw] = down;
  if (key == Key::kCtrl) {
    io.KeyCtrl = down;
  } else if (key == Key::kShift) {
    io.KeyShift = down;
  } else if (key == Key::kAlt) {
    io.KeyAlt = down;
  }
#endif
}

void map_keys_without_window() {
#if IMGUI_VERSION_NUM < 18700
  for (const Entry& key : kKeys) {
    if (key.imgui != ImGuiKey_COUNT) {
      ImGui::GetIO().KeyMap[key.imgui] = key.glfw;
    }
  }
#endif
}

std::optional<Key> key_from_name(std::string_view name) {
  if (name == "return") return Key::kEnter;
  for (size_t i = 0; i < static_cast<size_t>(Key::kCount); ++i) {
    if (name == kKeys[i].name) {
      return static_cast<Key>(i);
    }
  }
  return std::nullopt;
}

}  // namespace warplens::ui
