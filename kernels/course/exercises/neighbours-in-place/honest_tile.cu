// Keeps the old numbers in shared memory.
__global__ void add_neighbours(float* rows, int n) {
  __shared__ float old[1 + 128 + 1];
  float* row = rows + blockIdx.x * n;
  int t = threadIdx.x;
  old[t + 1] = t < n ? row[t] : 0;
  if (t == 0) old[0] = old[129] = 0;
  __syncthreads();
  if (t < n) row[t] = old[t] + old[t + 1] + old[t + 2];
}
