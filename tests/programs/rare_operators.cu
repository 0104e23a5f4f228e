// The operators , && || and ->* of a class's own, in host code and in kernels.
#include <cstdio>
struct Log {
  int digits = 0;
  __host__ __device__ Log& operator,(int digit) {
    digits = 10 * digits + digit;
    return *this;
  }
};
struct Flag {
  int id;
};
__host__ __device__ int operator&&(Flag a, Flag b) {
  return 10 * a.id + b.id;
}
__host__ __device__ int operator||(Flag a, Flag b) {
  return 100 * a.id + b.id;
}
struct Body {
  double mass;
  int id;
  __host__ __device__ int twice() const { return 2 * id; }
};
struct Handle {
  Body* to;
  __host__ __device__ Body* operator->() const { return to; }
  template <class T>
  __host__ __device__ T& operator->*(T Body::*field) const {
    return to->*field;
  }
};
__host__ __device__ void fill(int* to) {
  Log log;
  log, 1, 2, 3;
  to[0] = log.digits;
  to[1] = Flag{1} && Flag{2};
  to[2] = Flag{3} || Flag{4};
  to[3] = (1, 2) && (0 || 3);
  Body body = {1.5, 7};
  Handle handle = {&body};
  handle->*&Body::mass = 4;
  handle->*&Body::id += 1;
  Body* const plain = &body;
  int (Body::*f)() const = &Body::twice;
  to[4] = (int)body.mass + plain->*&Body::id + (plain->*f)();
}
__global__ void run(int* to) {
  fill(to);
}
int main() {
  int host[5], *to;
  fill(host);
  for (int one : host) printf("%d ", one);
  printf("\n");
  cudaMalloc(&to, sizeof host);
  run<<<1, 1>>>(to);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  for (int one : host) printf("%d ", one);
  printf("\n");
}
