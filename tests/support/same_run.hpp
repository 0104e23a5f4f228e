// Two runs of one text held against each other, part by part.
#pragma once

#include "sim/run/run.hpp"

namespace warplens::test {

// Totals and rows.
void check_same_counts(const run::Run& run, const run::Run& expected);
// Which block is recorded, every event of it and its costs, and memory as it found it.
void check_same_recording(const run::Run& run, const run::Run& expected);
// Both, and how the run ended, its findings, prints and arrays.
void check_same_run(const run::Run& run, const run::Run& expected);
// The same of runs whose launches may have different numbers of threads.
void check_same_results(const run::Run& run, const run::Run& expected);

}  // namespace warplens::test
