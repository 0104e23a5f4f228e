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

TEST_CASE("matrix: a row that is in no array is 0, and only rows count") {
  // Lane 5 names nothing; lanes 16 to 31 name nothing, too, but their addresses are ignored.
  Launched run(R"(
__global__ void k(unsigned* out) {
  __shared__ alignas(16) unsigned short tile[16][8];
  for (int i = threadIdx.x; i < 128; i += 32) tile[i / 8][i % 8] = i + 1;
  __syncwarp();
  unsigned rows = threadIdx.x * 16;
  if (threadIdx.x == 5 || threadIdx.x >= 16) rows = 4096;
  unsigned a, b;
  warplens_ldmatrix_x2(&a, &b, rows);
  out[threadIdx.x] = a;
  out[32 + threadIdx.x] = b;
})");
  run.array(std::vector<uint32_t>(64)).block(32).follow().run();
  const auto out = run.read<uint32_t>(0);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const auto half = [&](uint32_t row) {
      return static_cast<uint16_t>(8 * row + 2 * (lane % 4) + 1);
    };
    const uint32_t expected = pair(half(lane / 4), static_cast<uint16_t>(half(lane / 4) + 1));
    CHECK(out[lane] == (lane / 4 == 5 ? 0 : expected));
    CHECK(out[32 + lane] ==
          pair(half(8 + lane / 4), static_cast<uint16_t>(half(8 + lane / 4) + 1)));
  }
  CHECK(matrix_access(run).head.out_of_bounds == 1u << 5);
  CHECK(matrix_access(run).values[5] == 0);
}

TEST_CASE("matrix: what is stored is what a load of the same rows gives back") {
  for (const uint32_t count : {1u, 2u, 4u}) {
    for (const bool is_turned : {false, true}) {
      CAPTURE(count);
      CAPTURE(is_turned);
      std::string registers;
      for (uint32_t m = 0; m < count; ++m) registers += fmt::format(", in[{} + lane]", 32 * m);
      Launched run(fmt::format(R"(
__global__ void k(const unsigned* in, unsigned short* out) {{
  __shared__ alignas(16) unsigned short tile[32][40];
  const int lane = threadIdx.x;
  for (int i = lane; i < 32 * 40; i += 32) tile[i / 40][i % 40] = 7;
  __syncwarp();
  warplens_stmatrix_x{}{}((unsigned)__cvta_generic_to_shared(&tile[lane][lane / 8 * 8]){});
  __syncwarp();
  for (int i = lane; i < 32 * 40; i += 32) out[i] = tile[i / 40][i % 40];
}})",
                               count, is_turned ? "_trans" : "", registers));
      std::vector<uint32_t> in;
      for (uint32_t m = 0; m < 4; ++m)
        for (uint32_t lane = 0; lane < 32; ++lane) in.push_back(fragment(m, lane, is_turned));
      run.array(in).array(std::vector<uint16_t>(kTileHalves)).block(32).follow().run();
      CHECK(run.log.events.empty());
      const auto out = run.read<uint16_t>(1);
      for (uint32_t row = 0; row < 32; ++row) {
        for (uint32_t column = 0; column < 40; ++column) {
          const uint32_t m = row / 8;
          const bool is_stored = m < count && column / 8 == m;
          const uint16_t expected = is_stored ? element(m, row % 8, column % 8) : uint16_t{7};
          CHECK(out[40 * row + column] == expected);
        }
      }
      const LoggedAccess& access = matrix_access(run);
      CHECK(access.head.operation == Operation::kStore);
      for (uint32_t lane = 0; lane < 8 * count; ++lane) {
        CHECK(access.values[lane] == row_part(lane, 0));
        CHECK(access.high_values[lane] == row_part(lane, 4));
      }
    }
  }
}

TEST_CASE("matrix: two rows at one place keep that of the last group's lowest lane") {
  Launched run(R"(
__global__ void k(unsigned* out) {
  __shared__ alignas(16) unsigned tile[4];
  warplens_stmatrix_x2(0, threadIdx.x, 100 + threadIdx.x);
  __syncwarp();
  if (threadIdx.x < 4) out[threadIdx.x] = tile[threadIdx.x];
})");
  run.array(std::vector<uint32_t>(4)).block(32).run();
  // Row 0 of matrix 1.
  CHECK(run.read<uint32_t>(0) == std::vector<uint32_t>{100, 101, 102, 103});
}

