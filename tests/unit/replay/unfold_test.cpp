// An index written out with a thread's values is what the machine used, for every access of many
// kernels.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "sim/code/pointer.hpp"
#include "sim/replay/evaluate.hpp"
#include "sim/replay/replay.hpp"
#include "sim/run/named_element.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

const char* const kTiled = R"(
#define BLOCK_SIZE 8
#define AT(r, c) ((r) * n + (c))
__global__ void multiply(const float* M, const float* N, float* P, int n) {
  __shared__ float tile_m[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float tile_n[BLOCK_SIZE][BLOCK_SIZE];
  int row = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  int col = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  float sum = 0;
  for (int sub = 0; sub < gridDim.x; ++sub) {
    int idx = row * n + sub * BLOCK_SIZE + threadIdx.x;
    tile_m[threadIdx.y][threadIdx.x] = M[idx];
    idx = (sub * BLOCK_SIZE + threadIdx.y) * n + col;
    tile_n[threadIdx.y][threadIdx.x] = N[idx];
    __syncthreads();
    for (int k = 0; k < BLOCK_SIZE; ++k) sum += tile_m[threadIdx.y][k] * tile_n[k][threadIdx.x];
    __syncthreads();
  }
  P[AT(row, col)] = sum;
})";
const char* const kTiledLaunch =
    "--grid 2,2 --block 8,8 --arg M=float[16][16] --arg N=float[16][16] "
    "--arg P=float[16][16]:zero --arg n=16";

// The first step of the thread's warp whose access is to `array` at or after `from`.
uint32_t find_step(const run::Run& run, uint32_t warp, const std::string& array,
                   uint32_t from = 0) {
  for (uint32_t step = from; step < run.recording->size(); ++step) {
    const trace::Access access = run.recording->at(step);
    if (access.warp != warp) continue;
    uint32_t lane = 0;
    while ((access.mask >> lane & 1) == 0) ++lane;
    if (run::named_element(run, access.space, access.addresses[lane]).array == array) return step;
  }
  FAIL("no access to " << array);
  return 0;
}

replay::Unfolded unfold(const std::shared_ptr<const run::Run>& run, uint32_t step, uint32_t lane) {
  replay::Replay replay(run);
  replay.go_to(step);
  return replay::unfold_index(*run, replay, step, lane);
}

// The address that the tree gives equals the recorded one, for every access and every active lane.
void check_addresses(const std::shared_ptr<const run::Run>& run) {
  REQUIRE(run->recording != nullptr);
  replay::Replay replay(run);
  size_t compared = 0;
  for (uint32_t step = 0; step < run->recording->size(); ++step) {
    const trace::Access access = run->recording->at(step);
    const lang::Expr& lvalue = *run->program->sites[access.site].lvalue;
    replay.go_to(step);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if ((access.mask >> lane & 1) == 0) continue;
      const replay::LaneState state{&replay.block(), &replay.memory(), access.warp, lane};
      const auto pointer = replay::address_of(state, lvalue);
      REQUIRE(pointer.has_value());
      const uint64_t expected = code::offset_of(*pointer);
      if (expected != access.addresses[lane]) {
        CAPTURE(step);
        CAPTURE(lane);
        CAPTURE(run->program->unit->file.slice(run->program->sites[access.site].span));
        REQUIRE(expected == access.addresses[lane]);
      }
      ++compared;
    }
  }
  CHECK(compared > 0);
}

// `result`, taken as a number, is the element at the recorded address.
void check_results(const std::shared_ptr<const run::Run>& run) {
  replay::Replay replay(run);
  std::mt19937 random(3);
  for (uint32_t step = 0; step < run->recording->size(); ++step) {
    const trace::Access access = run->recording->at(step);
    const auto lane = static_cast<uint32_t>(random() % 32);
    if ((access.mask >> lane & 1) == 0 || (access.out_of_bounds >> lane & 1) != 0) continue;
    replay.go_to(step);
    const replay::Unfolded unfolded = replay::unfold_index(*run, replay, step, lane);
    const run::NamedElement place = run::named_element(*run, access.space, access.addresses[lane]);
    const lang::Expr& lvalue = *run->program->sites[access.site].lvalue;
    CAPTURE(step);
    CAPTURE(run->program->unit->file.slice(run->program->sites[access.site].span));
    REQUIRE(unfolded.array == place.array);
    if (lvalue.kind == lang::ExprKind::kVariable) continue;
    REQUIRE_FALSE(unfolded.source.empty());
    REQUIRE_FALSE(unfolded.values.empty());
    if (unfolded.result.starts_with('[')) {
      std::string indices;
      for (const uint64_t index : place.indices) indices += "[" + std::to_string(index) + "]";
      REQUIRE(unfolded.result == indices);
    } else {
      REQUIRE(unfolded.result == std::to_string(place.element_index));
    }
  }
}

}  // namespace

