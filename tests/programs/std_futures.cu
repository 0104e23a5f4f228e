// Futures, promises and tasks, whose exceptions arrive where their results are asked for.
#include <atomic>
#include <future>
#include <iostream>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>
int main() {
  std::atomic<int> c{0};
  std::vector<std::thread> t;
  std::mutex m;
  long total = 0;
  for (int i = 0; i < 4; i++)
    t.emplace_back([&, i] {
      for (int k = 0; k < 100; k++) c.fetch_add(1, std::memory_order_relaxed);
      std::lock_guard<std::mutex> l(m);
      total += i;
    });
  for (auto& x : t) x.join();
  std::cout << c << " " << total << "\n";
  auto f = std::async(
      std::launch::async, [](int n) { return n * n; }, 9);
  std::cout << f.get() << "\n";
  std::promise<int> p;
  auto q = p.get_future();
  std::thread w([&p] { p.set_value(33); });
  std::cout << q.get() << "\n";
  w.join();
  std::packaged_task<int()> task([] { return 5; });
  auto g = task.get_future();
  task();
  std::cout << g.get() << "\n";
  std::once_flag once;
  for (int i = 0; i < 3; i++) std::call_once(once, [] { std::cout << "once\n"; });
  std::scoped_lock sl(m);
  std::cout << (std::thread::hardware_concurrency() > 0) << "\n";
  try {
    auto h = std::async([]() -> int { throw std::runtime_error("in task"); });
    h.get();
  } catch (std::exception& e) {
    std::cout << e.what() << "\n";
  }
}
