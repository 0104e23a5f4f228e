// The playlists as they were when the program was built.
#pragma once

#include <vector>

#include "app/files/embedded.hpp"

namespace warplens::lecture {

std::vector<files::EmbeddedFile> embedded_lectures();  // "conflicts.txt"

}  // namespace warplens::lecture
