// A launch that was run: its sizes, sums, accesses, findings, what was printed, how it ended.
#pragma once

#include <vector>

#include "app/study/section.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

// `run`. `is_alone`: no other launch of the file was run, nor is listed; `models`: what models make
// of it, which is shown behind its accesses.
Section describe(const run::Run& run, bool is_alone, std::vector<Section> models);

// For programs: each kernel of the file with what became of it.
List list_kernels(const lang::Unit& unit);

// "cut: 12 of 400 blocks executed".
Text cut_text(const run::Run& run);
// Why a run is a part of one; empty where it is complete.
Text ending_text(run::Ending ending);
// Why the blocks did not run on all threads; empty if they did.
Text one_thread_text(const run::Run& run);

}  // namespace warplens::study
