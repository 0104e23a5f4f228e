// The files of assets/guide as they were when the program was built, in the order of the guide.
#pragma once

#include <vector>

#include "app/files/embedded.hpp"

namespace warplens::guide {

std::vector<files::EmbeddedFile> embedded_guide();

}  // namespace warplens::guide
