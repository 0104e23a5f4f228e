// What arrays, checks and recordings may take: --memory, or a quarter of the machine's memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/result.hpp"
#include "sim/prepare/run_store.hpp"

namespace warplens::cli {

// Of this machine; nothing where the system does not say. [bytes]
std::optional<uint64_t> machine_memory();

// --memory, "512M", "2G" or "1073741824" (bytes): all of it, for whatever is kept. Without it (""):
// a quarter of `machine`, or the limits' own default if that is not known, of which contents that
// nothing shows have their own part. Checks and recordings have half of it, or 512 MiB without
// --memory if that is less. The error is a sentence.
base::Result<prepare::MemoryLimits, std::string> read_memory_limits(
    const std::string& text, std::optional<uint64_t> machine);

}  // namespace warplens::cli
