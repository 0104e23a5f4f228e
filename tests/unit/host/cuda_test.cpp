// CUDA's runtime: memory, copies, errors that stay, when what kernels print appears.
#include "support.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using test::run_program;
using warplens::test::golden;

namespace {

test::Ended run(const std::string& statements) {
  return run_program(
      "#include <cstdio>\n"
      "__global__ void set(int* p, int v) { p[threadIdx.x] = v; }\n"
      "__global__ void say(int n) { printf(\"kernel %d\\n\", n); }\n"
      "__global__ void tensor() { asm volatile(\"wgmma.fence.sync.aligned;\"); }\n"
      "int main() {\n" +
      statements + "\n}\n");
}

}  // namespace

TEST_CASE("cuda: copies go where their kind says, or not at all") {
  CHECK(run("int h[4] = {1, 2, 3, 4}, *d, *e; cudaMalloc(&d, 16); cudaMalloc(&e, 16);"
            "cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);"
            "cudaMemcpy(e, d, 16, cudaMemcpyDeviceToDevice); cudaMemset(d, 0, 8);"
            "cudaMemcpy(h, e + 1, 8, cudaMemcpyDefault);"
            "cudaMemcpy(h + 2, d, 8, cudaMemcpyDeviceToHost);"
            "printf(\"%d %d %d %d\", h[0], h[1], h[2], h[3]);")
            .out == "2 3 0 0");
  CHECK(run("int h, *d; cudaMalloc(&d, 4);"
            "printf(\"%d \", cudaMemcpy(d, &h, 8, cudaMemcpyHostToDevice));"
            "printf(\"%d \", cudaMemcpy(&h, &h, 4, cudaMemcpyDeviceToHost));"
            "printf(\"%d \", cudaMemcpy(d, &h, 4, (cudaMemcpyKind)9));"
            "printf(\"%d \", cudaFree(&h)); printf(\"%d\", cudaFree(d));")
            .out == "1 1 21 1 0");
}

TEST_CASE("cuda: what kernels print appears when the host waits") {
  CHECK(run("say<<<1, 2>>>(1); printf(\"launched\\n\"); cudaDeviceSynchronize();"
            "printf(\"waited\\n\"); say<<<1, 1>>>(2);")
            .out == "launched\nkernel 1\nkernel 1\nwaited\n");
}

TEST_CASE("cuda: a failed launch is an error once, a kernel that breaks off for good") {
  CHECK(run("set<<<1, 2048>>>(0, 1); printf(\"%d \", cudaPeekAtLastError());"
            "printf(\"%d \", cudaGetLastError()); printf(\"%d \", cudaGetLastError());"
            "set<<<0, 1>>>(0, 1); printf(\"%d\", cudaGetLastError());")
            .out == "1 1 0 1");
  CHECK(run("int* d; cudaMalloc(&d, 4); set<<<1, 1>>>(0, 1); printf(\"%d \", cudaGetLastError());"
            "printf(\"%d \", cudaDeviceSynchronize()); printf(\"%d \", cudaMemset(d, 0, 4));"
            "set<<<1, 1>>>(d, 1); printf(\"%d\", cudaGetLastError());")
            .out == "0 700 700 700");
}

TEST_CASE("cuda: just past an array nothing is reported, and its neighbour keeps its values") {
  CHECK(run("int *a, *b, h = 0; cudaMalloc(&a, 16); cudaMalloc(&b, 16); cudaMemset(b, 0, 16);"
            "set<<<1, 64>>>(a, 7); printf(\"%d \", cudaDeviceSynchronize());"
            "cudaMemcpy(&h, b, 4, cudaMemcpyDeviceToHost); printf(\"%d\", h);")
            .out == "0 0");
}

