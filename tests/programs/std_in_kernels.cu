// What kernels may use of the standard library: nvcc --expt-relaxed-constexpr.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

__global__ void k(int* o, std::array<int, 3> a, std::pair<int, float> p) {
  int low = std::numeric_limits<int>::max(), high = (std::numeric_limits<int>::min)();
  for (int x : a) {
    low = std::min(low, x);
    high = (std::max)(high, x);
  }
  o[0] = low * 100 + high;
  o[1] = std::clamp(high, 0, 5) + std::abs(-3) + (int)a.size();
  auto t = std::make_tuple(p.first, 2, 'c');
  auto [x, y, z] = t;
  o[2] = x * 10 + y + (z == 'c') + std::get<1>(t);
  const auto& [first, second] = p;
  o[3] = first + (int)(second * 4);
  int left = 1, right = 2;
  std::swap(left, right);
  o[4] = left * 10 + right + std::plus<int>()(3, 4) + std::max({3, 9, 4});
}

int main() {
  int h[5], *d;
  cudaMalloc(&d, sizeof h);
  k<<<1, 1>>>(d, {7, 3, 8}, {20, 0.5f});
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int x : h) printf("%d ", x);
  printf("\n");
}
