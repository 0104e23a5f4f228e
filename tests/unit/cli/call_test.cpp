// Host functions that are called in main()'s place, and arrays that runs leave in files.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/files/files.hpp"
#include "run_command.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

constexpr const char* kSolve = R"(#include <vector>
struct Body { float3 at; int id; };
__global__ void add(const float* A, const float* B, float* C, int N) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}
__global__ void mark(Body* bodies, int n, float dx) {
  if (threadIdx.x < n) { bodies[threadIdx.x].at.x += dx; bodies[threadIdx.x].id = threadIdx.x; }
}
extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + 127) / 128, 128>>>(A, B, C, N);
  cudaDeviceSynchronize();
}
void from_host(const float* a, float* b, size_t n) {
  float *d, *e;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&e, n * sizeof(float));
  cudaMemcpy(d, a, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int turn = 0; turn < 2; ++turn) add<<<1, 32>>>(d, d, e, n);
  cudaMemcpy(b, e, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(e);
}
namespace bodies {
void move(Body* bodies, const int& n, float2 by) { mark<<<1, 32>>>(bodies, n, by.x); }
}
int nothing(float* a) { return 3; }
template <class T> void any(T* a) {}
void owning(const std::vector<float>& v) {}
)";

// An open folder with the file, and commands that run it.
struct Solve {
  tests::TempFolder folder;
  std::string path = folder.write("solve.cu", kSolve);

  Outcome run(std::vector<std::string> words) const {
    words.insert(words.begin(), {"run", path});
    return run_command(words);
  }
  std::string text(const std::string& name) const {
    return files::read_text(folder.path(name)).value();
  }
};

}  // namespace

TEST_CASE("call: a function gets arrays and numbers, and what it leaves is saved") {
  const Solve solve;
  solve.folder.write("a.csv", "1 2 3 4");
  const Outcome run = solve.run(
      {"--call", "solve", "--arg", "A=float[4]:file=" + solve.folder.path("a.csv"), "--arg",
       "B=float[4]:const=10", "--arg", "C=float[4]:zero", "--arg", "N=4", "--save",
       "C=" + solve.folder.path("c.csv"), "--save", "C=" + solve.folder.path("c.npy")});
  CHECK(run.status == 0);
  CHECK(contains(run.out, "solve() returned"));
  CHECK(contains(run.out, "add<<<(N + 127) / 128, 128>>>(A, B, C, N)"));
  CHECK(solve.text("c.csv") == "11\n12\n13\n14\n");
  const auto json = nlohmann::json::parse(
      solve
          .run({"--json", "--call", "solve", "--arg",
                "A=float[4]:file=" + solve.folder.path("c.npy"), "--arg", "B=float[4]:zero",
                "--arg", "C=float[4]:zero", "--arg", "N=4"})
          .out);
  CHECK(json["launches"][0]["kernel"] == "add");
  CHECK(json["launch"]["block"] == nlohmann::json{128, 1, 1});
}

TEST_CASE("call: arrays of the host, structs by value, references, namespaces") {
  const Solve solve;
  const Outcome host = solve.run({"--call", "from_host", "--arg", "a=host:float[3]:values=1,2,3",
                                  "--arg", "b=host:float[3]:zero", "--arg", "n=3", "--save",
                                  "b=" + solve.folder.path("b.csv")});
  CHECK(host.status == 0);
  CHECK(contains(host.out, "1-2  2 x"));
  CHECK(solve.text("b.csv") == "2\n4\n6\n");
  const Outcome bodies =
      solve.run({"--call", "bodies::move", "--arg", "bodies=Body[2]:zero", "--arg", "n=2", "--arg",
                 "by={0.5,1}", "--save", "bodies=" + solve.folder.path("bodies.csv")});
  CHECK(bodies.status == 0);
  CHECK(solve.text("bodies.csv") == "0.5,0,0,0\n0.5,0,0,1\n");
}

TEST_CASE("call: launches that it reaches are traced, and one is chosen") {
  const Solve solve;
  const std::vector<std::string> call{"--call", "from_host",       "--arg", "a=host:float[3]",
                                      "--arg",  "b=host:float[3]", "--arg", "n=3"};
  std::vector<std::string> words{"trace", solve.path, "--launch", "2"};
  words.insert(words.end(), call.begin(), call.end());
  const Outcome trace = run_command(words);
  CHECK(trace.status == 0);
  CHECK(contains(trace.out, "store  global C"));
  words[3] = "3";
  CHECK(contains(run_command(words).err, "the program launches 2 kernels"));
}

TEST_CASE("call: a function that launches nothing says so") {
  const Solve solve;
  const Outcome run = solve.run({"--call", "nothing", "--arg", "a=float[2]:const=7", "--save",
                                 "a=" + solve.folder.path("a.csv")});
  CHECK(run.status == 0);
  CHECK(contains(run.out, "it launches no kernel"));
  CHECK(solve.text("a.csv") == "7\n7\n");
}

