// std::exchange() with null, moves, texts and lists.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>
int main() {
  float f = 1, *p = &f;
  float* was = std::exchange(p, nullptr);
  std::unique_ptr<int> a = std::make_unique<int>(5), b = std::make_unique<int>(6);
  auto c = std::exchange(a, std::move(b));
  std::string s = "old", t = std::exchange(s, "new");
  std::vector<int> v{1, 2}, w = std::exchange(v, {7, 8, 9});
  int i = 3, j = std::exchange(i, 4);
  printf("%d %d %d %d %d %s %s %zu %zu %d %d\n", was == &f, p == nullptr, *c, *a, b == nullptr,
         s.c_str(), t.c_str(), v.size(), w.size(), i, j);
}
