// What a warp's tensor-core product takes: nanoseconds for each shape, beside the same matrices
// multiplied by plain loops over floats in the same run. Prints, asserts no time. Arguments: none.
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "sim/base/half.hpp"
#include "sim/tensor/mma_multiply.hpp"

namespace {

using namespace warplens;
using tensor::Element;
using tensor::Matrix;
using tensor::MmaShape;

// Bits of a number between -2 and 2, or of a byte.
uint32_t random_element(Element element, std::mt19937& random) {
  const double value = std::uniform_real_distribution<double>(-2, 2)(random);
  switch (element) {
    case Element::kF16:
      return base::half_from_double(value);
    case Element::kBf16:
      return base::bfloat_from_double(value);
    case Element::kTf32:
    case Element::kF32:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    case Element::kF64:  // a half of it, the low one whatever
      return static_cast<uint32_t>(std::bit_cast<uint64_t>(value) >> 32);
    default:
      return static_cast<uint32_t>(random()) & 0xff;
  }
}

std::vector<uint32_t> random_registers(const MmaShape& shape, Matrix matrix, std::mt19937& random) {
  std::vector<uint32_t> words(size_t{shape.register_words()} * shape.registers(matrix));
  const uint32_t parts = shape.parts(matrix);
  for (uint32_t& word : words)
    for (uint32_t part = 0; part < parts; ++part)
      word |= random_element(shape.element(matrix), random) << (32 / parts * part);
  return words;
}

double checksum = 0;  // keeps the calls from being dropped; printed

// [nanoseconds a call]
template <class Call>
double measure(Call call) {
  using Clock = std::chrono::steady_clock;
  constexpr double kSeconds = 0.05;
  double best = 1e30;
  for (int round = 0; round < 3; ++round) {
    uint64_t calls = 0;
    const auto start = Clock::now();
    double elapsed = 0;
    while (elapsed < kSeconds) {
      for (int k = 0; k < 64; ++k) checksum += call();
      calls += 64;
      elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    }
    best = std::min(best, elapsed / static_cast<double>(calls) * 1e9);
  }
  return best;
}

double measure_shape(const MmaShape& shape) {
  std::mt19937 random(1);
  const std::vector<uint32_t> a = random_registers(shape, Matrix::kA, random);
  const std::vector<uint32_t> b = random_registers(shape, Matrix::kB, random);
  const std::vector<uint32_t> c = random_registers(shape, Matrix::kC, random);
  return measure([&] {
    std::array<uint32_t, 128> d;
    tensor::multiply(shape, a.data(), b.data(), c.data(), d.data());
    return static_cast<double>(d[5]);
  });
}

double measure_loops(const MmaShape& shape) {
  const std::vector<float> a(size_t{shape.m} * shape.k, 1.5F), b(size_t{shape.k} * shape.n, 2.5F);
  std::vector<float> c(size_t{shape.m} * shape.n, 3.5F);
  return measure([&] {
    for (uint32_t row = 0; row < shape.m; ++row)
      for (uint32_t k = 0; k < shape.k; ++k)
        for (uint32_t column = 0; column < shape.n; ++column)
          c[row * shape.n + column] += a[row * shape.k + k] * b[k * shape.n + column];
    return static_cast<double>(c[5]);
  });
}

}  // namespace

int main() {
  for (const MmaShape& shape : tensor::mma_shapes()) {
    if (shape.saturates || shape.a != shape.b) continue;
    const double time = measure_shape(shape);
    const double loops = measure_loops(shape);
    std::printf("%-9.*s %-4.*s -> %-4.*s %7.0f ns, plain loops %6.0f ns, %5.2f times\n",
                static_cast<int>(shape.name.size()), shape.name.data(),
                static_cast<int>(tensor::name_of(shape.a).size()), tensor::name_of(shape.a).data(),
                static_cast<int>(tensor::name_of(shape.d).size()), tensor::name_of(shape.d).data(),
                time, loops, time / loops);
  }
  std::printf("checksum %g\n", checksum);
}
