// Trees, lists, queues, owning pointers, optional, bindings of tuples.
#include <array>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <vector>
struct Noisy {
  int id;
  Noisy(int i) : id(i) { printf("+%d ", id); }
  Noisy(const Noisy& o) : id(o.id) { printf("c%d ", id); }
  ~Noisy() { printf("-%d ", id); }
};
struct Far {
  bool operator()(const std::pair<int, int>& a, const std::pair<int, int>& b) const {
    return a.second > b.second;
  }
};
std::optional<int> half(int x) {
  if (x % 2) return std::nullopt;
  return x / 2;
}
struct CudaFree {
  void operator()(float* p) const {
    printf("free\n");
    cudaFree(p);
  }
};
int main() {
  std::map<int, std::string> m;
  for (int i = 0; i < 20; ++i) m[i * 7 % 20] = std::to_string(i);
  m.erase(7);
  auto lo = m.lower_bound(7);
  printf("%d %zu %s %d\n", lo->first, m.size(), m.rbegin()->second.c_str(), (--m.end())->first);
  for (auto& [k, v] : m) printf("%d%s ", k, v.c_str());
  printf("\n");
  std::multimap<int, char> mm = {{2, 'a'}, {1, 'b'}, {2, 'c'}};
  for (auto& p : mm) printf("%d%c ", p.first, p.second);
  auto r = mm.equal_range(2);
  for (auto it = r.first; it != r.second; ++it) printf("%c", it->second);
  printf(" %zu\n", mm.count(2));
  std::set<std::string> s = {"b", "a", "c", "a"};
  for (auto& x : s) printf("%s ", x.c_str());
  printf("%d\n", s.insert("b").second);
  std::multiset<int> ms = {3, 1, 3};
  printf("%zu\n", ms.count(3));
  std::list<int> l = {3, 1, 2};
  l.push_front(9);
  l.sort();
  l.remove(2);
  for (int x : l) printf("%d ", x);
  printf("%d %d\n", l.front(), l.back());
  std::deque<int> d;
  for (int i = 0; i < 30; ++i) {
    d.push_back(i);
    if (i % 3 == 0) d.pop_front();
    d.push_front(-i);
  }
  long sum = 0;
  for (int x : d) sum = sum * 3 % 1000003 + x;
  printf("%zu %ld %d\n", d.size(), sum, d[5]);
  std::queue<int> q;
  q.push(1);
  q.push(2);
  q.pop();
  std::stack<int> st;
  st.push(4);
  st.push(5);
  printf("%d %d\n", q.front(), st.top());
  std::priority_queue<int> pq;
  for (int x : {3, 9, 1, 7}) pq.push(x);
  while (!pq.empty()) {
    printf("%d ", pq.top());
    pq.pop();
  }
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, Far> pf;
  pf.push({1, 5});
  pf.push({2, 3});
  pf.emplace(3, 4);
  printf("%d %d\n", pf.top().first, (int)pf.size());
  std::priority_queue<int, std::vector<int>, std::greater<int>> mn;
  mn.push(5);
  mn.push(2);
  printf("%d\n", mn.top());
  {
    auto u = std::make_unique<Noisy>(1);
    std::unique_ptr<Noisy> v = std::move(u);
    printf("%d %d ", (bool)u, v->id);
    std::vector<std::unique_ptr<Noisy>> vec;
    vec.push_back(std::make_unique<Noisy>(2));
    vec.push_back(std::move(v));
    vec.emplace_back(new Noisy(3));
    printf("%d ", (*vec[1]).id);
  }
  printf("\n");
  {
    auto sp = std::make_shared<Noisy>(7);
    std::shared_ptr<Noisy> b = sp;
    std::weak_ptr<Noisy> w = sp;
    printf("%ld %d ", b.use_count(), w.expired());
    sp.reset();
    b = nullptr;
    printf("%d ", w.expired());
  }
  printf("\n");
  {
    auto arr = std::make_unique<float[]>(8);
    arr[3] = 2.5f;
    printf("%g %g\n", arr[3], arr[4]);
    float* p;
    cudaMalloc(&p, 16);
    std::unique_ptr<float, CudaFree> dev(p);
  }
  auto o = half(8);
  printf("%d %d %d\n", o.has_value(), *o, half(3).value_or(-1));
  if (auto h = half(6)) printf("%d\n", *h);
  std::array<int, 3> a = {1, 2, 3};
  auto [x, y, z] = a;
  printf("%d%d%d %d\n", x, y, z, std::get<1>(a));
  std::vector<std::unordered_map<int, int>> vu;
  for (int i = 0; i < 5; ++i) {
    vu.emplace_back();
    vu.back()[i] = i;
  }
  printf("%d\n", vu[0][0] + vu[4][4]);
  std::vector<std::pair<int, std::string>> vp;
  vp.emplace_back(1, "one");
  vp.push_back({2, "two"});
  for (auto& [n, t] : vp) printf("%d%s ", n, t.c_str());
  for (auto it = vp.rbegin(); it != vp.rend(); ++it) printf("%d ", it->first);
  printf("\n");
}
