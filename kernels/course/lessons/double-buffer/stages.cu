// warplens: --block 64 -D STAGES=2 -D AHEAD=1 -D LEFT=1 --arg in=int[512] --arg out=int[64]:zero --arg tiles=8

// Adds up tiles of as many numbers as the block has threads. While one tile is added, AHEAD others are copied to their
// stages: each turn commits a group of copies, and then waits for all but the newest LEFT of them. OWN: a thread adds the
// numbers that it has copied itself, instead of those from the other end.

#ifndef SIZE
#define SIZE 64
#endif
#ifndef STAGES
#define STAGES 2
#endif
#ifndef AHEAD
#define AHEAD (STAGES - 1)
#endif
#ifndef LEFT
#define LEFT AHEAD
#endif
#ifndef OWN
#define OWN 0
#endif

#define CP_ASYNC(to, from)                                    \
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::  \
               "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from))
#define COMMIT_GROUP asm volatile("cp.async.commit_group;" ::)
#define WAIT_GROUP(newest) asm volatile("cp.async.wait_group %0;" ::"n"(newest) : "memory")

__global__ void add(const int* in, int* out, int tiles) {
  __shared__ int stage[STAGES][SIZE];
  int t = threadIdx.x, sum = 0;

  for (int i = 0; i < AHEAD; ++i) {
    if (i < tiles) CP_ASYNC(&stage[i][t], &in[i * SIZE + t]);
    COMMIT_GROUP;
  }
  for (int i = 0; i < tiles; ++i) {
    int next = i + AHEAD;
    if (next < tiles) CP_ASYNC(&stage[next % STAGES][t], &in[next * SIZE + t]);
    COMMIT_GROUP;
    WAIT_GROUP(LEFT);
    __syncthreads();

    sum += stage[i % STAGES][OWN ? t : SIZE - 1 - t];
    __syncthreads();
  }
  out[t] = sum;
}
