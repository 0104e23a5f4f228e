// Small kernels whose time in cycles depends on how many warps hide whose latency. The same text is
// timed on a GPU (measure.cu) and executed by Warplens:
//
//     warplens run kernels.cu --kernel 'shared_chain<32>' --grid 1 --block 64 --arg rounds=128
//         --arg 'in=int[1048576]:zero' --arg 'out=int[1024]:zero' --arg 'clocks=long[64]:zero'
//
// A block is 1 to 32 warps. `in` is all zeros, which a compiler can't know, so that an index made of
// a loaded value depends on the load. Each warp notes the clock before and after its rounds; the
// block's time is the last end minus the first begin. Kernels named unit_* give constants of a
// model; the others are what such a model is held against.

// Ends with everything of the rounds done: the store waits for the value, the barrier for all warps.
#define BEGIN                      \
  const int t = threadIdx.x;       \
  __syncthreads();                 \
  const long long begin = clock64();
#define END(value)                 \
  out[t] = value;                  \
  __syncthreads();                 \
  const long long end = clock64(); \
  if (t % 32 == 0) {               \
    clocks[t / 32 * 2] = begin;    \
    clocks[t / 32 * 2 + 1] = end;  \
  }
#define PARAMETERS int rounds, const int *in, int *out, long long *clocks

__constant__ int table[1024];

// -------------------------------------------------------------------------------------------------
// constants of a model

__global__ void unit_empty(PARAMETERS) {
  BEGIN
  END(rounds)
}

// A chain of dependent multiply-adds, 16 a round.
__global__ void unit_fma(PARAMETERS) {
  const float a = in[0] + 0.5f, b = in[1] + 1.5f;
  float x = threadIdx.x;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
  }
  END((int)x)
}

// A chain of dependent shared loads, of words `stride` apart: the passes are those of one bank.
template <int stride>
__global__ void unit_shared(PARAMETERS) {
  __shared__ int s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = k + in[k];
  int i = threadIdx.x % 32 * stride;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = s[i]; i = s[i]; i = s[i]; i = s[i];
    i = s[i]; i = s[i]; i = s[i]; i = s[i];
  }
  END(i)
}

// The same in so many passes: that many lanes want words of bank 0, each of the others one of a bank of
// its own.
template <int passes>
__global__ void unit_passes(PARAMETERS) {
  __shared__ int s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = k + in[k];
  const int lane = threadIdx.x % 32;
  int i = lane < passes ? lane * 32 : lane;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = s[i]; i = s[i]; i = s[i]; i = s[i];
    i = s[i]; i = s[i]; i = s[i]; i = s[i];
  }
  END(i)
}

// A chain through constant memory, every lane at the same address.
__global__ void unit_constant(PARAMETERS) {
  int i = in[0];
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = table[i]; i = table[i]; i = table[i]; i = table[i];
    i = table[i]; i = table[i]; i = table[i]; i = table[i];
  }
  END(i)
}

// A chain of loads in 4 KiB: from the second time on from L1.
__global__ void unit_l1(PARAMETERS) {
  int i = threadIdx.x % 32;
  BEGIN
  for (int r = 0; r < rounds; ++r) i = (i + in[i] + 32) & 1023;
  END(i)
}

// A chain of loads, each of a line that nothing has touched in this launch: from L2 if it was
// touched in the launch before, from DRAM if L2 was flushed (the driver does one or the other).
__global__ void unit_far(PARAMETERS) {
  int i = threadIdx.x;
  BEGIN
  for (int r = 0; r < rounds; ++r) i = (i + in[i] + 1056) & 1048575;
  END(i)
}

// Independent loads: what the pipe of the memory takes in, rather than a latency.
__global__ void unit_shared_rate(PARAMETERS) {
  __shared__ int s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = k + in[k];
  const int i = threadIdx.x % 32;
  int a = 0, b = 0, c = 0, d = 0, k = 0;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    a += s[k + i]; b += s[k + i + 32]; c += s[k + i + 64]; d += s[k + i + 96];
    a += s[k + i + 128]; b += s[k + i + 160]; c += s[k + i + 192]; d += s[k + i + 224];
    k = (k + 256) & 767;
  }
  END(a + b + c + d)
}

__global__ void unit_barrier(PARAMETERS) {
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    __syncthreads(); __syncthreads(); __syncthreads(); __syncthreads();
  }
  END(rounds)
}

// -------------------------------------------------------------------------------------------------
// kernels to compare with

__global__ void fma_two_chains(PARAMETERS) {
  const float a = in[0] + 0.5f, b = in[1] + 1.5f;
  float x = threadIdx.x, y = x + 1;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    x = x * a + b; y = y * a + b; x = x * a + b; y = y * a + b;
    x = x * a + b; y = y * a + b; x = x * a + b; y = y * a + b;
    x = x * a + b; y = y * a + b; x = x * a + b; y = y * a + b;
    x = x * a + b; y = y * a + b; x = x * a + b; y = y * a + b;
  }
  END((int)(x + y))
}

