// Models of kernels that were really run, for the tests of the pictures.
#pragma once

#include <string>

#include "app/gui/session/model.hpp"
#include "app/gui/views/picture.hpp"

namespace warplens::test {

// A run of the text with launch options as on the command line, at a step, with a chosen thread.
// Fails the test if the kernel does not run.
gui::Model run_model(const std::string& text, const std::string& words, uint32_t step,
                     uint32_t warp = 0, uint32_t lane = 0, trace::BlockId block = {});

// The lecture's kernels, short: a tiled product of n x n matrices M and N into P; a copy of m to
// out through s[width][width + pad] by columns.
std::string product_text();
std::string column_copy_text();

}  // namespace warplens::test
