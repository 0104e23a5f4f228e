// Subscripts that a macro writes ("AT(r, c)" for "s[(r) * 32 + (c)]"), or whose index a macro or a
// function computes ("s[index(r, c)]"): where they are written, if that is for this array alone, so
// that one change there is right for all of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/edit/array_uses.hpp"

namespace warplens::edit {

// A function that computes a number of its arguments and does nothing else.
struct IndexFunction {
  std::string name;
  Span name_span, full_span;
};

// Moves places[i].inside to where it is written, or says in places[i].obstacle why there is no such
// place. `others`: where macros write elements of other arrays.
void move_to_writers(ArrayUses& uses, const base::SourceFile& file,
                     const std::vector<IndexFunction>& functions,
                     const std::map<uint32_t, const lang::Variable*>& others);

}  // namespace warplens::edit
