// The program's name and version; CMakeLists.txt takes the number from here.
#pragma once

namespace warplens::base {

inline constexpr const char* kProgram = "warplens 0.1.0";

}  // namespace warplens::base
