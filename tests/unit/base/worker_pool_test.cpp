#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "sim/base/worker_pool.hpp"

using warplens::base::WorkerPool;

TEST_CASE("worker pool: every worker does every round once, the calling thread among them") {
  WorkerPool pool(4);
  REQUIRE(pool.size() <= 4);
  std::vector<int> rounds(pool.size());
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<int> calls_here = 0;
  for (int round = 0; round < 100; ++round) {
    pool.run([&](size_t worker) {
      ++rounds[worker];
      if (worker == 0 && std::this_thread::get_id() == here) ++calls_here;
    });
  }
  for (const int done : rounds) CHECK(done == 100);
  CHECK(calls_here == 100);
}

TEST_CASE("worker pool: what a worker throws comes out when all are through, and once") {
  WorkerPool pool(3);
  std::atomic<size_t> ended = 0;
  const auto work = [&](size_t worker) {
    ++ended;
    if (worker + 1 == pool.size()) throw std::runtime_error("no");
  };
  CHECK_THROWS_AS(pool.run(work), std::runtime_error);
  CHECK(ended == pool.size());
  pool.run([&](size_t) { ++ended; });
  CHECK(ended == 2 * pool.size());
}
