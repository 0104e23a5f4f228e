// The launches that executing host code finds, with what is known of them where nothing says what
// the program is given.
#include "sim/prepare/host_exploration.hpp"

#include <doctest/doctest.h>

#include "sim/lang/compile.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::vector<prepare::FoundLaunch> found_in(const std::string& text) {
  const prepare::Request request = test::make_request(text, "");
  const lang::Survey survey = lang::survey(request.file, {});
  CAPTURE(base::render(survey.errors, request.file));
  return prepare::explore_host(request, *survey.unit);
}

std::vector<prepare::FoundLaunch> found_in_slices(const std::string& text, size_t& slices) {
  const prepare::Request request = test::make_request(text, "");
  const lang::Survey survey = lang::survey(request.file, {});
  prepare::HostLaunchSearch search(request, *survey.unit);
  for (base::Slice slice(1); search.advance(slice) == base::Progress::kMore; slice = base::Slice(1))
    ++slices;
  return search.take();
}

std::string words(const launch::Dim3& dim) {
  return std::to_string(dim.x) + "," + std::to_string(dim.y) + "," + std::to_string(dim.z);
}

// "k<16> <<<2,2,1 16,16,1 64>>> a:4096 n=16"; arrays of an unknown size have none, unknown
// arguments are left out.
std::string print(const prepare::FoundLaunch& launch) {
  std::string text = launch.kernel + " <<<";
  if (launch.is_known)
    text +=
        words(launch.grid) + " " + words(launch.block) + " " + std::to_string(launch.shared_bytes);
  else
    text += "?" + (launch.knows_block ? " " + words(launch.block) : "");
  text += ">>>";
  for (const prepare::FoundLaunch::Argument& argument : launch.arguments) {
    text += " " + argument.parameter;
    if (!argument.value.empty()) text += "=" + argument.value;
    if (argument.array && argument.bytes != 0) text += ":" + std::to_string(argument.bytes);
  }
  return text;
}

const std::string kKernels =
    "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <iostream>\n"
    "#include <algorithm>\n#include <vector>\n"
    "__global__ void none() {}\n"
    "__global__ void k(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] = n; }\n"
    "__global__ void two(float* a, double* b, int n, float f) { a[0] = b[0] * n * f; }\n";

std::vector<std::string> launches_of(const std::string& host) {
  std::vector<std::string> all;
  for (const prepare::FoundLaunch& launch : found_in(kKernels + host)) all.push_back(print(launch));
  return all;
}

std::string launch_of(const std::string& body) {
  const std::vector<std::string> all =
      launches_of("int main(int argc, char** argv) {\n" + body + "\n}\n");
  REQUIRE(all.size() == 1);
  return all[0];
}

using All = std::vector<std::string>;

}  // namespace

TEST_CASE("host exploration: constants, sizes and allocations of a textbook main") {
  CHECK(launch_of(R"(
    const int n = 1 << 20;
    size_t bytes = n * sizeof(float);
    float *h_a = (float*)malloc(bytes);
    float *d_a; double* d_b;
    cudaMalloc(&d_a, bytes);
    cudaMalloc((void**)&d_b, n * sizeof(double));
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    two<<<blocks, threads>>>(d_a, d_b, n, 2.5f);)") ==
        "two <<<4096,1,1 256,1,1 0>>> a:4194304 b:8388608 n=1048576 f=2.5");
  CHECK(launch_of(R"(
    int n = 1000, m = 500;
    dim3 block(16, 16);
    dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
    none<<<grid, block, block.x * block.y * sizeof(float)>>>();)") ==
        "none <<<63,32,1 16,16,1 1024>>>");
  CHECK(launch_of("const int n = 1000; dim3 block = {8, 8, 2}; "
                  "none<<<dim3(ceil(n / 16.0), 1), block>>>();") == "none <<<63,1,1 8,8,2 0>>>");
  CHECK(launch_of("constexpr unsigned T{32}; cudaStream_t stream = 0; "
                  "none<<<{2, 3}, T * 2, 0, stream>>>();") == "none <<<2,3,1 64,1,1 0>>>");
  CHECK(launch_of("const auto g = std::min(64, std::max<int>(3, 7)); "
                  "none<<<g, (int)ceilf(2.5f)>>>();") == "none <<<7,1,1 3,1,1 0>>>");
}