TEST_CASE("matrix: rows and columns exchanged between lanes") {
  Launched run(R"(
__global__ void k(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = warplens_movmatrix_trans(in[threadIdx.x]);
})");
  std::vector<uint32_t> in;
  for (uint32_t lane = 0; lane < 32; ++lane) in.push_back(fragment(0, lane, false));
  run.array(in).array(std::vector<uint32_t>(32)).block(32).follow().run();
  CHECK(run.log.events.empty());
  const auto out = run.read<uint32_t>(1);
  for (uint32_t lane = 0; lane < 32; ++lane) CHECK(out[lane] == fragment(0, lane, true));
}

TEST_CASE("matrix: lanes that are missing are reported, and have no part in it") {
  Launched run(loading(4, false, "threadIdx.x % 8 != 3"));
  run.array(numbered()).array(std::vector<uint32_t>(128)).block(32).follow().run();
  REQUIRE(run.log.events.size() == 1);
  CHECK(run.log.events[0].event == trace::LaneEvent::kMissing);
  CHECK(run.log.events[0].mask == 0x08080808);
  CHECK(code::info(run.program().instrs[run.log.events[0].index].op).is_matrix);
  CHECK(matrix_access(run).head.mask == ~0x08080808u);
  CHECK(matrix_access(run).head.value_mask == ~0x08080808u);
  const auto out = run.read<uint32_t>(1);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint32_t expected = lane % 8 == 3 ? 7 : lane / 4 == 3 ? 0 : fragment(0, lane, false);
    CHECK(out[lane] == expected);
  }
}

TEST_CASE("matrix: where no lane names a row nothing is accessed") {
  Launched run(loading(1, false, "threadIdx.x >= 8"));
  run.array(numbered()).array(std::vector<uint32_t>(128)).block(32).follow().run();
  REQUIRE(run.log.events.size() == 1);
  CHECK(run.log.events[0].mask == 0xff);
  for (const LoggedAccess& access : run.log.accesses) CHECK(access.head.layout == Layout::kLane);
  const auto out = run.read<uint32_t>(1);
  for (uint32_t lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane < 8 ? 7 : 0));
}

TEST_CASE("matrix: lanes that have returned, or are no threads, are missing") {
  Launched run(R"(
__global__ void k(unsigned* out) {
  if (threadIdx.x == 9) return;
  out[threadIdx.x] = warplens_movmatrix_trans(threadIdx.x);
})");
  run.array(std::vector<uint32_t>(64)).block(48).run();
  REQUIRE(run.log.events.size() == 2);
  CHECK(run.log.events[0].mask == 1u << 9);
  CHECK(run.log.events[1].mask == 0xffff0000);
}

TEST_CASE("matrix: a register keeps where its row has it; one of a column does not") {
  for (const bool is_turned : {false, true}) {
    CAPTURE(is_turned);
    Launched run(loading(2, is_turned));
    run.array(numbered()).array(std::vector<uint32_t>(128)).block(32).follow().run();
    const LoggedAccess& stored = run.log.accesses.back();  // out[32 + lane] = r[1]
    REQUIRE(stored.head.operation == Operation::kStore);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint32_t row = 8 + lane / 4, offset = row * 80 + 16 + lane % 4 * 4;
      CHECK(stored.origins[lane] == (is_turned ? 0 : trace::kSharedOrigin | offset));
    }
  }
}

TEST_CASE("matrix: a stored row keeps where it came from, if it was together there") {
  for (const bool is_turned : {false, true}) {
    CAPTURE(is_turned);
    Launched run(fmt::format(R"(
__global__ void k(unsigned* out) {{
  __shared__ alignas(16) unsigned tile[64];
  const unsigned at = threadIdx.x % 8 * 16;
  tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  unsigned r;
  warplens_ldmatrix_x1(&r, at);
  warplens_stmatrix_x1{}(128 + at, r);
  out[threadIdx.x] = tile[32 + threadIdx.x];
}})",
                             is_turned ? "_trans" : ""));
    run.array(std::vector<uint32_t>(32)).block(32).follow().run();
    const LoggedAccess* stored = nullptr;
    for (const LoggedAccess& access : run.log.accesses)
      if (access.head.layout != Layout::kLane && access.head.operation == Operation::kStore)
        stored = &access;
    REQUIRE(stored != nullptr);
    for (uint32_t lane = 0; lane < 8; ++lane)
      CHECK(stored->origins[lane] == (is_turned ? 0 : trace::kSharedOrigin | lane * 16));
  }
}
