// warplens: --kernel product<16,4> --grid 2,2 --block 64 --arg left=float[32][32] --arg right=float[32][32] --arg out=float[32][32]:zero --arg n=32
// Each thread computes a column of kRows elements; the launch bounds follow from the template.
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
template <const unsigned kSide, const unsigned kRows>
__global__ void __launch_bounds__((kSide * kSide) / kRows, 1)
    product(const float* left, const float* right, float* out, const int n) {
  __shared__ float rows[kSide][kSide], columns[kSide * kSide];
  const unsigned column = threadIdx.x % kSide, first = threadIdx.x / kSide * kRows;
  float sums[kRows] = {0.0};
  for (unsigned at = 0; at < CEIL_DIV(n, kSide); ++at) {
    for (unsigned i = 0; i < kRows; ++i) {
      const unsigned row = first + i;
      rows[row][column] = left[(blockIdx.y * kSide + row) * n + at * kSide + column];
      columns[row * kSide + column] = right[(at * kSide + row) * n + blockIdx.x * kSide + column];
    }
    __syncthreads();
    for (unsigned k = 0; k < kSide; ++k)
      for (unsigned i = 0; i < kRows; ++i)
        sums[i] += rows[first + i][k] * columns[k * kSide + column];
    __syncthreads();
  }
  for (unsigned i = 0; i < kRows; ++i)
    out[(blockIdx.y * kSide + first + i) * n + blockIdx.x * kSide + column] = sums[i];
}
