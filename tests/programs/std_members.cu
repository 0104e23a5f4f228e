// std::mem_fn and std::invoke on pointers to members.
#include <algorithm>
#include <functional>
#include <iostream>
#include <vector>
struct P {
  float x, y;
  int id;
  float len2() const { return x * x + y * y; }
  void scale(float s) {
    x *= s;
    y *= s;
  }
};
float total(const std::vector<P>& v, float P::*m) {
  float s = 0;
  for (const auto& p : v) s += p.*m;
  return s;
}
int main() {
  std::vector<P> v = {{1, 2, 1}, {3, 4, 2}};
  std::cout << total(v, &P::x) << " " << total(v, &P::y) << "\n";
  float (P::*f)() const = &P::len2;
  P* p = &v[1];
  std::cout << (v[0].*f)() << " " << (p->*f)() << "\n";
  void (P::*g)(float) = &P::scale;
  (p->*g)(2);
  std::cout << p->x << "\n";
  auto len = std::mem_fn(&P::len2);
  std::cout << len(v[0]) << "\n";
  std::cout << std::invoke(&P::len2, v[1]) << " " << std::invoke(&P::id, v[1]) << "\n";
  std::vector<float> o(2);
  std::transform(v.begin(), v.end(), o.begin(), std::mem_fn(&P::x));
  std::cout << o[0] + o[1] << "\n";
  float P::*none = nullptr;
  std::cout << (none == nullptr) << (f == &P::len2) << "\n";
}
