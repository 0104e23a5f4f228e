// A row for each device of device.cpp that has public figures.
#include "sim/model/memory_system.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"
#include "sim/model/occupancy.hpp"

namespace warplens::model {
namespace {

constexpr uint64_t kKibi = 1024, kMebi = 1024 * kKibi, kGibi = 1024 * kMebi;

struct Row {
  const char* device;
  MemoryFigures figures;
};

// The last level of caches is in two parts on A100 and later (A100 white paper: "each L2 partition
// caches data for memory accesses from SMs in the GPCs directly connected to the partition").
//
// Peaks of double are data sheets' (H100, A100, V100, P100) or a part of float's, by the results a
// clock and multiprocessor in the CUDA programming guide's table of throughputs: 1/64 on 8.6, 8.9
// and 12.0, 1/32 on 5.0, 5.2, 6.1 and 7.5, 1/24 on 3.0, 1/12 on 2.1, 1/8 on GeForce boards of 2.0.
// Devices of 1.0 have no double.
//
// On 5.x and 6.1 loads of global memory skip L1 unless the compiler is asked to use it (guide 12.9,
// "Compute Capability 5.x"; Pascal tuning guide of GP104).
const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {"h200", {"H200", 60 * kMebi, 0, false, 2, 4800, 67'000, 33'500, "HBM3e", 150'109'880'320}},
      {"h100", {"H100 SXM", 50 * kMebi, 0, false, 2, 3350, 67'000, 33'500, "HBM3", 81'079 * kMebi}},
      {"cc12.0", {"RTX 5090", 96 * kMebi, 0, false, 1, 1792, 104'800, 1'637, "GDDR7", 32 * kGibi}},
      {"cc9.0", {"H100 SXM", 50 * kMebi, 0, false, 2, 3350, 67'000, 33'500, "HBM3", 80 * kGibi}},
      {"cc8.9", {"RTX 4090", 72 * kMebi, 0, false, 1, 1008, 82'600, 1'290, "GDDR6X", 24 * kGibi}},
      {"cc8.6", {"RTX 3090", 6 * kMebi, 0, false, 1, 936, 35'600, 556, "GDDR6X", 24 * kGibi}},
      {"cc8.0", {"A100 40 GB", 40 * kMebi, 0, false, 2, 1555, 19'500, 9'700, "HBM2", 40 * kGibi}},
      {"cc7.5", {"RTX 2080 Ti", 5632 * kKibi, 0, false, 1, 616, 13'400, 419, "GDDR6", 11 * kGibi}},
      {"cc7.0", {"V100", 6 * kMebi, 0, false, 1, 900, 15'700, 7'800, "HBM2", {}}},
      {"cc6.0", {"P100", 4 * kMebi, 24 * kKibi, false, 1, 732, 10'600, 5'300, "HBM2", {}}},
      {"cc6.1", {"GTX 1080", 2 * kMebi, 0, true, 1, 320, 8'873, 277, "GDDR5X", 8 * kGibi}},
      {"cc5.2", {"GTX 980", 2 * kMebi, 0, true, 1, 224, 4'612, 144, "GDDR5", 4 * kGibi}},
      {"cc5.0", {"GTX 750 Ti", 2 * kMebi, 0, true, 1, 86.4, 1'306, 40.8, "GDDR5", {}}},
      {"cc3.0", {"GTX 680", 512 * kKibi, 0, true, 1, 192, 3'090, 128, "GDDR5", {}}},
      {"cc2.1", {"GTX 560 Ti", 512 * kKibi, 0, false, 1, 128.3, 1'263, 105, "GDDR5", {}}},
      {"cc2.0", {"GTX 480", 768 * kKibi, 0, false, 1, 177.4, 1'345, 168, "GDDR5", 1536 * kMebi}},
      {"cc1.0", {"8800 GTX", 0, 0, true, 1, 86.4, 345.6, {}, "GDDR3", 768 * kMebi}},
  };
  return kRows;
}

// Of devices whose figures have no size of memory: DGX Spark, Jetson AGX Thor, B300, B200, Jetson
// AGX Orin, Jetson AGX Xavier, V100, Jetson TX2, P100, Jetson TX1, GTX 750 Ti, Jetson TK1, GTX 680,
// GTX 560 Ti.
struct MemoryRow {
  const char* device;
  uint64_t bytes;
};
constexpr MemoryRow kMemory[] = {
    {"cc12.1", 128 * kGibi},     {"cc11.0", 128 * kGibi}, {"cc10.3", 288'000'000'000},
    {"cc10.0", 192'000'000'000}, {"cc8.7", 32 * kGibi},   {"cc7.2", 32 * kGibi},
    {"cc7.0", 16 * kGibi},       {"cc6.2", 8 * kGibi},    {"cc6.0", 16 * kGibi},
    {"cc5.3", 4 * kGibi},        {"cc5.0", 2 * kGibi},    {"cc3.2", 2 * kGibi},
    {"cc3.0", 2 * kGibi},        {"cc2.1", kGibi},
};

BlockNeeds needs_of(uint64_t threads, uint64_t shared_bytes) {
  BlockNeeds needs;
  needs.threads = static_cast<uint32_t>(std::min<uint64_t>(threads, UINT32_MAX));
  needs.shared = shared_bytes;
  return needs;
}

uint64_t l1_of(const Multiprocessor& on, const Occupancy& launch) {
  return on.with_l1 - std::min(on.with_l1, carve_out_for(on, launch));
}

}  // namespace

const MemoryFigures* memory_figures(const Device& device) {
  for (const Row& row : rows()) {
    if (row.device == device.id) return &row.figures;
  }
  return nullptr;
}

uint64_t memory_bytes(const Device& device) {
  const MemoryFigures* figures = memory_figures(device);
  if (figures != nullptr && figures->memory) return *figures->memory;
  for (const MemoryRow& row : kMemory) {
    if (row.device == device.id) return row.bytes;
  }
  WL_ASSERT(false, "each device has a row with its memory");
  return 0;
}

const MemoryFigures& shown_memory_figures(const Device& device) {
  const MemoryFigures* own = memory_figures(device);
  return own != nullptr ? *own : *memory_figures(*find_device("h200"));
}

Peak peak_for(const MemoryFigures& figures, Arithmetic arithmetic) {
  const bool is_double = arithmetic != Arithmetic::kFloat && figures.double_peak.has_value();
  return {is_double ? *figures.double_peak : figures.peak, is_double};
}

CacheSizes cache_sizes(const Device& device, uint64_t threads, uint64_t shared_bytes) {
  CacheSizes sizes;
  const MemoryFigures& figures = shown_memory_figures(device);
  const Multiprocessor& on = device.multiprocessor;
  sizes.l2 = figures.l2;
  sizes.l2_parts = figures.l2_parts;
  // An H200 reads pairs of sectors from DRAM (tests/data/caches: strided-32, gather-64m); the guide
  // has had a granularity of L2's fetches since 8.0.
  sizes.dram_sectors = on.major >= 8 ? 2 : 1;
  if (!figures.loads_skip_l1)
    sizes.l1 = figures.l1_apart != 0 ? figures.l1_apart
                                     : l1_of(on, occupancy(on, needs_of(threads, shared_bytes)));
  return sizes;
}

Placement placement_of(const Device& device, uint64_t threads, uint64_t shared_bytes) {
  const Occupancy on = occupancy(device.multiprocessor, needs_of(threads, shared_bytes));
  return {device.multiprocessors, std::max<uint32_t>(1, on.blocks)};
}

}  // namespace warplens::model
