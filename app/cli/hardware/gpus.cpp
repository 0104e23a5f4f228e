// `warplens gpus`: what the driver says of every GPU, and what this machine lacks for measuring.
#include <fmt/format.h>

#include <ostream>

#include "app/cli/hardware/commands.hpp"
#include "app/cli/json.hpp"
#include "app/cli/table.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

std::string bytes_text(uint64_t bytes) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  if (bytes >= kMiB) return fmt::format("{} MiB", grouped(bytes / kMiB));
  if (bytes % 1024 == 0) return fmt::format("{} KiB", bytes / 1024);
  return grouped(bytes) + " B";
}

std::string per_block_and_all(uint64_t block, uint64_t all) {
  return say("{block} a block, {all} an SM", "block"_a = grouped(block), "all"_a = grouped(all));
}

void print_gpu(std::ostream& out, const measure::GpuDevice& gpu) {
  const std::vector<std::vector<std::string>> rows{
      {label("compute capability"), fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor)},
      {label("SMs"), std::to_string(gpu.multiprocessors)},
      {label("shared memory"), say("{block} a block, up to {most} on request, {all} an SM",
                                   "block"_a = bytes_text(gpu.shared_per_block),
                                   "most"_a = bytes_text(gpu.shared_per_block_optin),
                                   "all"_a = bytes_text(gpu.shared_per_multiprocessor))},
      {label("threads"), per_block_and_all(gpu.threads_per_block, gpu.threads_per_multiprocessor)},
      {label("blocks"), say("{all} an SM", "all"_a = gpu.blocks_per_multiprocessor)},
      {label("registers"),
       per_block_and_all(gpu.registers_per_block, gpu.registers_per_multiprocessor)},
      {label("L2 cache"), bytes_text(gpu.l2_bytes)},
      {label("memory"), say("{size}, {bits} bits wide", "size"_a = bytes_text(gpu.memory_bytes),
                            "bits"_a = grouped(gpu.memory_bus_bits))},
      {label("clocks"),
       say("{clock} MHz, memory {memory} MHz", "clock"_a = grouped(gpu.clock_khz / 1000),
           "memory"_a = grouped(gpu.memory_clock_khz / 1000))},
  };
  out << gpu.name << "\n";
  for (const std::vector<std::string>& row : rows)
    out << fmt::format("  {:<19} {}\n", row[0], row[1]);
}

}  // namespace

int list_gpus(const CommandLine& line, const Surroundings& surroundings) {
  measure::Worker worker(surroundings.measuring_command);
  const measure::Measured<measure::MachineAnswer> answer = worker.machine();
  measure::MachineAnswer machine;
  if (answer)
    machine = *answer;
  else
    machine.missing = {answer.error().message};
  if (line.json) {
    Json json = {{"version", kJsonVersion}};
    json.update(measure::Json(machine));
    surroundings.out << to_text(json, 2) << "\n";
    return kExitDone;
  }
  if (machine.devices.empty() && machine.missing.empty())
    surroundings.out << say("this machine has no GPU") << "\n";
  for (const measure::GpuDevice& gpu : machine.devices) print_gpu(surroundings.out, gpu);
  const measure::Provenance& from = machine.provenance;
  if (!machine.devices.empty()) {
    surroundings.out << (from.toolkit.empty()
                             ? say("driver {driver}", "driver"_a = from.driver)
                             : say("driver {driver}, CUDA Toolkit {toolkit}",
                                   "driver"_a = from.driver, "toolkit"_a = from.toolkit))
                     << "\n";
  }
  for (const std::string& missing : machine.missing) surroundings.out << missing << "\n";
  return kExitDone;
}

}  // namespace warplens::cli
