// One lane of a warp adds its votes, and not in one step.
__global__ void count(const int* marks, int* total, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  unsigned votes = __ballot_sync(0xffffffff, i < n && marks[i] != 0);
  if (threadIdx.x == 0) *total += __popc(votes);
}
