// The values of the launches in host code: extents, arrays and scalars that follow from constants,
// and nothing for others.
#include "sim/lang/host/host_launches.hpp"
#include "sim/lang/compile.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "sim/lang/text/preprocessor.hpp"

using namespace warplens::lang;

namespace {

std::vector<HostLaunch> launches_of(const std::string& text) {
  Reporter reporter;
  warplens::base::SourceFile file("k.cu", text);
  warplens::base::Budget budget(kCompileLimits);
  const Preprocessed source = preprocess(file, {}, reporter, budget);
  return find_launches(Tokens(source.tokens, budget));
}

std::string extent(const uint32_t (&e)[3]) {
  return std::to_string(e[0]) + "," + std::to_string(e[1]) + "," + std::to_string(e[2]);
}

// "k<16> <<<2,2,1 16,16,1 64>>> (d_a:4096 16 ?)"
std::string print(const HostLaunch& launch) {
  std::string text = launch.kernel;
  if (launch.is_known)
    text += " <<<" + extent(launch.grid) + " " + extent(launch.block) + " " +
            std::to_string(launch.shared_bytes) + ">>>";
  else
    text += " <<<?>>>";
  for (const HostLaunch::Argument& argument : launch.arguments) {
    text += " ";
    if (!argument.array.empty())
      text += argument.array + ":" + std::to_string(argument.bytes);
    else
      text += argument.value.empty() ? "?" : argument.value;
  }
  return text;
}

std::string launch_of(const std::string& body) {
  const auto found = launches_of("int main(int argc, char** argv) {\n" + body + "\n}\n");
  REQUIRE(found.size() == 1);
  return print(found[0]);
}

}  // namespace

TEST_CASE("host launches: constants, sizes and allocations of a textbook main") {
  CHECK(launch_of(R"(
    const int n = 1 << 20;
    size_t bytes = n * sizeof(float);
    float *h_a = (float*)malloc(bytes);
    float *d_a, *d_b;
    cudaMalloc(&d_a, bytes);
    cudaMalloc((void**)&d_b, n * sizeof(double));
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(d_a, d_b, n, 2.5f);)") ==
        "add <<<4096,1,1 256,1,1 0>>> d_a:4194304 d_b:8388608 1048576 2.5");
  CHECK(launch_of(R"(
    int n = 1000, m = 500;
    dim3 block(16, 16);
    dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
    k<<<grid, block, block.x * block.y * sizeof(float)>>>(n, m);)") ==
        "k <<<63,32,1 16,16,1 1024>>> 1000 500");
  CHECK(launch_of("const int n = 1000; dim3 block = {8, 8, 2}; "
                  "k<<<dim3(ceil(n / 16.0), 1), block>>>(-n);") == "k <<<63,1,1 8,8,2 0>>> -1000");
  CHECK(launch_of("constexpr unsigned T{32}; k<<<{2, 3}, T * 2, 0, stream>>>();") ==
        "k <<<2,3,1 64,1,1 0>>>");
  CHECK(launch_of(
            "const auto g = std::min(64, std::max<int>(3, 7)); k<<<g, (int)ceilf(2.5f)>>>();") ==
        "k <<<7,1,1 3,1,1 0>>>");
}

TEST_CASE("host launches: are found after many declarations") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "int n" + std::to_string(i) + " = 32;\n";
  const auto found = launches_of(text + "void run() { k<<<2, n7>>>(n8); }\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].is_known);
  CHECK(found[0].block[0] == 32);
}

TEST_CASE("host launches: variables written elsewhere are unknown") {
  CHECK(launch_of("int n = 1024; if (argc > 1) n = atoi(argv[1]); k<<<n / 256, 256>>>(n);") ==
        "k <<<?>>> ?");
  CHECK(launch_of("int n = 1024; scanf(\"%d\", &n); k<<<n / 256, 256>>>(n);") == "k <<<?>>> ?");
  CHECK(launch_of("int n = 4; std::cin >> n; k<<<n, 256>>>(n);") == "k <<<?>>> ?");
  CHECK(launch_of("int n = 4; { n = 8; } k<<<n, 256>>>(n);") == "k <<<?>>> ?");
  CHECK(launch_of("int n = 4; { int n = 8; n = 2; } k<<<n, 256>>>(n);") == "k <<<?>>> ?");
  CHECK(launch_of("for (int s = 1; s < 64; s *= 2) k<<<4, 64>>>(s);") ==
        "k <<<4,1,1 64,1,1 0>>> ?");
  CHECK(launch_of("int s = 64; while (s > 1) { k<<<1, s>>>(); s /= 2; }") == "k <<<?>>>");
  CHECK(launch_of("k<<<argc, 32>>>(argv[0]);") == "k <<<?>>> argv[0]:0");
  CHECK(launch_of("int n = unknown(3); k<<<2, n>>>(unknown(4));") == "k <<<?>>> ?");
  CHECK(launch_of("k<<<0, 32>>>();") == "k <<<?>>>");
  CHECK(launch_of("k<<<1 / 0, 32>>>(1 / 0);") == "k <<<?>>> ?");
}

TEST_CASE("host launches: statements in order change a variable") {
  const auto found = launches_of(R"(void run() {
    int n; n = 64;
    dim3 grid, block(32);
    grid.x = 4;
    a<<<grid, block>>>(n);
    grid = dim3(2, 2);
    n = n / 2;
    b<<<grid, block>>>(n);
  })");
  REQUIRE(found.size() == 2);
  CHECK(print(found[0]) == "a <<<4,1,1 32,1,1 0>>> 64");
  CHECK(print(found[1]) == "b <<<2,2,1 32,1,1 0>>> 32");
}

