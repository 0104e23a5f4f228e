// `run --dram`: a run's requests of DRAM as a model serves them (sim/model/dram.hpp), in their
// order and in others, as text and as JSON.
#pragma once

#include <iosfwd>
#include <string>

#include "app/cli/json.hpp"
#include "sim/model/dram.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// What `--dram` asks for.
struct DramLine {
  model::DramKind kind = model::DramKind::kHbm2;
  bool behind_caches = true;  // else every sector that is asked of L1 goes to DRAM
};

// "hbm2", "gddr5", "ddr4", and behind it ",no-caches". Changes `line`; "" or what is wrong.
std::string read_dram(const std::string& text, DramLine& line);

// Of a run with ExtraObservers::stream; a sentence where nothing reaches DRAM.
void print_dram(std::ostream& out, const run::Run& run, const DramLine& line);
Json dram_json(const run::Run& run, const DramLine& line);

}  // namespace warplens::cli
