// What the models' shortcuts gain: nanoseconds an access for the shapes that kernels make, beside
// the slow reference in the same run. Prints, asserts no time. Arguments: none.
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "sim/model/reference.hpp"

namespace {

using namespace warplens::model;

struct Shape {
  const char* name;
  uint32_t bytes = 4;
  uint32_t mask = ~0u;
  std::vector<Addresses> accesses;
};

// 64 accesses of a shape, at moving places; address(lane, k).
template <class Function>
Shape shape(const char* name, Function address, uint32_t bytes = 4, uint32_t mask = ~0u) {
  Shape out{name, bytes, mask, {}};
  for (uint32_t k = 0; k < 64; ++k) {
    Addresses a{};
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) a[lane] = address(lane, k);
    out.accesses.push_back(a);
  }
  return out;
}

uint64_t checksum = 0;  // keeps the calls from being dropped; printed

// [nanoseconds an access]
template <class Call>
double measure(const Shape& shape, Call call) {
  using Clock = std::chrono::steady_clock;
  constexpr double kSeconds = 0.05;
  double best = 1e30;
  for (int round = 0; round < 3; ++round) {
    uint64_t calls = 0;
    const auto start = Clock::now();
    double elapsed = 0;
    while (elapsed < kSeconds) {
      for (const Addresses& addresses : shape.accesses) checksum += call(addresses);
      calls += shape.accesses.size();
      elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    }
    best = std::min(best, elapsed / static_cast<double>(calls) * 1e9);
  }
  return best;
}

std::vector<Shape> shapes() {
  std::mt19937 random(1);
  return {
      shape("one word", [](uint32_t, uint32_t k) { return uint64_t{4} * k; }),
      shape("row", [](uint32_t l, uint32_t k) { return uint64_t{128} * k + 4 * l; }),
      shape("row, unaligned", [](uint32_t l, uint32_t k) { return uint64_t{132} * k + 4 * l; }),
      shape("two rows of 16, one read twice",
            [](uint32_t l, uint32_t k) { return uint64_t{64} * k + 4 * (l % 16); }),
      shape("two words", [](uint32_t l, uint32_t k) { return uint64_t{4} * k + 64 * (l / 16); }),
      shape("two rows of 16, padded by 1",
            [](uint32_t l, uint32_t k) { return uint64_t{4} * (k + l / 16 * 17 + l % 16); }),
      shape(
          "two rows of 16, 1 KiB apart",
          [](uint32_t l, uint32_t k) { return uint64_t{64} * k + 1024 * (l / 16) + 4 * (l % 16); }),
      shape(
          "row, 20 lanes active", [](uint32_t l, uint32_t k) { return uint64_t{128} * k + 4 * l; },
          4, 0xfffff),
      shape("column of 32", [](uint32_t l, uint32_t k) { return uint64_t{4} * k + 128 * l; }),
      shape("column of 32, padded",
            [](uint32_t l, uint32_t k) { return uint64_t{4} * k + 132 * l; }),
      shape("two columns of 16",
            [](uint32_t l, uint32_t k) { return uint64_t{4} * (k + (l % 16) * 16 + l / 16); }),
      shape(
          "row of doubles", [](uint32_t l, uint32_t k) { return uint64_t{256} * k + 8 * l; }, 8),
      shape(
          "row of float4", [](uint32_t l, uint32_t k) { return uint64_t{512} * k + 16 * l; }, 16),
      shape(
          "row of bytes", [](uint32_t l, uint32_t k) { return uint64_t{32} * k + l; }, 1),
      shape("anywhere in 8 KiB",
            [&](uint32_t, uint32_t) { return uint64_t{4} * (random() % 2048); }),
      shape("anywhere in 1 MiB",
            [&](uint32_t, uint32_t) { return uint64_t{4} * (random() % 262144); }),
  };
}

}  // namespace

int main() {
  const Device& device = default_device();
  std::printf("%-32s %26s %26s\n", "", "shared load, ns (ratio)", "global load, ns (ratio)");
  for (const Shape& s : shapes()) {
    const double shared = measure(s, [&](const Addresses& a) {
      return shared_cost(device, SharedOp::kLoad, s.bytes, s.mask, a).wavefronts;
    });
    const double shared_slow = measure(s, [&](const Addresses& a) {
      return reference::shared_cost(device, SharedOp::kLoad, s.bytes, s.mask, a).wavefronts;
    });
    const double global =
        measure(s, [&](const Addresses& a) { return global_cost(s.bytes, s.mask, a).sectors; });
    const double global_slow = measure(
        s, [&](const Addresses& a) { return reference::global_cost(s.bytes, s.mask, a).sectors; });
    std::printf("%-32s %14.1f (1 / %6.1f) %14.1f (1 / %6.1f)\n", s.name, shared,
                shared_slow / shared, global, global_slow / global);
  }
  std::printf("checksum %llu\n", static_cast<unsigned long long>(checksum));
  return 0;
}
