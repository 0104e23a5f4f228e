// `run --roofline`: a run in the roofline model (sim/model/roofline.hpp), with its bytes counted at
// four levels, as text and as JSON.
#pragma once

#include <iosfwd>

#include "app/cli/json.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// Of a run with ExtraObservers::stream; a sentence where there is no stream, no operation or no
// byte.
void print_roofline(std::ostream& out, const run::Run& run);
Json roofline_json(const run::Run& run);

}  // namespace warplens::cli