TEST_CASE("call: what is wrong is reported") {
  const Solve solve;
  const auto mistake = [&](std::vector<std::string> words) {
    const Outcome run = solve.run(std::move(words));
    CHECK(run.status == 2);
    return run.err;
  };
  CHECK(contains(mistake({"--call", "slove"}), "did you mean 'solve'?"));
  CHECK(contains(mistake({"--call", "add"}), "'add' is a kernel"));
  CHECK(contains(mistake({"--call", "any"}), "'any' is a template"));
  CHECK(contains(mistake({"--call", "owning"}), "which no option can give"));
  const std::string missing = mistake({"--call", "solve", "--arg", "N=4"});
  CHECK(contains(missing, "function 'solve' needs a value for 'A', 'B' and 'C'"));
  CHECK(contains(
      missing,
      "--call solve --arg A=float[4] --arg B=float[4]:mod=1021+100 --arg C=float[4]:zero"));
  CHECK(contains(mistake({"--call", "solve", "--arg", "M=4"}), "has no parameter 'M'"));
  CHECK(contains(mistake({"--call", "solve", "--grid", "2"}), "do not go together"));
  const std::string file = solve.folder.write("short.bin", "1234");
  CHECK(contains(mistake({"--call", "nothing", "--arg", "a=float[2]:file=" + file}),
                 "has 4 bytes, and the array has 8"));
  CHECK(contains(mistake({"--call", "nothing", "--arg", "a=float[2]", "--save", "b=x.bin"}),
                 "the run has no array 'b'"));
  CHECK(contains(
      mistake({"--kernel", "add", "--grid", "1", "--block", "1", "--arg", "A=host:float[1]",
               "--arg", "B=float[1]", "--arg", "C=float[1]", "--arg", "N=1"}),
      "a kernel takes no arrays of the host"));
}

TEST_CASE("call: without main() the functions that launch are offered") {
  const Solve solve;
  const std::string offers = solve.run({"--kernel", "add"}).err;
  CHECK(contains(offers, "--call solve --arg A=float[1000] --arg B=float[1000]"));
  CHECK(contains(offers, "--call from_host"));
  CHECK_FALSE(contains(offers, "--call nothing"));
}

TEST_CASE("call: results begin as zeros beside const inputs, and keep what they are given") {
  const tests::TempFolder folder;
  const std::string path = folder.write("hist.cu", R"(
__global__ void count(const int* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i] % 8], 1);
}
void histogram(const int* data, int* bins, int n) { count<<<(n + 127) / 128, 128>>>(data, bins, n); }
)");
  CHECK(contains(run_command({"run", path}).out,
                 "--call histogram --arg data=int[1000] --arg bins=int[1000]:zero --arg n=1000"));
  const std::string missing =
      run_command({"run", path, "--call", "histogram", "--arg", "bins=int[8]"}).err;
  CHECK(contains(missing, "--arg bins=int[8] --arg n=1000"));
}

TEST_CASE("call: instances of templates") {
  const tests::TempFolder folder;
  const std::string path = folder.write("sums.cu", R"(
template <int kSize, typename T> __global__ void add(T* a, T by) { a[threadIdx.x] += by; }
namespace sums {
template <int kSize, typename T> void run(T* a, T by) { add<kSize><<<1, kSize>>>(a, by); }
template void run<4>(float*, float);
}
)");
  const auto call = [&](const std::string& name, const std::string& type) {
    return run_command({"run", path, "--call", name, "--arg", "a=" + type + "[4]:const=1", "--arg",
                        "by=2", "--save", "a=" + folder.path("a.csv")});
  };
  CHECK(contains(call("sums::run<4>", "float").out, "sums::run<4>() returned"));
  CHECK(files::read_text(folder.path("a.csv")).value() == "3\n3\n3\n3\n");
  CHECK(contains(call("sums::run<2, int>", "int").out, "add<2, int>"));
  CHECK(files::read_text(folder.path("a.csv")).value() == "3\n3\n1\n1\n");
  CHECK(call("sums::run", "float").status == 0);
  const Outcome many = call("sums::run<1, int, 3>", "int");
  CHECK(many.status == 2);
  CHECK(contains(many.err, "takes 2 template arguments, not 3"));
  CHECK(contains(run_command({"run", path}).err, "--call 'sums::run<4>' --arg a=float["));
}

TEST_CASE("call: a file's first comment may say it") {
  const tests::TempFolder folder;
  const std::string path = folder.write(
      "solve.cu", std::string("// warplens: --call nothing --arg a=float[2]\n") + kSolve);
  const Outcome run = run_command({"run", path});
  CHECK(contains(run.out, "nothing() returned"));
}

TEST_CASE("save: arrays of a bare kernel and of a program") {
  const Solve solve;
  const Outcome kernel = solve.run({"--kernel", "add", "--block", "4", "--arg", "A=float[4]:iota",
                                    "--arg", "B=float[4]:iota", "--arg", "C=float[4]:zero", "--arg",
                                    "N=4", "--save", "C=" + solve.folder.path("c.csv")});
  CHECK(kernel.status == 0);
  CHECK(solve.text("c.csv") == "0\n2\n4\n6\n");
  const std::string program =
      solve.folder.write("main.cu", std::string(kSolve) +
                                        "int main() {\n  std::vector<float> a(3, 4.0f), b(3);\n"
                                        "  from_host(a.data(), b.data(), 3);\n}\n");
  const Outcome run = run_command({"run", program, "--save", "C=" + solve.folder.path("c.csv")});
  CHECK(run.status == 0);
  CHECK(solve.text("c.csv") == "8\n8\n8\n");  // as it was freed
}
