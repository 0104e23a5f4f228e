#include "sim/whatif/run_arithmetic.hpp"

#include "sim/base/say.hpp"
#include "sim/code/flops.hpp"

namespace warplens::whatif {

model::Arithmetic arithmetic_of(const run::Run& run) {
  bool has_float = false, has_double = false;
  for (const code::Instr& instr : run.program->instrs) {
    if (code::is_double_flop(instr.op))
      has_double = true;
    else if (code::flops_of(instr.op) > 0)
      has_float = true;
  }
  if (!has_double) return model::Arithmetic::kFloat;
  return has_float ? model::Arithmetic::kBoth : model::Arithmetic::kDouble;
}

std::string type_text(const model::Peak& peak) {
  return peak.is_of_double ? "double" : "float";
}

std::string peak_remark(const model::MemoryFigures& figures, model::Arithmetic arithmetic) {
  if (arithmetic == model::Arithmetic::kFloat) return "";
  if (!figures.double_peak)
    return say(
        "The kernel computes with double, whose peak on {board} is not known: float's is "
        "shown.",
        "board"_a = figures.board);
  if (arithmetic == model::Arithmetic::kDouble) return "";
  return label(
      "The kernel computes with float and with double; operations are not counted by type, and the "
      "lower peak, that of double, is shown.");
}

}  // namespace warplens::whatif
