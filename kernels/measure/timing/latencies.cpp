// measure_latencies(): rings of addresses in each memory, followed by one thread.
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/measure/timing/chase_ptx.hpp"
#include "kernels/measure/timing/kernel.hpp"
#include "kernels/measure/timing/timing.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::timing {
namespace {

constexpr int kRuns = 5;               // the median of them
constexpr uint64_t kLine_bytes = 128;  // a step is another line
constexpr uint64_t kInL1_bytes = 16 << 10, kInL2_bytes = 4 << 20;
constexpr uint64_t kDram_l2 = 8;  // as many times the L2 cache's size, each line at most once
constexpr uint64_t kLeastDram_bytes = 256 << 20, kDramStep_bytes = 512;
constexpr uint64_t kChaseShareOfFree = 4;
constexpr uint32_t kSteps = 16384;
constexpr uint32_t kInConstant_bytes = 1024, kConstantStep_bytes = 64;

struct Walk {
  uint64_t start = 0;
  uint32_t before = 0, steps = kSteps;
};

// The addresses base, base + step, ... as one ring in no order that a prefetcher could guess.
std::vector<uint64_t> ring(uint64_t base, uint64_t bytes, uint64_t step) {
  std::vector<uint64_t> order(bytes / step);
  std::iota(order.begin(), order.end(), uint64_t{0});
  std::mt19937_64 random(1);
  std::shuffle(order.begin(), order.end(), random);
  std::vector<uint64_t> words(bytes / sizeof(uint64_t));
  for (size_t i = 0; i < order.size(); ++i)
    words[order[i] * step / sizeof(uint64_t)] = base + order[(i + 1) % order.size()] * step;
  return words;
}

// Cycles a step.
Measured<double> run_once(const cuda::DriverPointer& driver, const Kernel& kernel, Walk walk,
                          bool has_start) {
  const Measured<cuda::Memory> out = cuda::Memory::allocate(driver, 2 * sizeof(uint64_t));
  if (!out.ok()) return base::fail(out.error());
  CUdeviceptr target = out->address();
  std::vector<void*> arguments{&walk.before, &walk.steps, &target};
  if (has_start) arguments.insert(arguments.begin(), &walk.start);
  const Measured<bool> launched =
      cuda::launch(*driver, kernel.function, cuda::LaunchShape{}, arguments.data());
  if (!launched.ok()) return base::fail(launched.error());
  if (const auto done = cuda::synchronize(*driver); !done.ok()) return base::fail(done.error());
  std::array<uint64_t, 2> result{};
  if (const auto read = out->read(result.data(), sizeof result); !read.ok())
    return base::fail(read.error());
  return static_cast<double>(result[0]) / walk.steps;
}

Measured<double> run(const cuda::DriverPointer& driver, const Kernel& kernel, const Walk& walk,
                     bool has_start = true) {
  std::vector<double> cycles;
  for (int i = 0; i < kRuns; ++i) {
    const Measured<double> one = run_once(driver, kernel, walk, has_start);
    if (!one.ok()) return one;
    cycles.push_back(*one);
  }
  std::sort(cycles.begin(), cycles.end());
  return cycles[kRuns / 2];
}

Measured<double> shared_cycles(const cuda::DriverPointer& driver) {
  const Measured<Kernel> kernel = load(driver, chase_shared_ptx(), "chase");
  if (!kernel.ok()) return base::fail(kernel.error());
  return run(driver, *kernel, {0, 64, kSteps}, false);
}

Measured<double> global_cycles(const cuda::DriverPointer& driver, Chased what, uint64_t bytes) {
  const Measured<Kernel> kernel = load(driver, chase_ptx(what), "chase");
  if (!kernel.ok()) return base::fail(kernel.error());
  Measured<cuda::Memory> memory = cuda::Memory::allocate(driver, bytes);
  if (!memory.ok()) return base::fail(memory.error());
  const std::vector<uint64_t> words = ring(memory->address(), bytes, kLine_bytes);
  if (const auto written = memory->write(words.data(), bytes); !written.ok())
    return base::fail(written.error());
  const auto once = static_cast<uint32_t>(bytes / kLine_bytes);
  return run(driver, *kernel, {memory->address(), 2 * once, kSteps});
}

// Every line is new, and the L2 cache is full of something else.
Measured<double> dram_cycles(const cuda::DriverPointer& driver) {
  const Measured<Kernel> kernel = load(driver, chase_ptx(Chased::kGlobalPastL1), "chase");
  if (!kernel.ok()) return base::fail(kernel.error());
  size_t free = 0, total = 0;
  const CUresult result = driver->cu.cuMemGetInfo(&free, &total);
  if (result != CUDA_SUCCESS)
    return base::fail(driver->problem(result, say("querying the free memory")));
  const auto l2 = static_cast<uint64_t>(attribute(*driver, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
  const uint64_t wanted =
      std::min<uint64_t>(std::max(kDram_l2 * l2, kLeastDram_bytes), free / kChaseShareOfFree);
  const uint64_t bytes = wanted / kDramStep_bytes * kDramStep_bytes;
  Measured<cuda::Memory> memory = cuda::Memory::allocate(driver, bytes);
  if (!memory.ok()) return base::fail(memory.error());
  Measured<cuda::Memory> other = cuda::Memory::allocate(driver, bytes);
  if (!other.ok()) return base::fail(other.error());
  const std::vector<uint64_t> words = ring(memory->address(), bytes, kDramStep_bytes);
  if (const auto written = memory->write(words.data(), bytes); !written.ok())
    return base::fail(written.error());
  if (const auto filled = other->fill(0); !filled.ok()) return base::fail(filled.error());
  const auto most = static_cast<uint32_t>(bytes / kDramStep_bytes);
  return run_once(driver, *kernel, {memory->address(), 0, std::min(kSteps, most)}, true);
}

Measured<std::pair<double, double>> constant_cycles(const cuda::DriverPointer& driver) {
  const Measured<Kernel> kernel = load(driver, chase_ptx(Chased::kConstant), "chase");
  if (!kernel.ok()) return base::fail(kernel.error());
  const Measured<CUfunction> where = kernel->module.function("where");
  if (!where.ok()) return base::fail(where.error());
  const auto variable = kernel->module.variable("ring");
  if (!variable.ok()) return base::fail(variable.error());
  const Measured<cuda::Memory> out = cuda::Memory::allocate(driver, sizeof(uint64_t));
  if (!out.ok()) return base::fail(out.error());
  CUdeviceptr target = out->address();
  std::array<void*, 1> arguments{&target};
  const auto launched = cuda::launch(*driver, *where, cuda::LaunchShape{}, arguments.data());
  if (!launched.ok()) return base::fail(launched.error());
  if (const auto done = cuda::synchronize(*driver); !done.ok()) return base::fail(done.error());
  uint64_t base = 0;
  if (const auto read = out->read(&base, sizeof base); !read.ok()) return base::fail(read.error());

  std::array<double, 2> cycles{};
  const std::array<uint32_t, 2> sizes{kInConstant_bytes, kConstantRing_bytes};
  for (size_t i = 0; i < sizes.size(); ++i) {
    // The chase ends where an address is 0: the ring's own may be.
    const std::vector<uint64_t> words =
        ring(base + kConstantStep_bytes, sizes[i] - kConstantStep_bytes, kConstantStep_bytes);
    const CUresult copied = driver->cu.cuMemcpyHtoD(variable->address + kConstantStep_bytes,
                                                    words.data(), words.size() * sizeof(uint64_t));
    if (copied != CUDA_SUCCESS)
      return base::fail(driver->problem(copied, say("writing constant memory")));
    const Measured<double> one =
        run(driver, *kernel, {base + kConstantStep_bytes, sizes[i] / kConstantStep_bytes, kSteps});
    if (!one.ok()) return base::fail(one.error());
    cycles[i] = *one;
  }
  return std::pair(cycles[0], cycles[1]);
}

}  // namespace

Measured<Latencies> measure_latencies(const cuda::DriverPointer& driver, const Progress& progress) {
  const auto say_at = [&](double share, const std::string& what) {
    if (progress) progress(share, what);
  };
  say_at(0, say("latency of shared memory"));
  const Measured<double> shared = shared_cycles(driver);
  if (!shared.ok()) return base::fail(shared.error());
  say_at(0.2, say("latency of constant memory"));
  const auto constant = constant_cycles(driver);
  if (!constant.ok()) return base::fail(constant.error());
  say_at(0.4, say("latency of global memory"));
  const Measured<double> l1 = global_cycles(driver, Chased::kGlobal, kInL1_bytes);
  if (!l1.ok()) return base::fail(l1.error());
  const Measured<double> l2 = global_cycles(driver, Chased::kGlobalPastL1, kInL2_bytes);
  if (!l2.ok()) return base::fail(l2.error());
  const Measured<double> dram = dram_cycles(driver);
  if (!dram.ok()) return base::fail(dram.error());
  return Latencies{*shared, constant->first, constant->second, *l1, *l2, *dram};
}

}  // namespace warplens::measure::timing
