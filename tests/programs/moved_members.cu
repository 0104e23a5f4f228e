// Copies, moves and assignments that a class does not write itself are those of its bases and
// members.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>
struct Noisy {
  int id;
  Noisy(int i = 0) : id(i) {}
  Noisy(const Noisy& o) : id(o.id) { printf("copy %d\n", id); }
  Noisy(Noisy&& o) : id(o.id) {
    o.id = -1;
    printf("move %d\n", id);
  }
  Noisy& operator=(const Noisy& o) {
    id = o.id;
    printf("assign %d\n", id);
    return *this;
  }
  Noisy& operator=(Noisy&& o) {
    id = o.id;
    o.id = -2;
    printf("move assign %d\n", id);
    return *this;
  }
  virtual ~Noisy() {}
};
struct Derived : Noisy {
  using Noisy::Noisy;
};
template <typename T>
class Hidden : Noisy {
 public:
  Hidden() = default;
  using Noisy::id;
};
struct Pair {
  Noisy a{1}, b[2];
};
struct Text {
  std::string names[2];
  int x[3];
};
struct Owner {
  std::unique_ptr<int> p;
  std::vector<int> v;
  std::string grid[2][2];
};
Pair make() {
  Pair p;
  p.a.id = 7;
  p.b[1].id = 9;
  return p;
}
int main() {
  Derived a(5);
  Derived b{std::move(a)}, c;
  c = std::move(b);
  b = c;
  printf("%d %d %d\n", a.id, b.id, c.id);
  Hidden<float> d, e{std::move(d)};
  e = std::move(d);
  Pair p = make();
  Pair q = p;
  p = std::move(q);
  printf("%d %d %d\n", p.a.id, p.b[1].id, q.b[1].id);
  const Noisy fixed(4);
  Noisy copied = std::move(fixed);
  printf("%d\n", fixed.id);
  Noisy cast = static_cast<Noisy&&>(copied);
  printf("%d\n", cast.id);
  std::pair<Noisy, int> r{Noisy(3), 4}, s = std::move(r);
  printf("%d %d\n", s.first.id, r.first.id);

  Text t, u;
  t.names[0] = "a text that is too long to be inside of the object";
  t.names[1] = "b";
  t.x[2] = 4;
  u = t;
  Text v = t;
  u.names[0] += "!";
  t = std::move(v);
  printf("%s|%s|%s|%d\n", t.names[0].c_str(), u.names[0].c_str(), v.names[0].c_str(), u.x[2]);
  Owner o;
  o.p = std::make_unique<int>(5);
  o.v = {1, 2, 3};
  o.grid[1][0] = "grid";
  Owner w = std::move(o);
  printf("%d %d %d %s\n", *w.p, (int)w.v.size(), o.p == nullptr, w.grid[1][0].c_str());
  o = std::move(w);
  printf("%d %d %s\n", *o.p, (int)o.v.size(), o.grid[1][0].c_str());
}
