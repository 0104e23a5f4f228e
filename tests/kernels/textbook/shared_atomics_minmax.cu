// warplens: --grid 2 --block 90 --arg in=int[180]:random=64 --arg out=int[10]:none
//
// The range and the bit patterns of a block's numbers by atomics on shared memory.

struct Summary {
  int least, most;
  unsigned int any_bits, all_bits, parity;
};

__global__ void shared_atomics_minmax(const int* in, int* out) {
  __shared__ Summary s;
  if (threadIdx.x == 0) {
    s.least = 0x7fffffff;
    s.most = -0x7fffffff - 1;
    s.any_bits = s.parity = 0;
    s.all_bits = ~0u;
  }
  __syncthreads();
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicMin(&s.least, value);
  atomicMax(&s.most, value);
  atomicOr(&s.any_bits, value & 0x0ff00ff0u);
  atomicAnd(&s.all_bits, value | 0xfffff000u);
  atomicXor(&s.parity, (unsigned int)value);
  __syncthreads();
  if (threadIdx.x == 0) {
    int* row = out + 5 * blockIdx.x;
    row[0] = s.least;
    row[1] = s.most;
    row[2] = (int)s.any_bits;
    row[3] = (int)s.all_bits;
    row[4] = (int)s.parity;
  }
}
