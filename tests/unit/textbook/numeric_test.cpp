// Numerical kernels: physics, fractals, integer arithmetic, small programs. References follow the
// kernels' order of operations where results must be equal.
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "support.hpp"

using namespace warplens;
using trace::Operation;

namespace {

struct Sphere {
  float x, y, z, radius, brightness;
};
constexpr Sphere kScene[] = {{0.0f, 0.0f, 2.0f, 6.0f, 1.0f},
                             {-9.0f, 3.0f, 5.0f, 4.0f, 0.75f},
                             {8.0f, -2.0f, 1.0f, 5.0f, 0.5f},
                             {3.0f, 5.0f, 9.0f, 2.5f, 0.25f}};

float seen_from(float ox, float oy) {
  float color = 0.0f, nearest = -2e10f;
  for (const Sphere& sphere : kScene) {
    const float dx = ox - sphere.x, dy = oy - sphere.y;
    const float r2 = sphere.radius * sphere.radius;
    if (dx * dx + dy * dy >= r2) continue;
    const float dz = std::sqrt(r2 - dx * dx - dy * dy);
    if (dz + sphere.z <= nearest) continue;
    color = sphere.brightness * (dz / sphere.radius);
    nearest = dz + sphere.z;
  }
  return color;
}

bool is_in_julia_set(int x, int y) {
  float re = 1.5f * static_cast<float>(16 - x) / 16, im = 1.5f * static_cast<float>(12 - y) / 12;
  for (int k = 0; k < 50; ++k) {
    const float next = re * re - im * im + -0.8f;
    im = im * re + re * im + 0.156f;
    re = next;
    if (re * re + im * im > 1000) return false;
  }
  return true;
}

uint32_t next_random(uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

uint32_t reversed(uint32_t word) {
  uint32_t out = 0;
  for (int bit = 0; bit < 32; ++bit) out |= ((word >> bit) & 1u) << (31 - bit);
  return out;
}

uint64_t hash_of(uint64_t key) {
  uint64_t hash = 14695981039346656037ull;
  for (int byte = 0; byte < 8; ++byte)
    hash = (hash ^ ((key >> 8 * byte) & 0xff)) * 1099511628211ull;
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdull;
  return hash ^ (hash >> 29);
}

// What the stack program of small_vm.cu computes.
int small_program(int input) {
  int value = input;
  do {
    value -= 7;
  } while (value >= 20);
  return value * input + 5;
}

}  // namespace

TEST_CASE("textbook: n-body tiles of float4 are broadcast, without conflicts") {
  const auto run = test::run_textbook("n_body.cu");
  const auto bodies = test::inputs_of<float>(*run, "positions");
  std::vector<float> expected(bodies.size(), 0.0f);
  for (size_t i = 0; i < 128; ++i) {
    double sum[3] = {0, 0, 0};
    for (size_t j = 0; j < 128; ++j) {
      double r[3], square = 0.01;
      for (size_t d = 0; d < 3; ++d) {
        r[d] = double{bodies[4 * j + d]} - double{bodies[4 * i + d]};
        square += r[d] * r[d];
      }
      for (size_t d = 0; d < 3; ++d)
        sum[d] += r[d] * bodies[4 * j + 3] / (square * std::sqrt(square));
    }
    for (size_t d = 0; d < 3; ++d) expected[4 * i + d] = static_cast<float>(sum[d]);
  }
  // Single precision over 128 terms of either sign, the largest of them near 1000.
  test::check_near(test::values_of<float>(*run, "accelerations"), expected, 1e-3);

  // A tile is stored as 32 float4: four wavefronts. All lanes load the same 16 bytes, which lets
  // two groups of 16 lanes go at once: two.
  const observe::SharedTotal stores = test::shared_total(*run, "tile", Operation::kStore);
  CHECK(stores == observe::SharedTotal{4 * 4, 4 * 4 * 4, 0});
  const observe::SharedTotal loads = test::shared_total(*run, "tile", Operation::kLoad);
  CHECK(loads == observe::SharedTotal{4 * 128, 2 * 4 * 128, 0});
  CHECK(test::global_total(*run, "positions", Operation::kLoad).sectors == 16 * (4 + 16));
}

TEST_CASE("textbook: saxpy by a grid-stride loop") {
  const auto run = test::run_textbook("saxpy_grid_stride.cu");
  const auto x = test::inputs_of<float>(*run, "x");
  std::vector<float> y = test::inputs_of<float>(*run, "y");
  for (size_t i = 0; i < y.size(); ++i) y[i] = 2.5f * x[i] + y[i];
  test::check_equal(test::values_of<float>(*run, "y"), y);
  // 1000 elements: 31 whole warps and one of 8 lanes, which needs a single sector.
  CHECK(test::global_total(*run, "x", Operation::kLoad).requests == 32);
  CHECK(test::global_total(*run, "x", Operation::kLoad).sectors == 125);
}

TEST_CASE("textbook: dot product with one atomic a block") {
  const auto run = test::run_textbook("dot_product.cu");
  const auto a = test::inputs_of<float>(*run, "a"), b = test::inputs_of<float>(*run, "b");
  float sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  CHECK(test::values_of<float>(*run, "result") == std::vector<float>{sum});
  CHECK(run->totals.global[2].requests == 3);
}

TEST_CASE("textbook: the sieve leaves the primes") {
  const auto run = test::run_textbook("prime_sieve.cu");
  std::vector<uint8_t> composite(2000, 0);
  for (size_t n = 0; n < composite.size(); ++n) {
    composite[n] = n < 2 ? 1 : 0;
    for (size_t d = 2; d * d <= n; ++d) {
      if (n % d == 0) composite[n] = 1;
    }
  }
  test::check_equal(test::values_of<uint8_t>(*run, "composite"), composite);
}

TEST_CASE("textbook: Mandelbrot iterations in double precision") {
  const auto run = test::run_textbook("mandelbrot.cu");
  std::vector<int32_t> expected;
  for (int py = 0; py < 16; ++py) {
    for (int px = 0; px < 40; ++px) {
      const double cx = -2.0 + 3.0 * px / 40, cy = -1.25 + 2.5 * py / 16;
      double zx = 0, zy = 0;
      int count = 0;
      for (; zx * zx + zy * zy <= 4.0 && count < 60; ++count) {
        const double next = zx * zx - zy * zy + cx;
        zy = 2.0 * zx * zy + cy;
        zx = next;
      }
      expected.push_back(count);
    }
  }
  test::check_equal(test::values_of<int32_t>(*run, "iterations"), expected);
}

TEST_CASE("textbook: Julia set by a struct of complex numbers, pixels of four bytes") {
  const auto run = test::run_textbook("julia_set.cu");
  std::vector<uint8_t> expected;
  for (int y = 0; y < 24; ++y) {
    for (int x = 0; x < 32; ++x) {
      const uint8_t red = is_in_julia_set(x, y) ? 255 : 0;
      expected.insert(expected.end(), {red, 0, 0, 255});
    }
  }
  test::check_equal(test::values_of<uint8_t>(*run, "pixels"), expected);
  // 16 x 8 blocks: a warp is two rows of 64 bytes.
  const observe::GlobalTotal stores = test::global_total(*run, "pixels", Operation::kStore);
  CHECK(stores.requests == 24);
  CHECK(stores.sectors == 24 * 4);
}

TEST_CASE("textbook: spheres in constant memory") {
  const auto run = test::run_textbook("ray_spheres.cu");
  std::vector<float> expected;
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) {
      expected.push_back(seen_from(static_cast<float>(x) - 15, static_cast<float>(y) - 10));
    }
  }
  test::check_equal(test::values_of<float>(*run, "image"), expected);
}

