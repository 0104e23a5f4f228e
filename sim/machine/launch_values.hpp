// What a launch writes to registers before the first instruction, the same in every lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/base/assert.hpp"
#include "sim/lang/tree/ast.hpp"
#include "sim/machine/context.hpp"

namespace warplens::machine {

// Calls visit(slot, whether it takes two slots, bits) for every parameter and every address of a
// variable of global memory.
template <class Visit>
void for_each_launch_value(const GridContext& context, Visit visit) {
  const code::Program& program = *context.program;
  WL_ASSERT(context.parameter_bits.size() == program.parameters.size(),
            "a launch binds every parameter");
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const code::Parameter& parameter = program.parameters[i];
    const bool is_wide = lang::size_of(parameter.type) == 8;
    const uint64_t bits = context.parameter_bits[i];
    visit(static_cast<uint16_t>(parameter.slot), is_wide,
          is_wide ? bits : static_cast<uint32_t>(bits));
  }
  WL_ASSERT(context.global_addresses.size() == program.globals.size(),
            "a launch places every variable");
  for (size_t i = 0; i < program.globals.size(); ++i) {
    if (!program.globals[i].is_constant)
      visit(static_cast<uint16_t>(program.globals[i].slot), true, context.global_addresses[i]);
  }
}

}  // namespace warplens::machine
