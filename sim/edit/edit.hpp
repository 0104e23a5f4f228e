// A change of a kernel's text that the program makes itself, to show what a part of it is for: the
// same text without a barrier, say. Lines keep their numbers, so places in both texts correspond.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/base/source.hpp"

namespace warplens::edit {

using base::Span;

enum class Change : uint8_t {
  kNoBarrier,      // __syncthreads(), block.sync()
  kNoWarpBarrier,  // __syncwarp(), group.sync()
  kNoGuard,        // an `if`: its statement is always executed, its else and its return never
  kNoPadding,      // of a shared array's rows
  kNoAtomic,       // a load and a store instead
  kAtomicAdd,      // the opposite: instead of ++, +=, --, -=
  kGuard,          // where an access is out of bounds (guards.hpp)
};

struct Edit {
  Change change = Change::kNoBarrier;
  Span place;        // of the root text: what is replaced
  std::string text;  // by what, with as many line ends
};

// "without this barrier": a part of a sentence, and a button's text.
std::string words(Change change);

// The root text with the edit made.
std::string apply(const base::SourceFile& file, const Edit& edit);

// The place in the original text of one in the edited text, where included texts follow. None: it
// touches what was replaced.
std::optional<Span> original_place(const Edit& edit, Span edited);

}  // namespace warplens::edit
