// Where a kernel's text declares a shared array and subscripts it, so that its layout can be
// changed there; or what it does with the array that a changed layout would break.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"

namespace warplens::edit {

using base::Span;

// "tile[row][column]": an element of the array.
struct ElementPlace {
  Span span;
  // What the brackets hold, outermost first, where it is written: here, or in a macro or a function
  // that writes it for this array alone. Empty: `obstacle` says why it can't be changed there.
  std::vector<Span> inside;
  // By subscript: it may be evaluated twice, and in any order.
  std::vector<bool> may_repeat;
  std::optional<base::Diagnostic> obstacle;
  bool is_shared = false;  // the obstacle is that other arrays' elements are written there, too
};

struct ArrayUses {
  const lang::Variable* variable = nullptr;
  std::vector<Span> extents;         // what its declaration has in brackets; empty: nothing
  std::vector<ElementPlace> places;  // in order of the text, each once
  // Why its elements have to stay where they are: the first place where their address is used
  // otherwise than for one access.
  std::optional<base::Diagnostic> escape;
  // Where the arrays are declared whose elements are written by the same macros.
  std::set<uint32_t> together;
};

// The variable that a shared array of the program is declared as; null if there is none.
const lang::Variable* declaration_of(const code::Program& program, const code::SharedArray& array);

// Of an array that the program's functions declare.
ArrayUses uses_of(const code::Program& program, const lang::Variable& array);

// As they are where all arrays that are `together` with this one change in the same way.
ArrayUses joined(ArrayUses uses);

// Adds what another program of the same text does with the same declaration.
void add_uses(ArrayUses& to, const ArrayUses& more);

// Subscripts that a macro writes ("AT(r, c)" for "s[(r) * 32 + (c)]"), or whose index a macro or a
// function computes ("s[index(r, c)]"): where they are written, if that is for this array alone,
// so that one change there is right for all of them.

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
