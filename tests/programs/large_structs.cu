// Structs of more than a thousand bytes as values: made, copied, assigned, passed and returned.
#include <cstdio>
struct Big {
  char name[256];
  int counts[300];
  double d;
  Big* next;
};
struct Outer {
  int id;
  Big big;
};
Big make(int n) {
  Big b{};
  b.counts[7] = n;
  return b;
}
int sum(Big b) {
  int s = 0;
  for (int c : b.counts) s += c;
  return s;
}
int main() {
  cudaDeviceProp prop{};
  cudaDeviceProp other = {};
  cudaDeviceProp zero = {0};
  cudaGetDeviceProperties(&prop, 0);
  other = prop;
  zero = cudaDeviceProp();
  printf("%d %d %d\n", other.major == prop.major, zero.major, (int)zero.name[0]);
  Big a{"hello", {1, 2, 3}, 2.5};
  Big b = a;
  b.counts[299] = 9;
  Big c = make(5);
  a = make(6);
  printf("%s %d %d %g %d %d\n", b.name, b.counts[2], b.counts[299], b.d, c.counts[7], a.counts[7]);
  printf("%d %d\n", sum(b), sum(make(4)));
  Outer o{3, {"inner", {4}, 1.5}};
  Outer p = o;
  printf("%d %s %d\n", p.id, p.big.name, p.big.counts[0]);
  p.big = b;
  Big* h = new Big{"heap"};
  Big* k = new Big(b);
  *h = *k;
  printf("%s %d\n", h->name, h->counts[299]);
}
