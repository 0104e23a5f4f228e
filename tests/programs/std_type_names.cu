// What typeid calls types, and which it says objects have.
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeindex>
#include <typeinfo>
struct A {
  virtual ~A() {}
};
struct B : A {};
struct C : B {
  struct In {};
};
struct P {};
namespace n {
struct Q {};
enum class E { x };
template <class T>
struct Box {
  struct Lid {};
};
template <class T, class U>
struct Pair {};
template <int N, bool kYes, class... T>
struct Many {};
namespace deep {
class R {};
template <class T>
struct Box {};
}  // namespace deep
}  // namespace n
typedef double Real;
enum Kind { kOne };
template <class T>
void show() {
  printf("%s\n", typeid(T).name());
}
template <class T>
struct Shown {
  static std::string name() { return typeid(Shown).name(); }
};
const std::type_info& of(const A& a) {
  return typeid(a);
}
int main() {
  show<int>();
  show<float>();
  show<Real>();
  show<unsigned long>();
  show<size_t>();
  show<long long>();
  show<unsigned char>();
  show<signed char>();
  show<bool>();
  show<void>();
  show<char>();
  show<short*>();
  show<const float*>();
  show<float* const>();
  show<const volatile int*>();
  show<const char**>();
  show<int[3]>();
  show<float[4][5]>();
  show<int (*)(float, const char*)>();
  show<void (*)()>();
  show<P>();
  show<P*>();
  show<const P&>();
  show<Kind>();
  show<n::Q>();
  show<n::E>();
  show<n::Box<int>>();
  show<n::Box<n::Q>>();
  show<n::Box<n::Box<n::Q*>>>();
  show<n::Box<float>::Lid>();
  show<n::Pair<n::Q, n::Q>>();
  show<n::Pair<n::Q*, n::Q*>>();
  show<n::Pair<const n::Box<P>*, n::Box<P>>>();
  show<n::Pair<n::deep::R, n::deep::Box<n::deep::R>>>();
  show<n::Many<3, true>>();
  show<n::Many<-7, false, int, P, P, n::Q>>();
  show<n::Many<1, true, n::deep::R, n::deep::R*, n::deep::R*, n::deep::Box<int>>>();
  show<C::In>();
  show<std::string>();
  show<std::runtime_error>();
  printf("%s\n", Shown<Shown<P>>::name().c_str());
  B b;
  C c;
  A a;
  A* all[] = {&a, &b, &c};
  for (A* one : all)
    printf("%s %d %d %s\n", typeid(*one).name(), typeid(*one) == typeid(B), of(*one) != typeid(A),
           typeid(one).name());
  std::unique_ptr<A> made = std::make_unique<C>();
  printf("%s %d\n", typeid(*made).name(), &typeid(*made) == &typeid(C));
  int x = 1;
  printf("%s %d %d\n", typeid(x + 1.0).name(), typeid(x) == typeid(const int),
         typeid(x++) == typeid(int));
  printf("%d\n", x);
  try {
    throw std::out_of_range("far");
  } catch (const std::exception& e) {
    printf("%s: %s\n", typeid(e).name(), e.what());
  }
  std::map<std::type_index, int> counts;
  for (A* one : all) counts[typeid(*one)]++;
  counts[std::type_index(typeid(B))] += 10;
  printf("%d %d %zu\n", counts[typeid(A)], counts[typeid(B)], counts.size());
  printf("%zu %d\n", typeid(P).hash_code(), typeid(A).before(typeid(B)));
}