TEST_CASE("host exploration: loops, conditions and functions are executed") {
  CHECK(launch_of("int n = 4; { n = 8; } none<<<n, 256>>>();") == "none <<<8,1,1 256,1,1 0>>>");
  CHECK(launch_of("for (int s = 1; s < 64; s *= 2) k<<<4, 64>>>(0, s);") ==
        "k <<<4,1,1 64,1,1 0>>> a n=1");
  CHECK(launches_of("int half(int n) { while (n > 100) n /= 2; return n; }\n"
                    "void run() { none<<<half(1000), 2>>>(); }\n") ==
        All{"none <<<62,1,1 2,1,1 0>>>"});
  CHECK(launches_of("#define N 512\n#define DIV(a, b) (((a) + (b) - 1) / (b))\n"
                    "#define CHECK(x) do { cudaError_t e = (x); if (e) exit(1); } while (0)\n"
                    "static inline int cdiv(int a, int b) { return (a + b - 1) / b; }\n"
                    "int main() { float* d; CHECK(cudaMalloc(&d, N * 4));\n"
                    "k<<<DIV(N, 100), cdiv(N, 5)>>>(d, N); }\n") ==
        All{"k <<<6,1,1 103,1,1 0>>> a:2048 n=512"});
  CHECK(launch_of("std::vector<float> h(100); float* d; cudaMalloc(&d, h.size() * sizeof(float)); "
                  "k<<<1, h.size()>>>(d, 1);") == "k <<<1,1,1 100,1,1 0>>> a:400 n=1");
  CHECK(launches_of(
            "struct Body { float4 position; float mass; };\n"
            "__global__ void move(Body* b) { b[0].mass = 1; }\n"
            "void run() { Body* d; cudaMalloc(&d, 10 * sizeof(Body)); move<<<1, 10>>>(d); }\n") ==
        All{"move <<<1,1,1 10,1,1 0>>> b:320"});
}

TEST_CASE("host exploration: what depends on arguments and on input is not known") {
  CHECK(launch_of("int n = 1024; if (argc > 1) n = atoi(argv[1]); none<<<n / 256, 256>>>();") ==
        "none <<<? 256,1,1>>>");
  CHECK(launch_of("int n = 1024; scanf(\"%d\", &n); none<<<n / 256, 256>>>();") ==
        "none <<<? 256,1,1>>>");
  CHECK(launch_of("int n = 4; std::cin >> n; none<<<n, 256>>>();") == "none <<<? 256,1,1>>>");
  CHECK(launch_of("none<<<rand() % 100 + 1, 32>>>();") == "none <<<? 32,1,1>>>");
  CHECK(launch_of("none<<<argc, argc * 32>>>();") == "none <<<?>>>");
  CHECK(launch_of("none<<<0, 32>>>();") == "none <<<? 32,1,1>>>");
  CHECK(launches_of("void run(float* d, int n) {\n"
                    "  float* own; cudaMalloc(&own, n * sizeof(float));\n"
                    "  k<<<4, 128>>>(d, n);\n  k<<<(n + 127) / 128, 128>>>(own, 7);\n}\n") ==
        All{"k <<<4,1,1 128,1,1 0>>> a", "k <<<? 128,1,1>>> a n=7"});
}

TEST_CASE("host exploration: a branch on an unknown value leads to each launch") {
  CHECK(launches_of("void run(int n) {\n  if (n > 5000) none<<<3, 96>>>();\n"
                    "  else none<<<2, 64>>>();\n  if (n < 0) return;\n  none<<<1, 32>>>();\n}\n") ==
        All{"none <<<3,1,1 96,1,1 0>>>", "none <<<2,1,1 64,1,1 0>>>", "none <<<1,1,1 32,1,1 0>>>"});
  CHECK(launch_of("if (argc < 9) { printf(\"usage\\n\"); return 1; } none<<<5, 32>>>();") ==
        "none <<<5,1,1 32,1,1 0>>>");
  CHECK(
      launches_of("void die(int n) { for (int i = 0; i < n; ++i) printf(\"wrong\\n\"); exit(1); }\n"
                  "void fail(int n) { die(n); }\n"
                  "void run(int n) { if (n > 5000) fail(n); none<<<3, 96>>>(); }\n") ==
      All{"none <<<3,1,1 96,1,1 0>>>"});
  CHECK(launch_of("FILE* f = fopen(\"in.txt\", \"r\"); if (!f) exit(1); none<<<5, 32>>>();") ==
        "none <<<5,1,1 32,1,1 0>>>");
}

