// What the simulator accepts, the GPU's compiler has to accept, too, once the host code is gone:
// texts that need more than a file (tests/kernels/language has those), and every function of
// CUDA's that the simulator knows.
#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>

#include "sim/lang/library/intrinsics.hpp"
#include "support.hpp"
#include "tests/support/skip.hpp"

using namespace warplens;

namespace {

using Files = std::map<std::string, std::string>;

void expect_words(const std::string& text, const std::string& words, const Files& files = {}) {
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  prepare::Request request = test::make_request(text, words);
  request.read_include = [&](const std::string& name) -> std::optional<std::string> {
    const auto file = files.find(name);
    return file == files.end() ? std::nullopt : std::optional(file->second);
  };
  const measure::Job job = test::must_make_job(request);
  for (const measure::Build build : {measure::Build::kAsWritten, measure::Build::kAsCompiled})
    test::must_compile(job, build);
}

}  // namespace

TEST_CASE("nvrtc: a program with its host code, checks and timers") {
  expect_words(R"(
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <chrono>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) exit(1); } while (0)
#define N 64
using namespace std;
struct Timer { std::chrono::steady_clock::time_point start; void begin(); double end() { return 0; } };
void Timer::begin() { start = std::chrono::steady_clock::now(); }
template <class T> void print(const std::vector<T>& v) { for (auto& x : v) printf("%f", double(x)); }
static float host_table[4] = {1, 2, 3, 4};
const double start_time = clock();
class Base { public: virtual ~Base() {} virtual int area() const = 0; };
extern "C" int helper(int);
extern "C" __global__ void scale(float* a, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= by;
}
int main(int argc, char** argv) {
  float* d; CHECK(cudaMalloc(&d, N * sizeof(float)));
  scale<<<1, N>>>(d, 2.0f, N);
  CHECK(cudaDeviceSynchronize());
}
)",
               "--block 64 --arg a=float[64] --arg by=2 --arg n=64");
}

TEST_CASE("nvrtc: fixed-width types, limits, std names, halves and groups") {
  expect_words(
      R"(
#include <cstdint>
#include <cfloat>
#include <climits>
#include <cmath>
#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
using std::min;
__global__ void k(uint8_t* a, int64_t* b, float* c, __half* h, uint n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  float best = -FLT_MAX;
  best = std::max(best, std::sqrt(c[0]) + std::fabs(c[1]));
  c[2] = cg::reduce(tile, best, cg::plus<float>());
  a[0] = (uint8_t)min(255, INT_MAX);
  b[0] = (int64_t)n + (std::int64_t)UINT32_MAX + LLONG_MAX % 5;
  size_t bytes = sizeof(uint16_t);
  c[3] = isinf(INFINITY) ? M_PI : bytes;
  constexpr float kHuge = INFINITY;
  c[4] = kHuge + HUGE_VALF;
  h[0] = __float2half(c[3]) + h[1];
  block.sync();
}
)",
      "--block 32 --arg a=uint8_t[4] --arg b=int64_t[4] --arg c=float[8] --arg h=half[4] --arg "
      "n=3");
}

TEST_CASE("nvrtc: halves without their header, as the simulator accepts them") {
  expect_words("__global__ void k(half* h, float* a) { a[0] = __half2float(h[0]); }",
               "--arg h=half[4] --arg a=float[4]");
}

TEST_CASE("nvrtc: constants, tables and structs that the host uses as well") {
  expect_words(R"(
const int kSide = 4;
constexpr int area(int side) { return side * side; }
const float kTable[4] = {1, 2, 3, 4};
__constant__ float weights[kSide];
static __device__ int counter = 3;
namespace { __device__ float hidden[area(kSide)]; }
struct Config {
  int width = kSide;
  float scale;
  Config() : scale(2.0f) { setup(); }
  void setup() {}
  __host__ __device__ float scaled(float v) const { return v * scale; }
};
typedef struct Pair { float x, y; } PairType, *PairPointer;
enum Mode : unsigned { kOff, kOn = 4 };
template <typename T, int N> struct Array { T v[N]; __device__ T& at(int i) { return v[i]; } };
template <> struct Array<int, 2> { int v[2]; __device__ int& at(int i) { return v[1 - i]; } };
template <Mode mode, typename T> __device__ T pick(T a, T b) { return mode == kOn ? a : b; }
template <Mode mode> __global__ void k(float* a, PairPointer p, Array<int, 2> few) {
  Array<float, 4> four = {{1, 2, 3, 4}};
  a[0] = kTable[threadIdx.x] + weights[1] + counter + hidden[2] + area(3);
  a[1] = pick<mode>(four.at(1), p[0].x) + few.at(0);
}
int main() { Config c; c.setup(); k<kOn><<<1, 4>>>(nullptr, nullptr, {}); }
)",
               "--kernel k<kOn> --block 4 --arg a=float[4] --arg p=float[8] --arg few={1,2}");
}

