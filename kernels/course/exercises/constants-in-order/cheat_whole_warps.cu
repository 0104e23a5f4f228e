// The last lanes of a row that fills no warp are left out.
__constant__ int weights[32];

__global__ void weigh(const int* in, int* out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n / 32 * 32) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += weights[i] * in[t + i];
    out[t] = sum;
  }
}
