// Native code does what the interpreter does. Launched::run() holds each launch of this folder's
// tests against it; here is what these do not come to.
#include <doctest/doctest.h>

#include <numeric>

#include "sim/machine/avx2/warp_code.hpp"
#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using machine::test::Launched;

namespace {

std::vector<int> counted(size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// The launch's grid on its memory as it is, natively.
GridEnd run_natively(const Launched& launched, GlobalMemory& memory, const GridOptions& options,
                     trace::Observer* observer = nullptr) {
  const auto context = std::make_shared<GridContext>(*launched.context());
  context->code = std::make_shared<KernelCode>(launched.program(), 0);
  context->thread_indices = thread_indices(context->block);
  return run_grid(context, memory, observer, options);
}

std::vector<int> ints_of(const GlobalMemory& memory, uint32_t array) {
  const base::PagedBytes& bytes = memory.array(array).bytes;
  std::vector<int> values(bytes.size() / sizeof(int));
  bytes.read(0, std::as_writable_bytes(std::span(values)));
  return values;
}

// Of a block that is looked at by nobody, but listens for rare events.
class Rare : public trace::Observer {
 public:
  bool hears_only_rare_events() const override { return true; }
  Observer* hearer_of_accesses() override { return nullptr; }
  std::unique_ptr<Observer> for_chunk(Apart) override { return std::make_unique<Rare>(); }
};

}  // namespace

TEST_CASE("native warps: variables that lanes share until they part") {
  Launched launched(
      "__global__ void k(int* out, const int* in, int n) {\n"
      "  int shared_by_all = 0, left_at = -1, last = 7;\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    shared_by_all += in[i];\n"
      "    if (in[i] > threadIdx.x) { left_at = i; break; }\n"
      "    if (i % 3 == 1) continue;\n"
      "    last = i;\n"
      "  }\n"
      "  int nested = 1;\n"
      "  if (threadIdx.x & 1) { nested = 2; if (n > 3) nested += n; } else nested = n;\n"
      "  int turns = 0;\n"
      "  do { ++turns; if (turns == n) break; } while (turns < threadIdx.x);\n"
      "  switch (threadIdx.x % 4) { case 0: last += 10; case 1: last += 100; break; default: last "
      "= n; }\n"
      "  out[threadIdx.x * 5] = shared_by_all; out[threadIdx.x * 5 + 1] = left_at;\n"
      "  out[threadIdx.x * 5 + 2] = last; out[threadIdx.x * 5 + 3] = nested;\n"
      "  out[threadIdx.x * 5 + 4] = turns;\n"
      "}\n");
  launched.block(64).array(std::vector<int>(64 * 5)).array(counted(40)).scalar(40).run();
  const std::vector<int> out = launched.read<int>(0);
  CHECK(out[5 * 3] == 10);     // 0 + 1 + 2 + 3 + 4
  CHECK(out[5 * 3 + 1] == 4);  // 4 is more than 3
  CHECK(out[5 * 63 + 1] == -1);
  CHECK(out[5 * 2 + 3] == 40);
  CHECK(out[5 * 3 + 3] == 42);
  CHECK(out[5 * 9 + 4] == 9);
}

TEST_CASE("native warps: in slices of any length") {
  Launched launched(
      "__global__ void k(int* out, int n) {\n"
      "  __shared__ int s[64]; int sum = 0;\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    s[threadIdx.x] = i + threadIdx.x; __syncthreads();\n"
      "    if (threadIdx.x < 40) sum += s[63 - threadIdx.x] * i; __syncthreads();\n"
      "  }\n"
      "  out[blockIdx.x * 64 + threadIdx.x] = sum + (int)clock();\n"
      "}\n");
  launched.grid(3).block(64).array(std::vector<int>(3 * 64)).scalar(5);
  const GlobalMemory before = launched.memory;
  launched.run();
  for (const uint64_t length : {1, 2, 3, 7, 50, 1000}) {
    CAPTURE(length);
    const auto context = std::make_shared<GridContext>(*launched.context());
    context->code = std::make_shared<KernelCode>(launched.program(), 0);
    context->thread_indices = thread_indices(context->block);
    GlobalMemory memory = before;
    GridOptions options;
    options.step_limit = 1'000'000;
    const std::unique_ptr<GridRun> run = begin_grid(context, memory, nullptr, options);
    for (bool is_done = false; !is_done;) {
      base::Slice slice(length);
      is_done = run->advance(slice) == base::Progress::kDone;
    }
    CHECK(run->end().steps == launched.end.steps);
    CHECK(ints_of(memory, 0) == launched.read<int>(0));
  }
  for (const uint64_t limit : {uint64_t{100}, uint64_t{333}, launched.end.steps - 1}) {
    GlobalMemory memory = before;
    GridOptions options;
    options.step_limit = limit;
    const GridEnd end = run_natively(launched, memory, options);
    CHECK(end.reason == StopReason::kStepLimit);
    CHECK(end.steps == limit);
  }
}

TEST_CASE("native warps: accesses of every kind") {
  Launched launched(
      "struct Pair { short a; char b; };\n"
      "__global__ void k(int* out, const int* in, double* reals, Pair* pairs, int n) {\n"
      "  __shared__ int s[100]; __shared__ char bytes[64]; int local[5] = {1, 2, 3};\n"
      "  const int t = threadIdx.x;\n"
      "  s[t] = in[t]; s[t + 32] = in[31 - t]; bytes[t] = t * 3;\n"
      "  __syncwarp();\n"
      "  const int* anywhere = t % 3 == 0 ? s + t : t % 3 == 1 ? in + 2 * t : local + t % 5;\n"
      "  local[t % 5] += *anywhere; local[1] = in[n];\n"
      "  out[t] = local[t % 5] + s[99 - t] + s[t / 4] + bytes[31 - t];\n"
      "  reals[t] = reals[2 * t] + in[t] / 3 + in[t] % 7;\n"
      "  if (t > 4) pairs[t].a = pairs[t - 1].b + t;\n"
      "  if (t == 9) out[40 + n] = in[1];\n"
      "  out[32 + t % 2] = t;\n"
      "  ((int4*)out)[16] = ((const int4*)in)[3];\n"
      "  if (t < 3) ((int2*)out)[20 + t] = ((const int2*)in)[t];\n"
      "  out[120 + t] = in[1000 + t];\n"  // out of bounds
      "  out[t * 1000 + 1000] = 1;\n"
      "}\n");
  launched.block(32)
      .array(std::vector<int>(160))
      .array(counted(64))
      .array(std::vector<double>(64, 0.5))
      .array(std::vector<uint32_t>(64, 0x00030002))
      .scalar(2)
      .run();
  CHECK(launched.read<int>(0)[42] == 2);
}

TEST_CASE("native warps: side by side, with the results of linear order") {
  for (const std::string body : {"y[i] = 2 * x[i] + y[i];",          // each block its own
                                 "y[(i + 128) % n] = y[i] + x[i];",  // what the next block reads
                                 "atomicAdd(&y[i % 7], x[i]); x[i] = y[8 + i % 7];",  // sums
                                 "if (i % 5 != 0) y[i] = x[i / 2]; else y[i] -= i;"}) {
    CAPTURE(body);
    Launched launched(
        "__global__ void k(int* x, int* y, int n) {\n"
        "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  for (int turn = 0; turn < 3; ++turn) if (i < n) { " +
        body + " }\n}\n");
    const int n = 64 * 128 - 5;
    launched.grid(64).block(128).array(counted(64 * 128)).array(counted(64 * 128)).scalar(n);
    const GlobalMemory before = launched.memory;
    launched.run();
    GlobalMemory memory = before;
    GridOptions options;
    options.step_limit = 100'000'000;
    options.threads = 3;
    options.chunk_sizes = {200, 1};
    Rare rare;
    const GridEnd end = run_natively(launched, memory, options, &rare);
    CHECK(end.steps == launched.end.steps);
    CHECK(end.flops == launched.end.flops);
    CHECK(ints_of(memory, 0) == launched.read<int>(0));
    CHECK(ints_of(memory, 1) == launched.read<int>(1));
  }
}

TEST_CASE("native warps: frames of every width, offset and mask") {
  Launched launched(
      "__device__ int sum_of(const int* values, int n) {\n"
      "  int sum = 0; for (int i = 0; i < n; ++i) sum += values[i]; return sum;\n"
      "}\n"
      "struct Mixed { char c; short s; double d; float f[3]; };\n"
      "__global__ void k(int* out, double* reals, int n) {\n"
      "  const int t = threadIdx.x;\n"
      "  int ints[9]; double doubles[5]; char chars[7]; short shorts[6]; float4 vectors[2];\n"
      "  Mixed mixed[2];\n"
      "  for (int i = 0; i < 9; ++i) ints[i] = i * n + t;\n"
      "  for (int i = 0; i < 5; ++i) { doubles[i] = i + t * 0.5; if (t % 3 == i) doubles[i] = -i; "
      "}\n"
      "  for (int i = 0; i < 7; ++i) chars[i] = i * t;\n"
      "  for (int i = 0; i < 6; ++i) if (t > i) shorts[i] = t - 300 * i; else shorts[i] = 1;\n"
      "  for (int i = 0; i < 9; i += 2) if (t & 1) ints[i] = 5;\n"
      "  for (int i = 0; i < 2; ++i) {\n"
      "    vectors[i] = make_float4(t, i, n, t + i);\n"
      "    mixed[i].c = t; mixed[i].s = -t; mixed[i].d = t + 0.25; mixed[i].f[i + 1] = t * 2;\n"
      "  }\n"
      "  int sum = sum_of(ints + t % 2, n) + ints[t % 9] + chars[6 - t % 7] + shorts[t % 6];\n"
      "  ints[(t * 5) % 9] += 100; chars[t % 7] = 9;\n"
      "  for (int i = 0; i < 9; ++i) sum = sum * 3 + ints[i];\n"
      "  for (int i = 0; i < 7; ++i) sum += chars[i] * (i + 1);\n"
      "  if (t < 20) sum += (int)(vectors[t % 2].w + vectors[1].x);\n"
      "  sum += mixed[t % 2].c + mixed[1].s + (int)mixed[0].f[1];\n"
      "  out[t] = sum + ints[8 + n / 1000];\n"
      "  double* which = t % 4 == 0 ? doubles + 1 : reals + t;\n"
      "  *which += 0.125;\n"
      "  reals[t + 64] = doubles[t % 5] + doubles[1] + mixed[n % 2].d;\n"
      "  if (t == 7) out[64] = ints[9 + n];\n"  // past the array
      "}\n");
  launched.block(50).array(std::vector<int>(65)).array(std::vector<double>(128, 2)).scalar(5).run();
  const std::vector<int> out = launched.read<int>(0);
  // What C++ gives for thread 3: its own arrays, whoever is beside it.
  const int t = 3, n = 5;
  int ints[9], sum = 0;
  for (int i = 0; i < 9; ++i) ints[i] = i % 2 == 0 ? 5 : i * n + t;
  for (int i = 0; i < n; ++i) sum += ints[i + 1];
  sum += ints[t % 9] + (6 - t) * t + 1;
  ints[t * 5 % 9] += 100;
  for (const int value : ints) sum = sum * 3 + value;
  for (int i = 0; i < 7; ++i) sum += (i == t ? 9 : i * t) * (i + 1);
  sum += (t + 1) + t + t - t + 2 * t;
  CHECK(out[3] == sum + ints[8]);
  const std::vector<double> reals = launched.read<double>(1);
  CHECK(reals[64 + 3] == (3 + 3 * 0.5) + (1 + 3 * 0.5) + 3.25);
  CHECK(reals[3] == 2.125);
  CHECK(reals[4] == 2);
}

TEST_CASE("native warps: shared memory through pointers, in every block of a grid") {
  Launched launched(
      "__device__ float at(const float* tile, int i) { return tile[i]; }\n"
      "__device__ void put(float* tile, int i, float value) { tile[i] = value; }\n"
      "__global__ void k(float* out, const float* in) {\n"
      "  __shared__ float tile[64];\n"
      "  const float* from = blockIdx.x % 2 == 0 ? tile : in;\n"
      "  put(tile, threadIdx.x, blockIdx.x + threadIdx.x);\n"
      "  if (threadIdx.x < 8) put(tile, 63 - threadIdx.x, -1);\n"
      "  __syncthreads();\n"
      "  out[blockIdx.x * 32 + threadIdx.x] = at(from, threadIdx.x) + at(tile, 31 - threadIdx.x) "
      "+\n"
      "      at(tile, 60) + from[5];\n"
      "}\n");
  std::vector<float> in(64);
  std::iota(in.begin(), in.end(), 1000.0f);
  launched.grid(40).block(32).array(std::vector<float>(40 * 32)).array(in).run();
  const std::vector<float> out = launched.read<float>(0);
  for (int block = 0; block < 40; ++block) {
    for (int t = 0; t < 32; ++t) {
      const auto from = [&](int i) {
        return block % 2 == 0 ? static_cast<float>(block + i) : 1000.0f + static_cast<float>(i);
      };
      const float expected = from(t) + static_cast<float>(block + 31 - t) - 1 + from(5);
      REQUIRE(out[static_cast<size_t>(block * 32 + t)] == expected);
    }
  }
}

TEST_CASE("native warps: who waits for a number of cycles waits for an eighth of instructions") {
  Launched launched(
      "__global__ void k(long long* out) {\n"
      "  const long long begin = clock64();\n"
      "  while (clock64() - begin < 80000) {}\n"
      "  out[threadIdx.x] = clock64() - begin;\n"
      "}\n");
  launched.block(32).array(std::vector<long long>(32)).run();
  CHECK(launched.read<long long>(0)[31] >= 80000);
  CHECK(launched.read<long long>(0)[31] < 80100);
  CHECK(launched.end.steps >= 10000);
  CHECK(launched.end.steps < 10100);
}