TEST_CASE("cuda: what a kernel writes just past an array it finds there again, a copy does not") {
  const std::string text =
      "#include <cstdio>\n"
      "__global__ void fill(int* sum, int* a, int n) {\n"
      "  for (int i = 0; i < n; ++i) { a[i] = i; *sum += a[i]; }\n"
      "}\n"
      "int main() {\n"
      "  int *sum, *a, h[4]; cudaMalloc(&sum, 4); cudaMalloc(&a, 12); cudaMemset(sum, 0, 4);\n"
      "  fill<<<1, 1>>>(sum, a, 10); cudaMemcpy(h, sum, 4, cudaMemcpyDeviceToHost);\n"
      "  printf(\"%d %d\", h[0], cudaMemcpy(h, a, 16, cudaMemcpyDeviceToHost));\n"
      "}\n";
  CHECK(run_program(text).out == "45 1");
}

TEST_CASE("cuda: freed memory is an error, more memory than there is another") {
  CHECK(run("int* d; cudaMalloc(&d, 64); cudaFree(d); set<<<1, 1>>>(d, 1);"
            "printf(\"%d\", cudaDeviceSynchronize());")
            .out == "700");
  CHECK(run("void* p; printf(\"%d \", cudaMalloc(&p, (size_t)1 << 50));"
            "printf(\"%s\", cudaGetErrorString(cudaGetLastError()));")
            .out == "2 out of memory");
}

TEST_CASE("cuda: the device's properties are those of the chosen device") {
  CHECK(run("cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);"
            "int warp = 0; cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);"
            "printf(\"%s %d.%d %d %d %d %zu %d %d %d\", p.name, p.major, p.minor, p.warpSize, warp,"
            " p.maxThreadsPerBlock, p.sharedMemPerBlock, p.multiProcessorCount,"
            " p.maxThreadsPerMultiProcessor, p.maxBlocksPerMultiProcessor);")
            .out == "NVIDIA H200 9.0 32 32 1024 49152 132 2048 32");
}

TEST_CASE("cuda: past a block's shared memory is an error, in units of 128 bytes") {
  const auto read_at = [](const std::string& index) {
    return run_program(
               "#include <cstdio>\n"
               "__global__ void look(float* to, int i) {"
               " __shared__ float s[100]; s[threadIdx.x] = 1; __syncthreads(); *to = s[i]; }\n"
               "int main() { float* d; cudaMalloc(&d, 4); look<<<1, 32>>>(d, " +
               index + "); printf(\"%d\", cudaDeviceSynchronize()); }\n")
        .out;
  };
  CHECK(read_at("99") == "0");
  CHECK(read_at("127") == "0");
  CHECK(read_at("128") == "700");
}

TEST_CASE("cuda: a wild access is an error though another one before it was silent") {
  CHECK(run_program("#include <cstdio>\n"
                    "__global__ void store(int* p) { p[20] = 1; p[1ll << 40] = 1; }\n"
                    "int main() { int* d; cudaMalloc(&d, 64); store<<<1, 1>>>(d);"
                    " printf(\"%d\", cudaDeviceSynchronize()); }\n")
            .out == "700");
}

TEST_CASE("cuda: asking about a kernel that is refused ends the program") {
  const test::Ended ended =
      run("int blocks = 0; printf(\"asked\\n\");"
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tensor, 32, 0);"
          "printf(\"%d\", blocks);");
  CHECK(ended.out == "asked\n");
  CHECK(ended.refused == golden("lang.unsupported.inline_ptx"));
}

TEST_CASE("cuda: generators of the host API other than XORWOW are refused by name") {
  CHECK(run_program("#include <curand.h>\n"
                    "int main() { curandGenerator_t g;"
                    " curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MT19937); }\n")
            .refused == golden("host.refused.curand_generator"));
}

