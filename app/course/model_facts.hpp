// What stops may ask of DRAM beside what JSON has: whole numbers, which questions can compare; and
// what older devices would make of an access.
#pragma once

#include <cstdint>

#include "app/study/dram.hpp"
#include "app/study/section.hpp"
#include "sim/run/run.hpp"

namespace warplens::course {

// "row_bytes", "banks", "channels" of the kind; "bytes" of all bursts, "lane_bytes" that lanes
// asked for, "channels_used"; and "ns.fifo", the time of each order.
study::Section dram_section(const study::DramFacts& facts);

// By the rules of compute capability 1.0 ("sequence"), 1.2 ("segments"), 2.x ("lines") and 3.x
// ("sectors"): "segments.count" and "segments.bytes" of a recorded load of global memory. Of
// another access nothing is in it.
study::Section transactions_section(const run::Run& run, uint32_t step);

}  // namespace warplens::course
