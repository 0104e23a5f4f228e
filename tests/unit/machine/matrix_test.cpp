// Matrices that a warp moves between shared memory and registers: who has which half of which row,
// what is reported, lanes that are missing, rows that are nowhere.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <numeric>

#include "sim/code/opcodes.hpp"
#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using trace::Layout;
using trace::Operation;

namespace {

constexpr uint32_t kTileHalves = 32 * 40;  // 32 rows of 32 halves, 8 more behind each

// Halves that are all different.
std::vector<uint16_t> numbered() {
  std::vector<uint16_t> halves(kTileHalves);
  std::iota(halves.begin(), halves.end(), uint16_t{1000});
  return halves;
}

// A warp loads `count` matrices from a tile: matrix m has rows 8 m to 8 m + 7, and the columns from
// `8 m` on. out[m * 32 + lane] is the lane's register of matrix m.
std::string loading(uint32_t count, bool is_turned, const std::string& condition = "true") {
  std::string pointers, stores;
  for (uint32_t m = 0; m < count; ++m) {
    pointers += fmt::format("&r[{}], ", m);
    stores += fmt::format("out[{} + threadIdx.x] = r[{}];\n", 32 * m, m);
  }
  return fmt::format(R"(
__global__ void k(const unsigned short* in, unsigned* out) {{
  __shared__ alignas(16) unsigned short tile[32][40];
  for (int i = threadIdx.x; i < 32 * 40; i += 32) tile[i / 40][i % 40] = in[i];
  __syncwarp();
  unsigned r[4] = {{7, 7, 7, 7}};
  const unsigned rows = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x][threadIdx.x / 8 * 8]);
  if ({}) warplens_ldmatrix_x{}{}({}rows);
  {}
}})",
                     condition, count, is_turned ? "_trans" : "", pointers, stores);
}

// The half at a row and a column of matrix m.
uint16_t element(uint32_t m, uint32_t row, uint32_t column) {
  return static_cast<uint16_t>(1000 + (8 * m + row) * 40 + 8 * m + column);
}

// Two halves, the first one in the low bits.
uint32_t pair(uint16_t low, uint16_t high) {
  return low | uint32_t{high} << 16;
}

// What the PTX text gives a lane: of a row lane / 4, or of that column, two neighbours.
uint32_t fragment(uint32_t m, uint32_t lane, bool is_turned) {
  const uint32_t first = lane / 4, second = 2 * (lane % 4);
  return is_turned ? pair(element(m, second, first), element(m, second + 1, first))
                   : pair(element(m, first, second), element(m, first, second + 1));
}

// Four halves of the row that a lane names, from a column on.
uint64_t row_part(uint32_t lane, uint32_t column) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < 4; ++i)
    bits |= uint64_t{element(lane / 8, lane % 8, column + i)} << 16 * i;
  return bits;
}

const LoggedAccess& matrix_access(const Launched& run) {
  for (const LoggedAccess& access : run.log.accesses)
    if (access.head.layout != Layout::kLane) return access;
  FAIL("no access of a matrix");
  return run.log.accesses.front();
}

}  // namespace

TEST_CASE("matrix: a load gives each lane two neighbours of a row, or of a column") {
  for (const uint32_t count : {1u, 2u, 4u}) {
    for (const bool is_turned : {false, true}) {
      CAPTURE(count);
      CAPTURE(is_turned);
      Launched run(loading(count, is_turned));
      run.array(numbered()).array(std::vector<uint32_t>(128)).block(32).follow().run();
      REQUIRE(run.end.reason == StopReason::kDone);
      CHECK(run.log.events.empty());
      const auto out = run.read<uint32_t>(1);
      for (uint32_t m = 0; m < count; ++m)
        for (uint32_t lane = 0; lane < 32; ++lane)
          CHECK(out[32 * m + lane] == fragment(m, lane, is_turned));

      const LoggedAccess& access = matrix_access(run);
      CHECK(access.head.operation == Operation::kLoad);
      CHECK(access.head.space == trace::Space::kShared);
      CHECK(access.head.layout == (is_turned ? Layout::kMatrix8x8Turned : Layout::kMatrix8x8));
      CHECK(access.head.bytes == 16);
      CHECK(access.head.mask == (count == 4 ? ~0u : (1u << 8 * count) - 1));
      CHECK(access.head.value_mask == ~0u);
      CHECK(access.head.out_of_bounds == 0);
      for (uint32_t lane = 0; lane < 8 * count; ++lane)
        CHECK(access.addresses[lane] == lane * 80 + lane / 8 * 16);
      for (uint32_t lane = 0; lane < 8 * count; ++lane) {
        CHECK(access.values[lane] == row_part(lane, 0));
        CHECK(access.high_values[lane] == row_part(lane, 4));
      }
    }
  }
}

TEST_CASE("matrix: pointers to variables touch no memory") {
  Launched run(loading(4, false));
  for (const code::Instr& instr : run.program().instrs) {
    const code::OpInfo op = code::info(instr.op);
    CHECK_FALSE((op.is_access && op.is_local));
  }
}
