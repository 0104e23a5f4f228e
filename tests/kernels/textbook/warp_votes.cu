// warplens: --grid 2 --block 72 --arg in=int[144]:random=12 --arg flags=unsigned[144]:none --arg ranks=int[144]:none --arg firsts=int[144]:none --arg any_all=int[144]:none
//
// Votes within a warp: who has an even number, how many of them stand before me, which lane is the
// first. The block's last warp is partial, so its mask must come from the active lanes.

__global__ void warp_votes(const int* in, unsigned int* flags, int* ranks, int* firsts,
                           int* any_all) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int lane = threadIdx.x % 32;
  const unsigned int active = __activemask();
  const int value = in[i] & 1023;

  const unsigned int even = __ballot_sync(active, value % 2 == 0);
  flags[i] = even;
  ranks[i] = __popc(even & ((1u << lane) - 1));
  firsts[i] = __ffs(even) - 1;

  const int has_large = __any_sync(active, value > 1000);
  const int all_small = __all_sync(active, value < 1010);
  any_all[i] = (has_large ? 2 : 0) + (all_small ? 1 : 0);
}
