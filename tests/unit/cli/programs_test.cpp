// Whole programs on the command line: exec is the program, run reports one of its launches.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "run_command.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

constexpr const char* kScale = R"(#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void scale(float* a, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= f;
}
int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 40;
  std::vector<float> h(n, 2.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int turn = 1; turn <= 3; ++turn) scale<<<(n + 31) / 32, 32>>>(d, turn, n);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  fprintf(stderr, "sizes %d\n", n);
  printf("%d: %g\n", n, h[n - 1]);
  return n == 7 ? 5 : 0;
}
)";

}  // namespace

TEST_CASE("programs: exec prints what the program prints, and has its status") {
  const tests::TempFolder folder;
  const std::string path = folder.write("scale.cu", kScale);
  const Outcome plain = run_command({"exec", path});
  CHECK(plain.out == "40: 12\n");
  CHECK(plain.err == "sizes 40\n");
  CHECK(plain.status == 0);
  const Outcome seven = run_command({"exec", path, "7"});
  CHECK(seven.out == "7: 12\n");
  CHECK(seven.status == 5);
  CHECK(run_command({"exec", folder.path("none.cu")}).status == 2);
  const std::string bad = folder.write("bad.cu", "int main() {\n  int x = y;\n}\n");
  const Outcome wrong = run_command({"exec", bad});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "bad.cu:2:11: error: unknown name 'y'"));
}

TEST_CASE("programs: run shows the launches, and one in full, with the program's own data") {
  const tests::TempFolder folder;
  const std::string path = folder.write("scale.cu", kScale);
  const Outcome second = run_command({"run", path, "--launch", "2", "--", "100"});
  CHECK(second.status == 0);
  CHECK(contains(second.out, "  | 100: 12\n"));
  CHECK(contains(second.out, "it ended with status 0"));
  CHECK(contains(second.out, "1-3  3 x    14  scale"));
  CHECK(contains(second.out, "grid 4 x 1 x 1 of blocks 32 x 1 x 1"));
  CHECK(contains(run_command({"run", path, "--launch", "9"}).err,
                 "--launch 9: the program launches 3 kernels"));
  const auto json = nlohmann::json::parse(run_command({"run", path, "--json"}).out);
  CHECK(json["program"]["status"] == 0);
  CHECK(json["program"]["stdout"] == "40: 12\n");
  CHECK(json["launches"][0]["times"] == 3);
  CHECK(json["launch"]["grid"] == nlohmann::json{2, 1, 1});
}

TEST_CASE("programs: mistakes of host code are findings of the program") {
  const tests::TempFolder folder;
  const std::string path = folder.write("twice.cu", R"(#include <cstdio>
__global__ void twice(int* v) { v[threadIdx.x] *= 2; }
int main() {
  int h[32] = {1}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d);
  printf("%d\n", h[0]);
}
)");
  const Outcome text = run_command({"run", path});
  CHECK(text.status == 1);
  CHECK(contains(text.out, "findings in host code\n"));
  CHECK(contains(text.out, "twice.cu:7:3: error: what 'twice' stores here is never copied"));
  CHECK(run_command({"exec", path}).status == 0);
  const auto json = nlohmann::json::parse(run_command({"run", path, "--json"}).out);
  const auto& finding = json["findings"][0];
  CHECK(finding["kind"] == "host_no_copy_back");
  CHECK(finding["line"] == 7);
  CHECK(finding["other"]["line"] == 8);
  CHECK(finding["detail"]["kernel"] == "twice");
  CHECK_FALSE(finding.contains("thread"));
}

TEST_CASE("programs: one that launches nothing says so, with its output") {
  const tests::TempFolder folder;
  const std::string path = folder.write("few.cu", R"(#include <cstdio>
__global__ void k(int* v, int n) { v[0] = n; }
int main(int argc, char** argv) {
  if (argc < 2) {
    puts("usage: few N");
    return 2;
  }
  k<<<argc, 1>>>(nullptr, argc);
}
)");
  const Outcome text = run_command({"run", path});
  CHECK(text.status == 0);
  CHECK(contains(text.out, "  | usage: few N\n"));
  CHECK(contains(text.out, "it ended with status 2"));
  CHECK(contains(text.out, "it launches no kernel"));
  const auto json = nlohmann::json::parse(run_command({"run", path, "--json"}).out);
  CHECK(json["program"]["status"] == 2);
  CHECK(json["launches"].empty());
  CHECK(json["findings"].empty());
}
