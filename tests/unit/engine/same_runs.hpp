// Whether two runs of one request came out alike, in everything but how many threads there were.
#pragma once

#include <memory>

#include "sim/engine/run.hpp"

namespace warplens::test {

// A check that fails says what differs.
void check_same(const engine::Run& a, const engine::Run& b);

// Runs the request on one thread, and on several in chunks as small as can be and of several
// blocks; checks that all are the same. Returns the run with the smallest chunks.
std::shared_ptr<const engine::Run> check_on_threads(engine::Request request);

}  // namespace warplens::test
