// warplens: --block 32 --shared 256 --arg a=float[32] --arg b=float[32] --arg out=float[32]:zero --arg count=32

// Two arrays in one: the launch gives the block so many bytes, and the kernel says what begins where.

__global__ void pool(const float* a, const float* b, float* out, int count) {
  extern __shared__ float words[];
  float* first = words;
  float* second = words + count;
  int t = threadIdx.x;

  if (t < count) {
    first[t] = a[t];
    second[t] = b[t];
  }
  __syncthreads();
  if (t < count) out[t] = first[count - 1 - t] + second[count - 1 - t];
}