TEST_CASE("textbook: a generation of the game of life on a torus") {
  const auto run = test::run_textbook("game_of_life.cu");
  const auto current = test::inputs_of<uint8_t>(*run, "current");
  std::vector<uint8_t> next;
  for (size_t y = 0; y < 20; ++y) {
    for (size_t x = 0; x < 45; ++x) {
      int alive = 0;
      for (size_t dy = 19; dy <= 21; ++dy) {
        for (size_t dx = 44; dx <= 46; ++dx) {
          alive += current[(y + dy) % 20 * 45 + (x + dx) % 45] & 1;
        }
      }
      const int self = current[y * 45 + x] & 1;
      next.push_back(alive == 3 || (alive == 4 && self == 1) ? 1 : 0);
    }
  }
  test::check_equal(test::values_of<uint8_t>(*run, "next"), next);
}

TEST_CASE("textbook: Monte-Carlo pi with a generator in registers") {
  const auto run = test::run_textbook("monte_carlo_pi.cu");
  const auto lcg = [](uint32_t x) { return 1664525u * x + 1013904223u; };
  std::vector<uint32_t> expected;
  uint32_t total = 0;
  for (uint32_t id = 0; id < 192; ++id) {
    uint32_t state = lcg(12345u + lcg(id)) | 1u, inside = 0;
    for (int k = 0; k < 40; ++k) {
      const float x = static_cast<float>(next_random(state) >> 8) * 0x1p-24f;
      const float y = static_cast<float>(next_random(state) >> 8) * 0x1p-24f;
      if (x * x + y * y <= 1.0f) ++inside;
    }
    expected.push_back(inside);
    total += inside;
  }
  test::check_equal(test::values_of<uint32_t>(*run, "per_thread"), expected);
  CHECK(test::values_of<uint32_t>(*run, "hits") == std::vector<uint32_t>{total});
  CHECK(4.0 * total / (192 * 40) == doctest::Approx(3.14).epsilon(0.02));
}

