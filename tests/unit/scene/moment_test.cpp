// Moments of real runs: the lecture's tiled product, and kernels that nobody drew a picture for.
#include "app/scene/moment.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <random>

#include "kernel_run.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using namespace warplens::test;
using warplens::test::golden;

namespace {

// The chosen thread of the opening lesson: x 4, y 3 of an 8 x 8 block is lane 28 of warp 0.
constexpr uint32_t kLane = 28;

uint32_t find_step(const Recorded& recorded, trace::Space space, trace::Operation operation,
                   uint32_t skip = 0) {
  for (uint32_t step = 0; step < recorded.steps(); ++step) {
    const trace::AccessHead& head = recorded.run->recording->heads[step];
    if (head.space == space && head.operation == operation && skip-- == 0) return step;
  }
  FAIL("no such access");
  return 0;
}

bool same(const scene::Grid& a, const scene::Grid& b) {
  return a.bits == b.bits && a.states == b.states && a.last_writer == b.last_writer &&
         a.lanes_now == b.lanes_now && a.thread_now == b.thread_now;
}

}  // namespace

TEST_CASE("moment: the tiled product opens on M[11][4], element 180") {
  Recorded recorded = record_lesson("matmul_tiled.cu", {1, 1, 0});
  const auto moment = recorded.at(0, 0, kLane);
  CHECK(moment->array == "M");
  const scene::LaneRow& lane = moment->lanes[kLane];
  CHECK(lane.thread == std::array<uint32_t, 3>{4, 3, 0});
  CHECK(lane.element == 180);
  CHECK(lane.element_name == "M[11][4]");
  CHECK(lane.value == "180");
  CHECK(lane.group == 3);
  CHECK(lane.is_chosen);
  CHECK_FALSE(moment->lanes[27].is_chosen);
  const scene::Grid& m = grid_of(*moment, "M");
  CHECK(m.rows == 16);
  CHECK(m.columns == 16);
  CHECK(m.lanes_now[m.at(11, 4)] == kLane + 1);
  CHECK(m.lanes_now[m.at(12, 4)] == 0);  // the other warp's row
  CHECK(m.block_part[m.at(8, 0)] == 1);
  CHECK(m.block_part[m.at(7, 0)] == 0);
  CHECK(m.block_box == scene::Box{8, 16, 0, 16});
  CHECK(m.focus == scene::Box{8, 16, 0, 8});
  CHECK(moment->sentence == golden("scene.moment.sectors"));
  CHECK_FALSE(moment->is_wasteful);
}

TEST_CASE(
    "moment: a load goes to registers, the store behind it keeps the way back to the matrix") {
  Recorded recorded = record_lesson("matmul_tiled.cu", {1, 1, 0});
  const auto load = recorded.at(0, 0, kLane);
  REQUIRE(load->transfers.size() == 32);
  CHECK(load->transfers[kLane].to_register);
  CHECK(load->transfers[kLane].from_space == trace::Space::kGlobal);
  CHECK(load->transfers[kLane].from_address == load->lanes[kLane].address);
  const auto store = recorded.at(1, 0, kLane);
  REQUIRE(store->access.operation == trace::Operation::kStore);
  const scene::Transfer& transfer = store->transfers[kLane];
  CHECK(transfer.from_register);
  CHECK(transfer.has_origin);
  CHECK(transfer.from_space == trace::Space::kGlobal);
  CHECK(transfer.from_address == load->lanes[kLane].address);
  CHECK(transfer.to_space == trace::Space::kShared);
  CHECK(transfer.to_address == store->lanes[kLane].address);
}

TEST_CASE("moment: a computed value has no origin") {
  Recorded recorded = record(
      "__global__ void k(float* a) { __shared__ float s[32]; int x = threadIdx.x;"
      " s[x] = a[x] + 1.0f; a[x] = s[31 - x]; }",
      "--grid 1 --block 32 --arg a=float[32]:iota");
  const auto computed = recorded.at(1);
  CHECK_FALSE(computed->transfers[5].has_origin);
  const auto copied = recorded.at(3);
  REQUIRE(copied->access.space == trace::Space::kGlobal);
  CHECK(copied->transfers[5].has_origin);
  CHECK(copied->transfers[5].from_space == trace::Space::kShared);
  CHECK(copied->transfers[5].from_address == 26 * 4);
  CHECK(scene::value_text(grid_of(*copied, "a"), 0, 5) == "27");  // the store is done
}