TEST_CASE("unfold: the first load of the tiled product, thread (4, 3) of block x 1 y 1") {
  const auto run = test::must_run(kTiled, kTiledLaunch, {1, 1, 0});
  const uint32_t lane = 3 * 8 + 4;
  const replay::Unfolded m = unfold(run, find_step(*run, 0, "M"), lane);
  CHECK(m.array == "M");
  CHECK(m.source == "idx");
  CHECK(m.values == "180");
  CHECK(m.result == "180");
  CHECK(m.definition_source == "row * n + sub * BLOCK_SIZE + threadIdx.x");
  CHECK(m.definition_values == "11 * 16 + 0 * 8 + 4");

  const replay::Unfolded n = unfold(run, find_step(*run, 0, "N"), lane);
  CHECK(n.result == "60");
  CHECK(n.definition_source == "(sub * BLOCK_SIZE + threadIdx.y) * n + col");
  CHECK(n.definition_values == "(0 * 8 + 3) * 16 + 12");

  const replay::Unfolded tile = unfold(run, find_step(*run, 0, "tile_m"), lane);
  CHECK(tile.array == "tile_m");
  CHECK(tile.source == "[threadIdx.y][threadIdx.x]");
  CHECK(tile.values == "[3][4]");
  CHECK(tile.result == "[3][4]");
  CHECK(tile.definition_source.empty());

  const replay::Unfolded p = unfold(run, find_step(*run, 0, "P"), lane);
  CHECK(p.source == "AT(row, col)");
  CHECK(p.values == "11 * 16 + 12");
  CHECK(p.result == "188");
}

TEST_CASE("unfold: the second round's loads") {
  const auto run = test::must_run(kTiled, kTiledLaunch, {1, 1, 0});
  const uint32_t lane = 3 * 8 + 4;
  const uint32_t first = find_step(*run, 0, "N");
  const replay::Unfolded m = unfold(run, find_step(*run, 0, "M", first + 1), lane);
  CHECK(m.result == "188");
  CHECK(m.definition_values == "11 * 16 + 1 * 8 + 4");
  CHECK(unfold(run, find_step(*run, 0, "N", first + 1), lane).result == "188");
}

TEST_CASE("unfold: nested loads, pointers, side effects, casts and negative operands") {
  const char* text = R"(
__global__ void gather(const int* where, float* a, int shift) {
  int i = threadIdx.x;
  const float* p = a + 8;
  float sum = a[where[i] + 1];
  sum += p[i];
  sum += *(p + i * 2);
  int j = i + 4;
  a[j++] = sum;
  a[(int)(1.5f * 2) + i] = sum + j;
  a[40 + shift * i] = 1;
  a[i < 2 ? i : max(i, 3)] = 2;
})";
  const auto run = test::must_run(text,
                                  "--grid 1 --block 4 --arg where=int[4]:values=9,8,7,6 "
                                  "--arg a=float[64] --arg shift=-2");
  const auto at = [&](uint32_t step) { return unfold(run, step, 3); };
  CHECK(at(0).source == "i");
  CHECK(at(0).array == "where");
  CHECK(at(0).definition_source == "threadIdx.x");
  CHECK(at(1).source == "where[i] + 1");
  CHECK(at(1).values == "6 + 1");
  CHECK(at(1).result == "7");
  CHECK(at(2).array == "a");
  CHECK(at(2).source == "p + i");
  CHECK(at(2).values == "8 + 3");
  CHECK(at(2).result == "11");
  CHECK(at(3).source == "p + i * 2");
  CHECK(at(3).values == "8 + 3 * 2");
  CHECK(at(3).result == "14");
  CHECK(at(4).source == "j++");
  CHECK(at(4).values == "7");
  CHECK(at(4).result == "7");
  CHECK(at(5).source == "(int)(1.5f * 2) + i");
  CHECK(at(5).values == "(int)(1.5 * 2) + 3");
  CHECK(at(5).result == "6");
  CHECK(at(6).source == "40 + shift * i");
  CHECK(at(6).values == "40 + (-2) * 3");
  CHECK(at(6).result == "34");
  CHECK(at(7).source == "i < 2 ? i : max(i, 3)");
  CHECK(at(7).values == "3 < 2 ? 3 : max(3, 3)");
  CHECK(at(7).result == "3");
}

