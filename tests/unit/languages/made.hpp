// Languages that exist for these tests alone; app/languages/compile.py writes what is declared
// here.
#pragma once

#include <span>

#include "app/languages/catalogue.hpp"

namespace warplens::tests {

// tests/data/languages.
std::span<const languages::Catalogue> translated();

// Each text of app/languages/warplens.pot as ⟦text⟧: what a user sees without these is not of the
// catalogue.
std::span<const languages::Catalogue> bracketed();

}  // namespace warplens::tests
