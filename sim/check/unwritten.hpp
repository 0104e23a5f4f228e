// Follows values of shared memory that nothing has written, through the registers of one block, to
// where they matter: a branch, an address, an atomic, a store to global memory. Copying them is no
// mistake.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/analysis/memory_layout.hpp"
#include "sim/analysis/totals.hpp"
#include "sim/code/program.hpp"
#include "sim/trace/event.hpp"

namespace warplens::check {

// An observer of the block that sees each instruction besides, before and after it is
// executed.
class Unwritten : public trace::Observer {
 public:
  // `block`: extents; `id` is the block that is followed.
  Unwritten(std::shared_ptr<const code::Program> program, uint32_t shared_bytes,
            trace::BlockId block, trace::BlockId id);

  void before(uint32_t warp, uint32_t pc, uint32_t mask);
  void access(const trace::WarpAccess& access) override;
  void after(uint32_t warp, uint32_t pc, uint32_t mask);

  std::vector<analysis::Finding> findings(const analysis::MemoryLayout& layout) const;

 private:
  // Where an unwritten value was loaded.
  struct Source {
    uint32_t site = 0, step = 0, thread = 0;
    uint64_t address = 0;
  };
  // Of a value in a register, 32 lanes: which are unwritten, and where the first was loaded.
  struct Taint {
    uint32_t lanes = 0;
    Source source;
  };
  struct Use {
    uint64_t count = 0;  // lanes
    Source source;
    uint32_t thread = 0;  // of the first use
  };
  Taint& taint(uint32_t warp, uint32_t slot) { return registers_[warp * slots_ + slot]; }
  void use(const Taint& value, uint32_t warp, uint32_t pc, uint32_t mask);
  // Of the bytes of a place in shared memory.
  bool is_unwritten(uint64_t address, uint32_t bytes) const;

  std::shared_ptr<const code::Program> program_;
  trace::BlockId extent_, id_;
  uint32_t slots_;
  uint32_t step_ = 0;
  std::vector<Taint> registers_;  // by warp and slot
  std::vector<bool> written_;     // by byte of shared memory: with a value that was written
  // By address: where a value that was stored unwritten had been loaded.
  std::unordered_map<uint64_t, Source> carried_;
  // Of the present instruction: what it loads, or what the register holds that it stores.
  Taint moved_;
  std::map<std::pair<uint32_t, uint32_t>, Use> uses_;  // by instruction and site of the load
};

}  // namespace warplens::check
