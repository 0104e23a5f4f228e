// Static variables of functions, of which each is made once, also those that are const.
#include <cstdio>
#include <map>
#include <string>
#include <vector>
struct S {
  int n;
  S(int x) : n(x) { printf("make %d\n", n); }
  ~S() { printf("end %d\n", n); }
};
const char* last(const char* now) {
  static const char* before = "none";
  const char* r = before;
  before = now;
  return r;
}
const std::map<std::string, int>& table() {
  static const std::map<std::string, int> t{{"a", 1}, {"b", 2}};
  return t;
}
const S& one() {
  static const S s(5);
  return s;
}
const int* numbers() {
  static const int all[] = {1, 2, 3};
  return all;
}
const float* reals() {
  static constexpr float all[] = {1.5f, 2};
  return all;
}
int next() {
  static const int step = 3;
  static int at = 0;
  return at += step;
}
const S& kept(int n) {
  static const S& s = *new S(n);
  return s;
}
float pick(int i) {
  static const float t[] = {1, 2, 3};
  return t[i];
}
int main() {
  printf("%s ", last("x"));
  printf("%s\n", last("y"));
  printf("%d %d\n", &table() == &table(), table().at("b"));
  printf("%d %d\n", one().n, &one() == &one());
  printf("%d %g %d\n", numbers()[2], reals()[0], numbers() == numbers());
  next();
  printf("%d\n", next());
  printf("%d %d\n", kept(1).n, kept(2).n);
  const int size = 10;
  static const int twice = size * 2;
  static const int given = next();
  printf("%d %d\n", twice, given);
  printf("%g\n", pick(1));
  return 0;
}
