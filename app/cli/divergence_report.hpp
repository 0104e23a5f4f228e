// `run --divergence`: which lanes of a block's warps execute and what they wait for, as text and as
// JSON.
#pragma once

#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/occupancy_report.hpp"
#include "sim/whatif/follow_divergence.hpp"

namespace warplens::cli {

// `run` is what was followed, `compiled` its kernel.
void print_divergence(std::ostream& out, const run::Run& run,
                      const base::Checked<whatif::Divergence>& divergence,
                      const CompiledResult& compiled);
// {"problem": ...} where nothing could be followed.
Json divergence_json(const run::Run& run, const base::Checked<whatif::Divergence>& divergence,
                     const CompiledResult& compiled);

}  // namespace warplens::cli