__global__ void fma_four_chains(PARAMETERS) {
  const float a = in[0] + 0.5f, b = in[1] + 1.5f;
  float x = threadIdx.x, y = x + 1, z = x + 2, w = x + 3;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    x = x * a + b; y = y * a + b; z = z * a + b; w = w * a + b;
    x = x * a + b; y = y * a + b; z = z * a + b; w = w * a + b;
    x = x * a + b; y = y * a + b; z = z * a + b; w = w * a + b;
    x = x * a + b; y = y * a + b; z = z * a + b; w = w * a + b;
  }
  END((int)(x + y + z + w))
}

// A dependent shared load and eight dependent multiply-adds.
template <int stride>
__global__ void shared_mix(PARAMETERS) {
  __shared__ int s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = k + in[k];
  const float a = in[0] + 0.5f, b = in[1] + 1.5f;
  int i = threadIdx.x % 32 * stride;
  float x = i;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = s[i];
    x = (x + i) * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
  }
  END(i + (int)x)
}

template <int stride>
__global__ void shared_chain(PARAMETERS) {
  __shared__ int s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = k + in[k];
  int i = threadIdx.x % 32 * stride;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = s[i]; i = s[i]; i = s[i]; i = s[i];
  }
  END(i)
}

// Stores whose passes nobody waits for.
template <int stride>
__global__ void shared_stores(PARAMETERS) {
  __shared__ int s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = 0;
  const int i = threadIdx.x % 32 * stride & 1023;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    s[i] = r; __syncthreads();
    s[i ^ 1] = r; __syncthreads();
  }
  END(s[i])
}

// A load from L1 and 16 dependent multiply-adds.
__global__ void l1_mix(PARAMETERS) {
  const float a = in[0] + 0.5f, b = in[1] + 1.5f;
  int i = threadIdx.x % 32;
  float x = i;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = (i + in[i] + 32) & 1023;
    x = (x + i) * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
  }
  END(i + (int)x)
}

// A load of a new line and 16 dependent multiply-adds of its value.
__global__ void far_mix(PARAMETERS) {
  const float a = in[0] + 0.5f, b = in[1] + 1.5f;
  int i = threadIdx.x;
  float x = i;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = (i + in[i] + 1056) & 1048575;
    x = (x + i) * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
  }
  END(i + (int)x)
}

// Four independent loads of new lines, then their sum decides where the next four are.
__global__ void far_four(PARAMETERS) {
  int i = threadIdx.x;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    const int sum = in[i] + in[i + 131072] + in[i + 262144] + in[i + 393216];
    i = (i + sum + 1056) & 131071;
  }
  END(i)
}

// A new line is loaded, multiplied and stored.
__global__ void far_scale(PARAMETERS) {
  int i = threadIdx.x, last = 0;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    last = in[i] * 3 + r;
    out[t] = last;
    i = (i + last - r + 1056) & 1048575;
  }
  END(last)
}

__global__ void constant_mix(PARAMETERS) {
  const float a = in[0] + 0.5f, b = in[1] + 1.5f;
  int i = in[2];
  float x = threadIdx.x;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    i = table[i];
    x = (x + i) * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
    x = x * a + b; x = x * a + b; x = x * a + b; x = x * a + b;
  }
  END(i + (int)x)
}

// Each thread hands its value to the neighbour, with the two barriers that this needs.
__global__ void exchange(PARAMETERS) {
  __shared__ int s[1024];
  int value = threadIdx.x;
  const int next = (threadIdx.x + 1) % blockDim.x;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    s[t] = value;
    __syncthreads();
    value = s[next] + 1;
    __syncthreads();
  }
  END(value)
}

// The block's sum by a tree.
__global__ void tree(PARAMETERS) {
  __shared__ int s[1024];
  int value = threadIdx.x;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    s[t] = value;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      if (t < half) s[t] += s[t + half];
      __syncthreads();
    }
    value = s[0];
    __syncthreads();
  }
  END(value)
}

// A warp's row of one tile times the columns of another: a broadcast and a load for each product.
__global__ void tile_product(PARAMETERS) {
  __shared__ float m[32][32], n[32][32];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) m[k / 32][k % 32] = n[k / 32][k % 32] = in[k];
  const int row = threadIdx.x / 32, column = threadIdx.x % 32;
  float sum = 0;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    for (int k = 0; k < 32; ++k) sum += m[row][k] * n[k][column];
    __syncthreads();
  }
  END((int)sum)
}

// A row of a tile is stored, a column is loaded: in one pass with the padding, in 32 without.
template <int width>
__global__ void tile_column(PARAMETERS) {
  __shared__ int tile[32][width];
  const int row = threadIdx.x / 32, column = threadIdx.x % 32;
  for (int k = row; k < 32; k += blockDim.x / 32) tile[k][column] = in[k];
  int value = column;
  BEGIN
  for (int r = 0; r < rounds; ++r) {
    tile[row][column] = value;
    __syncthreads();
    value = tile[column][row] + 1;
    __syncthreads();
  }
  END(value)
}
