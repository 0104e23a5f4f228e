// A producer and a consumer that wait for each other by a condition variable.
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <queue>
#include <thread>
std::mutex m;
std::condition_variable cv;
std::queue<int> q;
bool done = false;
int main() {
  std::thread prod([] {
    for (int i = 0; i < 5; i++) {
      std::lock_guard<std::mutex> l(m);
      q.push(i);
      cv.notify_one();
    }
    {
      std::lock_guard<std::mutex> l(m);
      done = true;
    }
    cv.notify_all();
  });
  int sum = 0;
  std::thread cons([&] {
    while (true) {
      std::unique_lock<std::mutex> l(m);
      cv.wait(l, [] { return !q.empty() || done; });
      while (!q.empty()) {
        sum += q.front();
        q.pop();
      }
      if (done)
        break;
    }
  });
  prod.join();
  cons.join();
  std::cout << sum << "\n";
}
