// Queues, stacks, heaps, double-ended queues and lists.
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <queue>
#include <stack>
#include <vector>
struct Job {
  int p;
  std::string n;
  bool operator<(const Job& o) const { return p < o.p; }
};
int main() {
  std::queue<int> q;
  for (int i = 0; i < 5; i++) q.push(i * i);
  q.emplace(7);
  while (!q.empty()) {
    std::cout << q.front() << (q.size() > 1 ? "," : "\n");
    q.pop();
  }
  std::stack<std::string> s;
  s.push("a");
  s.push("b");
  s.top() += "!";
  std::cout << s.top() << s.size() << "\n";
  s.pop();
  std::priority_queue<Job> pq;
  pq.push({2, "two"});
  pq.push({9, "nine"});
  pq.push({5, "five"});
  while (!pq.empty()) {
    std::cout << pq.top().n << " ";
    pq.pop();
  }
  std::priority_queue<int, std::vector<int>, std::greater<int>> mn;
  for (int x : {5, 1, 4}) mn.push(x);
  std::cout << mn.top() << "\n";
  auto cmp = [](const std::pair<int, int>& a, const std::pair<int, int>& b) {
    return a.second > b.second;
  };
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, decltype(cmp)> pc(cmp);
  pc.push({1, 9});
  pc.push({2, 3});
  std::cout << pc.top().first << "\n";
  std::deque<int> d = {1, 2, 3};
  d.push_front(0);
  d.push_back(4);
  d.pop_front();
  std::cout << d[0] << d.back() << d.size() << "\n";
  for (auto it = d.rbegin(); it != d.rend(); ++it) std::cout << *it;
  d.insert(d.begin() + 1, 77);
  d.erase(d.begin());
  for (int x : d) std::cout << " " << x;
  std::list<int> l = {3, 1, 2};
  l.sort();
  l.push_front(9);
  l.remove(2);
  l.reverse();
  for (int x : l) std::cout << " " << x;
  auto it = l.begin();
  std::advance(it, 1);
  l.insert(it, 55);
  l.erase(l.begin());
  std::cout << "\n" << l.front() << l.back() << l.size() << "\n";
}
