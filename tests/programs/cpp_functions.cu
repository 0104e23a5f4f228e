// Overloads, references, default arguments, templates, namespaces, a class with operators.
#include <cstdio>
#include <iomanip>
#include <iostream>

namespace geometry {
struct Point {
  float x = 0, y = 0;
  Point operator+(const Point& other) const { return {x + other.x, y + other.y}; }
  float dot(const Point& other) const { return x * other.x + y * other.y; }
};
int area(int w, int h = 3) { return w * h; }
double area(double r) { return 3.0 * r * r; }
}  // namespace geometry

template <class T>
T largest(const T* v, int n) {
  T best = v[0];
  for (int i = 1; i < n; ++i) best = v[i] > best ? v[i] : best;
  return best;
}

void exchange(int& a, int& b) {
  const int t = a;
  a = b;
  b = t;
}

class Counter {
 public:
  explicit Counter(int start) : count_(start) {}
  Counter& add(int n) {
    count_ += n;
    return *this;
  }
  int count() const { return count_; }

 private:
  int count_;
};

int main() {
  using namespace geometry;
  Point p{1, 2}, q;
  q.y = 4;
  const Point sum = p + q;
  std::printf("%g %g %g\n", sum.x, sum.y, p.dot(q));
  std::printf("%d %d %g\n", area(2), area(2, 5), area(1.5));
  int v[] = {3, 9, 2};
  double w[] = {0.5, -1};
  std::printf("%d %g\n", largest(v, 3), largest(w, 2));
  int a = 1, b = 2;
  exchange(a, b);
  std::swap(v[0], v[2]);
  std::printf("%d %d %d %d\n", a, b, v[0], v[2]);
  Counter counter(5);
  std::cout << counter.add(3).add(4).count() << ' ' << 1.0 / 3 << " " << 1e10 << std::endl;
  std::cout << std::fixed << std::setprecision(2) << 2.0 / 3 << std::setw(8) << 42 << '|'
            << std::left << std::setw(5) << "ab" << '|' << std::hex << 255 << std::dec << ' '
            << true << ' ' << std::boolalpha << false << "\n";
  std::cerr << "beside\n";
}
