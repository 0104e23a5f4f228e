// Objects as operands of the language's own operators, by their conversions; references behind
// names; code of both sides that calls what only one side has.
#include <cstdio>

struct Meters {
  double value;
  operator double() const { return value; }
};
struct Counter {
  int n;
  operator int() const { return n; }
  explicit operator bool() const { return n > 100; }
};
struct Pointer {
  int* to;
  operator int*() const { return to; }
};
typedef int& Place;
void add(const Place place) { place += 5; }
template <typename T>
struct Holder {
  T held;
  Holder(const T& of) : held(of) {}
};

struct OnDevice {
  __device__ int operator()() const { return 3; }
};
struct OnHost {
  int operator()() const { return 4; }
};
template <class F>
__host__ __device__ int called(F f) {
  return f();
}
__global__ void kernel(int* out) { *out = called(OnDevice()); }

int main() {
  Meters m{2.5};
  Counter c{7};
  int values[3] = {1, 2, 3};
  Pointer p{values};
  double sum = 1;
  sum += m;
  printf("%g %g %g %d\n", m + 1, 2 * m, sum, m < 3);
  printf("%d %d %d %d\n", c % 4, -c, ~c, c << 1);
  printf("%d %d\n", *(p + 1), p == values);
  int x = 1;
  add(x);
  Holder<int&> holder(x);
  holder.held = x + 1;
  printf("%d\n", x);
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("%d %d\n", *out, called(OnHost()));
}