TEST_CASE("unfold: accesses that macros make, text over several lines, dynamic and cubic arrays") {
  const char* text = R"(
#define CELL(r, c) m[(r) * width + (c)]
#define LAST(k) (k) - 1
#define SIDE 4
__global__ void f(float* m, int width) {
  extern __shared__ float ring[];
  __shared__ float cube[2][3][SIDE];
  int x = threadIdx.x;
  CELL(x + 1, 2) = 1;
  m[LAST(width)] = 2;
  m[x *   // the lane
    width
    + /* shift */ 1] = 3;
  ring[x + SIDE] = 4;
  cube[x & 1][2][SIDE - 1 - x] = 5;
  float* end = ring + 7;
  end[-x] = 6;
  *&cube[1][0][x] = 7;
  m[-x + 3] = 8;
  int at;
  at = (x + 1) * (width - 1);
  if (x > 0) { m[at] = 9; }
})";
  const auto run =
      test::must_run(text, "--grid 1 --block 4 --shared 64 --arg m=float[64] --arg width=8");
  const auto at = [&](uint32_t step) { return unfold(run, step, 3); };
  CHECK(at(0).values == "(3 + 1) * 8 + 2");
  CHECK(at(0).result == "34");
  CHECK(at(0).array == "m");
  CHECK(at(1).source == "LAST(width)");
  CHECK(at(1).values == "8 - 1");
  CHECK(at(2).source == "x * width + 1");
  CHECK(at(2).values == "3 * 8 + 1");
  CHECK(at(3).array == "ring");
  CHECK(at(3).source == "x + SIDE");
  CHECK(at(3).values == "3 + 4");
  CHECK(at(4).source == "[x & 1][2][SIDE - 1 - x]");
  CHECK(at(4).values == "[3 & 1][2][4 - 1 - 3]");
  CHECK(at(4).result == "[1][2][0]");
  CHECK(at(5).array == "ring");
  CHECK(at(5).source == "end + (-x)");
  CHECK(at(5).values == "7 + (-3)");
  CHECK(at(5).result == "4");
  CHECK(at(6).array == "cube");
  CHECK(at(6).result == "15");
  CHECK(at(7).source == "-x + 3");
  CHECK(at(7).values == "-3 + 3");
  CHECK(at(7).result == "0");
  CHECK(at(8).definition_source == "(x + 1) * (width - 1)");
  CHECK(at(8).definition_values == "(3 + 1) * (8 - 1)");
  CHECK(at(8).result == "28");
}

TEST_CASE("unfold: a lane that takes no part has nothing to unfold") {
  const auto run = test::must_run("__global__ void f(int* a) { if (threadIdx.x > 3) a[5] = 1; }",
                                  "--grid 1 --block 32 --arg a=int[8]");
  CHECK(unfold(run, 0, 0).source.empty());
  CHECK(unfold(run, 0, 4).result == "5");
}

