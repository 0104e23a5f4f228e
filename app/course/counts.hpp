// What a run takes of what an exercise's goals count, and facts as numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/course/exercise.hpp"
#include "app/study/section.hpp"
#include "sim/run/run.hpp"

namespace warplens::course {

// Of a number, or of what is true or not. Nothing: it is something else, or there is none.
std::optional<double> number_of(const study::Value* value);

// What is counted of an access to that memory, as JSON names it: "requests", "wavefronts" ...
std::vector<std::string> counts_in(trace::Space space);
// The sum over these accesses of a count by that name; of each request the mean, of the access
// where that is largest. Nothing: one of them has no such count.
std::optional<double> count_together(const std::vector<const observe::AccessRow*>& accesses,
                                     std::string_view count, bool is_each_request);

// Whether a goal counts "divergence.parting_warps", the warps of the first block in which lanes
// have parted, or "hiding.cycles", what as many warps like that block's as an SM holds take in the
// model of latency hiding: then a run has to record that block.
bool counts_first_block(const Exercise& exercise);

// One a goal; nothing: the run has no such count.
std::vector<std::optional<double>> counts_of(const Exercise& exercise, const run::Run& run);
// The same of several launches together. `program`: counted(), for facts "program.*".
std::vector<std::optional<double>> counts_of(const Exercise& exercise, const run::Runs& launches,
                                             const study::Section& program);

bool is_met(Relation relation, double value, double bound);

}  // namespace warplens::course
