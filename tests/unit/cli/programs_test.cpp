// Whole programs on the command line: exec is the program, run reports one of its launches.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/files/files.hpp"
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

TEST_CASE("programs: exec of a text without main() says how it is run") {
  const tests::TempFolder folder;
  const std::string kernel =
      "__global__ void set(int* a, int n) { if (threadIdx.x < n) a[0] = n; }\n";
  const std::string called =
      folder.write("called.cu", kernel + "void solve(int* a, int n) { set<<<1, 32>>>(a, n); }\n");
  const Outcome offer = run_command({"exec", called});
  CHECK(offer.status == 2);
  CHECK(contains(offer.err, "hint: call it: warplens run " + called +
                                " --call solve --arg a=int[1000] --arg n=1000"));
  const Outcome alone = run_command({"exec", folder.write("alone.cu", kernel)});
  CHECK(alone.status == 2);
  CHECK(contains(alone.err, "error: the text has no main()"));
  CHECK(contains(alone.err, "hint: run one of its kernels: warplens run FILE --kernel NAME"));
  const Outcome both =
      run_command({"exec", folder.write("wrong.cu", kernel + "int main() { y; }\n")});
  CHECK(contains(both.err, "unknown name 'y'"));
}

TEST_CASE("programs: run shows the launches, and one in full, with the program's own data") {
  const tests::TempFolder folder;
  const std::string path = folder.write("scale.cu", kScale);
  const Outcome second = run_command({"run", path, "--launch", "2", "--", "100"});
  CHECK(second.status == 0);
  CHECK(contains(second.out, "  | 100: 12\n"));
  CHECK(contains(second.out, "it ended with status 0"));
  CHECK(contains(run_command({"run", path}).out, "shows another"));
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

TEST_CASE("programs: launches of one row say what each counts, where that differs") {
  const tests::TempFolder folder;
  const std::string path = folder.write("grows.cu", R"(
__global__ void add(int* a, int n) { if (threadIdx.x < n) a[threadIdx.x] += 1; }
int main() {
  int* a;
  cudaMalloc(&a, 128);
  cudaMemset(a, 0, 128);
  for (int n = 8; n <= 32; n += 8) add<<<1, 32>>>(a, n);
}
)");
  CHECK(contains(run_command({"run", path}).out, "2-8"));
  const auto json = nlohmann::json::parse(run_command({"run", path, "--json"}).out);
  const auto& counts = json["launches"][0]["counts"];
  CHECK(counts["launches"] == 4);
  CHECK(counts["requests"] == nlohmann::json{2, 2});
  CHECK(counts["sectors"] == nlohmann::json{2, 8});
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
  CHECK(contains(text.out, "no findings in this launch: every access"));
  CHECK(contains(text.out, "and 1 finding in host code\n"));
  CHECK(contains(text.out, "\nlaunch 1:\n"));  // the only one
  CHECK_FALSE(contains(text.out, "shows another"));
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

TEST_CASE("programs: a text without any kernel is executed, too") {
  const tests::TempFolder folder;
  const std::string path =
      folder.write("plain.cu", "#include <cstdio>\nint main() { puts(\"hello\"); return 3; }\n");
  const Outcome run = run_command({"run", path});
  CHECK(run.status == 0);
  CHECK(contains(run.out, "  | hello\n"));
  CHECK(contains(run.out, "it ended with status 3"));
  CHECK(contains(run.out, "it launches no kernel"));
}

TEST_CASE("programs: only files below the program's and the current folder are read") {
  const tests::TempFolder folder, other;
  const std::string secret = other.write("data.txt", "42\n");
  folder.write("data.txt", "7\n");
  const std::string path = folder.write("read.cu", R"(#include <cstdio>
int main(int argc, char** argv) {
  FILE* file = fopen(argv[1], "r");
  int n = -1;
  if (file != nullptr && fscanf(file, "%d", &n) == 1) fclose(file);
  printf("%d\n", n);
}
)");
  CHECK(run_command({"exec", path, folder.path("data.txt")}).out == "7\n");
  const Outcome refused = run_command({"exec", path, secret});
  CHECK(refused.out == "-1\n");
  CHECK(refused.err.starts_with("warplens: " + secret));
  CHECK(contains(refused.err, "--allow-read DIR"));
  const Outcome allowed = run_command({"exec", "--allow-read", other.path(), path, secret});
  CHECK(allowed.out == "42\n");
  CHECK(allowed.err.empty());
  CHECK(run_command({"exec", path, folder.path("none.txt")}).err.empty());
  CHECK(contains(run_command({"exec", "--allow-read", folder.path("none"), path}).err,
                 "no such folder"));
}

TEST_CASE("programs: what one writes is gone, or is kept below a folder") {
  const tests::TempFolder folder;
  const std::string path = folder.write("write.cu", R"(#include <cstdio>
int main() {
  const char* names[] = {"../out.txt", "/tmp/deep/out.txt"};
  for (int i = 0; i < 2; ++i) {
    FILE* file = fopen(names[i], "w");
    fprintf(file, "kept\n");
    fclose(file);
  }
}
)");
  const std::string kept = folder.path("kept");
  CHECK(run_command({"exec", path}).status == 0);
  CHECK(run_command({"exec", "--keep-files", kept, path}).status == 0);
  CHECK(files::read_text(kept + "/out.txt").value() == "kept\n");
  CHECK(files::read_text(kept + "/tmp/deep/out.txt").value() == "kept\n");
}

TEST_CASE("programs: a clock that is read is reported to count steps, once") {
  const tests::TempFolder folder;
  const std::string path = folder.write("clock.cu", R"(#include <chrono>
#include <cstdio>
#include <ctime>
#include <random>
int main() {
  auto begin = std::chrono::steady_clock::now();
  double s = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  std::random_device device;
  printf("%d %u %ld\n", s >= 0, device(), (long)time(nullptr));
}
)");
  const Outcome run = run_command({"exec", path});
  CHECK(run.out.starts_with("1 "));
  CHECK(run.err.starts_with("warplens: the program's clocks and events count executed steps"));
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  CHECK(run_command({"exec", path}).out == run.out);
  CHECK(run_command({"exec", "--seed", "1", path}).out != run.out);
  const Outcome real = run_command({"exec", "--clock", "real", path});
  CHECK(real.out.starts_with("1 "));
  CHECK(contains(real.err, "the time that this simulation takes"));
  CHECK(run_command({"exec", "--clock", "slow", path}).status == 2);
  const std::string none = folder.write("none.cu", "int main() { return 0; }\n");
  CHECK(run_command({"exec", none}).err.empty());
}

TEST_CASE("programs: options replace a part of a launch, and the rest stays the program's") {
  const tests::TempFolder folder;
  const std::string path = folder.write("scale.cu", kScale);
  const auto shown = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", path, "--json"});
    return nlohmann::json::parse(run_command(words).out);
  };
  const auto block = shown({"--block", "64"});
  CHECK(block["launch"]["block"] == nlohmann::json{64, 1, 1});
  CHECK(block["launch"]["grid"] == nlohmann::json{2, 1, 1});
  const auto number = shown({"--arg", "n=20"});
  CHECK(number["launch"]["grid"] == nlohmann::json{2, 1, 1});
  const Outcome saved = run_command(
      {"run", path, "--launch", "3", "--arg", "f=10", "--save", "a=" + folder.path("a.csv")});
  CHECK(saved.status == 0);
  CHECK(files::read_text(folder.path("a.csv")).value().starts_with("40\n40\n"));  // 2 * 1 * 2 * 10
  const std::string with_comment =
      folder.write("comment.cu", std::string("// warplens: --block 64\n") + kScale);
  const auto json = nlohmann::json::parse(run_command({"run", with_comment, "--json"}).out);
  CHECK(json["launch"]["block"] == nlohmann::json{64, 1, 1});
  CHECK(json["launch"]["grid"] == nlohmann::json{2, 1, 1});
  CHECK(contains(run_command({"run", path, "--arg", "m=3"}).err, "has no parameter 'm'"));
}

TEST_CASE("programs: arguments that main() needs are guessed where they are asked for") {
  const tests::TempFolder folder;
  const std::string path = folder.write("twice.cu", R"(#include <cstdlib>
__global__ void twice(float* a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
int main(int, char** argv) {
  int n = atoi(argv[1]);
  float* a;
  cudaMalloc(&a, n * sizeof(float));
  twice<<<(n + 255) / 256, 256>>>(a, n);
}
)");
  const Outcome guessed = run_command({"run", path, "--guess"});
  CHECK(guessed.status == 1);
  CHECK(contains(guessed.out, "-- 1000"));
  CHECK(contains(guessed.out, "a[1000], but a has 1000 elements"));
  CHECK(contains(guessed.out, "found with guessed values: -- 1000"));
  const auto json = nlohmann::json::parse(run_command({"run", path, "--guess", "--json"}).out);
  CHECK(json["findings"][0]["rests_on"] == nlohmann::json{"-- 1000 1000 1000 1000"});
}

TEST_CASE("programs: --memory limits what arrays take of the computer's, also for exec") {
  const tests::TempFolder folder;
  const std::string path = folder.write("fill.cu", R"(#include <cstdio>
__global__ void fill(int* v) { v[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  int* v;
  cudaMalloc(&v, 32 << 20);
  fill<<<(8 << 20) / 256, 256>>>(v);
  printf("%d\n", cudaDeviceSynchronize());
}
)");
  const Outcome enough = run_command({"exec", "--memory", "256M", path});
  CHECK(enough.out == "0\n");
  CHECK(enough.status == 0);
  const Outcome less = run_command({"exec", "--memory", "16M", path});
  CHECK(less.status == 2);
  CHECK(contains(less.err, "takes more memory than it may have"));
}

TEST_CASE("programs: run says where one crashes that has no kernel") {
  const tests::TempFolder folder;
  const std::string path = folder.write("crash.cu", R"(#include <cstdio>
int main(int argc, char**) {
  int* p = nullptr;
  printf("before\n");
  *p = argc;
}
)");
  const Outcome crash = run_command({"run", path});
  CHECK(contains(crash.out, "  | before\n"));
  CHECK(contains(crash.out, "it ended in line 5: Segmentation fault"));
  CHECK(contains(crash.out, "it launches no kernel"));
}

TEST_CASE("programs: run cuts output without end, and launches of very many blocks") {
  const tests::TempFolder folder;
  const std::string path = folder.write("endless.cu", R"(#include <cstdio>
#include <string>
int main() {
  const std::string text(1 << 20, 'x');
  for (;;) puts(text.c_str());
}
)");
  const Outcome endless = run_command({"run", path});
  CHECK(endless.status == 3);
  CHECK(contains(endless.out, "its output was cut after 16777216 bytes, at"));
  CHECK(contains(endless.out, "endless.cu:5"));
  CHECK(contains(endless.err, "of the program's output, the first 4,194,304 bytes are shown"));
  const std::string many = folder.write("many.cu", R"(#include <cstdio>
__global__ void none() {}
int main() {
  none<<<dim3(2147483647, 65535, 65535), 1>>>();
  printf("%d\n", cudaDeviceSynchronize());
}
)");
  const Outcome cut = run_command({"run", many, "--step-limit", "1000000"});
  CHECK(contains(cut.err, "the launch in line 4 was cut"));
  CHECK(contains(cut.out, "  | 702\n"));
}
