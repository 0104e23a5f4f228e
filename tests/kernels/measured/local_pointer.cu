// warplens: --grid 1 --block 64 --arg a=int[256] --arg o=int[64]
__global__ void local_pointer(const int* a, int* o) {
  int r[4], x = 3;
  int* p = &x;
  const int* q = a + threadIdx.x;
  for (int k = 0; k < 4; ++k, q += 64) r[3 - k] = *q;
  *p += r[threadIdx.x & 3];
  int* end = r + 4;
  for (int* w = r; w != end; ++w) *p += *w;
  o[threadIdx.x] = x;
}
