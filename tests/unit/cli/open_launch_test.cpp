// `run`, `fix` and `compare` of a file where nothing says how its kernels are launched.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "run_command.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

constexpr const char* kTwo = R"(__global__ void scale(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
__global__ void spread(float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i * 8];
}
)";

struct File {
  explicit File(const char* text) : path(folder.write("file.cu", text)) {}
  Outcome run(std::vector<std::string> words = {}) const { return with("run", std::move(words)); }
  Outcome with(const char* command, std::vector<std::string> words = {}) const {
    words.insert(words.begin(), {command, path});
    return run_command(words);
  }
  tests::TempFolder folder;
  std::string path;
};

}  // namespace

TEST_CASE("open launch: of several kernels the one with the most waste is shown") {
  const File two(kTwo);
  const Outcome run = two.run();
  CHECK(run.status == 0);
  CHECK(contains(
      run.out,
      "kernel spread, the one with the most excessive work (--kernel NAME shows another: scale)"));
  CHECK(contains(run.out, "guessed: --kernel spread --grid 2 --block 256"));
  const auto json = nlohmann::json::parse(two.run({"--json"}).out);
  CHECK(json["chosen_kernel"]["kernel"] == "spread");
  CHECK(json["chosen_kernel"]["why"] == "most_waste");
  CHECK(json["chosen_kernel"]["others"] == nlohmann::json{"scale"});
  const Outcome other = two.run({"--kernel", "scale"});
  CHECK(other.status == 0);
  CHECK(contains(other.out, "scale  ("));
  CHECK_FALSE(contains(other.out, "shows another"));
}

TEST_CASE("open launch: one kernel is guessed for, and a launch given in part is not") {
  const File one("__global__ void set(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n");
  const Outcome run = one.run();
  CHECK(run.status == 0);
  CHECK(contains(run.out, "guessed: --grid 2"));
  CHECK_FALSE(contains(run.out, "shows another"));
  const Outcome part = one.run({"--block", "128"});
  CHECK(part.status == 2);
  CHECK(contains(part.err, "needs a value for 'a'"));
  CHECK(contains(part.err, "add --guess to have the rest guessed"));
  const Outcome rest = one.run({"--block", "128", "--guess"});
  CHECK(rest.status == 0);
  CHECK(contains(rest.out, "grid 2 x 1 x 1 of blocks 128 x 1 x 1"));
  CHECK(contains(rest.out, "guessed: --grid 2 --arg a=int[256]"));
}

TEST_CASE("open launch: constant memory is said to be zeros beside what else is guessed") {
  const File file(R"(__constant__ float factor;
__global__ void scale(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= factor;
}
)");
  const std::string note = "constant memory that nothing fills is all zeros: 'factor'";
  CHECK(contains(file.run().out, "--arg n=500\n  " + note + "\n"));
  CHECK(nlohmann::json::parse(file.run({"--json"}).out)["guess_note"] == note);
  CHECK_FALSE(contains(file.run({"--guess", "--arg", "factor=2"}).out, note));
}

TEST_CASE("open launch: of templates that nothing launches an instance is shown") {
  const File file(R"(template <typename T, int kTile>
__global__ void copy(T* to, const T* from, int n) {
  int i = blockIdx.x * kTile + threadIdx.x;
  if (threadIdx.x < kTile && i < n) to[i] = from[i];
}
)");
  const Outcome run = file.run();
  CHECK(run.status == 0);
  CHECK(contains(run.out, "copy<float, 16>"));
  CHECK(contains(run.out, "guessed: --kernel 'copy<float, 16>'"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--guess"}, {"--kernel", "copy"}, {"--guess", "--block", "32"}}) {
    const Outcome same = file.run(words);
    CHECK(same.status == 0);
    CHECK(contains(same.out, "guessed: --kernel 'copy<float, 16>'"));
  }
}

TEST_CASE("open launch: the instance that an explicit instantiation names is shown") {
  const File file(R"(template <typename T> __global__ void twice(T* a) { a[threadIdx.x] *= 2; }
template <typename T> void launch(T* a) { twice<T><<<1, 96>>>(a); }
template void launch<double>(double*);
)");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"--kernel", "twice"}, {"--kernel", "twice<double>"}}) {
    const Outcome run = file.run(words);
    CHECK(run.status == 0);
    CHECK(contains(run.out, "twice<double>  ("));
    CHECK(contains(run.out, "launch taken from line 2"));
  }
}

TEST_CASE("open launch: a guessed call that makes a mistake is not taken") {
  // It is right for powers of 2 only, which nothing says.
  const File file(R"(__global__ void sums(float* out, const float* in, int n) {
  extern __shared__ float s[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x % (2 * step) == 0) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
void reduce(float* out, const float* in, int threads, int n) {
  sums<<<(n + threads - 1) / threads, threads, threads * sizeof(float)>>>(out, in, n);
}
)");
  const Outcome run = file.run({});
  CHECK(run.status == 0);
  CHECK_FALSE(contains(run.out, "error:"));
  CHECK_FALSE(contains(run.out, "guessed: --call"));
  CHECK(contains(run.err, "--call reduce"));
  CHECK(file.run({"--call", "reduce", "--arg", "out=float[20]", "--arg", "in=float[1000]", "--arg",
                  "threads=50", "--arg", "n=1000"})
            .status == 1);
}

