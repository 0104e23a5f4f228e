// warplens: --grid 3 --block 40 --arg in=int[120]:mod=50 --arg stack=int[120]:const=-1 --arg top=unsigned[1]:zero --arg overflowed=unsigned[1]:zero --arg capacity=24
//
// Many threads push to one stack of limited capacity. atomicAdd hands out places; who gets one beyond
// the end counts as overflowed instead.

__global__ void push_to_stack(const int* in, int* stack, unsigned int* top,
                              unsigned int* overflowed, unsigned int capacity) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value % 3 != 0) return;
  const unsigned int place = atomicAdd(top, 1u);
  if (place < capacity)
    stack[place] = value;
  else
    atomicAdd(overflowed, 1u);
}
