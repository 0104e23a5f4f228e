// Products of tensor cores in a kernel: what lanes get, what is counted, lanes that are missing.
// (The arithmetic itself: tests/unit/tensor.)
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/base/half.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/tensor/mma_shape.hpp"
#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using tensor::Matrix;

namespace {

uint32_t number_of(const std::string& shape, const std::string& d, const std::string& ab) {
  const auto found = tensor::find_mma_shape(shape, d, ab, ab, d);
  REQUIRE(found);
  return *found;
}

// A (16 x 16) has row + column / 16, B (16 x 8) has 1 where row = column, else 0: D is the left
// half of A, and C = 100 more.
const std::string kIdentity = R"(
__global__ void k(const unsigned* a, const unsigned* b, float* out) {{
  const int lane = threadIdx.x % 32;
  float d[4] = {{100, 100, 100, 100}};
  unsigned r[4];
  for (int i = 0; i < 4; ++i) r[i] = __float_as_uint(d[i]);
  if ({0}) {{
    warplens_mma({1}, &r[0], &r[1], &r[2], &r[3], a[lane], a[32 + lane], a[64 + lane], a[96 + lane],
                 b[lane], b[32 + lane], r[0], r[1], r[2], r[3]);
  }}
  for (int i = 0; i < 4; ++i) out[i * blockDim.x + threadIdx.x] = __uint_as_float(r[i]);
}})";

std::vector<uint32_t> halves(const tensor::MmaShape& shape, Matrix matrix,
                             float (*value)(uint32_t row, uint32_t column)) {
  std::vector<uint32_t> words(size_t{32} * shape.registers(matrix));
  for (uint32_t reg = 0; reg < shape.registers(matrix); ++reg) {
    for (uint32_t lane = 0; lane < 32; ++lane) {
      for (uint32_t part = 0; part < 2; ++part) {
        const tensor::Position at = position_of(shape, matrix, {lane, reg, part});
        words[32 * reg + lane] |= uint32_t{base::half_from_double(value(at.row, at.column))}
                                  << 16 * part;
      }
    }
  }
  return words;
}

float of_a(uint32_t row, uint32_t column) {
  return static_cast<float>(row) + static_cast<float>(column) / 16;
}
float of_b(uint32_t row, uint32_t column) {
  return row == column ? 1 : 0;
}

Launched identity(const std::string& condition, uint32_t threads) {
  const uint32_t number = number_of("m16n8k16", "f32", "f16");
  const tensor::MmaShape& shape = tensor::mma_shapes()[number];
  Launched run(fmt::format(fmt::runtime(kIdentity), condition, number));
  run.block(threads)
      .array(halves(shape, Matrix::kA, of_a))
      .array(halves(shape, Matrix::kB, of_b))
      .array(std::vector<float>(4 * size_t{threads}));
  return run;
}

// D's element that a lane has in a register.
float expected(uint32_t lane, uint32_t reg) {
  return 100 + of_a(lane / 4 + 8 * (reg / 2), 2 * (lane % 4) + reg % 2);
}

}  // namespace

TEST_CASE("tensor: each lane gets its part of the product, and the warp's operations are counted") {
  Launched run = identity("true", 64);
  run.run();
  const std::vector<float> out = run.read<float>(2);
  for (uint32_t reg = 0; reg < 4; ++reg)
    for (uint32_t thread = 0; thread < 64; ++thread)
      CHECK(out[64 * reg + thread] == expected(thread % 32, reg));
  CHECK(run.end.flops == 2 * 2 * 16 * 8 * 16);
  CHECK(run.log.events.empty());
}

TEST_CASE("tensor: lanes that are missing are reported, and get nothing") {
  Launched run = identity("lane != 9 && lane != 5", 32);
  run.run();
  REQUIRE(run.log.events.size() == 1);
  CHECK(run.log.events[0].event == trace::LaneEvent::kMissing);
  CHECK(run.log.events[0].mask == (1u << 9 | 1u << 5));
  CHECK(run.program().instrs[run.log.events[0].index].op == code::Op::kMma);
  const std::vector<float> out = run.read<float>(2);
  CHECK(out[32 + 5] == 100);
  CHECK(out[32 + 9] == 100);
  CHECK(out[32 + 8] == doctest::Approx(expected(8, 1)));

  Launched half = identity("true", 16);
  half.run();
  REQUIRE(half.log.events.size() == 1);
  CHECK(half.log.events[0].mask == 0xffff0000);
}

TEST_CASE("tensor: lanes that progress by themselves meet at it") {
  Launched run = identity("true", 32);
  GridOptions options;
  options.step_limit = 100'000;
  options.scheduling.emplace();
  options.scheduling->schedule.independent_lanes = true;
  options.scheduling->schedule.resident = 1;
  GlobalMemory memory = run.memory;
  const GridEnd end = run_grid(run.context(), memory, nullptr, options);
  CHECK(end.reason == StopReason::kDone);
  CHECK(end.flops == 2 * 16 * 8 * 16);
  run.run();
  CHECK(memory.array(2).bytes == run.memory.array(2).bytes);
}

TEST_CASE("tensor: results go where their pointers point, operands that the shape lacks nowhere") {
  const uint32_t number = number_of("m16n8k8", "f16", "f16");
  Launched run(fmt::format(R"(
__global__ void k(unsigned* out) {{
  unsigned unused = 5;
  const unsigned one = 0x3c003c00;  // two halves
  warplens_mma({}, &out[threadIdx.x], out + 32 + threadIdx.x, &unused, &unused, one, one, unused++,
               unused++, one, unused++, one, one, unused++, 0);
  out[64 + threadIdx.x] = unused;
}})",
                           number));
  run.block(32).array(std::vector<uint32_t>(96)).run();
  const std::vector<uint32_t> out = run.read<uint32_t>(0);
  const uint32_t nine = base::half_from_double(9);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    CHECK(out[lane] == (nine | nine << 16));
    CHECK(out[32 + lane] == (nine | nine << 16));
    CHECK(out[64 + lane] == 9);
  }
  REQUIRE(run.log.accesses.size() == 3);
  CHECK(run.log.accesses[1].head.operation == trace::Operation::kStore);
  CHECK(run.end.flops == 2 * 16 * 8 * 8);
}

TEST_CASE("tensor: f64, with the sum where it was") {
  Launched run(R"(
__global__ void k(const double* a, double* out) {
  __shared__ double s[64];
  double x = 0.5;
  for (int i = 0; i < 2; ++i)
    warplens_mma_f64(&s[threadIdx.x], &x, a[threadIdx.x], 1.0, i ? s[threadIdx.x] : 0.25, x);
  out[threadIdx.x] = s[threadIdx.x];
  out[32 + threadIdx.x] = x;
})");
  std::vector<double> a(32);
  for (uint32_t lane = 0; lane < 32; ++lane) a[lane] = lane;
  run.block(32).array(a).array(std::vector<double>(64)).run();
  const std::vector<double> out = run.read<double>(1);
  // B is 1 everywhere: an element of D is the sum of A's row, four lanes, for each turn.
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const double of_row = 4 * (4 * (lane / 4)) + 6;
    CHECK(out[lane] == 2 * of_row + 0.25);
    CHECK(out[32 + lane] == 2 * of_row + 0.5);
  }
  CHECK(run.end.flops == 2 * 2 * 8 * 8 * 4);
}
