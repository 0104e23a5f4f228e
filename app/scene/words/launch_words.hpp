// How large a launch is, in words: beside every time that was measured of it.
#pragma once

#include <string>

#include "sim/run/run.hpp"

namespace warplens::scene {

// "16", "2 × 2", "2 × 2 × 4".
std::string size_words(const launch::Dim3& size);

// "grid 2 × 2, rows 64, columns 64": the grid and the first whole numbers among the arguments;
// without such numbers the block.
std::string launch_size_words(const run::Run& run);
// Of two launches; one of them where they are equally large, else "grid 1, n 64 | grid 2, n 128".
std::string launch_size_words(const run::Run& left, const run::Run& right);

}  // namespace warplens::scene
