// The built-in lessons' files as they were when the program was built.
#pragma once

#include <vector>

#include "app/files/embedded.hpp"

namespace warplens::lessons {

// Descriptions ("matmul_tiled.json") and kernels.
std::vector<files::EmbeddedFile> embedded_lessons();

}  // namespace warplens::lessons
