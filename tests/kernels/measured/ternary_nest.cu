// warplens: --grid 2 --block 96 --arg a=int[1024] --arg b=int[1024] --arg o=int[192]
__global__ void ternary_nest(const int* a, const int* b, int* o) {
  int i = blockIdx.x * 96 + threadIdx.x;
  int v = i % 3 == 0 ? (i % 2 ? a[i] : b[i * 2]) : i % 5 == 0 ? a[i + 7] + b[i] : 4;
  v += (a[i] > 50 ? a : b)[i + 1];
  o[i] = v > 60 ? v : b[v & 255];
}
