// The layouts of a shared array under which none of its accesses has a conflict, or the fewest, as
// changes of the text.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/edit/layout_edits.hpp"
#include "sim/whatif/fix/shared_arrays.hpp"

namespace warplens::fix {

struct Layout {
  edit::LayoutChange change;
  std::vector<edit::Replacement> edits;
  observe::LayoutCost cost;                // of the array with it
  std::vector<observe::LayoutCost> costs;  // the same, parallel to the array's places
  int64_t more_bytes = 0;                  // that a block takes, where it takes most
};

struct Layouts {
  bool is_partial = false;  // no layout was found that leaves no conflict: these leave the fewest
  std::vector<Layout> all;  // at most one of each kind
  base::Diagnostics not_written;  // why others can't be written in the text
};

// Of an array that fixed_by does not hold where it is.
Layouts layouts_of(const SharedArray& array, const base::SourceFile& file,
                   const model::Device& device);

}  // namespace warplens::fix
