// Rows of an array of one dimension, whose length its subscripts say ("row * 32 + column"): longer
// or shorter where that number is written, be it a constant, a macro's or a function's text, or the
// subscripts themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/edit/layout_edits.hpp"

namespace warplens::edit {

// Lengths of rows that all subscripts of the array say, in the order of the text. [elements]
std::vector<uint64_t> pitches(const base::SourceFile& file, const ArrayUses& uses);

// A change that is_pitch.
base::Result<std::vector<Replacement>, base::Diagnostic> pitch_edit(const base::SourceFile& file,
                                                                    const ArrayUses& uses,
                                                                    const LayoutChange& change);

}  // namespace warplens::edit
