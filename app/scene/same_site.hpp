// An access of a text in another text, or in the same one with an edit.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/code/program.hpp"

namespace warplens::scene {

// The site of `now` that has the same text, operation and rank among its likes; none if the text
// has gone.
std::optional<uint32_t> same_site(const code::Program& before, uint32_t site,
                                  const code::Program& now);

}  // namespace warplens::scene
