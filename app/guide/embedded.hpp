// What the guide is made of, as it was when the program was built.
#pragma once

#include <vector>

#include "app/files/embedded.hpp"

namespace warplens::guide {

// The files of assets/guide, in the order of the guide.
std::vector<files::EmbeddedFile> embedded_guide();
// GLOSSARY.md alone.
std::vector<files::EmbeddedFile> embedded_glossary();

}  // namespace warplens::guide
