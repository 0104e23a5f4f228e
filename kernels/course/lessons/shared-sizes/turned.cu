// warplens: --block 256 --shared 28160 --arg in=float[7040] --arg out=float[7040]:zero --arg count=7040

// Turns numbers round through shared memory, for which the launch has to give as many bytes as they take.

__global__ void turned(const float* in, float* out, int count) {
  extern __shared__ float kept[];
  for (int i = threadIdx.x; i < count; i += blockDim.x) kept[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = kept[count - 1 - i];
}