TEST_CASE("textbook: Horner's rule with coefficients in constant memory") {
  const auto run = test::run_textbook("horner_polynomial.cu");
  const float coefficients[] = {1.0f, -0.5f, 0.25f, 2.0f, -1.5f, 0.125f};
  std::vector<float> expected;
  for (const float x : test::inputs_of<float>(*run, "x")) {
    float value = coefficients[5];
    for (size_t k = 5; k-- > 0;) value = std::fma(value, x, coefficients[k]);
    expected.push_back(4.0f * value);
  }
  test::check_equal(test::values_of<float>(*run, "y"), expected);
}

TEST_CASE("textbook: complex products, eight bytes a lane") {
  const auto run = test::run_textbook("complex_multiply.cu");
  const auto a = test::inputs_of<float>(*run, "a"), b = test::inputs_of<float>(*run, "b");
  std::vector<float> c;
  for (size_t i = 0; i < a.size(); i += 2) {
    c.push_back(a[i] * b[i] - a[i + 1] * b[i + 1]);
    c.push_back(a[i] * b[i + 1] + a[i + 1] * b[i]);
  }
  test::check_equal(test::values_of<float>(*run, "c"), c);
  // 100 numbers of 8 bytes are 25 sectors; three whole warps and four lanes ask for them.
  const observe::GlobalTotal loads = test::global_total(*run, "a", Operation::kLoad);
  CHECK(loads.requests == 4);
  CHECK(loads.sectors == 25);
}

TEST_CASE("textbook: 64-bit hashes and their buckets") {
  const auto run = test::run_textbook("hash_64.cu");
  std::vector<uint64_t> hashes;
  std::vector<uint32_t> buckets(16, 0);
  for (const uint64_t key : test::inputs_of<uint64_t>(*run, "keys")) {
    hashes.push_back(hash_of(key));
    ++buckets[hashes.back() >> 60];
  }
  test::check_equal(test::values_of<uint64_t>(*run, "hashes"), hashes);
  test::check_equal(test::values_of<uint32_t>(*run, "buckets"), buckets);
}

TEST_CASE("textbook: recursive device functions, each lane to its own depth") {
  const auto run = test::run_textbook("recursion.cu");
  std::vector<uint64_t> factorials;
  std::vector<int32_t> fibonaccis, digits;
  for (int t = 0; t < 45; ++t) {
    uint64_t factorial = 1;
    for (uint64_t k = 2; k <= static_cast<uint64_t>(t % 21); ++k) factorial *= k;
    factorials.push_back(factorial);
    int a = 0, b = 1;
    for (int k = 0; k < t % 9; ++k) b = std::exchange(a, b) + b;
    fibonaccis.push_back(a);
    int sum = 0;
    for (int n = t * t * t; n > 0; n /= 10) sum += n % 10;
    digits.push_back(sum);
  }
  test::check_equal(test::values_of<uint64_t>(*run, "factorials"), factorials);
  test::check_equal(test::values_of<int32_t>(*run, "fibonaccis"), fibonaccis);
  test::check_equal(test::values_of<int32_t>(*run, "digits"), digits);
}

