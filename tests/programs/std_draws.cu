// Distributions of <random> with the numbers of libstdc++.
#include <algorithm>
#include <iostream>
#include <random>
#include <vector>
int main() {
  std::mt19937 g(42);
  std::uniform_int_distribution<int> u(1, 6);
  std::normal_distribution<float> n(0, 1);
  std::uniform_real_distribution<double> r(-1, 1);
  std::bernoulli_distribution b(0.3);
  for (int i = 0; i < 5; i++)
    std::cout << u(g) << " " << n(g) << " " << r(g) << " " << b(g) << "\n";
  std::vector<int> v = {1, 2, 3, 4, 5, 6};
  std::shuffle(v.begin(), v.end(), g);
  for (int x : v) std::cout << x;
  std::discrete_distribution<int> d({1, 2, 3});
  std::poisson_distribution<int> p(4);
  std::exponential_distribution<> e(1.5);
  std::default_random_engine de;
  std::mt19937_64 g64(1);
  std::cout << d(g) << p(g) << e(g) << de() << g64() << "\n";
}
