// One request on several numbers of threads.
#pragma once

#include <memory>

#include "sim/run/run.hpp"

namespace warplens::test {

// Runs the request on one thread, and on several in chunks as small as can be and of several
// blocks; checks that all are the same. Returns the run with the smallest chunks.
std::shared_ptr<const run::Run> check_on_threads(prepare::Request request);

}  // namespace warplens::test
