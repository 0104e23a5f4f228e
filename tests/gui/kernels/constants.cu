// warplens: --grid 1 --block 32 --arg out=float[32]:zero --arg table=float[64]:values=97,94,91,88,85,82,79,76,73,70,67,64,61,58,55,52,49,46,43,40,37,34,31,28,25,22,19,16,13,10,7,4

// Constants whose values are neither indices nor lanes: one for all lanes, one a lane, one for four.
__constant__ float table[64];
__global__ void look_up(float* out) {
  int i = threadIdx.x;
  out[i] = table[3] + table[i] + table[i / 4];
}
