// Structured bindings, lists in loops, traits and tuples.
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
struct P {
  int u, v;
};
struct Ptr {
  P* p;
  P* operator->() const { return p; }
  P& operator*() const { return *p; }
};
enum class Color { red };
template <class T>
typename std::enable_if<std::is_integral<T>::value, int>::type kind(T) {
  return 1;
}
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
int kind(T) {
  return 2;
}
int tag(std::true_type) {
  return 1;
}
int tag(std::false_type) {
  return 0;
}
template <class T, class = void>
struct has_size : std::integral_constant<bool, false> {};
std::tuple<int, double, char> three() {
  return std::make_tuple(1, 2.5, 'z');
}
template <class T>
auto twice(T x) -> decltype(x + x) {
  return x + x;
}
int main() {
  auto [a, b] = P{5, 6};
  a += 10;
  printf("%d %d\n", a, b);
  P p{1, 2};
  auto& [c, d] = p;
  c = 7;
  const auto& [e, f] = p;
  printf("%d %d %d %d\n", p.u, d, e, f);
  int arr[3] = {1, 2, 3};
  auto [x, y, z] = arr;
  x = 9;
  printf("%d %d %d %d\n", x, y, z, arr[0]);
  auto& [x2, y2, z2] = arr;
  x2 = 8;
  printf("%d\n", arr[0]);
  for (int i : {0, 5, 31}) printf("%d ", i);
  for (auto s : {"a", "b"}) printf("%s ", s);
  for (double v : {1.5, 2.5}) printf("%g ", v);
  printf("\n");
  std::map<std::string, int> m = {{"one", 1}, {"two", 2}};
  for (const auto& [k, v] : m) printf("%s=%d ", k.c_str(), v);
  for (auto& [k, v] : m) v *= 2;
  for (auto [k, v] : m) printf("%s=%d ", k.c_str(), v);
  printf("\n");
  Ptr q{&p};
  q->u = 3;
  printf("%d %d\n", q->u, (*q).v);
  printf("%d %d %d %d %d\n", kind(3), kind(3.5), tag(std::is_integral<int>()),
         tag(std::is_same<int, float>{}), std::is_enum<Color>::value);
  decltype(a) n = 3;
  decltype((n)) r = n;
  r = 4;
  std::vector<decltype(n + 1.0)> vec(2, 1.5);
  printf("%d %g %zu\n", n, vec[1], sizeof(std::conditional_t<(sizeof(int) > 2), double, char>));
  static_assert(std::is_same_v<std::remove_reference_t<int&>, int>);
  static_assert(std::is_same_v<std::decay_t<const float>, float>);
  static_assert(std::is_same<std::remove_pointer<int*>::type, int>::value, "x");
  static_assert(std::is_convertible<int, double>::value && !std::is_convertible_v<P, int>);
  static_assert(std::is_unsigned_v<unsigned> && !std::is_signed<unsigned char>::value &&
                std::is_class_v<P> && !std::is_same_v<int, const int>);
  static_assert(std::is_same_v<std::make_unsigned_t<int>, unsigned>);
  static_assert(std::is_same_v<decltype(twice(1.5f)), float>);
  static_assert(std::is_reference_v<int&> && !std::is_reference_v<int>);
  auto [t1, t2, t3] = three();
  int i;
  double dd;
  std::tie(i, dd, std::ignore) = three();
  printf("%d %g %c %d %g %c\n", t1, t2, t3, i, dd, std::get<2>(three()));
  std::tuple<int, std::string> ts(3, "hey");
  std::get<0>(ts)++;
  std::get<1>(ts) += "!";
  printf("%d %s %zu\n", std::get<int>(ts), std::get<1>(ts).c_str(),
         std::tuple_size<decltype(ts)>::value);
  printf("%d %d %g\n", std::make_tuple(1, 2) < std::make_tuple(1, 3),
         std::make_tuple(1, 2) == std::make_tuple(1, 2),
         std::tuple_element_t<1, std::tuple<int, float>>(2.5));
}
