// One table of what every limit is called and means; a device's numbers; a launch held against
// them.
#include "sim/model/device_limits.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/model/memory_system.hpp"

namespace warplens::model {

namespace {

constexpr uint64_t kBytesOfKiB = 1024;

struct Described {
  LimitKind kind;
  LimitScope scope;
  bool is_bytes;
  const char* word;
  Sentence name, meaning;
};

constexpr Described kTable[] = {
    {LimitKind::kGridX, LimitScope::kLaunch, false, "grid_x", sentence("grid, x"),
     sentence("Blocks along the grid's first axis.")},
    {LimitKind::kGridY, LimitScope::kLaunch, false, "grid_y", sentence("grid, y"),
     sentence("Blocks along its second axis: far fewer than along the first.")},
    {LimitKind::kGridZ, LimitScope::kLaunch, false, "grid_z", sentence("grid, z"),
     sentence("Blocks along its third axis.")},
    {LimitKind::kBlockX, LimitScope::kLaunch, false, "block_x", sentence("block, x"),
     sentence("Threads along the block's first axis, as long as the product of all three fits.")},
    {LimitKind::kBlockY, LimitScope::kLaunch, false, "block_y", sentence("block, y"),
     sentence("Threads along its second axis.")},
    {LimitKind::kBlockZ, LimitScope::kLaunch, false, "block_z", sentence("block, z"),
     sentence("Threads along its third axis.")},
    {LimitKind::kBlockThreads, LimitScope::kLaunch, false, "threads_per_block",
     sentence("threads of a block"),
     sentence("All threads of a block, which run on one SM and can meet at a barrier.")},
    {LimitKind::kThreadRegisters, LimitScope::kLaunch, false, "registers_per_thread",
     sentence("registers of a thread"),
     sentence("32-bit registers that the compiler may give a thread; what does not fit is kept in "
              "local memory.")},
    {LimitKind::kThreadLocal, LimitScope::kFact, true, "local_bytes_per_thread",
     sentence("local memory of a thread"),
     sentence("Memory of its own for arrays and for what has no register; it is part of the "
              "device's memory.")},
    {LimitKind::kBlockRegisters, LimitScope::kLaunch, false, "registers_per_block",
     sentence("registers of a block"),
     sentence(
         "Registers of all its threads together, for each warp rounded up to whole units: with too "
         "many the launch fails.")},
    {LimitKind::kStaticShared, LimitScope::kLaunch, true, "static_shared_bytes",
     sentence("shared arrays of a kernel"),
     sentence("What arrays with a size in the text may take of a block's shared memory.")},
    {LimitKind::kBlockShared, LimitScope::kLaunch, true, "shared_bytes_per_block",
     sentence("shared memory of a block"),
     sentence("The same with dynamic shared memory, for which a program has to ask beyond 48 "
              "KiB.")},
    {LimitKind::kBlocks, LimitScope::kMultiprocessor, false, "blocks_per_multiprocessor",
     sentence("active blocks an SM"), sentence("Blocks that an SM holds at once.")},
    {LimitKind::kWarps, LimitScope::kMultiprocessor, false, "warps_per_multiprocessor",
     sentence("active warps an SM"),
     sentence("Warps that it holds at once: while one waits for memory, another can go on.")},
    {LimitKind::kThreads, LimitScope::kMultiprocessor, false, "threads_per_multiprocessor",
     sentence("active threads an SM"), sentence("The same in threads, 32 for each warp.")},
    {LimitKind::kRegisters, LimitScope::kMultiprocessor, false, "registers_per_multiprocessor",
     sentence("registers"), sentence("Registers for all active threads together.")},
    {LimitKind::kShared, LimitScope::kMultiprocessor, true, "shared_bytes_per_multiprocessor",
     sentence("shared memory"),
     sentence("Shared memory for all active blocks together, with what the system keeps for each; "
              "at its largest split with L1.")},
    {LimitKind::kSchedulers, LimitScope::kFact, false, "schedulers_per_multiprocessor",
     sentence("warp schedulers of an SM"),
     sentence("Each chooses among its warps, cycle by cycle, one that is ready.")},
    {LimitKind::kMultiprocessors, LimitScope::kFact, false, "multiprocessors", sentence("SMs"),
     sentence("How many the device has; a capability's figure is that of its best known board.")},
    {LimitKind::kConstant, LimitScope::kFact, true, "constant_bytes", sentence("constant memory"),
     sentence("What all __constant__ variables of a program take together.")},
    {LimitKind::kL2, LimitScope::kFact, true, "l2_bytes", sentence("L2 cache"),
     sentence("Cache of global memory that all SMs share.")},
    {LimitKind::kMemory, LimitScope::kFact, true, "memory_bytes", sentence("device memory"),
     sentence("Global memory: what cudaMalloc hands out.")},
};
static_assert(std::size(kTable) == kLimits);

const Described& described(LimitKind kind) {
  const Described& row = kTable[static_cast<size_t>(kind)];
  WL_ASSERT(row.kind == kind, "the table is in the order of LimitKind");
  return row;
}

std::optional<uint64_t> value_of(const Device& device, LimitKind kind) {
  const Multiprocessor& one = device.multiprocessor;
  const bool is_old = one.major < 2;
  switch (kind) {
    case LimitKind::kGridX:
    case LimitKind::kGridY:
    case LimitKind::kGridZ:
      return most_blocks(one)[static_cast<size_t>(kind) - static_cast<size_t>(LimitKind::kGridX)];
    case LimitKind::kBlockX:
    case LimitKind::kBlockY:
    case LimitKind::kBlockZ:
      return most_threads(one)[static_cast<size_t>(kind) - static_cast<size_t>(LimitKind::kBlockX)];
    case LimitKind::kBlockThreads:
      return one.block_threads;
    case LimitKind::kThreadRegisters:
      return one.thread_registers;
    case LimitKind::kThreadLocal:
      return (is_old ? 16 : 512) * kBytesOfKiB;
    case LimitKind::kBlockRegisters:
      return one.block_registers;
    case LimitKind::kStaticShared:
      return device.static_shared_limit();
    case LimitKind::kBlockShared:
      return one.block_shared;
    case LimitKind::kBlocks:
      return one.blocks;
    case LimitKind::kWarps:
      return one.warps();
    case LimitKind::kThreads:
      return one.threads;
    case LimitKind::kRegisters:
      return one.registers;
    case LimitKind::kShared:
      return one.shared;
    case LimitKind::kSchedulers:
      return one.schedulers;
    case LimitKind::kMultiprocessors:
      return device.multiprocessors;
    case LimitKind::kConstant:
      return 64 * kBytesOfKiB;
    case LimitKind::kL2:
    case LimitKind::kMemory:
      break;
  }
  const MemoryFigures* board = memory_figures(device);
  if (board == nullptr) return std::nullopt;
  return kind == LimitKind::kL2 ? std::optional(board->l2) : board->memory;
}

// Of a figure that only one board of a capability has, that board.
std::string board_of(const Device& device, LimitKind kind) {
  if (kind != LimitKind::kL2 && kind != LimitKind::kMemory) return "";
  const MemoryFigures* board = memory_figures(device);
  const bool is_known = board != nullptr && value_of(device, kind);
  return is_known && device.name.find(board->board) == std::string::npos ? board->board : "";
}

// What a launch takes; of a multiprocessor's limits as many blocks as fit.
std::optional<uint64_t> use_of(LimitKind kind, const LaunchNeeds& needs, const Occupancy& result) {
  const uint64_t blocks = result.blocks;
  const auto if_known = [&](uint64_t used) {
    return needs.registers == 0 ? std::nullopt : std::optional(used);
  };
  switch (kind) {
    case LimitKind::kGridX:
    case LimitKind::kGridY:
    case LimitKind::kGridZ:
      return needs.grid[static_cast<size_t>(kind) - static_cast<size_t>(LimitKind::kGridX)];
    case LimitKind::kBlockX:
    case LimitKind::kBlockY:
    case LimitKind::kBlockZ:
      return needs.block[static_cast<size_t>(kind) - static_cast<size_t>(LimitKind::kBlockX)];
    case LimitKind::kBlockThreads:
      return needs.threads();
    case LimitKind::kThreadRegisters:
      return if_known(needs.registers);
    case LimitKind::kBlockRegisters:
      return if_known(result.block_registers);
    case LimitKind::kStaticShared:
      return needs.static_shared;
    case LimitKind::kBlockShared:
      return needs.shared;
    case LimitKind::kBlocks:
      return blocks;
    case LimitKind::kWarps:
      return result.warps;
    case LimitKind::kThreads:
      return blocks * needs.threads();
    case LimitKind::kRegisters:
      return if_known(blocks * result.block_registers);
    case LimitKind::kShared:
      return blocks * result.block_shared;
    default:
      return std::nullopt;
  }
}

bool limits(LimitKind kind, const Occupancy& result) {
  switch (kind) {
    case LimitKind::kBlocks:
      return result.is_limited_by(Resource::kBlocks);
    case LimitKind::kWarps:
      return result.is_limited_by(Resource::kWarps);
    case LimitKind::kRegisters:
      return result.is_limited_by(Resource::kRegisters);
    case LimitKind::kShared:
      return result.is_limited_by(Resource::kShared);
    default:
      return false;
  }
}

}  // namespace

std::array<uint64_t, 3> most_blocks(const Multiprocessor& multiprocessor) {
  const uint64_t x = multiprocessor.major >= 3 ? 0x7fffffffu : 65535u;
  return {x, 65535, multiprocessor.major >= 2 ? 65535u : 1u};
}

std::array<uint64_t, 3> most_threads(const Multiprocessor& multiprocessor) {
  return {multiprocessor.block_threads, multiprocessor.block_threads, 64};
}

const char* word(LimitKind kind) {
  return described(kind).word;
}

std::string name(LimitKind kind) {
  return say(described(kind).name);
}

std::string meaning(LimitKind kind) {
  return say(described(kind).meaning);
}

std::vector<Limit> limits_of(const Device& device) {
  std::vector<Limit> all;
  for (const Described& row : kTable)
    all.push_back({row.kind, row.scope, row.is_bytes, value_of(device, row.kind),
                   board_of(device, row.kind)});
  return all;
}

std::vector<LimitUse> check_limits(const Device& device, const LaunchNeeds& needs) {
  BlockNeeds block;
  block.threads = static_cast<uint32_t>(std::min<uint64_t>(needs.threads(), UINT32_MAX));
  block.registers = needs.registers;
  block.shared = needs.shared;
  const Occupancy result = occupancy(device.multiprocessor, block);
  std::vector<LimitUse> uses;
  for (const Limit& limit : limits_of(device)) {
    LimitUse use{limit, use_of(limit.kind, needs, result), LimitState::kNotAsked, false};
    if (limit.scope == LimitScope::kMultiprocessor) {
      use.is_limiter = limits(limit.kind, result) && result.warps < device.multiprocessor.warps();
      if (result.blocks == 0) use.used.reset();
    }
    if (use.used && limit.value)
      use.state = *use.used > *limit.value ? LimitState::kExceeded : LimitState::kMet;
    uses.push_back(std::move(use));
  }
  return uses;
}

std::vector<LimitUse> exceeded_limits(const Device& device, const LaunchNeeds& needs) {
  std::vector<LimitUse> uses = check_limits(device, needs);
  std::erase_if(uses, [](const LimitUse& use) { return use.state != LimitState::kExceeded; });
  return uses;
}

}  // namespace warplens::model
