#include "sim/base/sliced.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <vector>

namespace {

using namespace warplens::base;

Sliced<int> twice(int value, std::vector<int>& order) {
  order.push_back(value);
  co_await spent(1);
  order.push_back(-value);
  co_return 2 * value;
}

Sliced<> three(std::vector<int>& order, int& sum) {
  for (int i = 1; i <= 3; ++i) {
    sum += co_await twice(i, order);
    co_await spent(1);
  }
}

Sliced<int> failing(std::vector<int>& order) {
  co_await spent(1);
  const int first = co_await twice(7, order);
  if (first == 14) throw std::runtime_error("fourteen");
  co_return first;
}

Sliced<int> catching(std::vector<int>& order) {
  try {
    co_return co_await failing(order);
  } catch (const std::runtime_error&) {
    order.push_back(0);
  }
  co_await spent(1);
  co_return 1;
}

struct Counter {
  explicit Counter(int& of) : count(of) { ++count; }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  ~Counter() { --count; }
  int& count;
};

Sliced<> holding(int& count, int depth) {
  const Counter counter(count);
  co_await spent(1);
  if (depth > 0) co_await holding(count, depth - 1);
}

template <class T>
int slices_of(Sliced<T>& work, uint64_t steps) {
  for (int slices = 1;; ++slices) {
    Slice slice(steps);
    if (work.advance(slice) == Progress::kDone) return slices;
  }
}

}  // namespace

TEST_CASE("sliced: work that waits for other work does the same however it is cut") {
  for (const auto& cut : {std::pair{1u, 7}, {2u, 4}, {6u, 2}, {7u, 1}}) {
    const uint64_t steps = cut.first;
    CAPTURE(steps);
    std::vector<int> order;
    int sum = 0;
    Sliced<> work = three(order, sum);
    CHECK(order.empty());
    CHECK(slices_of(work, steps) == cut.second);
    CHECK(sum == 12);
    CHECK(order == std::vector{1, -1, 2, -2, 3, -3});
  }
}

TEST_CASE("sliced: a slice that is over does nothing") {
  std::vector<int> order;
  Sliced<int> work = twice(1, order);
  Slice none(0);
  CHECK(work.advance(none) == Progress::kMore);
  CHECK(order.empty());
  CHECK(slices_of(work, 1) == 2);
  CHECK(work.take() == 2);
}

TEST_CASE("sliced: what is thrown reaches who waits, and else who advances") {
  std::vector<int> order;
  Sliced<int> caught = catching(order);
  CHECK(slices_of(caught, 1) == 4);
  CHECK(caught.take() == 1);
  CHECK(order == std::vector{7, -7, 0});
  Sliced<int> thrown = failing(order);
  Slice slice(Slice::kWhole);
  CHECK_THROWS_AS(thrown.advance(slice), std::runtime_error);
}

TEST_CASE("sliced: work that is given up frees what it holds at each depth") {
  int count = 0;
  {
    Sliced<> work = holding(count, 5);
    Slice slice(3);
    CHECK(work.advance(slice) == Progress::kMore);
    CHECK(count == 3);
  }
  CHECK(count == 0);
}
