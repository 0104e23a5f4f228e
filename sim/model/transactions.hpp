// Global memory as devices before compute capability 5.0 served it: transactions of 32, 64 or 128
// bytes. Counts of totals follow today's sectors (coalescing.hpp); these are given in addition.
//
// Sources: CUDA C Programming Guide 1.1 (5.1.2.1, compute capability 1.0 and 1.1) and 3.2 to 4.2
// (G.3.2 and G.4.2: 1.x, 2.x); 8.0 (G.3.2 and G.4.2: 3.x).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/addresses.hpp"

namespace warplens::model {

enum class TransactionRules : uint8_t {
  kSequence,  // 1.0 and 1.1: a half-warp in sequence in one segment, else a transaction a lane
  kSegments,  // 1.2 and 1.3: a half-warp's segments, each made as small as what is used of it
  kLines,     // 2.x, loads through L1: lines of 128 bytes
  kL2,        // 2.x without L1 and its stores, 3.x: segments of 32 bytes
};

struct Transaction {
  uint64_t address = 0;  // of its first byte
  uint32_t bytes = 0;    // 32, 64 or 128
  uint32_t lanes = 0;    // a bit for each that it serves
  friend bool operator==(const Transaction&, const Transaction&) = default;
};

// In the order in which they are issued: by the lowest lane that each serves; of one half-warp
// before those of the next. `bytes_per_lane`: 1, 2, 4, 8 or 16, naturally aligned; `mask` is not 0.
// A lane's word that is in two segments, which no aligned one is, counts in both.
std::vector<Transaction> transactions(TransactionRules rules, uint32_t bytes_per_lane,
                                      uint32_t mask, const Addresses& addresses);

// By what a device of that compute capability serves a load, or a store: one of the rules, or none
// from 5.0 on, where sectors count.
bool has_old_transactions(int major);
TransactionRules rules_of(int major, int minor, bool is_load);

// [bytes] of all of them.
uint64_t bytes_of(const std::vector<Transaction>& transactions);

}  // namespace warplens::model
