// Classes that own memory, are moved, swapped, multiplied and printed.
#include <iostream>
#include <memory>
#include <utility>
template <typename D>
struct Shape {
  double area() const { return static_cast<const D*>(this)->area_impl(); }
};
struct Sq : Shape<Sq> {
  double a;
  explicit Sq(double x) : a(x) {}
  double area_impl() const { return a * a; }
};
class Matrix {
  std::unique_ptr<float[]> d;
  int r, c;

 public:
  Matrix(int r, int c) : d(std::make_unique<float[]>(r * c)), r(r), c(c) {}
  Matrix(const Matrix& o) : Matrix(o.r, o.c) {
    for (int i = 0; i < r * c; i++) d[i] = o.d[i];
  }
  Matrix(Matrix&&) noexcept = default;
  Matrix& operator=(Matrix o) {
    std::swap(d, o.d);
    std::swap(r, o.r);
    std::swap(c, o.c);
    return *this;
  }
  float& operator()(int i, int j) { return d[i * c + j]; }
  float operator()(int i, int j) const { return d[i * c + j]; }
  friend Matrix operator*(const Matrix& a, const Matrix& b) {
    Matrix m(a.r, b.c);
    for (int i = 0; i < a.r; i++)
      for (int j = 0; j < b.c; j++) {
        float s = 0;
        for (int k = 0; k < a.c; k++) s += a(i, k) * b(k, j);
        m(i, j) = s;
      }
    return m;
  }
  friend std::ostream& operator<<(std::ostream& o, const Matrix& m) {
    for (int i = 0; i < m.r; i++) {
      for (int j = 0; j < m.c; j++) o << m(i, j) << " ";
      o << "\n";
    }
    return o;
  }
};
int main() {
  std::cout << Sq(3).area() << "\n";
  Matrix a(2, 2), b(2, 2);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      a(i, j) = i + j;
      b(i, j) = i * j + 1;
    }
  Matrix c = a * b;
  Matrix e(1, 1);
  e = c;
  std::cout << e << std::move(c);
}
