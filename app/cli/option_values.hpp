// What the words behind single options mean: a block, `--dram`, `--latency-hiding` and
// `--registers`, and `--memory`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/study/dram.hpp"
#include "sim/base/result.hpp"
#include "sim/model/latency_hiding.hpp"
#include "sim/prepare/run_store.hpp"

namespace warplens::cli {

// "3,0,1" with one to three whole numbers from 0.
std::optional<std::array<uint32_t, 3>> parse_place(std::string_view text);

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

// What arrays, checks and recordings may take: --memory, or a quarter of the machine's memory.

// Of this machine; nothing where the system does not say. [bytes]
std::optional<uint64_t> machine_memory();

// --memory, "512M", "2G" or "1073741824" (bytes): all of it, for whatever is kept. Without it (""):
// a quarter of `machine`, or the limits' own default if that is not known, of which contents that
// nothing shows have their own part. Checks and recordings have half of it, or 512 MiB without
// --memory if that is less. The error is a sentence.
base::Result<prepare::MemoryLimits, std::string> read_memory_limits(
    const std::string& text, std::optional<uint64_t> machine);

}  // namespace warplens::cli
