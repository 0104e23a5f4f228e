// warplens: --grid 3 --block 48 --shared 768 --arg a=float[1024] --arg o=float[144]
__global__ void dynamic_shared(const float* a, float* o) {
  __shared__ char tag[5];
  extern __shared__ float buffer[];
  int t = threadIdx.x;
  if (t < 5) tag[t] = (char)(t + 1);
  for (int k = 0; k < 4; ++k) buffer[t * 4 + k] = a[(blockIdx.x * 48 + t) * 4 + k];
  __syncthreads();
  float v = tag[t % 5];
  for (int k = 0; k < 4; ++k) v += buffer[k * 48 + t];
  o[blockIdx.x * 48 + t] = v;
}
