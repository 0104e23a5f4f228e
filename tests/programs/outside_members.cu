// Members that are defined outside of their class: functions, templates, static variables, of
// plain classes, templates, nested classes and specialisations.
#include <cstdio>
#include <string>
#include <vector>

struct Counter {
  static int made;
  static std::vector<int> history;
  static const char* names[];
  int fact(int n);
  int next();
  template <typename U>
  void put(U u);
  template <typename T>
  T as() const;
  Counter& operator=(const Counter& other);
  int x = 0;
};
int seven() {
  return 7;
}
int Counter::made = seven();
std::vector<int> Counter::history = {1, 2, 3};
const char* Counter::names[] = {"first", "second"};
int Counter::fact(int n) {
  return n < 2 ? 1 : n * fact(n - 1);
}
int Counter::next() {
  static int calls = 0;
  return ++calls;
}
template <typename U>
void Counter::put(U u) {
  x = (int)u;
}
template <>
void Counter::put<float>(float u) {
  x = (int)u + 100;
}
template <typename T>
T Counter::as() const {
  return (T)x / 4;
}
Counter& Counter::operator=(const Counter& other) {
  x = other.x + 1;
  return *this;
}

template <typename T>
struct Box {
  T v;
  static int count;
  static T last;
  static std::vector<T> all;
  Box();
  Box(const Box& other);
  void grow();
  std::string kind() const;
  template <typename U>
  void set(U u);
  template <typename U>
  U get() const;
  struct Lid {
    T weight;
    T twice() const;
    static int lids;
  };
};
template <typename T>
int Box<T>::count = 7;
template <>
int Box<float>::count = 9;
template <typename T>
T Box<T>::last = T(3);
template <typename T>
std::vector<T> Box<T>::all;
template <typename T>
Box<T>::Box() : v(0) {}
template <typename T>
Box<T>::Box(const Box& other) : v(other.v + 1) {}
template <typename T>
void Box<T>::grow() {
  v += 1;
  ++count;
}
template <typename T>
std::string Box<T>::kind() const {
  return "any";
}
template <>
std::string Box<char>::kind() const {
  return "char";
}
template <typename T>
template <typename U>
void Box<T>::set(U u) {
  v = (T)u;
}
template <typename T>
template <typename U>
U Box<T>::get() const {
  return (U)v * 2;
}
template <typename T>
T Box<T>::Lid::twice() const {
  return weight * 2;
}
template <typename T>
int Box<T>::Lid::lids = 4;

template <typename T, int N>
struct Load {
  int kind();
};
template <typename T, int N>
struct Load<T*, N> {
  int kind();
};
template <>
struct Load<int, 2> {
  int kind();
  template <typename U>
  int with(U u);
};
template <typename T, int N>
int Load<T, N>::kind() {
  return N;
}
template <typename T, int N>
int Load<T*, N>::kind() {
  return N + (int)sizeof(T) * 10;
}
int Load<int, 2>::kind() {
  return -1;
}
template <typename U>
int Load<int, 2>::with(U u) {
  return (int)u - 1;
}

template <typename T>
struct Scale {
  T by;
  __host__ __device__ T of(T x) const;
  template <typename U>
  __device__ U twice(U x) const;
};
template <typename T>
__host__ __device__ T Scale<T>::of(T x) const {
  return x * by;
}
template <typename T>
template <typename U>
__device__ U Scale<T>::twice(U x) const {
  return (U)of(of((T)x));
}
__global__ void scale(Scale<float> s, float* p, int* q) {
  p[threadIdx.x] = s.of((float)threadIdx.x);
  q[threadIdx.x] = s.twice((int)threadIdx.x);
}

namespace geo {
struct Body {
  static int bodies;
  struct Wheel {
    static int wheels;
    int size() const;
  };
};
int Body::bodies = 5;
int Body::Wheel::wheels = 6;
int Body::Wheel::size() const {
  return wheels * bodies;
}
}  // namespace geo

int main() {
  Counter c, d;
  d = c;
  printf("%d %zu %s %d %d\n", Counter::made, Counter::history.size(), Counter::names[1], c.fact(5),
         d.x);
  c.next();
  printf("%d\n", d.next());
  c.put(4L);
  d.put(2.5f);
  printf("%d %d %g\n", c.x, d.x, d.as<double>());

  Box<int> b;
  b.set(3.7);
  b.grow();
  const Box<int> copy = b;
  printf("%d %g %d\n", b.v, b.get<double>(), copy.v);
  printf("%d %d %d %g\n", Box<int>::count, Box<char>::count, Box<float>::count, Box<double>::last);
  Box<int>::all.push_back(3);
  printf("%zu %zu %s %s\n", Box<int>::all.size(), Box<long>::all.size(), b.kind().c_str(),
         Box<char>().kind().c_str());
  Box<int>::Lid lid{21};
  printf("%d %d\n", lid.twice(), Box<int>::Lid::lids);

  printf("%d %d %d %d\n", Load<char, 3>().kind(), Load<double*, 3>().kind(), Load<int, 2>().kind(),
         Load<int, 2>().with(8.5));
  printf("%d %d %d\n", geo::Body::bodies, geo::Body::Wheel::wheels, geo::Body::Wheel().size());

  float* p;
  int* q;
  cudaMallocManaged(&p, 4 * sizeof(float));
  cudaMallocManaged(&q, 4 * sizeof(int));
  scale<<<1, 4>>>(Scale<float>{1.5f}, p, q);
  cudaDeviceSynchronize();
  printf("%g %d\n", p[3], q[2]);
}
