// Random warp accesses of the kinds that real kernels make, for comparing the models.
#pragma once

#include <cstdint>
#include <random>

#include "sim/model/shared_cost.hpp"

namespace warplens::model::test {

struct RandomAccess {
  SharedOp op = SharedOp::kLoad;
  uint32_t bytes = 4;
  uint32_t mask = ~0u;
  Addresses addresses{};
};

class AccessMaker {
 public:
  explicit AccessMaker(uint64_t seed) : random_(seed) {}
  uint64_t below(uint64_t n) { return random_() % n; }
  RandomAccess next();

 private:
  uint32_t random_mask();
  std::mt19937_64 random_;
};

}  // namespace warplens::model::test
