// `run --divergence`: which lanes of a block's warps execute and what they wait for, as text and as
// JSON.
#pragma once

#include <ostream>

#include "app/cli/json.hpp"
#include "sim/engine/follow_divergence.hpp"

namespace warplens::cli {

// `run` is what was followed.
void print_divergence(std::ostream& out, const engine::Run& run,
                      const base::Checked<engine::Divergence>& divergence);
// {"problem": ...} where nothing could be followed.
Json divergence_json(const engine::Run& run, const base::Checked<engine::Divergence>& divergence);

}  // namespace warplens::cli