TEST_CASE("moment: shared cells are unwritten, written in this phase, or left over") {
  Recorded recorded = record_lesson("matmul_tiled.cu", {1, 1, 0});
  const auto& phases = recorded.run->recording->phases;
  using scene::CellState;
  const auto before = recorded.at(0);
  CHECK(grid_of(*before, "tile_m").states[0] == CellState::kUnwritten);
  const auto after = recorded.at(1);
  const scene::Grid& written = grid_of(*after, "tile_m");
  CHECK(written.states[written.at(3, 7)] == CellState::kWrittenNow);
  CHECK(written.last_writer[written.at(3, 7)] == 31 + 1);
  CHECK(written.states[written.at(4, 0)] == CellState::kUnwritten);  // warp 1 is not there yet
  CHECK(scene::value_text(written, 3, 4) == "180");
  uint32_t second = 0;
  while (phases[recorded.run->recording->heads[second].phase].iteration != 1 || second < 2)
    ++second;
  const auto next = recorded.at(second);
  const scene::Grid& left = grid_of(*next, "tile_m");
  CHECK(left.states[left.at(3, 7)] == CellState::kLeftOver);
  CHECK(left.last_writer[left.at(4, 0)] == 1);
  CHECK(left.writer_warp[left.at(4, 0)] == 1);
}

TEST_CASE("moment: the product shows cursor, running sum, and the thread's row and column") {
  Recorded recorded = record_lesson("matmul_tiled.cu", {1, 1, 0});
  const uint32_t first = find_step(recorded, trace::Space::kShared, trace::Operation::kLoad);
  const auto moment = recorded.at(first + 4, 0, kLane);  // k = 2, tile_m
  CHECK(moment->accumulation.present);
  CHECK(moment->accumulation.variable == "sum");
  CHECK(moment->accumulation.cursor == "k");
  CHECK(moment->accumulation.cursor_value == "2");
  // M[11][0] * N[0][12] + M[11][1] * N[1][12] = 176 * 12 + 177 * 28
  CHECK(moment->accumulation.value == "7068");
  const scene::Grid& m = grid_of(*moment, "tile_m");
  CHECK(m.thread_now[m.at(3, 1)] == scene::kThreadPast);
  CHECK(m.thread_now[m.at(3, 2)] == scene::kThreadNow);
  CHECK(m.thread_now[m.at(3, 7)] == scene::kThreadToCome);
  CHECK(m.thread_now[m.at(4, 2)] == scene::kThreadNever);
  const scene::Grid& n = grid_of(*moment, "tile_n");
  CHECK(n.thread_now[n.at(1, 4)] == scene::kThreadPast);
  CHECK(n.thread_now[n.at(2, 4)] == scene::kThreadToCome);
  CHECK(n.thread_now[n.at(2, 5)] == scene::kThreadNever);
}

TEST_CASE("moment: `x = x + ...` accumulates too, an assignment that does not read x does not") {
  const char* text =
      "__global__ void k(const float* a, float* out) { float x = 0; float y = 0;"
      " for (int i = 0; i < 3; i++) { x = fmaf(a[i], 2.0f, x); y = a[i]; } out[threadIdx.x] = x + "
      "y; }";
  Recorded recorded = record(text, "--grid 1 --block 32 --arg a=float[3]:iota --arg out=float[32]");
  const auto sum = recorded.at(2);
  CHECK(sum->accumulation.present);
  CHECK(sum->accumulation.variable == "x");
  CHECK(sum->accumulation.cursor_value == "1");
  CHECK_FALSE(recorded.at(1)->accumulation.present);
}

