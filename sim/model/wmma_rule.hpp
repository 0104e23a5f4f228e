// nvcuda::wmma: the instructions that loading or storing a fragment is compiled to, as measured on
// 9.0 (tests/data/README.md): ldmatrix where eight neighbours of 16 bits, or 16 of 8 bits that one
// product sums over, are one after the other in memory; else loads of what a register holds.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/model/addresses.hpp"
#include "sim/model/shared_cost.hpp"

namespace warplens::model {

enum class FragmentUse : uint8_t { kA, kB, kAccumulator };
// Of an element; 8-bit integers with or without a sign are alike.
enum class FragmentType : uint8_t { kInt8, kHalf, kBfloat16, kTf32, kFloat, kInt32, kDouble };

struct WmmaFragment {
  FragmentUse use = FragmentUse::kA;
  uint32_t m = 16, n = 16, k = 16;  // of the whole product
  FragmentType type = FragmentType::kHalf;
  bool is_column_major = false;  // as it is in memory
};

struct WmmaInstruction {
  bool is_matrix = false;  // ldmatrix; else an ordinary load or store
  uint32_t bytes = 4;      // a lane; of ldmatrix a row's
  uint32_t mask = 0;       // lanes that give an address
  Addresses addresses{};
};

// In the order of the fragment's registers. `begin`: the address of the first element; `pitch`:
// ldm, in elements. Nothing for a fragment that wmma does not have.
std::vector<WmmaInstruction> wmma_instructions(const WmmaFragment& fragment, uint64_t begin,
                                               uint64_t pitch);

// Of a load, or of a store, which only accumulators have.
SharedCost wmma_cost(const Device& device, const WmmaInstruction& instruction, bool is_store);

}  // namespace warplens::model
