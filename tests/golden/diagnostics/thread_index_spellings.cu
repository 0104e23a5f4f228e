__global__ void k(float* a) {
  int i = threadidx.x + blockId.x * BlockDim.x;
  int j = threadIdx.X;
  a[i] = threadIdx;
  a[j] = thread_idx.x;
}
// expect error 2:11: unknown name 'threadidx' -> did you mean 'threadIdx'?
// expect error 2:25: unknown name 'blockId' -> did you mean 'blockIdx'?
// expect error 2:37: unknown name 'BlockDim' -> did you mean 'blockDim'?
// expect error 3:21: 'threadIdx' has no part 'X' -> write threadIdx.x, threadIdx.y or threadIdx.z
// expect error 4:10: 'uint3' does not convert to 'float' -> write threadIdx.x, threadIdx.y or threadIdx.z
// expect error 5:10: unknown name 'thread_idx' -> did you mean 'threadIdx'?