TEST_CASE("moment: padding is what no access of the block touches") {
  Recorded recorded = record(
      "__global__ void k(float* a) { __shared__ float s[16][17]; int x = threadIdx.x;"
      " int y = threadIdx.y; s[y][x] = a[y * 16 + x]; a[y * 16 + x] = s[x][y]; }",
      "--grid 1 --block 16,16 --arg a=float[16][16]");
  const auto moment = recorded.at(1);
  const scene::Grid& s = grid_of(*moment, "s");
  CHECK(s.columns == 17);
  CHECK(s.used_columns == 16);
  CHECK(s.has_padding);
  CHECK(grid_of(*moment, "a").used_columns == 16);
  CHECK_FALSE(grid_of(*moment, "a").has_padding);
}

TEST_CASE("moment: columns of a tile that a small launch has no use for are no padding") {
  Recorded recorded = record(
      "__global__ void k(float* a) { __shared__ float s[32][32]; int x = threadIdx.x;"
      " int y = threadIdx.y; if (y < 16 && x < 16) { s[y][x] = a[y * 16 + x];"
      " a[y * 16 + x] = s[y][x]; } }",
      "--grid 1 --block 32,32 --arg a=float[16][16]");
  const auto moment = recorded.at(1);
  CHECK(grid_of(*moment, "s").used_columns == 16);
  CHECK_FALSE(grid_of(*moment, "s").has_padding);
}

TEST_CASE("moment: groups are rows of the warp, as long as there are colours for them") {
  Recorded four = record("__global__ void k(int* a) { a[threadIdx.y * 8 + threadIdx.x] = 1; }",
                         "--grid 1 --block 8,8 --arg a=int[64]");
  CHECK(four.at(0)->lanes[7].group == 0);
  CHECK(four.at(0)->lanes[8].group == 1);
  CHECK(four.at(1)->lanes[31].group == 3);

  Recorded recorded = record("__global__ void k(int* a) { a[threadIdx.y * 2 + threadIdx.x] = 1; }",
                             "--grid 1 --block 2,20 --arg a=int[40]");
  const auto moment = recorded.at(0);
  CHECK(moment->lanes[0].group == 0);
  CHECK(moment->lanes[1].group == 0);
  CHECK(moment->lanes[2].group == 0);  // sixteen rows
  CHECK(moment->lanes[16].group == 0);
  const auto last = recorded.at(1, 1, 3);
  CHECK(last->lanes[3].thread == std::array<uint32_t, 3>{1, 17, 0});
  CHECK(last->lanes[3].group == 1);
  CHECK(last->lanes[7].exists);
  CHECK_FALSE(last->lanes[8].exists);
  CHECK(last->lanes[8].group == scene::kNoGroup);
}

TEST_CASE("moment: a lane out of bounds has a name and no arrow") {
  Recorded recorded = record("__global__ void k(int* a) { a[threadIdx.x] = 1; }",
                             "--grid 1 --block 32 --arg a=int[30]");
  const auto moment = recorded.at(0);
  CHECK(moment->transfers.size() == 30);
  CHECK(moment->lanes[31].out_of_bounds);
  CHECK(moment->lanes[31].element_name == "a[31]");
  CHECK(moment->sentence.find("Lanes 30 and 31 are outside every array") != std::string::npos);
}

TEST_CASE("moment: an atomic's cells hold the sums once it is done") {
  Recorded recorded = record(
      "__global__ void k(int* a) { __shared__ int s[4]; s[threadIdx.x % 4] = 0; __syncthreads();"
      " atomicAdd(&s[threadIdx.x % 4], 2); a[threadIdx.x] = s[threadIdx.x % 4]; }",
      "--grid 1 --block 32 --arg a=int[32]");
  const auto moment = recorded.at(1);
  REQUIRE(moment->access.operation == trace::Operation::kAtomic);
  CHECK(scene::value_text(grid_of(*moment, "s"), 0, 3) == "16");
  CHECK(moment->lanes[0].value == "2");
}

