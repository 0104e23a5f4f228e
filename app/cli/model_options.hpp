// What `--dram`, `--latency-hiding` and `--registers` ask for, as their words say it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/study/dram.hpp"
#include "sim/model/latency_hiding.hpp"

namespace warplens::cli {

// Each changes what it is given; returns "" or what is wrong.

// "hbm2", "gddr5", "ddr4", and behind it ",no-caches".
std::string read_dram(const std::string& text, study::DramTry& tried);

struct HidingOption {
  model::Latencies latencies;
  std::vector<Text> notes;  // latencies that cannot be, and what is shown instead
};
// "h200", "lecture", or one of them with changes: "h200,global=280".
std::string read_hiding(const std::string& text, HidingOption& option);

struct RegistersOption {
  uint32_t entered = 0;  // 0: those of the compiled kernel
};
// "compiled" or a number.
std::string read_registers(const std::string& text, RegistersOption& option);

}  // namespace warplens::cli
