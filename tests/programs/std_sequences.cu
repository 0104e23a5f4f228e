// Algorithms on sequences, numbers and permutations.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>
int main() {
  std::vector<int> v(10);
  std::iota(v.begin(), v.end(), 1);
  std::cout << std::accumulate(v.begin(), v.end(), 0)
            << std::inner_product(v.begin(), v.end(), v.begin(), 0) << "\n";
  std::partial_sum(v.begin(), v.end(), v.begin());
  std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " "));
  auto it = std::lower_bound(v.begin(), v.end(), 20);
  std::cout << *it << it - v.begin() << "\n";
  std::rotate(v.begin(), v.begin() + 3, v.end());
  std::nth_element(v.begin(), v.begin() + 5, v.end());
  std::cout << v[5] << std::count_if(v.begin(), v.end(), [](int x) { return x % 2; }) << "\n";
  std::sort(v.rbegin(), v.rend());
  v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x > 30; }), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
  for (auto x : v) std::cout << x << " ";
  std::string s = "Hello";
  std::transform(s.begin(), s.end(), s.begin(), ::toupper);
  std::reverse(s.begin(), s.end());
  std::cout << s << std::any_of(s.begin(), s.end(), [](char c) { return c == 'H'; }) << "\n";
  auto mm = std::minmax_element(v.begin(), v.end());
  std::cout << *mm.first << *mm.second << std::clamp(50, 0, 9) << std::gcd(12, 18) << std::lcm(4, 6)
            << "\n";
  std::vector<int> p = {1, 2, 3};
  do {
    for (int x : p) std::cout << x;
    std::cout << ' ';
  } while (std::next_permutation(p.begin(), p.end()));
  std::stable_sort(p.begin(), p.end(), std::greater<>());
  std::vector<int> q;
  std::set_intersection(v.rbegin(), v.rend(), p.rbegin(), p.rend(), std::back_inserter(q));
  std::cout << q.size() << std::reduce(p.begin(), p.end())
            << std::transform_reduce(p.begin(), p.end(), p.begin(), 0)
            << std::exclusive_scan(p.begin(), p.end(), p.begin(), 0) - p.begin() << p[2] << "\n";
  std::generate(p.begin(), p.end(), [n = 0]() mutable { return n += 2; });
  std::for_each(p.begin(), p.end(), [](int& x) { x++; });
  std::cout << std::distance(p.begin(), std::find(p.begin(), p.end(), 5))
            << std::is_sorted(p.begin(), p.end()) << std::equal(p.begin(), p.end(), p.begin())
            << std::binary_search(p.begin(), p.end(), 7) << "\n";
}
