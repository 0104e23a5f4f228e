// The description of a device that decides how a warp's access is served. Data only; bank_rule.hpp
// and coalescing.hpp read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/multiprocessor.hpp"

namespace warplens::model {

enum class Broadcast : uint8_t {
  kAnyWord,  // every bank may feed one word to any number of lanes (2.x and later)
  kOneWord,  // one chosen word a pass is broadcast, the others serve one lane each (1.x)
};

struct Device {
  std::string id;                 // "h200", "cc1.0": what --device takes
  std::string name;               // "NVIDIA H200 (compute capability 9.0)"
  Multiprocessor multiprocessor;  // what blocks that are resident at once share
  uint32_t multiprocessors = 132;
  uint32_t banks = 32;
  uint32_t bank_bytes = 4;       // width of a bank
  uint32_t lanes_per_pass = 32;  // lanes whose 32-bit requests one pass can serve (16: half-warps)
  Broadcast broadcast = Broadcast::kAnyWord;
  bool pairs_words = false;  // 3.x, 8-byte banks: two 32-bit words of one 64-bit word cost one pass
  // Wide (64-bit, 128-bit) and global accesses follow the current rules because the exact old ones
  // are not public.
  bool wide_rules_are_current = true;
  bool global_rules_are_current = true;
  // Its counts were compared with hardware counters (tests/data/README.md).
  bool is_measured = false;

  // Whether every access counts the same on both: global and constant memory have one rule.
  bool counts_as(const Device& other) const {
    return banks == other.banks && bank_bytes == other.bank_bytes &&
           lanes_per_pass == other.lanes_per_pass && broadcast == other.broadcast &&
           pairs_words == other.pairs_words;
  }
  // Whether the lanes of a warp execute in step: before Volta, compute capability 7.0.
  bool runs_in_lockstep() const { return multiprocessor.major < 7; }
  // Of a block, in bytes: what a kernel's own arrays may take, and with dynamic memory.
  uint32_t static_shared_limit() const;
  uint32_t dynamic_shared_limit() const { return multiprocessor.block_shared; }
  // How many blocks of so many threads and bytes of shared memory are resident at once on all
  // multiprocessors, at least one. Registers are not counted: the compiler decides on them.
  uint64_t resident_blocks(uint64_t threads, uint64_t shared_bytes) const;
  // Whether shared memory serves warps as every device since compute capability 5.0 does.
  bool has_current_banks() const { return counts_as(Device{}); }
};

const std::vector<Device>& devices();
const Device& default_device();
const Device* find_device(const std::string& id);  // null if unknown

}  // namespace warplens::model
