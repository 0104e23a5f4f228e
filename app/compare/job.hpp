// A launch of the simulator made into a job for a GPU: the same text, definitions, template
// arguments, sizes and array contents.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/format/job.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

// `request` is what run::run_sequence() takes; it is compiled and bound, and not executed. The
// arrays' first contents are written to `folder`/data.bin, and the results are wanted in `folder`;
// "": nothing is written, as of a job that is only looked at.
// Builds, count, time and explain of the job are left at their defaults. Errors are the engine's,
// and a folder that cannot be written.
base::Checked<measure::Job> make_job(const prepare::Request& request, const std::string& folder);

// 16 hex digits: of the job's text, its headers and definitions. The same text with the same
// definitions gives the same hash on every machine.
std::string text_hash(const measure::Job& job);

// Holds the arrays that a build left (job.result_folder) against what the simulation's last launch
// left. Rules: integers, and floating results of + - * / sqrt and fma, bit by bit; where the
// kernels call other functions (exp, sin...), within a stated number of ulp; where they add floats
// atomically, within a stated tolerance. Padding bytes of records are not compared. An array that
// could not be read back does not agree.
std::vector<measure::ArrayAgreement> compare_arrays(const run::Runs& simulated,
                                                    const measure::Job& job, measure::Build build);

}  // namespace warplens::compare
