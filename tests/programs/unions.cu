// Unions, bit-fields, anonymous members, reference members and designated initialisers, in kernels
// and in host code alike: each line has both sides' values.
#include <cstdio>
struct Small {
  unsigned char a : 3;
  unsigned short b : 9;
  int c : 20;
  unsigned d : 1;
  unsigned : 0;
  long long e : 40;
  bool f : 1;
};
struct Mixed {
  char tag;
  int low : 4, high : 12;
  double d;
};
union Any {
  struct {
    unsigned lo, hi;
  };
  unsigned long long whole;
  double real;
};
union Word {
  unsigned u = 7;
  float f;
};
struct Shape {
  enum Kind { kBall, kBox } kind;
  union {
    struct {
      float radius;
    } ball;
    struct {
      float w, h;
    } box;
  };
  __host__ __device__ float area() const { return kind == kBox ? box.w * box.h : ball.radius * 2; }
};
struct Node {
  union {
    int i;
    float f;
  };
  int tag;
  __host__ __device__ Node(int v) : i(v), tag(1) {}
  __host__ __device__ Node(float v) : f(v), tag(2) {}
};
struct Ref {
  int& r;
  const float& c;
};
struct Arr {
  int v[4];
  int n = 2;
  __host__ __device__ Arr() : v{1, 2} {}
};
__host__ __device__ Any make(unsigned lo, unsigned hi) {
  Any a;
  a.lo = lo;
  a.hi = hi;
  return a;
}
__host__ __device__ int work(int s) {
  int sum = 0;
  Small x = {};
  x.a = 9 + s;
  x.b = 511;
  x.c = -5;
  x.d = 1;
  x.e = -(1ll << 38);
  x.f = 5;
  sum += x.a + x.b * 2 + x.c + x.d * 7 + (int)(x.e >> 30) + x.f;
  x.b++;
  sum += x.b;
  sum += ++x.a;
  x.c *= 3;
  sum += x.c;
  x.d ^= 1;
  sum = sum * 3 + x.d;
  if (x.a - 5 < 0) sum += 1000;
  Mixed m = {'a', 3, -70, 2.5};
  Mixed k = m;
  k.low--;
  sum = sum * 3 + k.low + m.low * 10 + k.high + (int)(k.d * 4) + k.tag;
  Any a = make(5, 1);
  sum = sum * 3 + (int)(a.whole >> 32) + (int)a.whole;
  sum += make(7, 9).hi;
  a.real = 1.0;
  sum += a.hi >> 20;
  Word w;
  sum = sum * 3 + w.u;
  Word v = {.f = 1.0f};
  sum += v.u >> 20;
  Word list[3] = {{1}, {2}};
  sum += list[0].u + list[1].u + list[2].u;
  Shape b = {Shape::kBox, {.box = {2, 3}}};
  Shape c{Shape::kBall};
  c.ball.radius = 4;
  sum = sum * 3 + (int)b.area() + (int)c.area();
  Node n(12), f(1.0f);
  sum = sum * 3 + n.i + (f.i >> 20) + f.tag;
  int q = 3;
  Ref r{q, 2.5f};
  r.r += 4;
  sum += q + (int)(r.c * 2);
  union {
    float f;
    unsigned u;
  } t;
  t.f = 2.0f;
  sum = sum * 3 + (t.u >> 24);
  Arr z;
  sum = sum * 3 + z.v[0] + z.v[1] * 2 + z.v[3] + z.n;
  union {
    int hidden;
    float other;
  };
  hidden = 5;
  sum = sum * 3 + hidden;
  int big{(int)sizeof(Small)};
  sum = sum * 3 + big + (int)sizeof(Mixed) * 100 + sizeof(Any) + sizeof(Shape) + alignof(Any);
  return sum;
}
__global__ void k(int* o) {
  o[threadIdx.x] = work(threadIdx.x);
}
__constant__ Small table[2] = {{1, 2, -3, 1, 5}, {.b = 7, .c = 9}};
static Mixed host_table[2] = {{'b', 1, -2, 3}, {'c', -8, 2047}};
__global__ void c(int* o) {
  o[0] = table[0].c + table[1].b * 100 + table[0].a * 10000;
  Small s = table[threadIdx.x & 1];
  o[1] = s.b;
}
int main() {
  int h[4], *d;
  cudaMalloc(&d, sizeof h);
  k<<<1, 4>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; ++i) printf("%d %d\n", h[i], work(i));
  c<<<1, 1>>>(d);
  cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0], h[1], host_table[1].low, host_table[0].high);
  Any a;
  a.whole = 0x100000002ull;
  Any* p = &a;
  printf("%u %u\n", p->lo, p->hi);
}
