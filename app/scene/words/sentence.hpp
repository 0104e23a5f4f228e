// One or two exact sentences about an access, from the models' results alone.
#pragma once

#include <string>

#include "sim/model/bank_schedule.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/device.hpp"
#include "sim/model/shared_cost.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::scene {

// "Lane 5", "Lanes 0 and 31", "lanes 0 to 15", "lanes 0, 2, 4 ... 30 (16 lanes)".
std::string lanes_text(uint32_t mask, bool capital);

// `op` is what the schedule was made for.
std::string shared_sentence(const model::Device& device, model::SharedOp op,
                            const trace::Access& access, const model::BankSchedule& schedule);
std::string constant_sentence(const trace::Access& access, uint32_t broadcasts);
// `says_what_share_means`: with few lanes, that a sector is the least that is moved.
std::string global_sentence(const trace::Access& access, const model::GlobalCost& cost,
                            bool says_what_share_means = true);
// Where that is worth saying: few lanes use little of their one sector.
bool is_low_share_of_few(const trace::Access& access, const model::GlobalCost& cost);

}  // namespace warplens::scene
