// rand() as glibc has it: the same numbers for the same seeds.
#pragma once

#include <array>
#include <cstdint>

namespace warplens::host {

class Random {
 public:
  Random() { seed(1); }
  void seed(uint32_t seed);
  int32_t next();
  // rand_r(): from a state of the program's own.
  static int32_t next_of(uint32_t& state);
  // drand48(): 48 bits by a linear congruence.
  void seed_48(int64_t seed) { state_48_ = static_cast<uint64_t>(seed) << 16 | 0x330E; }
  double next_48();

 private:
  static constexpr uint32_t kDegree = 31, kDistance = 3;
  std::array<uint32_t, kDegree> state_{};
  uint32_t front_ = 0, rear_ = 0;
  uint64_t state_48_ = 0;
};

}  // namespace warplens::host
