// warplens: --grid 2 --block 40 --shared 480 --arg in=float[80]:mod=29 --arg out=float[80]:none --arg counts=int[80]:none
//
// One piece of dynamic shared memory holds arrays of different types. They are carved by hand, the
// widest type first so that each part stays aligned.

__global__ void carved_shared(const float* in, float* out, int* counts) {
  extern __shared__ unsigned char memory[];
  double* sums = (double*)memory;
  short* parities = (short*)&sums[blockDim.x];
  unsigned short* ranks = reinterpret_cast<unsigned short*>(parities + blockDim.x);

  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sums[t] = in[i];
  parities[t] = (short)((int)in[i] % 2);
  __syncthreads();
  double sum = 0;
  int odd = 0;
  unsigned short rank = 0;
  for (int k = 0; k <= t; ++k) {
    sum += sums[k];
    odd += parities[k];
    rank += sums[k] < sums[t];
  }
  ranks[t] = rank;
  __syncthreads();
  out[i] = static_cast<float>(sum);
  counts[i] = 100 * odd + ranks[blockDim.x - 1 - t];
}
