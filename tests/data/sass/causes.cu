// Kernels that the optimising compiler changes, one kind of change a kernel.
#include "twice.cuh"

// The same load in both branches, and one store.
__global__ void both_branches(const int* in, int* out, int d) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  int value;
  if (t >= d) {
    value = tile[t] + tile[t - d];
  } else {
    value = tile[t];
  }
  out[t] = value;
}

// The load's address does not change in the loop.
__global__ void invariant_load(const float* __restrict__ in, float* __restrict__ out,
                               const float* __restrict__ factor, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    out[i] = in[i] *
             factor[0];
  }
}

// The store is moved behind the loop.
__global__ void sum_in_memory(const float* __restrict__ in, float* __restrict__ out, int n) {
  out[threadIdx.x] = 0.0f;
  for (int i = 0; i < n; ++i) {
    out[threadIdx.x] += in[i];
  }
}

// Nobody uses what is read, and the second read of the same word.
__global__ void unused_load(const int* in, int* out) {
  __shared__ int tile[32];
  int unused = in[threadIdx.x + 32];
  tile[threadIdx.x] = in[threadIdx.x];
  int twice = tile[threadIdx.x];
  out[threadIdx.x] = twice +
                     tile[threadIdx.x];
}

// A short branch.
__global__ void short_branch(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = 0;
  if (i < n) {
    value = in[i];
  }
  if (value > 3) {
    out[i] = value;
  }
}

// Four neighbours in each thread.
__global__ void four_each(const int4* in, int* out) {
  __shared__ int tile[32][4];
  int t = threadIdx.x;
  int4 v = in[t];
  tile[t][0] = v.x;
  tile[t][1] = v.y;
  tile[t][2] = v.z;
  tile[t][3] = v.w;
  __syncthreads();
  out[t] = tile[31 - t][0] + tile[31 - t][1] +
           tile[31 - t][2] + tile[31 - t][3];
}

struct Three {
  float x, y, z;
};
// A record of twelve bytes.
__global__ void records(const Three* in, Three* out) {
  int i = threadIdx.x;
  Three r = in[i];
  r.x += 1.0f;
  out[i] = r;
}

// An access in an included header, called twice.
__global__ void included(const float* in, float* out) {
  out[threadIdx.x] = twice(in, threadIdx.x) + twice(in, threadIdx.x + 32);
}

// Widths, atomics and constants.
__constant__ float table[64];
__global__ void widths(const unsigned char* bytes, const short* halves, const double* doubles,
                       int* out, float* sums, unsigned long long* longs) {
  __shared__ int counts[32];
  __shared__ unsigned char small[64];
  int t = threadIdx.x;
  counts[t] = 0;
  small[t] = bytes[t];
  __syncthreads();
  atomicAdd(&counts[bytes[t] & 31], 1);
  int old = atomicAdd(&counts[halves[t] & 31], 1);
  atomicAdd(&sums[t & 3], (float)doubles[t]);
  unsigned long long was = atomicMax(&longs[t & 1], 5ull);
  atomicCAS(&out[0], 3, 4);
  atomicExch(&counts[t], 3);
  __syncthreads();
  out[t] = counts[t] + old + (int)was + (int)table[t] + small[t ^ 1];
}

// A loop whose number of rounds differs by lane.
__global__ void lane_rounds(const int* rows, const float* values, float* out) {
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = rows[t]; i < rows[t + 1]; ++i) {
    sum += values[i];
  }
  out[t] = sum;
}

// A local array: neither shared nor global memory.
__global__ void local_array(const int* in, int* out, int k) {
  int local[16];
  for (int i = 0; i < 16; ++i) {
    local[i] = in[i * 32 + threadIdx.x];
  }
  out[threadIdx.x] = local[k];
}
