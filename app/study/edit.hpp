// What an edit of the text changes: arrays, findings, where it first shows.
#pragma once

#include "app/study/section.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::study {

// "no_barrier": the change's stable name.
const char* word(edit::Change change);

// `run --without`, `--with-atomic`.
Section describe(const whatif::EditResults& results);

}  // namespace warplens::study
