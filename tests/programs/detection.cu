// noexcept(...), detection of members, enable_if, templates of types in classes: in host code and in
// kernels.
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
struct Quiet {
  __host__ __device__ int size() const noexcept { return 3; }
};
struct Loud {
  __host__ __device__ int size() const { return 4; }
};
template <class T>
__host__ __device__ int size_of(const T& t) noexcept(noexcept(t.size())) {
  return t.size();
}
template <class, class = void>
struct has_size : std::false_type {};
template <class T>
struct has_size<T, std::void_t<decltype(std::declval<const T&>().size())>> : std::true_type {};
template <class T, class = void>
struct has_type : std::false_type {};
template <class T>
struct has_type<T, std::void_t<typename T::value_type>> : std::true_type {};
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
__host__ __device__ int kind(T) {
  return 1;
}
template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0>
__host__ __device__ int kind(T) {
  return 2;
}
template <class T>
__host__ __device__ typename std::enable_if<std::is_pointer<T>::value, int>::type kind(T) {
  return 3;
}
template <class T, typename = typename std::enable_if<std::is_class<T>::value>::type>
__host__ __device__ int kind(const T&) {
  return 4;
}
template <class T>
auto length(const T& t) -> decltype(t.size()) {
  return t.size();
}
inline int length(...) {
  return -1;
}
template <class T>
struct Tile {
  typedef T value_type;
  template <class U>
  using like = Tile<U>;
  template <int N>
  struct Row {
    T v[N];
    __host__ __device__ T last() const { return v[N - 1]; }
  };
  template <class U>
  __host__ __device__ like<U> to() const {
    return {static_cast<U>(x)};
  }
  T x;
};
template <class T, class = void>
struct group {
  static constexpr int value = 0;
};
template <class T>
struct group<T, std::enable_if_t<std::is_class_v<T>>> {
  static constexpr int value = 1;
};
template <class T>
struct group<T, std::enable_if_t<std::is_pointer<T>::value>> {
  static constexpr int value = 2;
};
template <class T>
struct group<T, typename std::enable_if<sizeof(T) == 4 && std::is_arithmetic_v<T>>::type> {
  static constexpr int value = 3;
};
template <class T, class = void>
struct has_field : std::false_type {};
template <class T>
struct has_field<T, std::void_t<decltype(T::x)>> : std::true_type {};
class Sign {
 public:
  Sign(Sign&&) noexcept {}
  Sign(int) {}
  void change() {}
};
__global__ void look(int* to) {
  Quiet quiet;
  Loud loud;
  to[0] = noexcept(size_of(quiet)) * 10 + noexcept(size_of(loud));
  to[1] = has_size<Quiet>::value * 10 + has_size<int>::value;
  to[2] = kind(1) * 1000 + kind(1.0f) * 100 + kind(to) * 10 + kind(quiet);
  Tile<float>::like<int> tile = {7};
  Tile<short>::Row<3> row = {{1, 2, 5}};
  to[3] = tile.x + row.last() + (int)Tile<double>{2.75}.to<int>().x;
}
int main() {
  Quiet quiet;
  Loud loud;
  printf("%d %d %d %d\n", noexcept(size_of(quiet)), noexcept(size_of(loud)), noexcept(1 + 2), noexcept(throw 1));
  printf("%d %d %d\n", noexcept(new int), noexcept(Sign(std::declval<Sign>())), noexcept(Sign(3)));
  printf("%d %d %d\n", has_size<Quiet>::value, has_size<int>::value, has_size<std::vector<int>>::value);
  printf("%d %d %d\n", has_type<std::string>::value, has_type<int>::value, has_type<Tile<int>>::value);
  printf("%d%d%d%d %d%d\n", kind(1), kind(1.0), kind(&quiet), kind(loud), (int)length(std::string("abc")),
         (int)length(5));
  printf("%d%d%d%d %d%d\n", group<Quiet>::value, group<int*>::value, group<float>::value, group<double>::value,
         has_field<Tile<int>>::value, has_field<Quiet>::value);
  Tile<int>::like<double> like = {2.5};
  Tile<char>::Row<2> row = {{'a', 'b'}};
  printf("%g %c %d\n", like.x, row.last(), like.to<int>().x);
  int* to;
  int host[4];
  cudaMalloc(&to, sizeof host);
  look<<<1, 1>>>(to);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  for (int one : host) printf("%d ", one);
  printf("\n");
}
