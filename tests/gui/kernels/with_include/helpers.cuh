#pragma once
template <int STRIDE>
__device__ float pick(const float* x, int i) {
  return x[i * STRIDE];
}
