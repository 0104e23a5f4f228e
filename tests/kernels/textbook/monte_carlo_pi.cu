// warplens: --grid 2 --block 96 --arg hits=unsigned[1]:zero --arg per_thread=uint32_t[192]:none --arg samples=40 --arg seed=12345
//
// Monte-Carlo pi. Each thread has its own xorshift32 generator in a register, seeded by a linear
// congruential step of its index; a warp adds its hits up before one lane adds them to the total.

typedef unsigned int uint32;

__device__ uint32 lcg(uint32 x) { return 1664525u * x + 1013904223u; }

__device__ uint32 xorshift32(uint32* state) {
  uint32 x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

__device__ float uniform(uint32* state) { return (xorshift32(state) >> 8) * (1.0f / 16777216.0f); }

__global__ void monte_carlo_pi(uint32* hits, uint32* per_thread, int samples, uint32 seed) {
  uint32 id = blockIdx.x * blockDim.x + threadIdx.x;
  uint32 state = lcg(seed + lcg(id)) | 1u;
  uint32 inside = 0;
  for (int k = 0; k < samples; ++k) {
    float x = uniform(&state);
    float y = uniform(&state);
    if (x * x + y * y <= 1.0f) ++inside;
  }
  per_thread[id] = inside;
  for (int offset = warpSize / 2; offset > 0; offset /= 2) {
    inside += __shfl_down_sync(0xffffffff, inside, offset);
  }
  if (threadIdx.x % warpSize == 0) atomicAdd(hits, inside);
}
