// Arguments of every kind, variables of the file, host code's launch, and what a step shows inside
// of functions and records.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "sim/lang/compile.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/replay/replay.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

using RunPtr = std::shared_ptr<const run::Run>;

replay::Unfolded unfold_at(const RunPtr& run, uint32_t step, uint32_t lane) {
  replay::Replay replay(run);
  replay.go_to(step);
  return replay::unfold_index(*run, replay, step, lane);
}

std::string error_of(const std::string& text, const std::string& words) {
  const auto run = test::try_run(text, words);
  return run.ok() ? "" : base::render(run.error(), base::SourceFile("test.cu", text));
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string kBodies =
    "struct Body { float3 at; float mass; int id; };\n"
    "__global__ void move(Body* bodies, float4* out, float2 by, int n) {\n"
    "  int i = threadIdx.x;\n"
    "  if (i < n) {\n"
    "    bodies[i].at.y += by.y;\n"
    "    out[i] = make_float4(bodies[i].at.y, bodies[i].mass, by.x, 1);\n"
    "  }\n"
    "}\n";

}  // namespace

TEST_CASE("arguments: records, vectors and vectors by value") {
  const RunPtr run = test::must_run(
      kBodies,
      "--block 8 --arg bodies=float[8][5]:iota --arg out=float4[8] --arg by={0.5,2} --arg n=8");
  const std::vector<float> out = test::floats_of(*run, "out");
  CHECK(out[4 * 2] == 5 * 2 + 1 + 2);
  CHECK(out[4 * 2 + 1] == 5 * 2 + 3);
  CHECK(out[4 * 2 + 2] == 0.5f);
  CHECK(test::floats_of(*run, "bodies")[6] == 8);
  const std::string wrong = error_of(
      kBodies, "--block 8 --arg bodies=float[9] --arg out=float4[8] --arg by={1,2,3} --arg n=8");
  CHECK(holds(wrong, "array 'bodies' has 36 bytes, which is no whole number of Body (20 bytes"));
  CHECK(holds(wrong, "--arg by: 3 values are given for 2"));
  const std::string missing = error_of(kBodies, "--block 8 --arg n=8");
  CHECK(holds(missing, "--arg out=float[8][4]"));
  CHECK(holds(missing, "--arg 'by={1,1}'"));
}

TEST_CASE("arguments: bfloat numbers are filled, computed and shown as such") {
  const RunPtr run = test::must_run(
      "#include <cuda_bf16.h>\n"
      "__global__ void k(const __nv_bfloat16* in, float* out, __nv_bfloat162* pairs) {\n"
      "  int i = threadIdx.x;\n"
      "  out[i] = (float)in[i] + __bfloat162float(__hmul(in[i], __float2bfloat16(1.5f)));\n"
      "  pairs[i] = __hadd2(pairs[i], __floats2bfloat162_rn(1, 2));\n"
      "}\n",
      "--block 4 --arg in=nv_bfloat16[4]:values=1,257,-3,0.1 --arg out=float[4] "
      "--arg pairs=__nv_bfloat162[4]:zero");
  const std::vector<float> out = test::floats_of(*run, "out");
  CHECK(out[0] == 2.5f);
  CHECK(out[1] == 256 + 384);
  CHECK(out[2] == -7.5f);
  CHECK(out[3] == 0.10009765625f + 0.150390625f);
}

TEST_CASE("arguments: a record with a pointer takes an array by its name") {
  const std::string text =
      "struct Matrix { int width; float* elements; };\n"
      "__global__ void f(Matrix m) { m.elements[threadIdx.x] = m.width; }\n";
  const RunPtr run = test::must_run(text, "--block 4 --arg m={7,@cells} --arg cells=float[4]:zero");
  CHECK(test::floats_of(*run, "cells") == std::vector<float>(4, 7.0f));
}

TEST_CASE("globals: initialisers, arguments, zeros with a warning; device variables are arrays") {
  const std::string text =
      "__constant__ float mask[3] = {1, 2, 3};\n"
      "__constant__ int shift;\n"
      "__device__ unsigned count = 5;\n"
      "__global__ void f(float* out) {\n"
      "  out[threadIdx.x] = mask[threadIdx.x % 3] + shift;\n"
      "  if (threadIdx.x == 0) count += 2;\n"
      "}\n";
  const RunPtr run = test::must_run(text, "--block 32 --arg out=float[32]");
  CHECK(test::floats_of(*run, "out")[2] == 3);
  CHECK(test::values_of<unsigned>(*run, "count")[0] == 7);
  REQUIRE(run->warnings.size() == 1);
  CHECK(holds(run->warnings[0].message, "'shift' is constant memory that nothing fills"));
  CHECK(holds(run->warnings[0].hint, "--arg shift=1"));
  // Three places of mask one after the other, and one of shift.
  CHECK(run->totals.constant.requests == 2);
  CHECK(run->totals.constant.broadcasts == 4);
  const auto row = std::find_if(run->accesses.begin(), run->accesses.end(), [](const auto& entry) {
    return entry.space == trace::Space::kConstant && entry.array == "mask";
  });
  REQUIRE(row != run->accesses.end());
  CHECK(row->constant.broadcasts == 3);

  const RunPtr given =
      test::must_run(text,
                     "--block 32 --arg out=float[32] --arg mask=float[3]:const=4 --arg shift=1 "
                     "--arg count=9");
  CHECK(test::floats_of(*given, "out")[1] == 5);
  CHECK(test::values_of<unsigned>(*given, "count")[0] == 11);
  CHECK(given->warnings.empty());
  CHECK(holds(error_of(text, "--block 32 --arg out=float[32] --arg mask=float[4]"),
              "'mask' is float[3] (12 bytes)"));
}

