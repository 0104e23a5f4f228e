// Which registers an instruction reads and writes, value by value.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

struct OpInfo;

// Values of `width` slots each, one after the other.
struct SlotRange {
  uint16_t slot = 0;
  uint8_t width = 1;
  uint8_t count = 0;
};

// One value: where it starts, and how many slots it takes.
struct RegisterUse {
  uint16_t slot = 0;
  uint8_t width = 0;
  friend bool operator==(const RegisterUse&, const RegisterUse&) = default;
};

struct RegisterUses {
  std::vector<SlotRange> reads, writes;
  // The last of the reads is what a move leaves in lanes outside of the mask.
  bool keeps_last = false;
};

// How many values the access reads or writes one after the other; 1 of any other instruction.
uint8_t value_count(const Instr& instr, const OpInfo& op);

RegisterUses register_uses(const Program& program, const Instr& instr);
// Of all its instructions.
std::vector<RegisterUses> register_uses(const Program& program);

// How many values the ranges have.
uint32_t value_count(const std::vector<SlotRange>& ranges);

// Of a launch, before the first instruction: the registers of parameters and of addresses of
// variables.
std::vector<RegisterUse> registers_of_launch(const Program& program);

template <class Visit>
void for_each_value(const SlotRange& range, Visit visit) {
  for (uint32_t k = 0; k < range.count; ++k)
    visit(RegisterUse{static_cast<uint16_t>(range.slot + k * range.width), range.width});
}

}  // namespace warplens::code
