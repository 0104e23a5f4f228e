// warplens: --grid 2 --block 70 --arg ring=int[16]:const=-1 --arg cursor=unsigned[1]:zero --arg countdown=unsigned[1]:const=5 --arg tickets=unsigned[140]:none
//
// atomicInc counts up to a limit and wraps to 0, atomicDec counts down and wraps to the limit: places in
// a ring without a remainder. Tickets record what each thread was given.

__global__ void ring_buffer(int* ring, unsigned int* cursor, unsigned int* countdown,
                            unsigned int* tickets) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int slot = atomicInc(cursor, 15u);
  const unsigned int turn = atomicDec(countdown, 6u);
  atomicExch(&ring[slot], id);
  tickets[id] = 100 * slot + turn;
}
