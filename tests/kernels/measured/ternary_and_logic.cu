// warplens: --grid 2 --block 128 --arg a=float[1024] --arg b=float[1024] --arg o=float[256]
__global__ void ternary_and_logic(const float* a, const float* b, float* o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i % 4 < 2 ? a[i * 2] : b[i];
  if (a[i] > 100.0f && b[i * 3] > 300.0f || b[i + 1] < 20.0f) v += 1.0f;
  bool both = i % 2 == 0 && a[i + 2] > 0.0f;
  o[i] = both ? v : -v;
}
