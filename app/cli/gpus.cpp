// `warplens gpus`: what the driver says of every GPU, and what this machine lacks for measuring.
#include <fmt/format.h>

#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/measure.hpp"
#include "app/cli/table.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/record/json.hpp"

namespace warplens::cli {
namespace {

std::string bytes_text(uint64_t bytes) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  if (bytes >= kMiB) return fmt::format("{} MiB", grouped(bytes / kMiB));
  if (bytes % 1024 == 0) return fmt::format("{} KiB", bytes / 1024);
  return grouped(bytes) + " B";
}

void print_gpu(std::ostream& out, const measure::GpuDevice& gpu) {
  const std::vector<std::vector<std::string>> rows{
      {"compute capability", fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor)},
      {"multiprocessors", std::to_string(gpu.multiprocessors)},
      {"shared memory",
       fmt::format("{} a block, up to {} on request, {} a multiprocessor",
                   bytes_text(gpu.shared_per_block), bytes_text(gpu.shared_per_block_optin),
                   bytes_text(gpu.shared_per_multiprocessor))},
      {"threads", fmt::format("{} a block, {} a multiprocessor", grouped(gpu.threads_per_block),
                              grouped(gpu.threads_per_multiprocessor))},
      {"blocks", fmt::format("{} a multiprocessor", gpu.blocks_per_multiprocessor)},
      {"registers", fmt::format("{} a block, {} a multiprocessor", grouped(gpu.registers_per_block),
                                grouped(gpu.registers_per_multiprocessor))},
      {"L2 cache", bytes_text(gpu.l2_bytes)},
      {"memory",
       fmt::format("{}, {} bits wide", bytes_text(gpu.memory_bytes), grouped(gpu.memory_bus_bits))},
      {"clocks", fmt::format("{} MHz, memory {} MHz", grouped(gpu.clock_khz / 1000),
                             grouped(gpu.memory_clock_khz / 1000))},
  };
  out << gpu.name << "\n";
  for (const std::vector<std::string>& row : rows)
    out << fmt::format("  {:<19} {}\n", row[0], row[1]);
}

}  // namespace

int list_gpus(const CommandLine& line, const Surroundings& surroundings) {
  measure::Worker worker(surroundings.measuring_command);
  const measure::Measured<measure::MachineAnswer> asked = worker.machine();
  measure::MachineAnswer machine;
  if (asked)
    machine = *asked;
  else
    machine.missing = {asked.error().message};
  if (line.json) {
    Json json = {{"version", kJsonVersion}};
    json.update(measure::Json(machine));
    surroundings.out << to_text(json, 2) << "\n";
    return kExitDone;
  }
  if (machine.devices.empty() && machine.missing.empty())
    surroundings.out << "this machine has no GPU\n";
  for (const measure::GpuDevice& gpu : machine.devices) print_gpu(surroundings.out, gpu);
  const measure::Provenance& from = machine.provenance;
  if (!machine.devices.empty()) {
    surroundings.out << fmt::format("driver {}{}\n", from.driver,
                                    from.toolkit.empty() ? "" : ", CUDA Toolkit " + from.toolkit);
  }
  for (const std::string& missing : machine.missing) surroundings.out << missing << "\n";
  return kExitDone;
}

}  // namespace warplens::cli
