// Constructors, copies and destructors in order: of variables, temporaries, members, arrays, results.
#include <cstdio>
#include <cstdlib>
#include <utility>
struct Loud {
  int id;
  Loud(int i) : id(i) { printf("+%d ", id); }
  Loud(const Loud& o) : id(o.id + 100) { printf("c%d ", id); }
  Loud& operator=(const Loud& o) { id = o.id + 1000; printf("=%d ", id); return *this; }
  ~Loud() { printf("-%d ", id); }
  int get() const { return id; }
};
struct Pair { Loud a, b; int n; Pair(int x) : a(x), b(x + 1), n(x) { printf("pair "); } ~Pair() { printf("~pair "); } };
Loud make(int i) { Loud l(i); if (i > 5) return l; l.id += 10; return l; }
Loud pick(bool first) {
  Loud a(80), b(81);
  if (first) return a;
  return b;
}
int early(int n) {
  Loud a(1);
  for (int i = 0; i < 3; ++i) {
    Loud b(20 + i);
    if (i == n) return 7;
    if (i == 0) continue;
    { Loud c(30); if (i == 1) break; }
  }
  return 8;
}
template <class T> struct Buf {
  T* p; size_t n;
  explicit Buf(size_t k) : p((T*)malloc(k * sizeof(T))), n(k) {}
  Buf(const Buf&) = delete;
  Buf& operator=(const Buf&) = delete;
  ~Buf() { free(p); printf("free%d ", (int)n); }
  T& operator[](size_t i) { return p[i]; }
};
Loud global(70);
struct Holder {
  Loud a, b;
};
struct Out { Out(); ~Out(); int k; };
Out::Out() : k(3) { printf("out "); }
Out::~Out() { printf("~out "); }
int main() {
  { Holder h{Loud(60), Loud(61)}; Holder copy = h; copy = h; printf("%d ", copy.b.id); } puts("");
  { Loud a(1); Loud b = a; b = a; } puts("");
  { printf("%d ", make(3).get()); const Loud& r = make(9); printf("r%d ", r.id); } puts("");
  printf("%d ", early(0)); puts(""); printf("%d ", early(9)); puts("");
  { Pair p(40); } puts("");
  { Loud arr[2] = {Loud(1), Loud(2)}; } puts("");
  { Buf<float> b(8); b[3] = 2; printf("%g ", b[3]); } puts("");
  { Out o; } puts("");
  make(2); puts("");
  printf("%d %d ", pick(true).id, pick(false).id); puts("");
  if (make(6).get() == 6) puts("six");
  bool t = false; bool u = t && make(1).get(); printf("%d\n", u);
  Loud* many = new Loud[2]{Loud(50), Loud(51)};
  delete[] many; puts("");
  Loud* p = new Loud(77); p->~Loud(); free(p); puts("");
  { Pair p(1); Pair q = p; q = p; printf("[%d %d]", q.a.id, q.b.id); } puts("");
}
