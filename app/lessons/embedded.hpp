// The built-in lessons' files as they were when the program was built (embed.cmake writes the
// .cpp).
#pragma once

#include <string_view>
#include <vector>

namespace warplens::lessons {

struct EmbeddedLesson {
  std::string_view description_name;  // "matmul_tiled.json"
  std::string_view description;
  std::string_view kernel_text;
};

std::vector<EmbeddedLesson> embedded_lessons();

}  // namespace warplens::lessons
