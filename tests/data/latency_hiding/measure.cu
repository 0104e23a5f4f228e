// Times every kernel of kernels.cu on one multiprocessor, with one block of 1 to 32 warps, in cycles
// of clock64: a line of the table for each. With the argument `passes`, times the loads of 1 to 32
// passes instead. measure.sh builds and runs it.
//
// A block is timed 21 times after two launches that are thrown away. Before each launch of a kernel
// from DRAM, the L2 cache is filled with something else.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "kernels.cu"

namespace {

using Kernel = void (*)(int, const int*, int*, long long*);
struct Row {
  std::string name;
  const char* memory;  // what its loads come from; "none": it has none
  int rounds;
  Kernel kernel;
};

const Row kRows[] = {
    {"unit_empty", "none", 1, unit_empty},
    {"unit_fma", "none", 64, unit_fma},
    {"unit_shared<1>", "shared", 64, unit_shared<1>},
    {"unit_shared<2>", "shared", 64, unit_shared<2>},
    {"unit_shared<32>", "shared", 64, unit_shared<32>},
    {"unit_shared_rate", "shared", 64, unit_shared_rate},
    {"unit_constant", "constant", 64, unit_constant},
    {"unit_l1", "l1", 256, unit_l1},
    {"unit_far", "l2", 128, unit_far},
    {"unit_far", "dram", 128, unit_far},
    {"unit_barrier", "none", 64, unit_barrier},
    {"fma_two_chains", "none", 64, fma_two_chains},
    {"fma_four_chains", "none", 64, fma_four_chains},
    {"shared_mix<1>", "shared", 64, shared_mix<1>},
    {"shared_mix<8>", "shared", 64, shared_mix<8>},
    {"shared_mix<32>", "shared", 64, shared_mix<32>},
    {"shared_chain<4>", "shared", 64, shared_chain<4>},
    {"shared_chain<8>", "shared", 64, shared_chain<8>},
    {"shared_chain<16>", "shared", 64, shared_chain<16>},
    {"shared_stores<1>", "shared", 64, shared_stores<1>},
    {"shared_stores<32>", "shared", 64, shared_stores<32>},
    {"l1_mix", "l1", 256, l1_mix},
    {"far_mix", "l2", 128, far_mix},
    {"far_mix", "dram", 128, far_mix},
    {"far_four", "l2", 96, far_four},
    {"far_four", "dram", 96, far_four},
    {"far_scale", "l2", 128, far_scale},
    {"constant_mix", "constant", 64, constant_mix},
    {"exchange", "shared", 64, exchange},
    {"tree", "shared", 16, tree},
    {"tile_product", "shared", 16, tile_product},
    {"tile_column<32>", "shared", 64, tile_column<32>},
    {"tile_column<33>", "shared", 64, tile_column<33>},
};

// Of 1, 2, 3 ... passes.
template <int... before>
std::vector<Row> pass_rows(std::integer_sequence<int, before...>) {
  return {{"unit_passes<" + std::to_string(before + 1) + ">", "shared", 64, unit_passes<before + 1>}...};
}

constexpr int kRepeats = 21, kWarmUps = 2;
constexpr size_t kIn = 1 << 20, kFlush_bytes = size_t{512} << 20;

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(4);
}

struct Arrays {
  int *in = nullptr, *out = nullptr;
  long long* clocks = nullptr;
  char* flush = nullptr;
};

// Cycles of one launch: the last warp's end minus the first one's begin.
long long time_once(const Row& row, int warps, const Arrays& arrays, int value) {
  const bool is_cold = row.memory[0] == 'd';
  if (is_cold) check(cudaMemset(arrays.flush, value, kFlush_bytes), "flushing");
  row.kernel<<<1, warps * 32>>>(row.rounds, arrays.in, arrays.out, arrays.clocks);
  check(cudaGetLastError(), row.name.c_str());
  long long clocks[64];
  check(cudaMemcpy(clocks, arrays.clocks, sizeof clocks, cudaMemcpyDeviceToHost), row.name.c_str());
  long long begin = clocks[0], end = clocks[1];
  for (int warp = 1; warp < warps; ++warp) {
    begin = std::min(begin, clocks[2 * warp]);
    end = std::max(end, clocks[2 * warp + 1]);
  }
  return end - begin;
}

}  // namespace

int main(int count, char** words) {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "device");
  Arrays arrays;
  check(cudaMalloc(&arrays.in, kIn * sizeof(int)), "memory");
  check(cudaMalloc(&arrays.out, 1024 * sizeof(int)), "memory");
  check(cudaMalloc(&arrays.clocks, 64 * sizeof(long long)), "memory");
  check(cudaMalloc(&arrays.flush, kFlush_bytes), "memory");
  check(cudaMemset(arrays.in, 0, kIn * sizeof(int)), "memory");

  int runtime = 0, driver = 0;
  check(cudaRuntimeGetVersion(&runtime), "version");
  check(cudaDriverGetVersion(&driver), "version");
  std::printf("# %s, compute capability %d.%d, CUDA %d, driver for CUDA %d\n", device.name,
              device.major, device.minor, runtime, driver);
  std::printf("# one block on one multiprocessor; cycles of clock64 from the first warp's begin to "
              "the last one's end, of %d launches\n", kRepeats);
  std::printf("kernel,memory,warps,rounds,cycles_least,cycles_median\n");
  const bool is_passes = count > 1 && std::strcmp(words[1], "passes") == 0;
  const std::vector<Row> rows = is_passes ? pass_rows(std::make_integer_sequence<int, 32>())
                                          : std::vector<Row>(std::begin(kRows), std::end(kRows));
  for (const Row& row : rows) {
    for (int warps = 1; warps <= 32; warps *= 2) {
      std::vector<long long> cycles;
      for (int repeat = -kWarmUps; repeat < kRepeats; ++repeat) {
        const long long one = time_once(row, warps, arrays, repeat & 1);
        if (repeat >= 0) cycles.push_back(one);
      }
      std::sort(cycles.begin(), cycles.end());
      std::printf("%s,%s,%d,%d,%lld,%lld\n", row.name.c_str(), row.memory, warps, row.rounds, cycles[0],
                  cycles[kRepeats / 2]);
    }
  }
}
