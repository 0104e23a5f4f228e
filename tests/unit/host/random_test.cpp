// glibc's random numbers.
#include "sim/host/random.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using warplens::host::Random;

TEST_CASE("random: the numbers are those of the C library") {
#if defined(__GLIBC__)
  for (const uint32_t seed : {1u, 0u, 42u, 4294967295u, 2147483647u}) {
    CAPTURE(seed);
    Random random;
    random.seed(seed);
    std::srand(seed);
    bool is_same = true;
    for (int i = 0; i < 2'000; ++i) is_same = is_same && random.next() == std::rand();
    CHECK(is_same);
    uint32_t state = seed;
    unsigned other = seed;
    for (int i = 0; i < 100; ++i) is_same = is_same && Random::next_of(state) == rand_r(&other);
    CHECK(is_same);
  }
  Random random;
  random.seed_48(5);
  srand48(5);
  for (int i = 0; i < 100; ++i) CHECK(random.next_48() == drand48());
#endif
}