TEST_CASE("host exploration: functions that nobody calls, and parameters of any type") {
  CHECK(launches_of(
            "void a() { none<<<1, 32>>>(); }\nnamespace geo { void b() { none<<<2, 32>>>(); } }\n"
            "void c(const std::vector<float>& v, std::string name) { none<<<3, v.size()>>>(); }\n"
            "int main() { return 0; }\n") ==
        All{"none <<<1,1,1 32,1,1 0>>>", "none <<<2,1,1 32,1,1 0>>>", "none <<<?>>>"});
}

TEST_CASE("host exploration: statements that are not supported are left out") {
  CHECK(launch_of("const int n = 512; int m = 3, kept = 4; Handle handle; create(&handle);\n"
                  "m = size_of(handle); if (ask(handle)) return 1; use(handle, kept);\n"
                  "k<<<n / 128, kept * 8>>>(0, m); auto w = width(handle); none<<<1, w>>>();") ==
        "k <<<4,1,1 32,1,1 0>>> a");
  CHECK(launch_of("Picture picture = load(); float* d; cudaMalloc(&d, 4096);\n"
                  "k<<<8, 128>>>(d, picture.rows());") == "k <<<8,1,1 128,1,1 0>>> a:4096");
  CHECK(launches_of("int ask() { return elsewhere(); }\n"
                    "void run() { int n = ask(); k<<<n, 64>>>(0, n); }\n") ==
        All{"k <<<? 64,1,1>>> a"});
}

TEST_CASE("host exploration: a name that is not known leaves out each statement that has it") {
  CHECK(launch_of("Image image = load(1); if (image.empty()) return 1; while (image.next()) {}\n"
                  "for (int i = 0; i < image.rows; ++i) {} none<<<3, 32>>>();") ==
        "none <<<3,1,1 32,1,1 0>>>");
}

TEST_CASE("host exploration: an array is the same one in all launches of a program") {
  const auto found =
      found_in(kKernels +
               "void f() { float* d; cudaMalloc(&d, 4); k<<<1, 1>>>(d, 1);\n"
               "k<<<1, 1>>>(d, 1); float* e; cudaMalloc(&e, 4); k<<<1, 1>>>(e, 1); }\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].arguments[0].array == found[1].arguments[0].array);
  CHECK(found[0].arguments[0].array != found[2].arguments[0].array);
}

TEST_CASE("host exploration: ends with host code that never ends") {
  CHECK(launches_of("int main() { none<<<1, 32>>>(); for (;;) {} }\n") ==
        All{"none <<<1,1,1 32,1,1 0>>>"});
}

TEST_CASE("exploration: cut anywhere, it finds the same launches") {
  const std::string text =
      "#include <cstdlib>\n"
      "__global__ void k(int* a, int n) { a[0] = n; }\n"
      "void wide(int* d, int n) { if (n > 3) k<<<n, 64>>>(d, 1); else k<<<4, 64>>>(d, 2); }\n"
      "int main(int argc, char** argv) {\n"
      "  int* d;\n"
      "  cudaMalloc(&d, 4096);\n"
      "  unsigned sum = 0;\n"
      "  for (int i = 0; i < 3000000; ++i) sum = sum * 3 + i;\n"
      "  if (atoi(argv[1]) > 5) k<<<2, 32>>>(d, 7); else k<<<3, 32>>>(d, 8);\n"
      "}\n";
  const std::vector<prepare::FoundLaunch> whole = found_in(text);
  size_t slices = 0;
  const std::vector<prepare::FoundLaunch> cut = found_in_slices(text, slices);
  REQUIRE(whole.size() >= 3);
  REQUIRE(cut.size() == whole.size());
  for (size_t i = 0; i < whole.size(); ++i) CHECK(print(cut[i]) == print(whole[i]));
  CHECK(slices > 8);  // a function compiled, a million steps of it
}