TEST_CASE("moment: a very large matrix keeps a window around what the block works on") {
  Recorded recorded = record(
      "__global__ void k(float* a, int n) { int c = blockIdx.x * 16 + threadIdx.x;"
      " int r = blockIdx.y * 16 + threadIdx.y; a[r * n + c] = 7.0f; }",
      "--grid 64,64 --block 16,16 --arg a=float[1024][1024]:zero --arg n=1024", {40, 50, 0});
  const auto moment = recorded.at(3);
  const scene::Grid& a = grid_of(*moment, "a");
  CHECK(a.rows == 1024);
  CHECK(a.window.rows() * a.window.columns() < 1024 * 1024 / 2);
  CHECK(a.block_box == scene::Box{800, 816, 640, 656});
  REQUIRE(a.holds(806, 650));
  CHECK(a.lanes_now[a.at(806, 650)] == 10 + 1);
  CHECK(a.block_part[a.at(815, 655)] == 1);
  CHECK(a.block_part[a.at(816, 655)] == 0);
  CHECK(scene::value_text(a, 806, 650) == "7");
  CHECK(scene::value_text(a, 808, 650) == "0");
}

TEST_CASE("moment: a walk forwards and backwards gives what a fresh one gives") {
  Recorded walked = record_lesson("matmul_tiled.cu", {1, 0, 0});
  std::mt19937 random(7);
  for (int i = 0; i < 40; ++i) {
    const auto step = static_cast<uint32_t>(random() % walked.steps());
    const uint32_t warp = random() % 2, lane = random() % 32;
    const auto a = walked.at(step, warp, lane);
    replay::Replay fresh(walked.run);
    const auto b = scene::make_moment(*walked.run, fresh, step, warp, lane);
    CAPTURE(step);
    for (size_t g = 0; g < a->grids.size(); ++g) CHECK(same(a->grids[g], b->grids[g]));
    CHECK(a->sentence == b->sentence);
    CHECK(a->accumulation.value == b->accumulation.value);
    REQUIRE(a->variables.size() == b->variables.size());
    for (size_t v = 0; v < a->variables.size(); ++v) {
      CHECK(a->variables[v].value == b->variables[v].value);
    }
  }
}

TEST_CASE("moment: shared cells hold what replaying every store by hand gives") {
  Recorded recorded = record(
      "__global__ void k(int* a) { __shared__ int s[64]; int x = threadIdx.x;"
      " for (int r = 0; r < 40; ++r) { s[(x * 7 + r) % 64] = x + r; __syncthreads();"
      " a[x] = s[(x + r) % 64]; __syncthreads(); } }",
      "--grid 1 --block 64 --arg a=int[64]");
  std::vector<uint64_t> bits(64, 0);
  std::vector<int> writer(64, 0);
  for (uint32_t step = 0; step < recorded.steps(); ++step) {
    const trace::Access access = recorded.run->recording->at(step);
    if (access.space == trace::Space::kShared && access.operation == trace::Operation::kStore) {
      for (uint32_t lane = 0; lane < 32; ++lane) {
        bits[access.addresses[lane] / 4] = access.values[lane];
        writer[access.addresses[lane] / 4] = static_cast<int>(lane + 1);
      }
    }
    const auto moment = recorded.at(step);
    const scene::Grid& s = grid_of(*moment, "s");
    CAPTURE(step);
    for (uint64_t c = 0; c < 64; ++c) {
      if (writer[c] == 0) {
        CHECK(s.states[c] == scene::CellState::kUnwritten);
        continue;
      }
      CHECK(s.bits[c] == bits[c]);
      CHECK(s.last_writer[c] == writer[c]);
    }
  }
}

namespace {

constexpr const char* kWide =
    "__global__ void wide(const float4* in, float4* out) {\n"
    "  __shared__ float4 tile[32];\n"
    "  int i = threadIdx.x;\n"
    "  tile[i] = in[i];\n"
    "  __syncthreads();\n"
    "  out[i] = tile[31 - i];\n"
    "}\n";

}  // namespace

