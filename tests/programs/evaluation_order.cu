// In which order operands and arguments are evaluated.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>
int n = 0;
int next() {
  return ++n;
}
struct S {
  int v;
  S& add(int x) {
    v = v * 10 + x;
    return *this;
  }
};
struct L {
  std::string s;
  L& operator<<(int x) {
    s += std::to_string(x);
    return *this;
  }
  L operator+(int x) const { return *this; }
};
int f(int a, int b, int c) {
  return a * 100 + b * 10 + c;
}
int main() {
  std::cout << next() << " " << next() << " " << next() << "\n";
  S s{0};
  s.add(next()).add(next());
  std::cout << s.v << "\n";
  L l;
  l << next() << next();
  std::cout << l.s << "\n";
  std::cout << f(next(), next(), next()) << "\n";
  std::vector<int> v(5);
  int i = 0;
  v[i++] = i;
  std::cout << v[0] << v[1] << "\n";
  int a[4] = {next(), next(), next(), next()};
  printf("%d %d\n", a[0], a[3]);
  printf("%d %d\n", next(), next());
  int x = next() - next();
  printf("%d\n", x);
}
