// A whole program in the report of `warplens run`: what it printed, its launches with their totals,
// and which of them is shown in detail.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/json.hpp"
#include "app/cli/run_cli.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// Launches of the same kernel, at the same place of the text, with the same sizes.
struct LaunchRow {
  uint32_t launch = 0;  // the first of them, from 0
  uint64_t times = 1;
  std::shared_ptr<const run::Run> run;  // of that first one; null: it was not looked at
};

struct ProgramSummary {
  std::shared_ptr<const prepare::ReachedProgram> reached;
  std::vector<LaunchRow> rows;  // in order
  uint32_t chosen = 0;          // the launch that is shown in detail
  // What makes it the one: the user, or an error, the most waste, or that it is the first.
  enum class Why : uint8_t { kWanted, kError, kWaste, kFirst } why = Why::kFirst;
};

// Wavefronts and sectors that a better layout would not need.
uint64_t waste_of(const run::Run& run);

// Runs the launches of the request's program, each kind once. Errors: of the text, and where
// `wanted`, a launch from 0, is not reached.
base::Checked<ProgramSummary> survey_program(const prepare::Request& request,
                                             std::optional<uint32_t> wanted,
                                             const Surroundings& surroundings);

// What was seen of the launch that is shown in detail; null where that was not looked at.
std::shared_ptr<const run::Run> run_of_chosen(const ProgramSummary& summary);

// Of a request for another launch, because the file's program was run and reached none.
std::optional<ProgramSummary> program_without_launch(const prepare::Request& request,
                                                     const std::vector<std::string>& arguments);

void print_program(std::ostream& out, const ProgramSummary& summary);
// Of its host code.
Json host_findings_json(const ProgramSummary& summary);
// {"program": ..., "launches": ...}
Json program_json(const ProgramSummary& summary);

}  // namespace warplens::cli
