// Headers that Warplens brings as text of its own, written in the language that it supports: a
// kernel's use of them is compiled like any other function of the text.
#pragma once

#include <string_view>

namespace warplens::lang {

// What <cooperative_groups.h>, <cooperative_groups/reduce.h> and <cooperative_groups/scan.h> hold,
// as far as a kernel may use it.
std::string_view cooperative_groups_text();
// <cuda_fp16.h>
std::string_view half_text();

}  // namespace warplens::lang