TEST_CASE("moment: 16 bytes a lane are four numbers, four words, and wavefronts by groups") {
  test::Recorded recorded =
      test::record(kWide, "--grid 1 --block 32 --arg in=float[128]:iota --arg out=float[128]");
  const auto store = recorded.at(1);  // of the tile
  REQUIRE(store->access.bytes == 16);
  CHECK(store->lanes[5].value == "20 21 22 23");
  CHECK(store->lanes[5].word == 20);
  CHECK(store->lanes[5].last_word == 23);
  CHECK(store->lanes[9].last_bank == 7);
  REQUIRE(store->plan.wavefronts.size() == 4);
  CHECK(store->plan.wavefronts[1].lanes == 0x0000ff00);
  CHECK(store->plan.wavefronts[3].group == 3);
  const scene::Grid& tile = test::grid_of(*store, "tile");
  CHECK(tile.extents == std::vector<uint64_t>{32, 4});
  for (uint64_t element = 0; element < 128; ++element) {
    const uint64_t row = element / tile.columns, column = element % tile.columns;
    CHECK(tile.lanes_now[tile.at(row, column)] == element / 4 + 1);
    CHECK(scene::value_text(tile, row, column) == std::to_string(element));
  }
  CHECK(scene::element_name(tile, 20 / tile.columns, 20 % tile.columns) == "tile[5].x");
  const auto load = recorded.at(2);
  CHECK(load->lanes[0].value == "124 125 126 127");
  CHECK(load->sentence.find("4 wavefronts are ideal, 0 bank conflicts") != std::string::npos);
}

TEST_CASE("moment: a constant's lanes know their broadcast, and its grid its values") {
  test::Recorded recorded = test::record(
      "__constant__ float w[3] = {0.5f, 1.5f, 2.5f};\n"
      "__global__ void k(float* x) { x[threadIdx.x] = w[threadIdx.x % 3]; }\n",
      "--grid 1 --block 32 --arg x=float[32]");
  const auto moment = recorded.at(0);
  REQUIRE(moment->access.space == trace::Space::kConstant);
  REQUIRE(moment->broadcasts.size() == 3);
  CHECK(moment->is_wasteful);
  CHECK(moment->broadcasts[1].lanes == 0x92492492);
  CHECK(moment->broadcasts[1].value == "1.5");
  CHECK(moment->broadcasts[1].element_name == "w[1]");
  CHECK(moment->lanes[7].broadcast == 1);
  CHECK(moment->array == "w");
  const scene::Grid& grid = test::grid_of(*moment, "w");
  CHECK(scene::value_text(grid, 0, 2) == "2.5");
  CHECK(grid.lanes_now[2] == 3);
}

TEST_CASE("moment: in an inlined function its frame comes first, members have their own values") {
  const std::string text =
      "struct Pair { float low, high; };\n"
      "__device__ float spread(const float* x, int j) {\n"
      "  Pair p;\n"
      "  p.low = 2.5f;\n"
      "  p.high = x[j];\n"
      "  return p.high - p.low;\n"
      "}\n"
      "__global__ void k(float* x) {\n"
      "  int i = threadIdx.x;\n"
      "  x[i] = spread(x, 31 - i);\n"
      "}\n";
  test::Recorded recorded = test::record(text, "--grid 1 --block 32 --arg x=float[32]:iota");
  const auto moment = recorded.at(0, 0, 4);
  REQUIRE(moment->frames.size() == 2);
  CHECK(moment->frames[0].function == "spread");
  CHECK(moment->frames[0].call_line == 10);
  CHECK(moment->frames[1].function == "k");
  CHECK(moment->frames[1].call_line == 0);
  CHECK(moment->place.line == 5);
  CHECK(moment->place.function == "spread");
  REQUIRE(moment->calls.size() == 1);
  CHECK(recorded.run->program->unit->file.slice(moment->calls[0]) == "spread(x, 31 - i)");
  const auto value = [&](const std::string& name, uint32_t frame) -> std::string {
    for (const scene::VariableText& variable : moment->variables) {
      if (variable.name == name && variable.frame == frame) return variable.value;
    }
    return "none";
  };
  CHECK(value("p.low", 0) == "2.5");
  CHECK(value("j", 0) == "27");
  CHECK(value("i", 1) == "4");
  CHECK(value("i", 0) == "none");
  CHECK(recorded.at(1, 0, 4)->frames.size() == 1);
  CHECK(recorded.at(1, 0, 4)->calls.empty());
}

