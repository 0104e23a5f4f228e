// warplens: --grid 4 --block 64 --arg values=unsigned[256]:random=3 --arg j=32 --arg k=64
//
// One step of a bitonic sort in global memory: the host calls this kernel for every pair (k, j).
// Thread i and its partner i ^ j exchange; only the lower one of the two acts.

__global__ void bitonic_merge_step(unsigned int* values, int j, int k) {
  unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned int partner = i ^ j;
  if (partner <= i) return;
  if ((i & k) == 0 ? values[i] > values[partner] : values[i] < values[partner]) {
    unsigned int temp = values[i];
    values[i] = values[partner];
    values[partner] = temp;
  }
}
