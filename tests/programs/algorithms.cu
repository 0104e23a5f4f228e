// <algorithm>, <numeric> and <random>, in the orders that libstdc++ leaves.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>
struct Even {
  bool operator()(int x) const { return x % 2 == 0; }
};
struct Sq {
  template <class T>
  T operator()(T x) const {
    return x * x;
  }
};
struct ByLast {
  bool operator()(int a, int b) const { return a % 10 < b % 10; }
};
template <class C>
void show(const char* n, const C& c) {
  printf("%s:", n);
  for (auto& x : c) printf(" %d", (int)x);
  printf("\n");
}
int main() {
  std::mt19937 g(42);
  std::vector<int> v(40);
  std::iota(v.begin(), v.end(), 0);
  std::shuffle(v.begin(), v.end(), g);
  show("shuffle", v);
  std::vector<int> w = v;
  std::shuffle(w.begin(), w.begin() + 7, g);
  show("s7", w);
  std::stable_sort(w.begin(), w.end(), ByLast());
  show("stable", w);
  w = v;
  std::sort(w.begin(), w.end(), ByLast());
  show("sort", w);
  w = v;
  std::sort(w.begin(), w.end(), std::greater<int>());
  show("greater", w);
  w = v;
  std::partial_sort(w.begin(), w.begin() + 5, w.end());
  show("partial", w);
  w = v;
  std::nth_element(w.begin(), w.begin() + 20, w.end());
  show("nth", w);
  w = v;
  std::make_heap(w.begin(), w.end());
  show("heap", w);
  w.push_back(99);
  std::push_heap(w.begin(), w.end());
  std::pop_heap(w.begin(), w.end());
  show("pop", w);
  std::sort_heap(w.begin(), w.end() - 1);
  show("sorted", w);
  std::vector<int> e;
  std::copy_if(v.begin(), v.end(), std::back_inserter(e), Even());
  show("even", e);
  std::transform(e.begin(), e.end(), e.begin(), Sq());
  show("sq", e);
  std::transform(v.begin(), v.begin() + 3, w.begin(), w.begin(), std::plus<int>());
  printf("%d %d %d\n", std::accumulate(v.begin(), v.end(), 0),
         std::accumulate(v.begin(), v.begin() + 4, 1, std::multiplies<int>()),
         (int)std::count_if(v.begin(), v.end(), Even()));
  std::sort(v.begin(), v.end());
  printf("%d %d %d %d\n", (int)(std::lower_bound(v.begin(), v.end(), 7) - v.begin()),
         (int)(std::upper_bound(v.begin(), v.end(), 7) - v.begin()),
         std::binary_search(v.begin(), v.end(), 100), *std::max_element(v.begin(), v.end()));
  std::vector<float> f = {1.5f, 2.5f, -3.0f}, p(3);
  std::partial_sum(f.begin(), f.end(), p.begin());
  printf("%g %g %g %g\n", p[0], p[1], p[2],
         std::inner_product(f.begin(), f.end(), f.begin(), 0.0f));
  v.erase(std::remove_if(v.begin(), v.end(), Even()), v.end());
  show("odd", v);
  v.erase(std::remove(v.begin(), v.end(), 5), v.end());
  std::reverse(v.begin(), v.end());
  std::rotate(v.begin(), v.begin() + 2, v.end());
  show("rot", v);
  int a[] = {3, 1, 2};
  std::sort(std::begin(a), std::end(a));
  printf("%d%d%d %d %d %d\n", a[0], a[1], a[2], std::max({1, 9, 4}), std::min(3, 4),
         std::clamp(12, 0, 10));
  do printf("%d%d%d ", a[0], a[1], a[2]);
  while (std::next_permutation(a, a + 3));
  printf("\n");
  auto mm = std::minmax_element(v.begin(), v.end());
  printf("%d %d %d %d\n", *mm.first, *mm.second, std::gcd(12, 18),
         (int)std::is_sorted(v.begin(), v.end()));
  std::uniform_int_distribution<long> d(0, 1000000000000L);
  std::uniform_int_distribution<int> d2(1, 6);
  long r = d(g);
  int r2 = d2(g);
  printf("%ld %d\n", r, r2);
  std::vector<std::string> s = {"pear", "apple", "fig"};
  std::sort(s.begin(), s.end());
  printf("%s %s\n", s[0].c_str(), s[2].c_str());
  bool any = std::any_of(v.begin(), v.end(), Even());
  printf("%d\n", any);
  std::vector<int> ex(5);
  std::exclusive_scan(v.begin(), v.begin() + 5, ex.begin(), 0);
  show("ex", ex);
  printf("%d\n", std::reduce(v.begin(), v.end(), 0));
}