TEST_CASE("unfold: every access of many kernels has the address that its expression gives") {
  const auto tiled = test::must_run(kTiled, kTiledLaunch, {1, 0, 0});
  check_addresses(tiled);
  check_results(tiled);
  for (const char* name : {"break_and_continue",
                           "bytes_and_shorts",
                           "column_matmul",
                           "comma_and_discard",
                           "compound_on_memory",
                           "do_while_return",
                           "double_tiles",
                           "dynamic_shared",
                           "early_exit_then_barrier",
                           "histogram",
                           "if_else_sides",
                           "local_arrays",
                           "long_long_strides",
                           "loop_trip_by_lane",
                           "math_mix",
                           "nested_loops_divergent",
                           "partial_warps",
                           "pointer_walk",
                           "reduce_interleaved",
                           "reduce_modulo",
                           "scan_hillis_steele",
                           "stencil_3d_block",
                           "switch_fall_through",
                           "swizzled_transpose",
                           "ternary_and_logic",
                           "while_on_memory"}) {
    CAPTURE(name);
    const auto run = test::must_run_file("measured/" + std::string(name) + ".cu");
    check_addresses(run);
    check_results(run);
  }
}

TEST_CASE("unfold: an index read outside of a local array is 0, as in the run") {
  const auto run = test::must_run(
      "__global__ void k(float* a) {\n"
      "  int before[2] = {5, 6};\n"
      "  int l[2] = {7, 8};\n"
      "  int after[2] = {9, 10};\n"
      "  int i = threadIdx.x - 1;\n"
      "  a[l[i] + before[1] - after[0] + 3] = 1;\n"
      "}\n",
      "--grid 1 --block 4 --checks none --arg a=float[32]");
  REQUIRE(run->recording->size() == 1);
  CHECK(unfold(run, 0, 0).result == "0");
  CHECK(unfold(run, 0, 1).result == "7");
  CHECK(unfold(run, 0, 2).result == "8");
  CHECK(unfold(run, 0, 3).result == "0");
  CHECK(run->findings.size() == 1);
}

TEST_CASE("variables: a thread's parameters, locals and arrays at a step, with their scopes") {
  const auto run = test::must_run(R"(
__global__ void f(int* a, float scale) {
  int local[3] = {5, 6, 7};
  int t = threadIdx.x - 2;
  local[1] = t;
  a[threadIdx.x] = t;
  { short inner = -3; a[threadIdx.x] = inner; }
  a[threadIdx.x] = local[threadIdx.x % 3];
})",
                                  "--grid 1 --block 32 --arg a=int[32] --arg scale=1.5");
  replay::Replay replay(run);
  const auto find = [&](uint32_t step, uint32_t lane, const std::string& name) {
    replay.go_to(step);
    const auto values = replay::thread_variables(*run, replay, 0, lane);
    const auto found = std::find_if(values.begin(), values.end(), [&](const auto& value) {
      return value.variable->name == name;
    });
    REQUIRE(found != values.end());
    return *found;
  };
  CHECK(find(0, 1, "t").bits == std::vector<uint64_t>{static_cast<uint64_t>(-1)});
  CHECK(find(0, 1, "t").in_scope);
  CHECK(find(0, 1, "scale").bits == std::vector<uint64_t>{0x3fc00000});
  CHECK(find(0, 1, "local").bits == std::vector<uint64_t>{5, static_cast<uint64_t>(-1), 7});
  CHECK_FALSE(find(0, 1, "inner").in_scope);
  CHECK(find(1, 9, "inner").in_scope);
  CHECK(find(1, 9, "inner").bits == std::vector<uint64_t>{static_cast<uint64_t>(-3)});
  CHECK_FALSE(find(2, 9, "inner").in_scope);
  CHECK(find(0, 5, "t").bits == std::vector<uint64_t>{3});
}

TEST_CASE("unfold: an index that is a sum has its terms with their elements") {
  const auto run = test::must_run(kTiled, kTiledLaunch);
  // Lane 12 of the second warp: thread (4, 5); row 5, sub 0.
  const uint32_t step = find_step(*run, 1, "M");
  const replay::Unfolded unfolded = unfold(run, step, 12);
  REQUIRE(unfolded.terms.size() == 3);
  CHECK(unfolded.terms[0].source == "row * n");
  CHECK(unfolded.terms[1].source == "sub * BLOCK_SIZE");
  CHECK(unfolded.terms[2].source == "threadIdx.x");
  uint64_t sum = 0;
  for (const auto& term : unfolded.terms) sum += term.value;
  CHECK(std::to_string(sum) == unfolded.result);
  CHECK(unfolded.terms[2].value == 4);
}
