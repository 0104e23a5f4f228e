// Which ready warp goes next, and how many blocks take turns, as options say it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/base/result.hpp"

namespace warplens::launch {

// kInOrder: the lowest warp of the lowest block, until it waits. kRoundRobin: each warp in turn.
// kRandom: any, by Schedule::seed. kAdversarial: of two accesses that race, the one that comes
// second in order goes first where it can, and asynchronous copies arrive as late as they may.
// Warps take turns at accesses of shared and global memory: nothing else of a warp is seen by
// others.
enum class Order : uint8_t { kInOrder, kRoundRobin, kRandom, kAdversarial };

inline constexpr uint32_t kMostResident = 1 << 20;

struct Schedule {
  Order order = Order::kInOrder;
  uint64_t seed = 0;               // kRandom
  uint32_t resident = 0;           // blocks that run at once; 0: as many as the device holds
  bool independent_lanes = false;  // each lane of a warp takes turns by itself
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// "in-order", "round-robin", "random=SEED" or "adversarial", into order and seed. The error says
// what there is.
base::Result<Schedule, std::string> parse_order(std::string_view word);
std::string print_order(const Schedule& schedule);
// "random=3, independent lanes", for people.
std::string words(const Schedule& schedule);
// "lockstep" or "independent".
base::Result<bool, std::string> parse_lanes(std::string_view word);

}  // namespace warplens::launch