TEST_CASE("globals: a sequence keeps device variables") {
  prepare::Request request =
      test::make_request("__device__ int count;\n__global__ void up() { atomicAdd(&count, 1); }\n",
                         "--block 32 --then up --then up");
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE(runs.ok());
  CHECK(test::values_of<int>(*runs->back(), "count")[0] == 96);
}

TEST_CASE("kernels: an instance of a template by its arguments, in any spacing") {
  const std::string text =
      "template <int TILE, int PAD = 0>\n"
      "__global__ void fill(int* out) { out[threadIdx.x] = TILE + PAD; }\n";
  CHECK(test::values_of<int>(
            *test::must_run(text, "--kernel 'fill< 32,1 >' --block 4 --arg out=int[4]"),
            "out")[3] == 33);
  CHECK(test::values_of<int>(
            *test::must_run(text, "--kernel 'fill<16>' --block 4 --arg out=int[4]"), "out")[0] ==
        16);
  CHECK(holds(error_of(text, "--block 4 --arg out=int[4]"), "fill<"));
  CHECK(holds(error_of(text, "--kernel 'filll<16>' --block 4 --arg out=int[4]"), "fill"));
}

TEST_CASE("host launch: sizes, values and arrays; those behind it share the arrays") {
  const std::string text =
      "__global__ void first(const float* in, float* mid, int n) { mid[threadIdx.x] = in[n - 1]; "
      "}\n"
      "__global__ void second(const float* from, float* to) { to[threadIdx.x] = from[0]; }\n"
      "int main() {\n"
      "  const int n = 64;\n"
      "  float *a, *b, *c;\n"
      "  cudaMalloc(&a, n * sizeof(float));\n"
      "  cudaMalloc(&b, 32 * sizeof(float));\n"
      "  cudaMalloc(&c, 32 * sizeof(float));\n"
      "  first<<<1, 32>>>(a, b, n);\n"
      "  second<<<1, 32>>>(b, c);\n"
      "}\n";
  const auto unit = lang::compile(base::SourceFile("test.cu", text), {});
  REQUIRE(unit.ok());
  prepare::Request request;
  request.file = base::SourceFile("test.cu", text);
  const auto found = prepare::explore_host(request, **unit);
  const auto all = prepare::launch_of_host(**unit, found, "", true);
  REQUIRE(all.has_value());
  CHECK(prepare::words(all->place) == "line 9: first<<<1, 32>>>(a, b, n)");
  CHECK(all->guessed.empty());
  CHECK(all->launch.kernel == "first");
  CHECK(all->launch.block == launch::Dim3{32, 1, 1});
  REQUIRE(all->launch.then.size() == 1);
  request.launch = all->launch;
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE(runs.ok());
  CHECK(test::floats_of(*runs->back(), "to")[7] == 63);
  const auto second = prepare::launch_of_host(**unit, found, "second", false);
  REQUIRE(second.has_value());
  CHECK(second->launch.kernel == "second");
  CHECK(second->launch.then.empty());
}

