// Classes with bases and virtual functions, on the host and in kernels.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

class Shape {
 public:
  explicit Shape(std::string name) : name_(name) { printf("make %s\n", name_.c_str()); }
  virtual ~Shape() { printf("end %s\n", name_.c_str()); }
  virtual double area() const = 0;
  virtual std::string text() const { return name_ + " of " + std::to_string((int)area()); }
  void print() const { printf("%s\n", text().c_str()); }

 protected:
  std::string name_;
};

class Square : public Shape {
 public:
  explicit Square(double side) : Shape("square"), side_(side) {}
  double area() const override { return side_ * side_; }

 private:
  double side_;
};

class Named : public Square {
 public:
  Named(double side, int number) : Square(side), number_(number) {}
  ~Named() override { printf("end number %d\n", number_); }
  std::string text() const override { return Square::text() + " #" + std::to_string(number_); }

 private:
  int number_;
};

struct Left { int a = 1; virtual int get() const { return a; } };
struct Right { int b = 2; virtual int other() const { return b; } virtual ~Right() {} };
struct Both : Left, Right {
  int c = 3;
  int get() const override { return a + c; }
  int other() const override { return b * 10 + c; }
};
int through(const Right* right) { return right->other(); }

template <typename Derived>
struct Base {
  __host__ __device__ int twice(int x) const { return 2 * static_cast<const Derived*>(this)->one(x); }
};
struct Plus : Base<Plus> {
  int n;
  __host__ __device__ explicit Plus(int n) : n(n) {}
  __host__ __device__ int one(int x) const { return x + n; }
};

struct Vec { float x, y; };
struct Particle : Vec {
  float mass;
  __host__ __device__ Particle(float x, float y, float mass) : Vec{x, y}, mass(mass) {}
  __host__ __device__ float moment() const { return x * mass + y; }
};

struct Op {
  __device__ virtual float run(float x) const { return x; }
  __device__ virtual ~Op() {}
};
struct Scale : Op {
  float by;
  __device__ explicit Scale(float by) : by(by) {}
  __device__ float run(float x) const override { return x * by; }
};
struct Shift : Op {
  __device__ float run(float x) const override { return Op::run(x) + 100; }
};

__global__ void kernel(float* out, int n) {
  const int t = threadIdx.x;
  Scale scale(3);
  Shift shift;
  Op plain;
  const Op* op = t % 3 == 0 ? &plain : t % 3 == 1 ? static_cast<const Op*>(&scale) : &shift;
  const Particle particle(t, 2, 10);
  const Plus plus(n);
  if (t < n) out[t] = op->run(t) + particle.moment() + plus.twice(t);
}

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(3));
  shapes.push_back(std::make_unique<Named>(2, 7));
  for (const auto& shape : shapes) shape->print();
  printf("%d %d\n", dynamic_cast<Named*>(shapes[0].get()) != nullptr,
         dynamic_cast<Named*>(shapes[1].get()) != nullptr);
  shapes.pop_back();
  Both both;
  const Left& left = both;
  printf("%d %d %d\n", left.get(), through(&both), (int)sizeof(Both));
  Left sliced = both;
  printf("%d %d\n", sliced.get(), Plus(4).twice(1));
  Particle p(1, 2, 3);
  Vec& vec = p;
  vec.x = 5;
  printf("%g %d\n", p.moment(), (int)sizeof(Particle));
  float host[6], *device;
  cudaMalloc(&device, sizeof host);
  kernel<<<1, 32>>>(device, 6);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (float x : host) printf("%g ", x);
  printf("\n");
  cudaFree(device);
}
