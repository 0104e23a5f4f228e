// Templates as programs use them: reductions, function objects, traits, forwarding.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
template <typename T>
struct is_ptr {
  static const bool value = false;
};
template <typename T>
struct is_ptr<T*> {
  static const bool value = true;
};
template <typename T, typename U = T, int N = 4>
struct Buf {
  T d[N];
  U u;
};
template <int N>
struct Fact {
  static constexpr int value = N * Fact<N - 1>::value;
};
template <>
struct Fact<0> {
  static constexpr int value = 1;
};
template <typename T>
__device__ T warpSum(T v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0u, v, o);
  return v;
}
template <typename T, int BLOCK>
__global__ void reduce(const T* in, T* out, int n) {
  __shared__ T s[BLOCK / 32];
  T v = 0;
  for (int i = threadIdx.x; i < n; i += BLOCK) v += in[i];
  v = warpSum(v);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    T t = 0;
    for (int i = 0; i < BLOCK / 32; ++i) t += s[i];
    *out = t;
  }
}
template <typename Op, typename T>
__global__ void map2(const T* a, const T* b, T* c, int n, Op op) {
  int i = threadIdx.x;
  if (i < n) c[i] = op(a[i], b[i]);
}
struct Add {
  template <typename T>
  __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
template <typename T>
using Vec = std::vector<T>;
template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
T sq(T x) {
  return x * x;
}
template <typename T>
auto len(const T& c) -> decltype(c.size()) {
  return c.size();
}
template <typename... Ts>
std::string join(const Ts&... ts) {
  std::ostringstream o;
  ((o << ts << ','), ...);
  return o.str();
}
template <class F, class... A>
double timeit(F f, A&&... a) {
  auto t = std::chrono::steady_clock::now();
  f(std::forward<A>(a)...);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}
void bump(int& x, int by) {
  x += by;
}
struct Bump {
  void operator()(int& x, int by) const { x += by; }
};
template <class T>
void take(T&& x, const char* n) {
  printf("%s %d\n", n, std::is_lvalue_reference<T>::value);
}
template <class T>
constexpr T cmax(T a, T b) {
  return a > b ? a : b;
}
template <typename T>
struct Dim;
template <>
struct Dim<float> {
  enum { value = 1 };
};
template <>
struct Dim<double> {
  enum { value = 2 };
};
template <typename K, typename V>
void kv(const std::pair<K, V>& p) {
  printf("%g %g\n", (double)p.first, (double)p.second);
}
template <class T, size_t N>
constexpr size_t count_of(T (&)[N]) {
  return N;
}
template <bool B>
struct Flag {};
void pick(Flag<true>) {
  printf("yes\n");
}
void pick(Flag<false>) {
  printf("no\n");
}
template <typename T>
__device__ void store(T* p, int i, T v) {
  if constexpr (std::is_same_v<T, float>)
    p[i] = v * 2;
  else
    p[i] = v + 1;
}
template <typename T>
__global__ void st(T* p) {
  store(p, threadIdx.x, T(threadIdx.x));
}
int main() {
  printf("%d %d %d\n", is_ptr<int>::value, is_ptr<int*>::value, Fact<5>::value);
  Vec<float> h(100, 0.5f);
  float *d, *o, r;
  cudaMalloc(&d, 400);
  cudaMalloc(&o, 400);
  cudaMemcpy(d, h.data(), 400, cudaMemcpyHostToDevice);
  reduce<float, 128><<<1, 128>>>(d, o, 100);
  cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  map2<<<1, 32>>>(d, d, o, 10, Add());
  map2<Add, float><<<1, 32>>>(d, o, o, 10, Add{});
  cudaMemcpy(&r, o + 3, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  map2<<<1, 32>>>(d, d, o, 10, std::multiplies<float>());
  cudaMemcpy(&r, o + 3, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  printf("%d %zu %s %zu\n", sq(7), len(h), join(1, 2.5, "x").c_str(), sizeof(Buf<float, double>));
  int x = 1;
  timeit(Bump(), x, 5);
  printf("%d\n", x);
  take(x, "lvalue");
  take(3, "rvalue");
  kv(std::make_pair(1, 2.5f));
  int arr[7];
  printf("%zu %d\n", count_of(arr), (int)Dim<double>::value);
  pick(Flag<(3 > 2)>());
  pick(Flag<std::is_same<int, float>::value>());
  st<<<1, 4>>>(o);
  cudaMemcpy(&r, o + 3, 4, cudaMemcpyDeviceToHost);
  printf("%g\n", r);
  int* oi = (int*)o;
  st<int><<<1, 4>>>(oi);
  int ri;
  cudaMemcpy(&ri, oi + 3, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", ri);
  constexpr int big = cmax(3, 9);
  std::array<std::array<int, big>, 2> m{};
  m[1][8] = 4;
  printf("%d %zu\n", m[1][8], m[0].size());
  std::vector<std::vector<int>> g(3, std::vector<int>(4, 1));
  g[1][2] = 7;
  int t = 0;
  for (const auto& row : g)
    for (int v : row) t += v;
  printf("%d\n", t);
  std::vector<std::tuple<int, std::string, float>> recs;
  recs.emplace_back(2, "b", 1.f);
  recs.push_back(std::make_tuple(1, std::string("a"), 2.f));
  std::sort(recs.begin(), recs.end());
  for (const auto& [id, name, v] : recs) printf("%d%s%g ", id, name.c_str(), v);
  printf("\n");
  auto [mn, mx] = std::minmax_element(h.begin(), h.end());
  printf("%g %g\n", *mn, *mx);
}
