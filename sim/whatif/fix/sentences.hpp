// The sentences on a fix.
#pragma once

#include <string>

#include "sim/whatif/fix/find_fixes.hpp"

namespace warplens::fix {

// "'tile' (line 4) takes 33,792 wavefronts for 2,048 requests; without conflicts it would take
// 2,048".
std::string head(const ArrayFixes& array);

// "pad each row by 1 element", "write column ^ row % 32 for the column": what to do, a part of a
// sentence.
std::string words(const edit::LayoutChange& change);

// "column ^ row / 2 % 4 * 8": what a swizzle writes.
std::string swizzle_words(const edit::LayoutChange& change);

// "in CuTe Swizzle<2,3,3> on indices of elements: address bits 4-5 ^= bits 7-8"; "" of a layout
// that is none, or none of these.
std::string cute_words(const edit::LayoutChange& change, uint32_t element_bytes);

// Also "set PAD to 1 instead of the launch's 0, or pad each row by 1 element" where the launch
// gives the number.
std::string words(const Fix& fix);

// "2,048 wavefronts, 128 more bytes a block, 2 blocks resident on a multiprocessor, as now"; of
// a partial fix "1,056 wavefronts -> 132, 128 would do, ...".
std::string cost_words(const ArrayFixes& array, const Fix& fix);

// What has to hold of other launches, too; "": nothing.
std::string condition(const ArrayFixes& array, const Fix& fix);

// Why there is no fix, or only a partial one: no layout that was tried has no conflict. It says
// which were, and which not.
std::string no_layout(const ArrayFixes& array);

}  // namespace warplens::fix
