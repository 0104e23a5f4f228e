// std::bind, std::function of members, wrappers of references.
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>
struct Calc {
  int base;
  int add(int x) const { return base + x; }
};
int mul(int a, int b) {
  return a * b;
}
int main() {
  using namespace std::placeholders;
  auto twice = std::bind(mul, 2, _1);
  std::cout << twice(21) << "\n";
  Calc c{100};
  auto m = std::bind(&Calc::add, &c, _1);
  std::cout << m(5) << "\n";
  std::map<std::string, std::function<double(double, double)>> ops = {
      {"+", std::plus<double>()},
      {"-", [](double a, double b) { return a - b; }},
      {"*", [](auto a, auto b) { return a * b; }}};
  for (auto& [k, f] : ops) std::cout << k << f(6, 3) << " ";
  std::function<int(const Calc&, int)> g = &Calc::add;
  std::cout << g(c, 1) << "\n";
  int x = 3;
  auto rf = std::ref(x);
  rf.get()++;
  std::cout << x << std::not_fn([](int i) { return i > 2; })(1) << std::less<>{}(1, 2)
            << std::hash<int>{}(7) << "\n";
  std::function<int(int)> h;
  h = [](int i) { return i; };
  std::cout << (h ? h(4) : -1) << (h == nullptr);
  h = nullptr;
  std::cout << !h << "\n";
}