TEST_CASE("textbook: a stack machine that interprets one program on every lane's input") {
  const auto run = test::run_textbook("small_vm.cu");
  std::vector<int32_t> expected;
  for (const int32_t input : test::inputs_of<int32_t>(*run, "in")) {
    expected.push_back(small_program(input));
  }
  test::check_equal(test::values_of<int32_t>(*run, "out"), expected);
}

TEST_CASE("textbook: a reduction by an operation that is a template argument") {
  const auto run = test::run_textbook("reduce_any_op.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  CHECK(test::values_of<float>(*run, "out") ==
        std::vector<float>{*std::max_element(in.begin(), in.begin() + 64),
                           *std::max_element(in.begin() + 64, in.begin() + 128),
                           *std::max_element(in.begin() + 128, in.end())});

  const std::string ints = " --arg in=int[170]:mod=50 --arg out=int[3]:none";
  const auto sums =
      test::run_textbook("reduce_any_op.cu", "--kernel 'reduce_any_op<Op::kSum, int>'" + ints);
  std::vector<int32_t> expected(3, 0);
  for (int i = 0; i < 170; ++i) expected[static_cast<size_t>(i / 64)] += i % 50;
  test::check_equal(test::values_of<int32_t>(*sums, "out"), expected);

  const auto least = test::run_textbook("reduce_any_op.cu",
                                        "--kernel 'reduce_any_op<Op::kMin, double>' "
                                        "--arg in=double[170]:random=5 --arg out=double[3]:none");
  const auto doubles = test::inputs_of<double>(*least, "in");
  CHECK(test::values_of<double>(*least, "out") ==
        std::vector<double>{*std::min_element(doubles.begin(), doubles.begin() + 64),
                            *std::min_element(doubles.begin() + 64, doubles.begin() + 128),
                            *std::min_element(doubles.begin() + 128, doubles.end())});
}

TEST_CASE("textbook: bit intrinsics over words of every length") {
  const auto run = test::run_textbook("bit_tricks.cu");
  std::vector<uint32_t> reversals;
  std::vector<int32_t> population, log2, lowest;
  const auto words = test::inputs_of<uint32_t>(*run, "words");
  for (size_t i = 0; i < words.size(); ++i) {
    const uint32_t word = words[i] >> (i % 32);
    reversals.push_back(reversed(word));
    population.push_back(std::popcount(word));
    log2.push_back(31 - std::countl_zero(word));
    lowest.push_back(word == 0 ? -1 : std::countr_zero(word));
  }
  test::check_equal(test::values_of<uint32_t>(*run, "reversed"), reversals);
  test::check_equal(test::values_of<int32_t>(*run, "population"), population);
  test::check_equal(test::values_of<int32_t>(*run, "log2"), log2);
  test::check_equal(test::values_of<int32_t>(*run, "lowest"), lowest);
}

TEST_CASE("textbook: the bit-reversal permutation scatters its stores") {
  const auto run = test::run_textbook("bit_reversal_permutation.cu");
  const auto in = test::inputs_of<float>(*run, "in");
  std::vector<float> expected(in.size());
  for (uint32_t i = 0; i < 128; ++i) {
    const size_t target = reversed(i) >> 25;
    expected[2 * target] = in[2 * i];
    expected[2 * target + 1] = in[2 * i + 1];
  }
  test::check_equal(test::values_of<float>(*run, "out"), expected);
  CHECK(test::global_total(*run, "in", Operation::kLoad).sectors == 4 * 8);
  CHECK(test::global_total(*run, "out", Operation::kStore).sectors == 4 * 32);
}

TEST_CASE("textbook: binary search begins at one sector for all lanes") {
  const auto run = test::run_textbook("lower_bound_search.cu");
  const auto sorted = test::inputs_of<int32_t>(*run, "sorted");
  std::vector<int32_t> expected;
  for (const int32_t query : test::inputs_of<int32_t>(*run, "queries")) {
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), 3 * query / 2 - 5);
    expected.push_back(static_cast<int32_t>(found - sorted.begin()));
  }
  test::check_equal(test::values_of<int32_t>(*run, "positions"), expected);
}