TEST_CASE("nvrtc: a file's own headers, in folders and with guards") {
  expect_words(
      "#include \"lib/tools.h\"\n#include \"lib/base.h\"\n"
      "__global__ void k(int* a) { a[0] = SIDE + tool(a[1]); }",
      "--arg a=int[4]",
      {{"lib/tools.h",
        "#pragma once\n#include \"base.h\"\n#include <vector>\nstd::vector<int> host();\n"
        "__device__ int tool(int v) { return base(v); }\n"},
       {"lib/base.h",
        "#ifndef BASE_H\n#define BASE_H\n#define SIDE 4\n"
        "__device__ inline int base(int v) { return v + SIDE; }\n#endif\n"}});
}

TEST_CASE("nvrtc: two programs in one file, one of them") {
  const std::string text =
      "#define N 4\n__device__ int f(int v) { return v + N; }\n"
      "__global__ void k(int* a) { a[0] = f(1); }\nint main() { k<<<1, 1>>>(0); }\n"
      "#undef N\n#define N 8\n__device__ int f(int v) { return v * N; }\n"
      "__global__ void k(int* a) { a[1] = f(2); }\nint main(int c, char**) { k<<<1, 1>>>(0); }\n";
  expect_words(text, "--kernel k --arg a=int[4]");
  expect_words(text, "--kernel k#2 --arg a=int[4]");
}

// One call of each overload, with places of the types that its signature names.
TEST_CASE("nvrtc: every function of CUDA's, each of its overloads") {
  const std::map<char, std::string> types = {
      {'i', "int"},  {'u', "unsigned"}, {'l', "long long"},      {'m', "unsigned long long"},
      {'k', "long"}, {'f', "float"},    {'d', "double"},         {'h', "half"},
      {'b', "bool"}, {'s', "short"},    {'t', "unsigned short"}, {'g', "__nv_bfloat16"}};
  std::string text = "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n__global__ void k(",
              words = "--block 1";
  for (const auto& [letter, type] : types) {
    const std::string name = std::string("p") + letter;
    text += (letter == types.begin()->first ? "" : ", ") + type + "* " + name;
    words += " --arg '" + name + "=" + type + "[4]'";
  }
  text += ") {\n";
  size_t calls = 0;
  for (const lang::Intrinsic& row : lang::intrinsics()) {
    if (row.name.starts_with("warplens_")) continue;  // of its own headers
    const size_t colon = row.signature.find(':');
    std::string arguments;
    for (const char letter : row.signature.substr(0, colon)) {
      const bool is_pointer = letter >= 'A' && letter <= 'Z';
      const char lower = static_cast<char>(is_pointer ? letter - 'A' + 'a' : letter);
      // Of any type: that of a float.
      arguments += std::string(arguments.empty() ? "p" : ", p") + (lower == 'v' ? 'f' : lower) +
                   (is_pointer ? "" : "[1]");
    }
    // CUDA has them for everything but halves; the simulator is not that strict.
    const bool is_lenient = (row.name == "min" || row.name == "max") && row.signature == "hh:h";
    const char result = row.signature[colon + 1];
    if (is_lenient || row.name == "__trap") continue;
    text += (result == 'v' ? "  " : std::string("  p") + result + "[0] = ") +
            std::string(row.name) + "(" + arguments + ");\n";
    ++calls;
  }
  CHECK(calls > 500);
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  test::must_compile(test::must_make_job(test::make_request(text + "}\n", words)),
                     measure::Build::kAsWritten);
}
