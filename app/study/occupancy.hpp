// How many of a launch's blocks are resident on a multiprocessor at once, and what limits them. A
// model of limits (sim/model/occupancy.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/compiled_kernel.hpp"
#include "app/study/section.hpp"
#include "sim/model/device.hpp"
#include "sim/model/occupancy.hpp"

namespace warplens::study {

// What is tried in the place of what the run has.
struct OccupancyTry {
  std::optional<uint32_t> threads, registers;
  std::optional<uint64_t> shared;  // [bytes] a block, static and dynamic
  friend bool operator==(const OccupancyTry&, const OccupancyTry&) = default;
  bool is_any() const { return threads || registers || shared; }
};

// A shared array of the kernel. [bytes]
struct BudgetArray {
  std::string name;
  uint64_t bytes = 0;
  friend bool operator==(const BudgetArray&, const BudgetArray&) = default;
};

// Where the launch's registers a thread are from.
struct KnownRegisters {
  bool is_entered = false;                          // by the user, for the launch itself
  std::optional<compare::CompiledKernel> compiled;  // the kernel that a GPU's compiler made
  std::string problem;        // why they are not known, without a full stop; "" where nobody asked
  bool is_compiling = false;  // they will be
};

struct OccupancyFacts {
  std::string device;        // "H200"
  model::Multiprocessor on;  // one of
  uint32_t multiprocessors = 0;
  model::BlockNeeds of_launch, needs;  // `needs`: with what is tried, which is shown
  OccupancyTry tried;
  KnownRegisters known;             // of of_launch.registers
  uint64_t blocks = 0;              // of the grid
  std::vector<BudgetArray> arrays;  // of the kernel, where they are known
  model::Occupancy occupancy;
  bool fails() const { return occupancy.cannot_launch != model::CannotLaunch::kNothing; }
};

OccupancyFacts occupancy_facts(const model::Device& device, const model::BlockNeeds& of_launch,
                               uint64_t blocks, const OccupancyTry& tried = {},
                               std::vector<BudgetArray> arrays = {}, KnownRegisters known = {});
// Of a launch that was run. `compiled`: its kernel, or why there is none; null: nobody asked, and
// `entered` registers are its own, if any.
OccupancyFacts occupancy_facts(const run::Run& run, uint32_t entered,
                               const compare::CompiledResult* compiled);

inline constexpr std::array kResources{model::Resource::kBlocks, model::Resource::kWarps,
                                       model::Resource::kRegisters, model::Resource::kShared};
uint64_t all_of(const OccupancyFacts& facts, model::Resource resource);    // the multiprocessor's
uint64_t of_block(const OccupancyFacts& facts, model::Resource resource);  // one block's

// `run --registers`.
Section describe(const OccupancyFacts& facts);

// ------------------------------------------------------------------------ the page's sentences

// Along which of the block's needs the blocks are counted.
enum class BlockNeed : uint8_t { kThreads, kRegisters, kShared };

// "4 active blocks an SM, limited by registers"; of a launch that fails, why there is none.
Text answer_text(const OccupancyFacts& facts);
// "8 blocks of 256 threads: 64 of 64 warps, occupancy 100%".
Text headline(const OccupancyFacts& facts);
// Why there is no further block, or why the launch fails.
Text reason_text(const OccupancyFacts& facts);
// The grid's blocks against those that all multiprocessors hold.
Text grid_text(const OccupancyFacts& facts);
// What shared memory each of so many blocks may take before it limits their number, and what the
// kernel's arrays take of that; empty where no block fits, or none uses shared memory.
Text budget_text(const OccupancyFacts& facts);
Text source_text(const OccupancyFacts& facts);        // of the model and of the registers
Text registers_problem(const OccupancyFacts& facts);  // why there is none but what is entered
// Texts on the registers' present number, the longest first.
std::vector<Text> registers_texts(const OccupancyFacts& facts);
// How what is allocated comes of the registers of a thread; empty where their number is not known.
Text register_units_text(const OccupancyFacts& facts);
// "64 of 64 warps"
Text used_text(const OccupancyFacts& facts, model::Resource resource);
// "256 threads", "32 registers", "4.1 KiB".
Text need_text(BlockNeed need, uint64_t value);
// "512 threads, 128 registers": what is tried.
Text tried_text(const OccupancyTry& tried);

}  // namespace warplens::study
