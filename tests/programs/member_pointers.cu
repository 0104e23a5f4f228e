// Pointers to members, data and functions: in loops over fields, tables of functions, templates, kernels.
#include <cstdio>
#include <vector>

struct Body {
  float x, y;
  int id;
  __host__ __device__ float length2() const { return x * x + y * y; }
  void scale(float by) {
    x *= by;
    y *= by;
  }
  int pick(int a) { return a + id; }
  int pick(float) const { return -1; }
};

float total(const std::vector<Body>& all, float Body::*member) {
  float sum = 0;
  for (const Body& body : all) sum += body.*member;
  return sum;
}

struct Base {
  int base = 7;
  virtual int who() const { return 1; }
  virtual ~Base() {}
};
struct Derived : Base {
  int extra = 5;
  int who() const override { return 2; }
};

class Handler {
 public:
  typedef void (Handler::*Function)(int);
  Handler() {
    table_[0] = &Handler::add;
    table_[1] = &Handler::add_tenfold;
  }
  int run(int which, int n) {
    (this->*table_[which])(n);
    return hits_;
  }

 private:
  void add(int n) { hits_ += n; }
  void add_tenfold(int n) { hits_ += 10 * n; }
  Function table_[2];
  int hits_ = 0;
};

template <class C, class R>
R get(const C& object, R C::*member) {
  return object.*member;
}
template <class C, class R, class... A>
R call(C& object, R (C::*function)(A...), A... arguments) {
  return (object.*function)(arguments...);
}

__global__ void read(const Body* bodies, float Body::*member, float* out) {
  out[threadIdx.x] = bodies[threadIdx.x].*member;
}
template <float Body::*kMember>
__device__ float known(const Body& body) {
  return body.*kMember;
}
__global__ void read_known(const Body* bodies, float* out) {
  float (Body::*length2)() const = &Body::length2;
  const Body* own = bodies + threadIdx.x;
  out[threadIdx.x] = known<&Body::x>(*own) + (own->*length2)();
}

int main() {
  std::vector<Body> all = {{1, 2, 1}, {3, 4, 2}};
  printf("%g %g\n", total(all, &Body::x), total(all, &Body::y));
  float (Body::*length2)() const = &Body::length2;
  Body* second = &all[1];
  printf("%g %g\n", (all[0].*length2)(), (second->*length2)());
  void (Body::*scale)(float) = &Body::scale;
  (second->*scale)(2);
  int (Body::*pick)(int) = &Body::pick;
  printf("%g %d\n", second->x, (second->*pick)(3));

  using Number = int Base::*;
  Number number = &Base::base;
  Derived derived;
  derived.*number += 3;
  int (Base::*who)() const = &Base::who;
  int Derived::*of_derived = &Base::base;
  int (Derived::*who_derived)() const = &Base::who;
  const Base& base = derived;
  printf("%d %d %d %d\n", derived.base, (base.*who)(), derived.*of_derived, (derived.*who_derived)());

  Handler handler;
  printf("%d ", handler.run(0, 2));
  printf("%d\n", handler.run(1, 2));
  float Body::*none = nullptr;
  printf("%d %d %d\n", none == nullptr, length2 == &Body::length2, (bool)none);
  printf("%d %d\n", get(all[0], &Body::id), call(all[0], pick, 5));
  auto id = &Body::id;
  all[0].*id = 99;
  float Body::*fields[] = {&Body::x, &Body::y};
  for (auto field : fields) printf("%g ", all[0].*field);
  printf("%d\n", all[0].id);

  Body* bodies;
  float *out, results[2];
  cudaMalloc(&bodies, 2 * sizeof(Body));
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(bodies, all.data(), 2 * sizeof(Body), cudaMemcpyHostToDevice);
  read<<<1, 2>>>(bodies, &Body::y, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%g %g\n", results[0], results[1]);
  read_known<<<1, 2>>>(bodies, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  printf("%g %g\n", results[0], results[1]);
  cudaFree(bodies);
  cudaFree(out);
}
