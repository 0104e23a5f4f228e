// warplens: --grid 1 --block 96 --arg in=int[96]:random=70 --arg sums=unsigned[3]:none --arg least=int[3]:none --arg most=int[3]:none --arg bits=unsigned[9]:none
//
// The reduction instructions of compute capability 8.0 and later: one call instead of five shuffles.

__global__ void warp_reduce_intrinsics(const int* in, unsigned int* sums, int* least, int* most,
                                       unsigned int* bits) {
  const unsigned int all = 0xffffffffu;
  const int value = in[threadIdx.x];
  const unsigned int word = (unsigned int)value;
  const unsigned int sum = __reduce_add_sync(all, word);
  const int low = __reduce_min_sync(all, value);
  const int high = __reduce_max_sync(all, value);
  const unsigned int both = __reduce_and_sync(all, word | 0xfffffu);
  const unsigned int either = __reduce_or_sync(all, word & 0xf0f0u);
  const unsigned int parity = __reduce_xor_sync(all, word);
  if (threadIdx.x % 32 == 0) {
    const int warp = threadIdx.x / 32;
    sums[warp] = sum;
    least[warp] = low;
    most[warp] = high;
    bits[3 * warp] = both;
    bits[3 * warp + 1] = either;
    bits[3 * warp + 2] = parity;
  }
}
