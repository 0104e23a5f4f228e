// `--trace-instructions`: what the machine executed of one block, for people.
#include <fmt/ostream.h>

#include "app/cli/report.hpp"
#include "sim/base/say.hpp"
#include "sim/replay/instruction_trace.hpp"

namespace warplens::cli {

bool print_instructions(std::ostream& out, const Runs& runs, const TracePart& part) {
  bool is_whole = true;
  for (const auto& run : runs) {
    if (run->recording == nullptr) continue;
    const trace::BlockId block = run->recording->block;
    fmt::print(out, "{}\n",
               say("{kernel}, block x {x} y {y} z {z}: warp, instruction, active lanes, results",
                   "kernel"_a = run->program->kernel->name, "x"_a = block.x, "y"_a = block.y,
                   "z"_a = block.z));
    uint64_t printed = 0;
    replay::trace_instructions(*run, [&](uint32_t warp, const std::string& line) {
      if (part.warp && *part.warp != warp) return true;
      if (printed == part.most) return is_whole = false;
      ++printed;
      fmt::print(out, "{:3}  {}\n", warp, line);
      return true;
    });
    if (printed == part.most && !is_whole) {
      fmt::print(out, "{}\n",
                 say("... and more: --most was {count} instructions", "count"_a = printed));
    }
  }
  return is_whole;
}

}  // namespace warplens::cli
