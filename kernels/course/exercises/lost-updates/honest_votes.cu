// The lanes of a warp vote, and one of them adds their votes.
__global__ void count(const int* marks, int* total, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  unsigned votes = __ballot_sync(0xffffffff, i < n && marks[i] != 0);
  if (threadIdx.x % 32 == 0 && votes != 0) atomicAdd(total, __popc(votes));
}
