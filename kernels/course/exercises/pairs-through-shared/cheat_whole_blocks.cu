// As if pairs filled the last block.
__global__ void add_pairs(const float* in, float* out, int n) {
  __shared__ float first[128], second[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  float2 pair = ((const float2*)in)[i];
  first[t] = pair.x;
  second[t] = pair.y;
  __syncthreads();
  float2 sum = {0, 0};
  for (int k = t; k < t + 8 && k < 128; ++k) {
    sum.x += first[k];
    sum.y += second[k];
  }
  ((float2*)out)[i] = sum;
}
