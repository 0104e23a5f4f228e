// ImGui's OpenGL backend, started for a context that is current.
#pragma once

#include <string>

#include "sim/base/result.hpp"

namespace warplens::platform {

// The error is one sentence: the backend has a loader of its own, which wants libGL.
base::Result<bool, std::string> start_imgui_opengl();

}  // namespace warplens::platform
