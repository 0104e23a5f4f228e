// warplens: --grid 1 --block 64 --arg a=float[256] --arg o=float[64] --arg m=int[64]
__global__ void math_mix(const float* a, float* o, int* m) {
  int t = threadIdx.x;
  float v = fmaf(a[t], 0.5f, a[t + 64]);
  v = sqrtf(fabsf(v)) + fminf(a[t * 2], 9.0f) - fmaxf(a[t * 3], 2.0f);
  o[t] = v;
  m[t] = max(min((int)a[t], 40), 7) << (t & 7);
}
