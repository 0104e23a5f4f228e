// What a program does when it ends: objects that last as long as it, and functions that it gives.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>
struct S {
  int n;
  S(int x = 7) : n(x) { printf("make %d\n", n); }
  ~S() { printf("end %d\n", n); }
};
struct Quiet {
  ~Quiet() { printf("quiet\n"); }
};
static Quiet quiet;
inline S shared_one(40);
S many[3] = {1, 2, 3};
S grid[2][2];
const S& kept = S(50);
struct Holder {
  static S member;
};
S Holder::member(60);
std::unique_ptr<S> owner;
std::vector<S>* leaked;
template <class T>
S& of() {
  static S s(sizeof(T));
  return s;
}
int twice(std::string s) {
  static S made = [&] {
    printf("%s\n", s.c_str());
    return S(70);
  }();
  return made.n;
}
struct Base {
  virtual ~Base() { printf("base\n"); }
};
struct Derived : Base {
  std::string name = "derived";
  ~Derived() override { printf("%s\n", name.c_str()); }
};
Derived& single() {
  static Derived d;
  return d;
}
void last() {
  printf("last\n");
  std::exit(5);
}
namespace a {
S first(1);
namespace b {
static S second(2);
}
}  // namespace a
namespace {
S third(3);
}
struct Plain {
  static S member;
  static S used;
};
S Plain::member(4);
S Plain::used(5);
struct P {
  int x, y;
};
namespace g {
struct Holder {
  static S one, two;
  static P p;
  static int count;
  static S* ptr;
  struct In {
    static S deep;
  };
};
}  // namespace g
S g::Holder::one;
S g::Holder::two = S(9);
P g::Holder::p;
int g::Holder::count = 3;
S* g::Holder::ptr;
S g::Holder::In::deep{4};
int main() {
  Plain::used.n++;
  printf("%d %d %d\n", g::Holder::p.x, g::Holder::count, g::Holder::ptr == nullptr);
  owner = std::make_unique<S>(80);
  of<char>();
  of<double>();
  of<char>();
  twice("a");
  twice("b");
  single();
  static Quiet own;
  std::atexit(last);
  for (int i = 0; i < 40; ++i)
    atexit([] {
      static int n = 0;
      if (++n % 20 == 0) printf("forty %d\n", n);
    });
}
