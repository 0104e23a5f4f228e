// Which lane's value stays where lanes of one store have the same address: every place of random
// patterns and masks is held against the rule of sim/trace/event.hpp, which tests/data/README.md
// states. Prints a line for each width and space.
//
//     nvcc -arch=native -o /tmp/same tests/hardware/same_place_stores.cu && /tmp/same
#include <cstdint>
#include <cstdio>
#include <random>

template <class T>
__device__ T value_of(unsigned lane) {
  return static_cast<T>(lane + 1);
}
template <>
__device__ uint4 value_of(unsigned lane) {
  return make_uint4(lane + 1, lane + 1, lane + 1, lane + 1);
}
template <class T>
__device__ unsigned lane_in(T value) {
  return static_cast<unsigned>(value);
}
template <>
__device__ unsigned lane_in(uint4 value) {
  const bool is_whole = value.x == value.y && value.x == value.z && value.x == value.w;
  return is_whole ? value.x : 99;
}

template <class T, bool kIsShared>
__global__ void store(const unsigned* places, unsigned mask, T* memory, unsigned* seen) {
  __shared__ T shared[32];
  const unsigned lane = threadIdx.x;
  T* at = kIsShared ? shared : memory;
  at[lane] = value_of<T>(98);
  __syncwarp();
  if (mask >> lane & 1) at[places[lane]] = value_of<T>(lane);
  __syncwarp();
  seen[lane] = lane_in(at[lane]);
}

// The lowest lane of the last group that has one there, from 1; 0: fewer than two lanes.
unsigned expected(const unsigned* places, unsigned mask, unsigned place, unsigned bytes) {
  const unsigned group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  unsigned winner = 0, count = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (places[lane] != place || (mask >> lane & 1) == 0) continue;
    ++count;
    if (winner == 0 || lane / group > (winner - 1) / group) winner = lane + 1;
  }
  return count > 1 ? winner : 0;
}

template <class T, bool kIsShared>
void probe(const char* space) {
  unsigned *places, *seen;
  T* memory;
  cudaMallocHost(&places, 32 * sizeof(unsigned));
  cudaMallocHost(&seen, 32 * sizeof(unsigned));
  cudaMalloc(&memory, 32 * sizeof(T));
  std::mt19937 random(1);
  unsigned compared = 0, agree = 0;
  for (int i = 0; i < 2000; ++i) {
    const unsigned count = 1 + random() % 32;
    const unsigned mask = random() % 2 == 0 ? ~0u : static_cast<unsigned>(random());
    for (unsigned lane = 0; lane < 32; ++lane) places[lane] = random() % count;
    store<T, kIsShared><<<1, 32>>>(places, mask, memory, seen);
    cudaDeviceSynchronize();
    for (unsigned place = 0; place < 32; ++place) {
      const unsigned winner = expected(places, mask, place, sizeof(T));
      if (winner == 0) continue;
      ++compared;
      agree += seen[place] == winner;
    }
  }
  std::printf("%s, %zu bytes: %u of %u places agree\n", space, sizeof(T), agree, compared);
}

template <class T>
void probe_both() {
  probe<T, true>("shared");
  probe<T, false>("global");
}

int main() {
  probe_both<uint8_t>();
  probe_both<uint16_t>();
  probe_both<uint32_t>();
  probe_both<unsigned long long>();
  probe_both<uint4>();
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
