// A launch that was run: its sizes, sums, accesses, findings, what was printed, how it ended.
#pragma once

#include <string>
#include <vector>

#include "app/study/section.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

// `run`. `is_alone`: no other launch of the file was run, nor is listed; `models`: what models make
// of it, which is shown behind its accesses.
Section describe(const run::Run& run, bool is_alone, std::vector<Section> models);

// What was guessed of a launch, for people and for programs; nothing where nothing was.
void add_guess_lines(Section& section, const prepare::Request& request);
void add_guess_facts(Section& section, const prepare::Request& request);

// For programs: each kernel of the file with what became of it.
List list_kernels(const lang::Unit& unit);

// "cut: 12 of 400 blocks executed".
Text cut_text(const run::Run& run);
// Why a run is a part of one; empty where it is complete.
Text ending_text(run::Ending ending);
// Why the blocks did not run on all threads; empty if they did.
Text one_thread_text(const run::Run& run);

// One row for each access of the text, over the whole grid.

// For programs.
List list_accesses(const run::Run& run);
// For people; nothing where there is no access.
Section accesses_in_words(const run::Run& run);

// The device functions around a row's place: "reduce_row, sum"; "" in the kernel itself.
std::string functions_of(const observe::AccessRow& row);

}  // namespace warplens::study
