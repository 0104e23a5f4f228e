// A device's limits one by one: how much, what each means, and how much of it a launch takes.
//
// Sources: those of multiprocessor.hpp, of L2 and the memory those of memory_system.hpp; sizes of
// grids and blocks, constant and local memory: CUDA C++ Programming Guide 13.0, "Compute
// Capabilities"; of 1.x to 3.x the guides 3.2 and 8.0.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/occupancy.hpp"

namespace warplens::model {

// In the order in which they are listed: of a launch, of a thread, of a block, of a multiprocessor,
// of the device.
enum class LimitKind : uint8_t {
  kGridX,
  kGridY,
  kGridZ,
  kBlockX,
  kBlockY,
  kBlockZ,
  kBlockThreads,
  kThreadRegisters,
  kThreadLocal,
  kBlockRegisters,
  kStaticShared,
  kBlockShared,
  kBlocks,
  kWarps,
  kThreads,
  kRegisters,
  kShared,
  kSchedulers,
  kMultiprocessors,
  kConstant,
  kL2,
  kMemory,
};
inline constexpr size_t kLimits = 22;

// A multiprocessor's limits decide how many blocks are resident; the others whether a launch
// starts at all. kFact: nothing that a launch could exceed.
enum class LimitScope : uint8_t { kLaunch, kMultiprocessor, kFact };

struct Limit {
  LimitKind kind = LimitKind::kGridX;
  LimitScope scope = LimitScope::kLaunch;
  bool is_bytes = false;
  std::optional<uint64_t> value;  // none: it differs by board, and no board represents all
  std::string board;              // whose figure it is; "": of every such device
};

// In the order of LimitKind, each once.
std::vector<Limit> limits_of(const Device& device);

// "threads_per_block": stable, for programs; "threads of a block"; what it means, a sentence.
const char* word(LimitKind kind);
std::string name(LimitKind kind);
std::string meaning(LimitKind kind);

// Of each axis.
std::array<uint64_t, 3> most_blocks(const Multiprocessor& multiprocessor);   // of a grid
std::array<uint64_t, 3> most_threads(const Multiprocessor& multiprocessor);  // of a block

struct LaunchNeeds {
  std::array<uint64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t static_shared = 0;  // [bytes] of a block
  uint64_t shared = 0;         // with dynamic memory
  uint32_t registers = 0;      // of a thread; 0: not known
  uint64_t threads() const { return block[0] * block[1] * block[2]; }
};

// kNotAsked: the launch takes nothing of it, or how much is not known.
enum class LimitState : uint8_t { kNotAsked, kMet, kExceeded };

struct LimitUse {
  Limit limit;
  std::optional<uint64_t> used;  // of a multiprocessor's: by as many blocks as fit
  LimitState state = LimitState::kNotAsked;
  bool is_limiter =
      false;  // of a multiprocessor's: it allows no further resident block, and warps are left free
};

// In the order of LimitKind. How many blocks the grid has is not looked at where it is counted how
// many fit.
std::vector<LimitUse> check_limits(const Device& device, const LaunchNeeds& needs);
// The limits that keep it from starting; empty: it starts.
std::vector<LimitUse> exceeded_limits(const Device& device, const LaunchNeeds& needs);

}  // namespace warplens::model
