// `run --registers`: how many blocks of a launch a multiprocessor holds at once, with the registers
// that were entered or that a GPU's compiler gives the kernel, as text and as JSON. A model of
// limits (sim/model/occupancy.hpp).
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "app/cli/json.hpp"
#include "app/compare/compiled_kernel.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

using CompiledResult = base::Result<compare::CompiledKernel, std::string>;

// What `--registers` asks for.
struct RegistersLine {
  uint32_t entered = 0;  // 0: those of the compiled kernel
};

// "compiled" or a number. Changes `line`; "" or what is wrong.
std::string read_registers(const std::string& text, RegistersLine& line);

struct OccupancyResult {
  model::BlockNeeds needs;
  model::Occupancy occupancy;
  bool is_entered = false;
  std::optional<compare::CompiledKernel> compiled;  // where the registers are from, if not entered
  std::string problem;                              // why they are not known, without a full stop
};

// `compiled`: the run's kernel, where the line asks for it; else null.
OccupancyResult occupancy_of(const run::Run& run, const RegistersLine& line,
                             const CompiledResult* compiled);

void print_occupancy(std::ostream& out, const run::Run& run, const OccupancyResult& result);
Json occupancy_json(const run::Run& run, const OccupancyResult& result);

}  // namespace warplens::cli
