// What an edit of the text changes, as text and as JSON.
#pragma once

#include <ostream>

#include "app/cli/json.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::cli {

// "no_barrier": the change's stable name.
const char* word(edit::Change change);

Json edit_json(const whatif::EditResults& results);
void print_edit(std::ostream& out, const whatif::EditResults& results);

}  // namespace warplens::cli