TEST_CASE("unfold: members of records, and accesses inside of inlined functions") {
  const RunPtr bodies = test::must_run(
      kBodies, "--block 8 --arg bodies=float[8][5] --arg out=float4[8] --arg by={1,2} --arg n=8");
  const replay::Unfolded member = unfold_at(bodies, 0, 3);
  CHECK(member.array == "bodies");
  CHECK(member.source == "i");
  CHECK(member.result == "3");
  CHECK(member.member == ".at.y");

  const RunPtr inlined = test::must_run(
      "__device__ int at(int row, int column) { return row * 4 + column; }\n"
      "__device__ float read(const float* from, int k) { return from[k * 2 + 1]; }\n"
      "__global__ void f(const float* a, float* out) {\n"
      "  int t = threadIdx.x;\n"
      "  out[at(t / 4, t % 4)] = read(a, t) + read(a + 1, t + 1);\n"
      "}\n",
      "--block 16 --arg a=float[64] --arg out=float[16]");
  REQUIRE(inlined->recording->size() == 3);
  const replay::Unfolded first = unfold_at(inlined, 0, 5);
  CHECK(first.array == "a");
  CHECK(first.source == "k * 2 + 1");
  CHECK(first.values == "5 * 2 + 1");
  CHECK(first.result == "11");
  CHECK(unfold_at(inlined, 1, 5).values == "1 + (6 * 2 + 1)");
  const replay::Unfolded store = unfold_at(inlined, 2, 5);
  CHECK(store.source == "at(t / 4, t % 4)");
  CHECK(store.values == "at(5 / 4, 5 % 4)");
  CHECK(store.result == "5");
  // The function's row, and where it is called from.
  const auto row = std::find_if(
      inlined->accesses.begin(), inlined->accesses.end(),
      [](const auto& entry) { return entry.functions == std::vector<std::string>{"read"}; });
  REQUIRE(row != inlined->accesses.end());
  CHECK(row->line == 2);
  CHECK(row->call_lines == std::vector<uint32_t>{5});

  replay::Replay replay(inlined);
  bool has_k = false;
  for (const auto& value : replay::thread_variables(*inlined, replay, 0, 6)) {
    if (value.variable->name != "k") continue;
    has_k = true;
    CHECK(value.in_scope);
    CHECK(value.bits == std::vector<uint64_t>{6});
  }
  CHECK(has_k);
}

TEST_CASE("variables: a record shows its members, a reference what it refers to") {
  const RunPtr run = test::must_run(
      "__global__ void f(float* a) {\n"
      "  float2 v = make_float2(1.5f, threadIdx.x);\n"
      "  int n = 3;\n"
      "  int& r = n;\n"
      "  r += threadIdx.x;\n"
      "  a[threadIdx.x] = v.x + v.y + n;\n"
      "}\n",
      "--block 8 --arg a=float[8]");
  replay::Replay replay(run);
  for (const auto& value : replay::thread_variables(*run, replay, 0, 4)) {
    if (value.variable->name == "v") {
      CHECK(value.bits == std::vector<uint64_t>{0x3fc00000, 0x40800000});
      CHECK(lang::leaves_of(value.type)[1].path == ".y");
    }
    if (value.variable->name == "r") CHECK(value.bits == std::vector<uint64_t>{7});
  }
}

TEST_CASE("findings: assertions, traps and printf") {
  const RunPtr run = test::must_run(
      "#include <cassert>\n#include <cstdio>\n"
      "__global__ void f(int n) {\n"
      "  printf(\"thread %d of %d\\n\", threadIdx.x, n);\n"
      "  assert(threadIdx.x < 3);\n"
      "}\n",
      "--grid 2 --block 8 --arg n=8");
  CHECK(run->ending == run::Ending::kTrapped);
  REQUIRE(run->prints.lines.size() == 8);
  CHECK(run->prints.lines[5].text == "thread 5 of 8\n");
  CHECK(run->prints.lines[5].thread[0] == 5);
  CHECK(run->prints.lines[5].line == 4);
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].kind == observe::FindingKind::kAssert);
  CHECK(run->findings[0].line == 5);
  CHECK(run->findings[0].count == 5);
  CHECK(run->findings[0].thread[0] == 3);
  CHECK(holds(run->findings[0].message, "threadIdx.x < 3"));
}

TEST_CASE("values: pairs of 16-bit floats are shuffled as a whole") {
  const auto run = test::must_run(
      "#include <cuda_fp16.h>\n"
      "__global__ void f(float* down, float* up, float* one, float* other) {\n"
      "  int t = threadIdx.x;\n"
      "  __half2 v = __floats2half2_rn(t, -0.5f * t);\n"
      "  down[t] = __high2float(__shfl_down_sync(~0u, v, 3));\n"
      "  up[t] = __low2float(__shfl_up_sync(~0u, v, 2, 8));\n"
      "  one[t] = __low2float(__shfl_sync(~0u, v, 9));\n"
      "  other[t] = __high2float(__shfl_xor_sync(~0u, v, 5));\n}\n",
      "--block 32 --arg down=float[32] --arg up=float[32] --arg one=float[32] --arg "
      "other=float[32]");
  const auto down = test::floats_of(*run, "down"), up = test::floats_of(*run, "up"),
             one = test::floats_of(*run, "one"), other = test::floats_of(*run, "other");
  for (int t = 0; t < 32; ++t) {
    CHECK(down[t] == -0.5f * static_cast<float>(t + 3 < 32 ? t + 3 : t));
    CHECK(up[t] == static_cast<float>(t % 8 >= 2 ? t - 2 : t));
    CHECK(one[t] == 9.0f);
    CHECK(other[t] == -0.5f * static_cast<float>(t ^ 5));
  }
}