TEST_CASE("host launches: functions, macros, arrays and vectors around them") {
  CHECK(print(launches_of("#define N 512\n#define DIV(a, b) (((a) + (b) - 1) / (b))\n"
                          "#define CHECK(x) do { cudaError_t e = (x); if (e) exit(1); } while (0)\n"
                          "static inline int cdiv(int a, int b) { return (a + b - 1) / b; }\n"
                          "int main() { float* d; CHECK(cudaMalloc(&d, N * 4));\n"
                          "k<<<DIV(N, 100), cdiv(N, 5)>>>(d); }")
                  .at(0)) == "k <<<6,1,1 103,1,1 0>>> d:2048");
  CHECK(launch_of("int a[] = {1, 2, 3, 4, 5}; const int n = sizeof(a) / sizeof(a[0]); int* d; "
                  "cudaMallocManaged(&d, sizeof(a)); k<<<1, n>>>(d, n);") ==
        "k <<<1,1,1 5,1,1 0>>> d:20 5");
  CHECK(launch_of("std::vector<float> h(100); float* d; cudaMalloc(&d, h.size() * sizeof(float)); "
                  "k<<<1, h.size()>>>(d);") == "k <<<1,1,1 100,1,1 0>>> d:400");
  CHECK(launch_of("thrust::device_vector<float> d(64); "
                  "k<<<1, 64>>>(thrust::raw_pointer_cast(d.data()));") ==
        "k <<<1,1,1 64,1,1 0>>> d:256");
}

TEST_CASE("host launches: template arguments get their values") {
  CHECK(launch_of("const int tile = 8; matmul<2 * tile, float, true><<<4, tile>>>();") ==
        "matmul<16, float, true> <<<4,1,1 8,1,1 0>>>");
  CHECK(launch_of("ns::k<unsigned int, std::pair<int, int>><<<1, 2>>>();") ==
        "ns::k<unsigned int, std::pair<int,int>> <<<1,1,1 2,1,1 0>>>");
}

TEST_CASE("host launches: none in device code, and two variables with one name are two arrays") {
  CHECK(launches_of("__global__ void __launch_bounds__(32) p() { c<<<1, 1>>>(); }\n"
                    "__device__ void q() { c<<<1, 1>>>(); }")
            .empty());
  const auto found = launches_of(
      "void f() { float* d; cudaMalloc(&d, 4); k<<<1, 1>>>(d); k<<<1, 1>>>(d); }\n"
      "void g() { float* d; cudaMalloc(&d, 8); k<<<1, 1>>>(d); }\n");
  REQUIRE(found.size() == 3);
  CHECK(print(found[0]) == "k <<<1,1,1 1,1,1 0>>> d:4");
  CHECK(print(found[1]) == "k <<<1,1,1 1,1,1 0>>> d:4");
  CHECK(print(found[2]) == "k <<<1,1,1 1,1,1 0>>> d (2):8");
}

TEST_CASE("host launches: any other text is skipped") {
  std::string text =
      "int main() { const int n = (1 << 4) * sizeof(float[2]); dim3 g{n, n}; std::vector<int> v(n);"
      "cudaMalloc(&p, n); k<n><<<g, {1, 2}, n>>>(p, &v[0], (float*)p); int a[] = {1}; }";
  const size_t whole = launches_of(text).size();
  CHECK(whole == 1);
  for (size_t i = 0; i < text.size(); ++i) {
    CHECK(launches_of(text.substr(0, i)).size() <= 1);
    CHECK(launches_of(text.substr(i)).size() <= 1);
    std::string without = text;
    CHECK(launches_of(without.erase(i, 1)).size() <= 1);
  }
  CHECK(launches_of("int x = " + std::string(100000, '(') + "1; k<<<x, 1>>>();").size() <= 1);
  CHECK(launches_of("const int x = " + std::string(100000, '-') + "1;").empty());
  std::string many;
  for (int n = 0; n < 100000; ++n) many += "int a;){return(;k<<<";
  CHECK(launches_of(many).empty());
}

TEST_CASE("host launches: a unit has those of its own kernels, in order of place") {
  const auto result = compile(
      warplens::base::SourceFile(
          "k.cu",
          "__global__ void second(float* a) { a[0] = 1; }\n"
          "__global__ void first(float* a) { a[0] = 2; }\n"
          "int main() { float* d; cudaMalloc(&d, 64); first<<<1, 4>>>(d); second<<<2, 8>>>(d);\n"
          "library<<<1, 1>>>(d); }\n"),
      {});
  REQUIRE(result.ok());
  REQUIRE((*result)->launches.size() == 2);
  CHECK(print((*result)->launches[0]) == "first <<<1,1,1 4,1,1 0>>> d:64");
  CHECK(print((*result)->launches[1]) == "second <<<2,1,1 8,1,1 0>>> d:64");
}

TEST_CASE("host launches: sizes of the text's types are known, and host types are not checked") {
  const auto result = compile(
      warplens::base::SourceFile("k.cu",
                                 "struct Body { float4 position; float mass; };\n"
                                 "struct Log { virtual void write(); std::string text; };\n"
                                 "__global__ void k(Body* b) { b[0].mass = 1; }\n"
                                 "int main() { const int n = 10; Body* d; cudaMalloc(&d, n * "
                                 "sizeof(Body)); k<<<1, n>>>(d);\n"
                                 "Log* l; cudaMalloc(&l, sizeof(Log)); k<<<1, n>>>(l); }\n"),
      {});
  REQUIRE(result.ok());
  REQUIRE((*result)->launches.size() == 2);
  CHECK(print((*result)->launches[0]) == "k <<<1,1,1 10,1,1 0>>> d:320");
  CHECK(print((*result)->launches[1]) == "k <<<1,1,1 10,1,1 0>>> l:0");
}
