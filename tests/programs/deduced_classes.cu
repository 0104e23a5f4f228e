// Class templates whose arguments follow from what they are made from, by constructors and guides.
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
template <class T>
struct Vec3 {
  T x, y, z;
  __host__ __device__ Vec3(T a, T b, T c) : x(a), y(b), z(c) {}
  __host__ __device__ T sum() const { return x + y + z; }
};
template <class T, int N>
struct Fixed {
  T v[N];
  Fixed(const T (&from)[N]) {
    for (int i = 0; i < N; ++i) v[i] = from[i];
  }
  int size() const { return N; }
};
template <class F>
struct Guard {
  F f;
  explicit Guard(F g) : f(g) {}
  ~Guard() { f(); }
};
struct Bye {
  void operator()() const { printf("bye\n"); }
};
template <class T>
struct Box {
  T v;
};
template <class T>
Box(T) -> Box<T>;
__global__ void k(float* o) {
  Vec3 v(1.0f, 2.0f, 3.0f);
  o[0] = v.sum();
  o[1] = Vec3(1.5f, 2.0f, 0.0f).sum();
}
int main() {
  std::pair p(1, 2.5);
  std::vector v{1, 2, 3};
  std::vector w(3, 1.5f);
  std::array a{1.0, 2.0};
  std::tuple t(1, 'c', 2.5);
  std::vector<int> src = {4, 5};
  std::vector c(src.begin(), src.end());
  std::vector copy = src;
  printf("%d %g %zu %zu %g %zu %g %d %c %zu %zu\n", p.first, p.second, v.size(), w.size(), w[2],
         a.size(), a[1], std::get<0>(t), std::get<1>(t), c.size(), copy.size());
  int raw[] = {7, 8, 9};
  Fixed f(raw);
  Guard g{Bye()};
  std::optional o = 3;
  Box b{4.5};
  printf("%d %d %d %g %g\n", f.size(), f.v[1], *o, b.v, std::pair(3, 4.5).second);
  const Vec3 cv(1, 2, 3);
  printf("%d\n", cv.sum());
  float h[2], *d;
  cudaMalloc(&d, 8);
  k<<<1, 1>>>(d);
  cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[1]);
}
