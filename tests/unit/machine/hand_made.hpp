// Programs written instruction by instruction, for what no text needs to reach: one warp or a block
// whose registers, masks and memory a test fills and looks at itself.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "sim/code/opcodes.hpp"
#include "sim/machine/grid/grid.hpp"
#include "sim/machine/interpreter.hpp"
#include "support.hpp"

namespace warplens::machine::test {

struct HandMade {
  HandMade() {
    program->register_slots = 64;
    program->mask_registers = 8;
    program->local_arrays.push_back({nullptr, 0, 0});
    context->program = program;
    context->grid = {1, 1, 1};
    context->block = {32, 1, 1};
  }

  // Appends an instruction and returns its pc.
  uint32_t emit(code::Op op, uint16_t dst = 0, uint16_t a = 0, uint16_t b = 0, uint16_t c = 0,
                int32_t imm = 0) {
    program->instrs.push_back({op, dst, a, b, c, imm});
    program->sites_of.push_back(0);
    return static_cast<uint32_t>(program->instrs.size()) - 1;
  }
  void constant32(uint16_t dst, uint32_t value) {
    program->constants.push_back(value);
    emit(code::Op::kConst32, dst, 0, 0, 0, static_cast<int32_t>(program->constants.size()) - 1);
  }
  void constant64(uint16_t dst, uint64_t value) {
    program->constants.push_back(value);
    emit(code::Op::kConst64, dst, 0, 0, 0, static_cast<int32_t>(program->constants.size()) - 1);
  }
  void local_memory(uint32_t bytes) {
    program->local_bytes = bytes;
    program->local_arrays[0].end = bytes;
  }
  void shared_memory(uint32_t bytes) {
    program->shared.push_back({"s", nullptr, 0, bytes, false});
    program->static_shared_bytes = context->shared_bytes = bytes;
  }
  uint64_t global_array(size_t bytes) {
    GlobalArray array;
    std::vector<std::byte> content(bytes);
    for (size_t i = 0; i < bytes; ++i) content[i] = static_cast<std::byte>(i * 37 + 11);
    array.bytes = base::PagedBytes(content);
    return memory.add(std::move(array));
  }

  // One warp at the first instruction, with all lanes; registers are 0.
  void start(bool follow) {
    follows = follow;
    warp = WarpState{};
    warp.mask = warp.present = ~0u;
    warp.masks.assign(program->mask_registers, 0);
    warp.registers.assign(size_t{program->register_slots} * 32, 0);
    warp.frame_end = program->local_bytes;
    warp.local.assign(program->local_bytes);
    if (follow) {
      warp.origins.assign(warp.registers.size(), 0);
      warp.local_origins.assign((size_t{program->local_bytes} + 3) / 4 * 32, 0);
    }
    shared.resize(context->shared_bytes);
  }
  WarpStop run(uint64_t budget = 100'000, bool stop_before_access = false) {
    const SharedLayout layout = shared_layout(*context);
    WarpRun run{*context, layout,   {},       0,    warp,  shared,
                memory,   arriving, released, &log, &undo, stop_before_access};
    return follows ? run_warp<true>(run, budget) : run_warp<false>(run, budget);
  }
  template <class T>
  T lane(uint16_t slot, uint32_t index) const {
    T value;
    std::memcpy(&value,
                reinterpret_cast<const std::byte*>(warp.registers.data() + size_t{slot} * 32) +
                    index * sizeof(T),
                sizeof(T));
    return value;
  }
  template <class T>
  void set(uint16_t slot, uint32_t index, T value) {
    std::memcpy(
        reinterpret_cast<std::byte*>(warp.registers.data() + size_t{slot} * 32) + index * sizeof(T),
        &value, sizeof(T));
  }

  std::shared_ptr<code::Program> program = std::make_shared<code::Program>();
  std::shared_ptr<GridContext> context = std::make_shared<GridContext>();
  GlobalMemory memory;
  std::vector<std::byte> shared;
  WarpState warp;
  BarrierTally arriving, released;
  std::vector<UndoEntry> undo;
  EventLog log;
  bool follows = false;
};

}  // namespace warplens::machine::test
