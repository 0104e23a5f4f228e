// `run --caches`: what a model of the device's caches makes of a run, as text and as JSON.
#pragma once

#include <iosfwd>

#include "app/cli/json.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// Of a run with ExtraObservers::stream; a sentence where there is no stream or no public figure.
void print_caches(std::ostream& out, const run::Run& run);
Json caches_json(const run::Run& run);

}  // namespace warplens::cli
