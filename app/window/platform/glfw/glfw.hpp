// GLFW, opened at run time where WARPLENS_GLFW_AT_RUN_TIME is defined (third_party/CMakeLists.txt):
// this program then defines GLFW's functions itself, for ImGui's backend too, and hands each call
// on. Otherwise GLFW is linked and there is nothing to open.
#pragma once

#include <string>

#include "sim/base/result.hpp"

namespace warplens::platform {

// To be called before any function of GLFW. The error is the system's sentence.
base::Result<bool, std::string> open_glfw();

}  // namespace warplens::platform
