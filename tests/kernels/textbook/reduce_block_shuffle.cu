// warplens: --grid 2 --block 192 --arg in=float[2000]:mod=61 --arg out=float[2]:zero --arg N=2000
// A sum over the block in two levels: every warp reduces its registers by shuffles, the warps' sums meet in shared
// memory, and the first warp reduces those. Two barriers less than a tree in shared memory has steps.

__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}

__inline__ __device__ float blockReduceSum(float val) {
  static __shared__ float shared[32];  // one sum a warp, for up to 32 warps
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;

  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();

  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

__global__ void deviceReduceKernel(const float* in, float* out, int N) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) {
    sum += in[i];
  }
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void deviceReduce(const float* in, float* out, int N) {
  int threads = 192;
  int blocks = 2;
  deviceReduceKernel<<<blocks, threads>>>(in, out, N);
}
