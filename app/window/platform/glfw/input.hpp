// Input as a person would give it, for scripts: the pointer, its button, keys and letters.
#pragma once

#include <imgui.h>

#include <string_view>

#include "app/window/kit/keys.hpp"

namespace warplens::platform {

void send_pointer(ImVec2 at);
void send_button(bool down);
void send_wheel(float notches);
void send_text(std::string_view utf8);

}  // namespace warplens::platform
