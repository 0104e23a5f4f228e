// What a program does with the device's memory, counted from its journal for goals.
#pragma once

#include "app/study/section.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::course {

// A section with launches, blocks and threads (that start), copies, copies_to_device,
// copies_to_host, bytes_copied, bytes_to_device, bytes_to_host, allocations, bytes_allocated and
// arrays_left (that it does not free). Calls that fail do not count. Without them where it took
// more steps than a journal has, or launches than are kept.
study::Section counted(const prepare::ReachedProgram& program);

}  // namespace warplens::course
