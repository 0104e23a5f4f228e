// What the sentences about shared, constant and global memory have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/trace/recording.hpp"

namespace warplens::scene {

// In ascending order.
std::vector<uint32_t> lanes_of(uint32_t mask);

// "All 32 lanes", "All 5 active lanes".
std::string everyone(uint32_t mask);

// "1 wavefront", "4 wavefronts".
std::string wavefronts_text(uint32_t count);

// Whether all active lanes have one address.
bool one_address(const trace::Access& access);

// The sentence about lanes whose access is out of bounds; "" where there are none.
std::string outside(const trace::Access& access);

}  // namespace warplens::scene
