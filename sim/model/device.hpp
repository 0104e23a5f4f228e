// The description of a device that decides how a warp's access is served. Data only; bank_rule.hpp
// and coalescing.hpp read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::model {

enum class Broadcast : uint8_t {
  kAnyWord,  // every bank may feed one word to any number of lanes (2.x and later)
  kOneWord,  // one chosen word a pass is broadcast, the others serve one lane each (1.x)
};

struct Device {
  std::string id;    // "h200", "cc1.0": what --device takes
  std::string name;  // "NVIDIA H200 (compute capability 9.0)"
  int compute_major = 9, compute_minor = 0;
  uint32_t banks = 32;
  uint32_t bank_bytes = 4;       // width of a bank
  uint32_t lanes_per_pass = 32;  // lanes whose 32-bit requests one pass can serve (16: half-warps)
  Broadcast broadcast = Broadcast::kAnyWord;
  bool pairs_words = false;  // 3.x, 8-byte banks: two 32-bit words of one 64-bit word cost one pass
  uint32_t static_shared_limit = 48 * 1024;    // [bytes a block]
  uint32_t dynamic_shared_limit = 227 * 1024;  // [bytes a block], static included
  uint32_t threads_per_block = 1024;
  // What blocks that are resident at once share.
  uint32_t multiprocessors = 132;
  uint32_t blocks_per_multiprocessor = 32;
  uint32_t threads_per_multiprocessor = 2048;
  uint32_t shared_per_multiprocessor = 228 * 1024;  // [bytes]
  uint32_t shared_reserved = 1024;                  // [bytes] that the system takes of each block
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
  bool runs_in_lockstep() const { return compute_major < 7; }
  // How many blocks of so many threads and bytes of shared memory are resident at once. Registers
  // are not counted: the compiler decides on them.
  uint64_t resident_blocks(uint64_t threads, uint64_t shared_bytes) const;
  // Whether shared memory serves warps as every device since compute capability 5.0 does.
  bool has_current_banks() const { return counts_as(Device{}); }
};

const std::vector<Device>& devices();
const Device& default_device();
const Device* find_device(const std::string& id);  // null if unknown

}  // namespace warplens::model
