// warplens: --grid 1 --block 32 --arg a=int[32]:zero
#define PAD 1
__global__ void k(int* a) {
  // The access is too far below the number for a low window
  // to show both of them at once:
  //
  //
  //
  //
  //
  //
  //
  //
  //
  //
  //
  //
  //
  //
  //
  int t = threadIdx.x;
  __shared__ int s[32][32 + PAD];
  s[t][0] = t;
  a[t] = s[t][0];
}
