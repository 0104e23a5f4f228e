// What an edit of the text changes: arrays, findings, where it first shows.
#pragma once

#include <cstdint>

#include "app/study/section.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::study {

// "no_barrier": the change's stable name.
const char* word(edit::Change change);

// LINE[:COLUMN], from 1; the column 0: any.
struct EditLine {
  bool adds_atomic = false;  // else something is left out
  uint32_t line = 0, column = 0;
};
// What can be edited there, of the runs' kernels. Errors: nothing, or several things.
base::Checked<edit::Edit> chosen_edit(const EditLine& wanted, const run::Runs& runs);

// `run --without`, `--with-atomic`.
Section describe(const whatif::EditResults& results);

}  // namespace warplens::study
