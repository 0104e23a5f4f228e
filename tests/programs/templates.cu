// Packs, folds, specialisations, templates as arguments, deduction: on both sides.
#include <cstdio>
#include <type_traits>
#include <utility>
__device__ int total() {
  return 0;
}
template <typename T, typename... R>
__device__ int total(T a, R... rest) {
  return int(a) + total(rest...);
}
template <typename... A>
__device__ auto product(A... a) {
  return (a * ...);
}
template <int... N>
struct Dims {
  static constexpr int rank = sizeof...(N);
  static constexpr int size = (N * ... * 1);
};
template <typename... P>
__global__ void fill(int n, int v, P... ptrs) {
  int i = threadIdx.x;
  if (i < n) ((ptrs[i] = v + i + total(1, 2.5f, 'a' - 96)), ...);
}
__global__ void two(int* o, float f) {
  o[0] = product(2, 3, f) + Dims<2, 3, 4>::size * 100 + Dims<5>::rank;
}
template <class... A>
void print_all(const A&... a) {
  int n = 0;
  ((printf("%d:%g ", n++, (double)a)), ...);
  printf("%d\n", (int)sizeof...(a));
}
void show() {
  printf("\n");
}
template <class T, class... R>
void show(T first, R... rest) {
  printf("%g ", (double)first);
  show(rest...);
}
template <class T>
T add_up(T x) {
  return x;
}
template <class T, class... R>
T add_up(T x, R... r) {
  return x + add_up(r...);
}
template <class F, class... A>
auto apply_to(F f, A&&... a) -> decltype(f(a...)) {
  return f(a...);
}
struct Sum {
  template <class... A>
  int operator()(A... a) const {
    return (0 + ... + a);
  }
};
template <template <typename> class Op, typename T>
T use(T a, T b) {
  return Op<T>::run(a, b);
}
template <typename T>
struct Max {
  static T run(T a, T b) { return a > b ? a : b; }
};
template <class T>
constexpr T pi = T(3.14159265358979L);
template <class T>
constexpr int width = sizeof(T);
template <>
constexpr int width<char> = 100;
template <class T, int N>
struct Vec {
  T v[N];
  template <class... A>
  Vec(A... a) {
    T t[] = {static_cast<T>(a)...};
    for (int i = 0; i < N; ++i) v[i] = t[i];
  }
  T sum() const {
    T s = 0;
    for (T x : v) s += x;
    return s;
  }
};
template <class... A>
constexpr bool all_ints(A... a) {
  return (... && (sizeof(a) == 4));
}
template <typename... A>
struct List;
template <>
struct List<> {
  static constexpr int n = 0;
};
template <typename H, typename... T>
struct List<H, T...> {
  static constexpr int n = 1 + List<T...>::n;
};
int main() {
  int *a, *b, h[3];
  float *c, f;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  cudaMalloc(&c, 64);
  fill<<<1, 32>>>(4, 10, a, b, c);
  cudaMemcpy(h, b + 3, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&f, c + 1, 4, cudaMemcpyDeviceToHost);
  two<<<1, 1>>>(a, 1.5f);
  cudaMemcpy(h + 1, a, 8, cudaMemcpyDeviceToHost);
  printf("%d %g %d %d\n", h[0], f, h[1], h[2]);
  print_all(1, 2.5, 'a');
  print_all();
  show(1, 2.5f, 3L);
  printf("%d\n", add_up(1, 2, 3, 4));
  printf("%d\n", apply_to(Sum(), 1, 2, 3));
  printf("%d %g\n", use<Max>(3, 4), use<Max, double>(2.5, 1));
  printf("%g %.10f %d %d\n", pi<float>, pi<double>, width<int>, width<char>);
  Vec<float, 3> v(1, 2, 3.5);
  printf("%g %d %d %d\n", v.sum(), all_ints(1, 2u), all_ints(1, 2.0), List<int, char, float>::n);
}
