// warplens: --grid 2 --block 64 --arg a=float[512] --arg b=float[512] --arg o=float[128]
#define LARGER(x, y) ((x) > (y) ? (x) : (y))
#define AT(m, r, c) m[(r) * 16 + (c)]
__global__ void macro_twice(const float* a, const float* b, float* o) {
  int i = blockIdx.x * 64 + threadIdx.x;
  o[i] = LARGER(a[i], b[i * 2]) + LARGER(AT(a, i % 16, i / 16), 3.0f);
}
