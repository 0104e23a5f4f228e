// warplens: --grid 2 --block 128 --arg values=float[256]:mod=19 --arg heads=uint8_t[256]:mod=7 --arg out=float[256]:zero --arg n=256
// Segmented scan: the sum begins anew wherever a flag marks the head of a segment (here: where `heads` is zero). An
// element stops adding as soon as a head has been seen, and flags are combined along with the values.

__global__ void segmentedScan(const float* values, const unsigned char* heads, float* out, int n) {
  __shared__ float sums[2][128];
  __shared__ bool flags[2][128];
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + t;

  int from = 0;
  sums[from][t] = i < n ? values[i] : 0.0f;
  flags[from][t] = i >= n || heads[i] == 0;
  __syncthreads();

  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    const int to = !from;
    sums[to][t] = sums[from][t];
    flags[to][t] = flags[from][t];
    if (t >= distance && !flags[from][t]) {
      sums[to][t] += sums[from][t - distance];
      flags[to][t] = flags[from][t - distance];
    }
    __syncthreads();
    from = to;
  }
  if (i < n) out[i] = sums[from][t];
}
