// What the sentences about shared, constant and global memory have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/bank_schedule.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::scene {

// In ascending order.
std::vector<uint32_t> lanes_of(uint32_t mask);

// "All 32 lanes", "All 5 active lanes".
std::string everyone(uint32_t mask);

// "1 wavefront", "4 wavefronts".
std::string wavefronts_text(uint32_t count);

// "4 wavefronts are ideal, 0 bank conflicts."
std::string at_least(uint32_t wavefronts);

// What one group of lanes requests of one bank.
struct Demand {
  uint32_t bank = 0;
  uint32_t lanes = 0;
  std::vector<model::BankService> services;
};

// Of the bank that a group has the most requests of.
Demand busiest_demand(const model::BankSchedule& schedule, const model::LaneGroups& groups);

// Of matrices that are loaded or stored, without its rows that are outside.
std::string matrix_sentence(const trace::Access& access, const model::BankSchedule& schedule,
                            const model::LaneGroups& groups);

// Whether all active lanes have one address.
bool one_address(const trace::Access& access);

// The sentence about lanes whose access is out of bounds; "" where there are none.
std::string outside(const trace::Access& access);

}  // namespace warplens::scene
