// glibc's default generator is additive feedback, x^31 + x^3 + 1 (random(3), "TYPE_3"); rand_r()
// joins three steps of a linear congruence.
#include "sim/host/random.hpp"

#include <cmath>

namespace warplens::host {

void Random::seed(uint32_t seed) {
  constexpr int64_t kModulus = 2147483647;
  state_[0] = seed == 0 ? 1 : seed;
  auto word = static_cast<int64_t>(static_cast<int32_t>(state_[0]));
  for (uint32_t i = 1; i < kDegree; ++i) {
    word = 16807 * (word % 127773) - 2836 * (word / 127773);  // without an overflow
    if (word < 0) word += kModulus;
    state_[i] = static_cast<uint32_t>(word);
  }
  front_ = kDistance;
  rear_ = 0;
  for (uint32_t i = 0; i < 10 * kDegree; ++i) next();
}

int32_t Random::next() {
  state_[front_] += state_[rear_];
  const uint32_t result = state_[front_] >> 1;
  front_ = (front_ + 1) % kDegree;
  rear_ = (rear_ + 1) % kDegree;
  return static_cast<int32_t>(result);
}

int32_t Random::next_of(uint32_t& state) {
  const auto step = [&state] {
    state = state * 1103515245u + 12345u;
    return state / 65536;
  };
  uint32_t result = step() % 2048;
  result = result << 10 ^ step() % 1024;
  result = result << 10 ^ step() % 1024;
  return static_cast<int32_t>(result);
}

double Random::next_48() {
  constexpr uint64_t kMask = (uint64_t{1} << 48) - 1;
  state_48_ = (state_48_ * 0x5DEECE66DULL + 0xB) & kMask;
  return std::ldexp(static_cast<double>(state_48_), -48);
}

}  // namespace warplens::host
