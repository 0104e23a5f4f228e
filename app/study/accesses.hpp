// One row for each access of the text, over the whole grid.
#pragma once

#include <string>

#include "app/study/section.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

// For programs.
List list_accesses(const run::Run& run);
// For people; nothing where there is no access.
Section accesses_in_words(const run::Run& run);

// The device functions around a row's place: "reduce_row, sum"; "" in the kernel itself.
std::string functions_of(const observe::AccessRow& row);

}  // namespace warplens::study
