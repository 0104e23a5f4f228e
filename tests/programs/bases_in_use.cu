// Constructors of a base that make a derived object; packs of bases and of what they call.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct Base {
  int number;
  __host__ __device__ Base(int n) : number(n) {}
  Base(int n, const char*, int more = 3) : number(n + more) {}
};
struct Derived : Base {
  using Base::Base;
  int factor = 2;
};
struct Further : Derived {
  using Derived::Derived;
};
template <typename T>
struct Numbers : std::vector<T> {
  using Super = std::vector<T>;
  using Super::Super;
  T sum() const {
    T all{};
    for (const T& one : *this) all += one;
    return all;
  }
};
struct LaunchError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class... Ts>
struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;

__global__ void in_kernel(int* out) {
  Derived derived(threadIdx.x + 5);
  auto call = overloaded{[](int x) { return x + 1; }, [](float x) { return (int)(x * 10); }};
  out[threadIdx.x] = derived.number * derived.factor + call(1) + call(0.5f);
}

int main() {
  Derived one(4), two(1, "text");
  Further three(7);
  printf("%d %d %d %d\n", one.number, one.factor, two.number, three.number * three.factor);
  Numbers<int> repeated(5, 2), listed{1, 2, 3}, copied(listed.begin(), listed.end()), none;
  printf("%d %d %d %d\n", repeated.sum(), listed.sum(), copied.sum(), none.sum());
  try {
    throw LaunchError("no launch");
  } catch (const std::exception& error) {
    printf("%s\n", error.what());
  }
  const int base = 40;
  auto name = overloaded{[](const std::string& text) { return (int)text.size(); },
                         [base](int number) { return number + base; }};
  printf("%d %d\n", name(std::string("four")), name(2));

  int results[4], *out;
  cudaMalloc(&out, sizeof results);
  in_kernel<<<1, 4>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int result : results) printf("%d ", result);
  printf("\n");
  cudaFree(out);
}
