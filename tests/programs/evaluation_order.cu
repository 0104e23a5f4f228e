// In which order operands and arguments are evaluated.
#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>
int n = 0;
int next() {
  return ++n;
}
struct S {
  int v;
  S& add(int x) {
    v = v * 10 + x;
    return *this;
  }
};
struct L {
  std::string s;
  L& operator<<(int x) {
    s += std::to_string(x);
    return *this;
  }
  L operator+(int x) const { return *this; }
};
int f(int a, int b, int c) {
  return a * 100 + b * 10 + c;
}
int main() {
  std::cout << next() << " " << next() << " " << next() << "\n";
  S s{0};
  s.add(next()).add(next());
  std::cout << s.v << "\n";
  L l;
  l << next() << next();
  std::cout << l.s << "\n";
  std::cout << f(next(), next(), next()) << "\n";
  std::vector<int> v(5);
  int i = 0;
  v[i++] = i;
  std::cout << v[0] << v[1] << "\n";
  int a[4] = {next(), next(), next(), next()};
  printf("%d %d\n", a[0], a[3]);
  printf("%d %d\n", next(), next());
  int x = next() - next();
  printf("%d\n", x);
  // CUDA's own functions and constructors are called like any others.
  float3 three = make_float3(next(), next(), next());
  printf("%g %g %g\n", three.x, three.y, three.z);
  int2 two = make_int2(next(), next());
  printf("%d %d\n", two.x, two.y);
  dim3 grid(next(), next(), next());
  printf("%u %u %u\n", grid.x, grid.y, grid.z);
  dim3 block{(unsigned)next(), (unsigned)next()};
  printf("%u %u %u\n", block.x, block.y, block.z);
  float4 four = {(float)next(), (float)next(), (float)next(), (float)next()};
  printf("%g %g %g %g\n", four.x, four.y, four.z, four.w);
  __half2 halves = __floats2half2_rn(next(), next());
  printf("%g %g\n", __low2float(halves), __high2float(halves));
  printf("%g\n", fmodf(100 * next(), next()));
  printf("%d\n", std::max(next(), 2 * next() - 45));
}
