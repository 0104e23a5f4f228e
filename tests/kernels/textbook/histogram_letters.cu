// warplens: --grid 3 --block 64 --arg text=char[2000]:random=6 --arg bins=int[7]:zero --arg length=2000
// How often do the letters a to z occur, in groups of four? A thread that meets the same group again and again counts
// in a register, and adds to the block's counters only when another group comes.

#define NUM_BINS 7

__global__ void histogramLetters(const char* text, int length, int* bins) {
  __shared__ int counts[NUM_BINS];
  for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) counts[bin] = 0;
  __syncthreads();

  int accumulator = 0;
  int previous = -1;
  const int per_thread = (length + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  for (int i = begin; i < min(begin + per_thread, length); ++i) {
    const int letter = text[i] - 'a';
    if (letter < 0 || letter >= 26) continue;
    const int bin = letter / 4;
    if (bin == previous) {
      ++accumulator;
    } else {
      if (accumulator > 0) atomicAdd(&counts[previous], accumulator);
      accumulator = 1;
      previous = bin;
    }
  }
  if (accumulator > 0) atomicAdd(&counts[previous], accumulator);
  __syncthreads();

  for (int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
    const int count = counts[bin];
    if (count > 0) atomicAdd(&bins[bin], count);
  }
}
