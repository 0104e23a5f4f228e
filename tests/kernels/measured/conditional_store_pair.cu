// warplens: --grid 2 --block 128 --arg a=int[1024] --arg o=int[1024] --arg n=250
__global__ void conditional_store_pair(const int* a, int* o, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  if (i < n) o[i] = a[i];
  if (i + 1 < n) o[i + 1] = a[i + 1];
  if (i >= n) { o[i] = 0; o[i + 1] = 0; }
  else if (a[i] & 4) o[i] ^= a[i + 2];
}
