// Objects that know their own address: where they are returned, and in arrays, members and bases.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
struct S {
  S* self;
  int v;
  S(int n) : self(this), v(n) {}
  S(const S& o) : self(this), v(o.v + 100) {}
  bool ok() const { return self == this; }
};
struct Listed {
  static std::vector<Listed*> all;
  Listed() { all.push_back(this); }
  Listed(const Listed&) = delete;
  ~Listed() {
    printf("%d listed, last is this: %d\n", (int)all.size(), all.back() == this), all.pop_back();
  }
};
std::vector<Listed*> Listed::all;
struct Derived : Listed {
  std::string name = "derived";
};
struct Ring {
  Ring *next, *before;
  int count = 0;
  Ring() : next(this), before(this) {}
  Ring(Ring&& o) : Ring() { printf("moved\n"), count = o.count; }
  ~Ring() { printf("ring of %d, whole: %d\n", count, next == this && before == this); }
};
S make(int n) {
  return S(n);
}
S named(int n) {
  S s(n);
  s.v++;
  return s;
}
S two(int n) {
  if (n > 1) return S(n);
  return make(n);
}
S chain(int n) {
  return make(n);
}
S either(bool first) {
  S a(1), b(2);
  if (first) return a;
  return b;
}
S looped(int n) {
  for (int i = 0;; ++i) {
    S s(i);
    if (i < n) continue;
    return s;
  }
}
S parameter(S s) {
  return s;
}
auto deduced(int n) {
  return S(n);
}
S recursive(int n) {
  return n == 0 ? S(0) : recursive(n - 1);
}
S thrown(int n) {
  S s(n);
  if (n > 2) throw std::runtime_error("thrown");
  return s;
}
Ring ring(int n) {
  Ring r;
  r.count = n;
  return r;
}
Ring chosen(int n) {
  Ring a, b;
  a.count = 1;
  if (n == 1) return a;
  return b;
}
Derived derived() {
  return Derived();
}
template <class T, class... A>
T made(A... values) {
  return T(values...);
}
struct Holder {
  S s;
  Holder() : s(make(3)) {}
  Holder(int) : s(5) {}
  Holder(bool) : s{make(4)} {}
  S get() const { return s; }
  S fresh() const { return S(s.v); }
};
struct Plain {
  S s = make(8);
  S pair[2] = {make(9), S(10)};
};
struct Virtual {
  virtual ~Virtual() {}
  virtual S get() { return S(1); }
};
void show(const char* what, const S& s) {
  printf("%s: %d %d\n", what, s.ok(), s.v);
}
int main() {
  S a = make(1);
  show("made", a);
  S b = named(1);
  show("named", b);
  S c = two(2), d = two(0);
  show("two", c), show("two", d);
  S e = chain(4);
  show("chain", e);
  S f = S(S(5));
  show("nested", f);
  S g(make(6));
  show("direct", g);
  S h = a.v == 1 ? make(7) : make(8);
  show("conditional", h);
  S* p = new S(make(9));
  show("new", *p);
  *p = make(10);
  printf("assigned: %d\n", p->v);
  delete p;
  S arr[2][2] = {{make(1), S(2)}, {make(3), 4}};
  for (auto& row : arr)
    for (auto& one : row) show("array", one);
  show("temporary", make(3));
  printf("%d\n", make(3).ok());
  auto l = [](int n) { return S(n); };
  S m = l(11);
  show("lambda", m);
  auto n = deduced(12);
  show("deduced", n);
  S o = either(true), q = either(false);
  show("either", o), show("either", q);
  S r = looped(3);
  show("looped", r);
  S s = recursive(3);
  show("recursive", s);
  S t = made<S>(13);
  show("template", t);
  Holder h0, h1(1), h2(true);
  show("member", h0.s), show("member", h1.s), show("member", h2.s);
  S u = h0.get(), v = h0.fresh();
  show("copied", u), show("fresh", v);
  Plain plain;
  show("plain", plain.s), show("plain", plain.pair[0]), show("plain", plain.pair[1]);
  static S once = make(14);
  show("static", once);
  const S& kept = make(15);
  show("kept", kept);
  try {
    S w = thrown(2);
    show("thrown", w);
    S x = thrown(3);
    show("never", x);
  } catch (std::exception& failed) {
    printf("%s\n", failed.what());
  }
  std::vector<S> many;
  many.reserve(2);
  many.push_back(make(1));
  many.emplace_back(2);
  show("pushed", many[0]), show("placed", many[1]);
  Ring r0 = ring(1);
  Ring r1 = chosen(1);
  ring(2);
  Derived d0 = derived();
  Derived d1[2];
  printf("%d listed\n", (int)Listed::all.size());
}
