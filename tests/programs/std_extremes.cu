// Least and greatest values: of two, of lists, with an order, as references.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
int max(std::vector<int> v, int more) {
  return (int)v.size() + more;
}
int main() {
  printf("%d\n", max({1, 2}, 3));
  auto p = std::minmax({3, 1, 4, 1, 5});
  printf("%d %d\n", p.first, p.second);
  auto [lo, hi] = std::minmax({2.5, 0.5}, [](double a, double b) { return a > b; });
  printf("%g %g\n", lo, hi);
  int a = 4, b = 2;
  auto q = std::minmax(a, b);
  a = 10;
  printf("%d %d %d\n", q.first, q.second, &q.first == &b);
  auto s = std::minmax({std::string("b"), std::string("a")});
  printf("%s %s\n", s.first.c_str(), s.second.c_str());
  std::vector<int> v{5, 1, 7, 1, 7};
  auto e = std::minmax_element(v.begin(), v.end());
  printf("%ld %ld\n", e.first - v.begin(), e.second - v.begin());
  printf("%d %d\n", std::max({1, 5, 3}), std::min({4, 2}, [](int x, int y) { return x > y; }));
}