namespace {

// Slices of 5000 steps at least `least` of them. Returns the program's mistakes, where they are
// looked for.
std::vector<host::Mistake> check_same_in_slices(const std::string& text, const std::string& ends,
                                                uint64_t least) {
  std::vector<host::Mistake> mistakes;
  for (const bool follows : {false, true}) {
    CAPTURE(follows);
    test::Given given;
    given.follows = follows;
    given.slice = base::Slice::kWhole;
    const test::Ended whole = run_program(text, given);
    CHECK(whole.slices == 1);
    CHECK(whole.out.ends_with(ends));
    for (const uint64_t slice : {1, 7, 5000}) {
      given.slice = slice;
      const test::Ended cut = run_program(text, given);
      CHECK(cut.slices > least);
      CHECK(cut.out == whole.out);
      CHECK(cut.err == whole.err);
      CHECK(cut.launches == whole.launches);
      CHECK(cut.steps == whole.steps);
      CHECK(cut.status == whole.status);
      REQUIRE(cut.mistakes.size() == whole.mistakes.size());
      for (size_t i = 0; i < cut.mistakes.size(); ++i) {
        CHECK(cut.mistakes[i].fault == whole.mistakes[i].fault);
        CHECK(cut.mistakes[i].place.begin == whole.mistakes[i].place.begin);
      }
    }
    mistakes = whole.mistakes;
  }
  return mistakes;
}

}  // namespace

TEST_CASE("cuda: a launch that slices cut is the one that they do not cut") {
  // Blocks that wait for a later one, kernels that launch, one that breaks off.
  const std::string text =
      "#include <cstdio>\n"
      "__global__ void child(int* a) { for (int i = 0; i < 50; ++i) a[threadIdx.x] += i; }\n"
      "__global__ void parent(int* a) {\n"
      "  for (int i = 0; i < 200; ++i) a[blockIdx.x * 32 + threadIdx.x] += i;\n"
      "  if (threadIdx.x == 0) child<<<1, 32>>>(a);\n"
      "  if (threadIdx.x == 0) printf(\"block %d\\n\", blockIdx.x);\n"
      "}\n"
      "__global__ void wait(volatile int* a) {\n"
      "  if (blockIdx.x == 1) a[0] = -1;\n"
      "  if (blockIdx.x == 0) while (a[0] != -1) {}\n"
      "}\n"
      "int main() {\n"
      "  int *d, *e, h[256];\n"
      "  cudaMalloc(&d, sizeof h);\n"
      "  cudaMalloc(&e, sizeof h);\n"
      "  cudaMemset(d, 0, sizeof h);\n"
      "  parent<<<8, 32>>>(d);\n"
      "  parent<<<2, 32>>>(e);\n"
      "  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
      "  printf(\"%d %d\\n\", h[0], h[255]);\n"
      "  cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);\n"
      "  if (h[0] == 0) printf(\"zero\\n\");\n"
      "  wait<<<2, 1>>>(d);\n"
      "  parent<<<1, 32>>>(nullptr);\n"
      "  printf(\"%d\\n\", cudaDeviceSynchronize());\n"
      "}\n";
  check_same_in_slices(text, "700\n", 20);
}

TEST_CASE("cuda: launches by calls and of graphs are cut, and are those that are not") {
  const std::string kernel =
      "#include <cstdio>\n"
      "__global__ void sums(int* a, int n) {\n"
      "  for (int i = 0; i < n; ++i) a[blockIdx.x * 32 + threadIdx.x] += i;\n"
      "}\n"
      "int main() {\n"
      "  int *d, h[256], n = 500;\n"
      "  cudaMalloc(&d, sizeof h);\n"
      "  cudaMemset(d, 0, sizeof h);\n";
  const std::string end =
      "  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
      "  printf(\"%d %d\\n\", h[0], h[255]);\n"
      "}\n";
  check_same_in_slices(kernel +
                           "  void* arguments[] = {&d, &n};\n"
                           "  int error = cudaLaunchKernel((void*)sums, dim3(8), dim3(32), "
                           "arguments, 0, 0);\n"
                           "  printf(\"%d \", error);\n" +
                           end,
                       "0 124750 124750\n", 20);
  check_same_in_slices(kernel +
                           "  cudaStream_t s; cudaStreamCreate(&s);\n"
                           "  cudaGraph_t graph; cudaGraphExec_t ready;\n"
                           "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
                           "  sums<<<8, 32, 0, s>>>(d, n);\n"
                           "  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);\n"
                           "  sums<<<8, 32, 0, s>>>(d, n);\n"
                           "  cudaStreamEndCapture(s, &graph);\n"
                           "  cudaGraphInstantiate(&ready, graph, 0);\n"
                           "  printf(\"%d \", cudaGraphLaunch(ready, s));\n"
                           "  cudaStreamSynchronize(s);\n"
                           "  printf(\"%d \", h[9]);\n" +
                           end,
                       "0 124750 249500 249500\n", 40);
}

