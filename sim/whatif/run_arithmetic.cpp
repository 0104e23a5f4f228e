#include "sim/whatif/run_caches.hpp"

#include "sim/code/flops.hpp"

namespace warplens::whatif {

model::Arithmetic arithmetic_of(const run::Run& run) {
  bool has_float = false, has_double = false;
  for (const code::Instr& instr : run.program->instrs) {
    if (code::is_double_flop(instr.op))
      has_double = true;
    else if (code::flops_of(instr) > 0)
      has_float = true;
  }
  if (!has_double) return model::Arithmetic::kFloat;
  return has_float ? model::Arithmetic::kBoth : model::Arithmetic::kDouble;
}

}  // namespace warplens::whatif
