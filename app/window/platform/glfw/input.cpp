// ImGui 1.87 made input a queue of events; 1.86 has fields.
#include "app/window/platform/glfw/input.hpp"

#include <string>

namespace warplens::platform {

void send_pointer(ImVec2 at) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
#else
  ImGui::GetIO().MousePos = at;
#endif
}

void send_button(bool down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseButtonEvent(0, down);
#else
  ImGui::GetIO().MouseDown[0] = down;
#endif
}

void send_wheel(float notches) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseWheelEvent(0, notches);
#else
  ImGui::GetIO().MouseWheel += notches;
#endif
}

void send_text(std::string_view utf8) {
  ImGui::GetIO().AddInputCharactersUTF8(std::string(utf8).c_str());
}

}  // namespace warplens::platform
