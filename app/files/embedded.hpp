// A file as it was when the program was built: warplens_embed() (CMakeLists.txt) writes a function
// that returns a list of them.
#pragma once

#include <string_view>

namespace warplens::files {

struct EmbeddedFile {
  std::string_view name;  // without folders: "matmul_tiled.json"
  std::string_view text;
};

}  // namespace warplens::files
