// The recordings of assets/measurements as they were when the program was built.
#pragma once

#include <vector>

#include "app/files/embedded.hpp"

namespace warplens::compare {

std::vector<files::EmbeddedFile> embedded_recordings();

}  // namespace warplens::compare
