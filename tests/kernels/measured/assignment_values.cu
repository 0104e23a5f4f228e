// warplens: --grid 2 --block 64 --arg a=int[512] --arg o=int[256] --arg p=int[128]
__global__ void assignment_values(const int* a, int* o, int* p) {
  __shared__ int s[64], u[64];
  __shared__ char c[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = t;
  u[t] = 2 * t;
  o[i] = ++s[t];
  o[i] += s[t]++;
  o[i] -= (u[t] += 3);
  o[i] ^= (c[t] = a[i * 2]);
  if ((s[t] = a[i]) > 40) o[i + 128] = --u[t];
  int v = p[i] = 7;
  p[i] = u[t], ++s[t];
}
