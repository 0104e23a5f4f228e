// warplens: --grid 1 --block 70 --arg words=unsigned[70]:random=31 --arg reversed=unsigned[70]:none --arg population=int[70]:none --arg log2=int[70]:none --arg lowest=int[70]:none
//
// Integer intrinsics on bitmaps: reversal, population count, leading zeros, lowest set bit.

__global__ void bit_tricks(const unsigned int* words, unsigned int* reversed, int* population,
                           int* log2, int* lowest) {
  int i = threadIdx.x;
  unsigned int word = words[i] >> (i % 32);
  reversed[i] = __brev(word);
  population[i] = __popc(word);
  log2[i] = 31 - __clz(word);
  lowest[i] = __ffs(word) - 1;
}
