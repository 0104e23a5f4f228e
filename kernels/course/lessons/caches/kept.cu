// warplens: --block 32 --arg in=float[256] --arg kept=float[256] --arg out=float[32]:zero

// What a compiler does with an array of each thread that is not in registers: its elements are in memory, here in `kept`.
// As in local memory, element k of all threads is side by side; with ROWS each thread has a row.

#ifndef NUMBER
#define NUMBER float
#endif
#ifndef COUNT
#define COUNT 8
#endif
#ifndef ROWS
#define ROWS 0
#endif
#ifndef GROUP
#define GROUP 32
#endif

__device__ int place(int k, int i) {
  return ROWS ? i * COUNT + k : k * blockDim.x + i;
}

__global__ void keep(const NUMBER* in, NUMBER* kept, NUMBER* out) {
  int i = threadIdx.x;

  for (int k = 0; k < COUNT; ++k) {
    kept[place(k, i)] = in[k * blockDim.x + i];
  }
  int k = i / GROUP % COUNT;  // an index that nobody knows before the text runs
  out[i] = kept[place(k, i)];
}
