// Languages that exist for these tests alone; languages/compile.py writes what is declared here.
#pragma once

#include <span>

#include "languages/catalogue.hpp"

namespace warplens::tests {

// tests/data/languages.
std::span<const languages::Catalogue> translated();

// Each text of languages/warplens.pot as ⟦text⟧: what a user sees without these is not of the
// catalogue.
std::span<const languages::Catalogue> bracketed();

}  // namespace warplens::tests