TEST_CASE("open launch: a function that launches the kernel is called with guessed sizes") {
  const File file(R"(__global__ void twice(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
void solve(float* a, int n) { twice<<<(n + 127) / 128, 128>>>(a, n); }
)");
  const Outcome run = file.run();
  CHECK(run.status == 0);
  CHECK(contains(run.err,
                 "note: the text has no main(): solve() is called with sizes that are guessed"));
  // One guess: of the hint, and of what is run.
  const std::string call = "--call solve --arg a=float[1000] --arg n=1000";
  CHECK(contains(run.err, "call it with yours: warplens run " + file.path + " " + call));
  CHECK(contains(run.out, "guessed: " + call));
  CHECK(contains(run.out, "grid 8 x 1 x 1 of blocks 128"));
  CHECK(contains(file.run({"--guess"}).out, "guessed: " + call));
  const auto json = nlohmann::json::parse(file.run({"--json"}).out);
  CHECK(json["guessed"][0] == "--call solve");
  CHECK(json["launch"]["grid"] == nlohmann::json{8, 1, 1});
  CHECK(contains(file.run({"--kernel", "twice"}).out, "guessed: --grid 2"));
}

TEST_CASE("open launch: lines of Markdown around a program are left out") {
  const File file(R"(```cuda
#include <cstdio>
__global__ void hello() { printf("hello %d\n", threadIdx.x); }
int main() {
  hello<<<1, 2>>>();
  cudaDeviceSynchronize();
}
```

### It doesn't need more: `hello` prints "two lines.
)");
  const Outcome run = file.run();
  CHECK(run.status == 0);
  CHECK(contains(run.out, "  | hello 1\n"));
  CHECK(contains(run.err, "lines of Markdown"));
}

TEST_CASE("open launch: a program whose kernels take long comes to a report") {
  const File file(R"(#include <cstdio>
__global__ void spin(float* a, int turns) {
  float x = threadIdx.x;
  for (int i = 0; i < turns; ++i) x = x * 1.5f + 1;
  a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
int main() {
  float* a;
  cudaMalloc(&a, 4096 * 256 * sizeof(float));
  printf("begins\n");
  for (int i = 0; i < 1000; ++i) spin<<<4096, 256>>>(a, 2000);
  cudaDeviceSynchronize();
  printf("never\n");
}
)");
  const Outcome run = file.run({"--checks", "none"});
  CHECK(run.status == 3);
  CHECK(contains(run.out, "  | begins\n"));
  CHECK_FALSE(contains(run.out, "never"));
  CHECK(contains(run.out, "its work on the device was cut after"));
  CHECK(contains(run.out, "spin    4096    256"));
}

TEST_CASE("open launch: a launch that is cut says how much of it was executed") {
  const File file(R"(__global__ void spin(float* a, int turns) {
  float x = threadIdx.x;
  for (int i = 0; i < turns; ++i) x = x * 1.5f + 1;
  a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
int main() {
  float* a;
  cudaMalloc(&a, 64 * 32 * sizeof(float));
  spin<<<64, 32>>>(a, 1000);
}
)");
  const Outcome run = file.run({"--step-limit", "100000"});
  CHECK(run.status == 3);
  CHECK(contains(run.out, "  cut: "));
  CHECK(contains(run.out, " of 64 blocks executed\n"));
  const auto json = nlohmann::json::parse(file.run({"--step-limit", "100000", "--json"}).out);
  CHECK(json["complete"] == false);
  CHECK(json["blocks_executed"] > 0);
  CHECK(json["blocks_executed"] < 64);
}

TEST_CASE("open launch: fix and compare guess as run does, and say so in its words") {
  const File two(kTwo);
  const File call(R"(__global__ void twice(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
void solve(float* a, int n) { twice<<<(n + 127) / 128, 128>>>(a, n); }
)");
  const auto line_with = [](const std::string& text, const std::string& part) {
    const size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    const size_t begin = text.rfind('\n', at) + 1;  // 0 in the first line
    return text.substr(begin, text.find('\n', at) - begin);
  };
  const std::string chosen = line_with(two.run().out, "kernel spread, the one with");
  const std::string guessed = line_with(two.run().out, "guessed: ");
  const std::string called = line_with(call.run().out, "guessed: --call");
  for (const char* command : {"fix", "compare"}) {
    CAPTURE(command);
    const std::vector<std::string> offline = std::string_view(command) == "compare"
                                                 ? std::vector<std::string>{"--offline"}
                                                 : std::vector<std::string>{};
    const Outcome text = two.with(command, offline);
    CHECK(text.status == 0);
    CHECK(text.out.starts_with(chosen + "\n" + guessed + "\n"));
    CHECK(text.err.empty());
    std::vector<std::string> words = offline;
    words.emplace_back("--json");
    const auto json = nlohmann::json::parse(two.with(command, words).out);
    const auto run = nlohmann::json::parse(two.run({"--json"}).out);
    CHECK(json["chosen_kernel"] == run["chosen_kernel"]);
    CHECK(json["guessed"] == run["guessed"]);
    const Outcome function = call.with(command, offline);
    CHECK(function.status == 0);
    CHECK(function.out.starts_with(called + "\n"));
    CHECK(function.err == call.run().err);
    CHECK(two.with(command, {"--grid", "2"}).status == 2);
  }
}

TEST_CASE("open launch: a block is looked for in the grid that is guessed") {
  const File one("__global__ void set(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n");
  CHECK(one.run({"--divergence", "1,0"}).status == 0);
  CHECK(contains(one.run({"--divergence", "2,0"}).err, "2,0,0 is not in the grid of 2,1,1 blocks"));
  // Without a launch that is what is missing.
  const Outcome open = one.with("trace", {"--at", "1,0"});
  CHECK(contains(open.err, "needs a value for 'a'"));
  CHECK_FALSE(contains(open.err, "is not in the grid"));
  const File bare("__global__ void nothing() {}\n");
  CHECK(contains(bare.with("trace", {"--at", "1,0"}).err, "1,0,0 is not in the grid of 1,1,1"));
}