TEST_CASE("moment: an atomic's cells hold what the machine leaves, whichever atomic it is") {
  test::Recorded recorded =
      test::record("__global__ void k(int* x) { atomicMax(&x[threadIdx.x % 2], threadIdx.x); }\n",
                   "--grid 1 --block 32 --arg x=int[2]:const=7");
  const auto moment = recorded.at(0);
  CHECK(scene::value_text(test::grid_of(*moment, "x"), 0, 0) == "30");
  CHECK(scene::value_text(test::grid_of(*moment, "x"), 0, 1) == "31");
}

TEST_CASE("moment: an atomic without an instruction turns by what is in memory") {
  const auto moment_of = [](const std::string& statement) {
    Recorded recorded = record(
        "__global__ void k(unsigned long long* a) {\n  __shared__ unsigned long long s[64];\n"
        "  int i = threadIdx.x;\n  s[i] = 0;\n  " +
            statement + "\n  a[i] = s[i];\n}\n",
        "--grid 1 --block 32 --arg a=uint64_t[64]:zero");
    return recorded.at(1);
  };
  const auto same = moment_of("atomicMax(&s[0], 7ull);");  // the first lane swaps, no other has to
  CHECK(same->sentence.find("here in 2 rounds. That takes 38 wavefronts") != std::string::npos);
  const auto rising = moment_of("atomicMax(&s[0], 1ull + i);");
  CHECK(rising->sentence.find("here in 32 rounds") != std::string::npos);
  CHECK(rising->plan.wavefronts.size() == rising->banks.cost.wavefronts);
}

TEST_CASE("moment: an array of records has its members as cells, each in its own type") {
  test::Recorded recorded = test::record(
      "struct Body { float x, y; int id; };\n"
      "__global__ void k(float* out) {\n"
      "  __shared__ Body bodies[32];\n"
      "  bodies[threadIdx.x].x = 0.5f;\n"
      "  bodies[threadIdx.x].id = threadIdx.x;\n"
      "  out[threadIdx.x] = bodies[threadIdx.x].x;\n"
      "}\n",
      "--grid 1 --block 32 --arg out=float[32]");
  const auto moment = recorded.at(1);
  CHECK(moment->lanes[7].element_name == "bodies[7].id");
  const scene::Grid& grid = test::grid_of(*moment, "bodies");
  CHECK(grid.extents == std::vector<uint64_t>{32, 3});
  CHECK(scene::value_text(grid, 7, 0) == "0.5");
  CHECK(scene::value_text(grid, 7, 2) == "7");
  CHECK(scene::element_name(grid, 7, 1) == "bodies[7].y");
}

TEST_CASE("moment: a row of a matrix has its array's elements, whoever gets them") {
  test::Recorded recorded = test::record(
      "__global__ void k(unsigned* out) {\n"
      "  __shared__ alignas(16) short tile[8][40];\n"
      "  for (int i = threadIdx.x; i < 320; i += 32) tile[i / 40][i % 40] = i - 100;\n"
      "  __syncwarp();\n  unsigned a;\n"
      "  warplens_ldmatrix_x1(&a, threadIdx.x % 8 * 80);\n  out[threadIdx.x] = a;\n}\n",
      "--grid 1 --block 32 --arg out=unsigned[32]");
  const auto moment = recorded.at(10, 0, 9);
  CHECK(moment->array == "tile");
  CHECK(moment->access.mask == 0xff);
  CHECK(moment->lanes[1].element_name == "tile[1][0]");
  CHECK(moment->lanes[1].value == "-60 -59 -58 -57 -56 -55 -54 -53");
  CHECK_FALSE(moment->lanes[9].active);
  CHECK(moment->banks.cost.conflicts() == 0);
  CHECK(moment->sentence.starts_with("The warp loads 1 matrix"));
}