TEST_CASE("cuda: copies are cut, and what depends on unwritten bytes is found as without that") {
  // Half of `a` is never written; the last block of `b` is left out.
  const std::vector<host::Mistake> mistakes = check_same_in_slices(
      "#include <cstdio>\n"
      "#include <cstdlib>\n"
      "__global__ void add(const float* a, float* b, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) b[i] = a[i] + 1;\n"
      "}\n"
      "int main() {\n"
      "  const int n = (1 << 18) + 100;\n"
      "  float *h = (float*)malloc(n * sizeof(float)), *a, *b;\n"
      "  for (int i = 0; i < n; ++i) h[i] = 3;\n"
      "  cudaMalloc(&a, n * sizeof(float));\n"
      "  cudaMalloc(&b, n * sizeof(float));\n"
      "  cudaMemcpy(a, h, n * sizeof(float) / 2, cudaMemcpyHostToDevice);\n"
      "  add<<<n / 256, 256>>>(a, b, n);\n"
      "  cudaMemcpy(h, b, n * sizeof(float), cudaMemcpyDeviceToHost);\n"
      "  printf(\"%g\\n\", h[5]);\n"
      "  if (h[n - 1] == 4) printf(\"last\\n\");\n"
      "  if (h[n - 200] == 4) printf(\"unwritten\\n\");\n"
      "}\n",
      "4\n", 100);
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].fault == host::Fault::kCopySize);
  CHECK(mistakes[1].fault == host::Fault::kSmallGrid);
}

TEST_CASE("cuda: large blocks of the heap get their labels in slices, and give them up") {
  const std::vector<host::Mistake> mistakes = check_same_in_slices(
      "#include <cstdio>\n"
      "#include <cstdlib>\n"
      "int main() {\n"
      "  char* a = (char*)malloc(2 << 20);\n"
      "  for (int i = 0; i < 30000; ++i) a[i] = i + 1;\n"
      "  a = (char*)realloc(a, 5 << 20);\n"
      "  printf(\"%d \", a[0]);\n"
      "  if (a[(5 << 20) - 1] == 0) printf(\"zero \");\n"
      "  free(a);\n"
      "  if (a[1 << 20] == 0) printf(\"freed \");\n"
      "  printf(\"end\\n\");\n"
      "}\n",
      "end\n", 10);
  REQUIRE(mistakes.size() == 2);
  CHECK(mistakes[0].fault == host::Fault::kUnwritten);
  CHECK(mistakes[1].fault == host::Fault::kUseAfterFree);
}

TEST_CASE("cuda: a copy that does not fit is none, and one onto itself moves as it did") {
  CHECK(run("int* d; cudaMalloc(&d, 1 << 19); static int h[1 << 18];"
            "h[0] = 1; cudaMemset(d, 0, 1 << 19);"
            "printf(\"%d \", cudaMemcpy(d, h, 1 << 20, cudaMemcpyHostToDevice));"
            "cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d \", h[0]);"
            "for (int i = 0; i < 1 << 17; ++i) h[i] = i;"
            "cudaMemcpy(d, h, 1 << 19, cudaMemcpyHostToDevice);"
            "cudaMemcpy(d + 1, d, (1 << 19) - 4, cudaMemcpyDeviceToDevice);"
            "cudaMemcpy(h, d, 1 << 19, cudaMemcpyDeviceToHost);"
            "printf(\"%d %d\", h[1], h[(1 << 17) - 1]);")
            .out == "1 0 0 131070");
}
