// Generic lambdas: packs of auto, auto&& that a place or a value is given to, lambdas that call
// themselves.
#include <cstdio>
#include <string>
#include <tuple>
#include <vector>
__global__ void run(int* to) {
  auto sum = [](auto... xs) { return (xs + ... + 0); };
  auto each = [](auto&& f, auto&&... xs) { (f(xs), ...); };
  int all = 0;
  each([&](auto x) { all += (int)(2 * x); }, 1, 2.5f, 3u);
  auto power = [](auto&& self, int base, int by) -> int { return by == 0 ? 1 : base * self(self, base, by - 1); };
  to[0] = sum(1, 2, 3);
  to[1] = all + sum();
  to[2] = power(power, 3, 4);
  auto set = [](auto& place, const auto& value) { place = value; };
  set(to[3], 9);
}
struct Tree {
  std::vector<Tree> below;
  int value;
  int depth() const {
    auto walk = [&](auto&& self, const Tree& tree) -> int {
      int deepest = 0;
      for (const Tree& one : tree.below) {
        const int here = self(self, one);
        if (here > deepest) deepest = here;
      }
      return deepest + 1;
    };
    return walk(walk, *this);
  }
};
int main() {
  auto t = std::make_tuple(1, 2.5, 'a');
  std::apply([](auto... xs) { ((printf("%g ", (double)xs)), ...); }, t);
  std::apply([](auto&... xs) { ((xs += 1), ...); }, t);
  printf("%d %g %c\n", std::get<0>(t), std::get<1>(t), std::get<2>(t));
  auto count = [](auto&&... xs) { return sizeof...(xs); };
  int n = 4;
  printf("%zu %zu\n", count(), count(n, 2.0, "x"));
  auto add = [](auto&& to, auto by) -> int {
    to += by;
    return to;
  };
  printf("%d %d\n", add(n, 3), n);
  auto fib = [](auto&& self, int i) -> int { return i < 2 ? i : self(self, i - 1) + self(self, i - 2); };
  auto even = [](auto& self, int i) -> bool { return i == 0 || !self(self, i - 1); };
  printf("%d %d\n", fib(fib, 15), even(even, 10));
  auto join = [](const auto& first, const auto&... rest) {
    std::string all = first;
    ((all += ", ", all += rest), ...);
    return all;
  };
  printf("%s\n", join("one", std::string("two"), "three").c_str());
  Tree tree{{{{}, 1}, {{{{}, 3}}, 2}}, 0};
  printf("%d\n", tree.depth());
  int host[4], *to;
  cudaMalloc(&to, sizeof host);
  run<<<1, 1>>>(to);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
}
