// Which edits a kernel's text offers.
#pragma once

#include <vector>

#include "sim/code/program.hpp"
#include "sim/edit/edit.hpp"

namespace warplens::edit {

// In the functions that the kernel reaches, in order of place. Only of the root text, and of what
// no macro wrote. A guard is an `if`; padding is what a shared array's last extent
// adds (`[32 + 1]`, `[TILE + PAD]`) or has beyond a power of two (`[33]`).
std::vector<Edit> possible_edits(const code::Program& program);

// That make the statement around the access a call of atomicAdd; none where that has another form
// or type than atomicAdd takes. `access`: AccessSite::span.
std::optional<Edit> with_atomic(const code::Program& program, Span access);

}  // namespace warplens::edit
