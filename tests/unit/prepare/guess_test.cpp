// Guessed launches: of a correct kernel they run without a finding.
#include "sim/prepare/guess.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

namespace warplens {
namespace {

std::string words_of(const prepare::Guess& guess) {
  std::string words = launch::print(guess.launch) + guess.place.code + guess.note;
  for (const std::string& option : guess.guessed) words += option + "\n";
  for (const std::string& kernel : guess.kernels) words += kernel + "\n";
  for (const prepare::HostDefault& host : guess.host) words += launch::print(host.launch) + "\n";
  return words;
}

// Cut anywhere it is the same. Returns how many slices it took.
size_t check_slices(const prepare::Request& request, const launch::LaunchOptions& given,
                    const prepare::Guess& whole) {
  prepare::LaunchGuess guess(request, given, prepare::LaunchGuess::Of::kOneKernel);
  size_t slices = 1;
  for (base::Slice slice(997); guess.advance(slice) == base::Progress::kMore;
       slice = base::Slice(997))
    ++slices;
  const auto cut = guess.take();
  REQUIRE(cut.ok());
  REQUIRE(cut->size() == 1);
  CHECK(words_of(cut->front()) == words_of(whole));
  return slices;
}

prepare::Guess guess(const std::string& text, const std::string& words = "") {
  const prepare::Request request = test::make_request(text, "");
  const auto given = launch::parse_options(launch::split_words(words));
  REQUIRE(given.ok());
  const auto guessed = prepare::guess_launch(request, given.value());
  REQUIRE_MESSAGE(guessed.ok(), (guessed.ok() ? "" : base::render(guessed.error(), request.file)));
  CHECK(check_slices(request, given.value(), guessed.value()) >= 3);  // compiling, binding, a trial
  return guessed.value();
}

// Runs the guess: it comes to its end without a finding.
prepare::Guess check_clean(const std::string& text, const std::string& words = "") {
  CAPTURE(text);
  const prepare::Guess guessed = guess(text, words);
  prepare::Request request = test::make_request(text, "");
  request.launch = guessed.launch;
  CAPTURE(launch::print(guessed.launch));
  const auto run = run::run(request);
  REQUIRE_MESSAGE(run.ok(), (run.ok() ? "" : base::render(run.error(), request.file)));
  CHECK((*run)->ending == run::Ending::kComplete);
  for (const observe::Finding& finding : (*run)->findings) {
    CHECK_MESSAGE(false, "line " << finding.line << ": " << finding.message);
  }
  return guessed;
}

// The value that an argument has, if it is a number.
std::string text_of(const prepare::Guess& guessed, const std::string& name) {
  for (const launch::Argument& argument : guessed.launch.arguments) {
    if (argument.name == name) return std::get<std::string>(argument.value);
  }
  return "";
}

uint64_t elements_of(const prepare::Guess& guessed, const std::string& array) {
  for (const launch::Argument& argument : guessed.launch.arguments) {
    if (argument.name == array) return std::get<launch::ArrayArgument>(argument.value).count();
  }
  return 0;
}

const std::string kTransposes = R"(
const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;
__global__ void copy(float *odata, const float *idata) {
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    odata[(y + j) * width + x] = idata[(y + j) * width + x];
}
__global__ void transposed(float *odata, const float *idata) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}
)";

}  // namespace

TEST_CASE("guess: a 32 x 32 tile by 8 rows has 32 x 8 threads and arrays of whole tiles") {
  for (const char* kernel : {"copy", "transposed"}) {
    const prepare::Guess guessed = check_clean(kTransposes, std::string("--kernel ") + kernel);
    CHECK(guessed.launch.block == launch::Dim3{32, 8, 1});
    CHECK(guessed.launch.kernel == kernel);
  }
}

TEST_CASE("guess: inputs differ from each other, indices and outputs are as ever") {
  const auto first_of = [](const prepare::Guess& guessed, const std::string& name) {
    for (const launch::Argument& argument : guessed.launch.arguments) {
      if (argument.name == name) return std::get<launch::ArrayArgument>(argument.value).fill.first;
    }
    return ~uint64_t{0};
  };
  const std::string body =
      " { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }";
  const prepare::Guess inputs =
      check_clean("__global__ void add(const float* a, const float* b, float* c, int n)" + body);
  CHECK(first_of(inputs, "a") == 0);
  CHECK(first_of(inputs, "b") == 100);
  CHECK(first_of(inputs, "c") == 0);
  const prepare::Guess all =
      check_clean("__global__ void add(float* a, float* b, float* c, int n)" + body);
  CHECK(first_of(all, "b") == 100);
  CHECK(first_of(all, "c") == 200);
  const prepare::Guess integers =
      check_clean("__global__ void add(const int* a, const int* b, int* c, int n)" + body);
  CHECK(first_of(integers, "b") == 0);
  const prepare::Guess given =
      guess("__global__ void add(const float* a, const float* b, float* c, int n)" + body,
            "--arg b=float[8]");
  CHECK(first_of(given, "b") == 0);
}

TEST_CASE("guess: what is given stays, and the rest is reported") {
  const std::string text = "__global__ void add(float* a, int n) { a[blockIdx.x * n] = n; }";
  const prepare::Guess guessed = guess(text, "--grid 5 --arg a=float[8]");
  CHECK(guessed.launch.grid == launch::Dim3{5, 1, 1});
  REQUIRE(guessed.launch.arguments.size() == 2);
  CHECK(std::get<launch::ArrayArgument>(guessed.launch.arguments[0].value).extents ==
        std::vector<uint64_t>{8});
  CHECK(guessed.guessed == std::vector<std::string>{"--block 256", "--arg n=1280"});
}

TEST_CASE("guess: arrays grow to what is touched") {
  check_clean(
      "__global__ void k(float* a, const int* index, int n) {"
      " int i = blockIdx.x * blockDim.x + threadIdx.x;"
      " if (i < n) a[index[i] + 3 * n] = a[i + 1]; }");
  check_clean("__global__ void k(float* a, int n) { a[threadIdx.x * n + blockIdx.x] = 1; }");
  check_clean(
      "struct P { float x; int id; double v[3]; };\n"
      "__global__ void k(P* p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x + n].id = 1;"
      " }");
}

TEST_CASE("guess: a guard has threads to turn away, and rows are not as many as columns") {
  const prepare::Guess flat = check_clean(
      "__global__ void k(float* a, int n) {"
      " int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }");
  CHECK(flat.launch.grid == launch::Dim3{2, 1, 1});
  CHECK(text_of(flat, "n") == "500");
  const prepare::Guess plane = check_clean(
      "__global__ void k(float* a, int rows, int cols) {"
      " int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;"
      " if (x < cols && y < rows) a[y * cols + x] = 1; }");
  CHECK(text_of(plane, "rows") == "28");
  CHECK(text_of(plane, "cols") == "20");
}

TEST_CASE("guess: an array under a guard `i <= n` has n elements, so that the mistake is found") {
  const std::string begin =
      "__global__ void k(float* out, const float* in, int n) {"
      " int i = blockIdx.x * blockDim.x + threadIdx.x; ";
  for (const char* body :
       {"if (i <= n) out[i] = in[i]; }", "if (n >= i) { out[i] = in[i]; } }",
        "if (i > n) return; out[i] = in[i]; }", "if (i <= n && in[i] > 0) out[i] = 1; }",
        "for (; i <= n; i += gridDim.x * blockDim.x) out[i] = in[i]; }"}) {
    CAPTURE(body);
    const prepare::Guess guessed = guess(begin + body);
    CHECK(std::to_string(elements_of(guessed, "out")) == text_of(guessed, "n"));
    prepare::Request request = test::make_request(begin + body, "");
    request.launch = guessed.launch;
    const auto run = run::run(request);
    REQUIRE(run.ok());
    CHECK((*run)->findings.size() >= 1);
  }
  CHECK(elements_of(guess(begin + "if (i <= n) out[i] = in[i]; }", "--arg n=100"), "out") == 100);
  CHECK(elements_of(guess(begin + "if (i <= n) out[i] = 1; }", "--arg out=float[900]"), "out") ==
        900);
}

TEST_CASE("guess: an array that may well have more elements than the guard's number has them") {
  const std::string begin = "__global__ void k(float* out, const float* in, int n) {";
  const std::string from_0 = " int i = blockIdx.x * blockDim.x + threadIdx.x; ";
  for (const std::string& text :
       {// offsets
        begin + from_0 + "float s = 0; for (int k = 0; k <= n; ++k) s += in[i + k]; out[i] = s; }",
        // cells with a border
        begin + " int i = blockIdx.x * blockDim.x + threadIdx.x + 1;" +
            " if (i <= n) out[i] = in[i - 1] + in[i + 1]; }",
        begin + from_0 + "if (i >= 1 && i <= n) out[i] = in[i]; }",
        // the kernel knows both
        begin + from_0 + "if (i <= n) out[i] = i < n ? in[i] : 0; }",
        // not all of it is under the guard
        begin + from_0 + "float v = 0; if (i <= n) v = in[n - i]; out[i] = v; }",
        begin + from_0 + "if (i <= n) out[i] = in[i]; else out[i] = 0; }"}) {
    if (text.find("else") == std::string::npos) {
      check_clean(text);
      continue;
    }
    const prepare::Guess guessed = guess(text);  // `in` alone is used under the guard
    CHECK(elements_of(guessed, "out") == 512);
    CHECK(elements_of(guessed, "in") == 500);
  }
}

TEST_CASE("guess: a loop over the grid's stride turns twice, one over chunks three times") {
  const prepare::Guess strided = guess(
      "__global__ void k(float* a, int n) {"
      " for (int at = blockIdx.x * 256; at < n; at += gridDim.x * 256) a[at + threadIdx.x] = 1; }");
  CHECK(text_of(strided, "n") == "1024");
  const prepare::Guess chunks = check_clean(
      "__global__ void k(float* out, const float* in, int chunks) {"
      " float sum = 0; for (int c = 0; c < chunks; ++c) sum += in[c * 128 + threadIdx.x];"
      " out[blockIdx.x * blockDim.x + threadIdx.x] = sum; }");
  CHECK(text_of(chunks, "chunks") == "3");
}

TEST_CASE("guess: dynamic shared memory is what the indices need") {
  const prepare::Guess guessed = check_clean(
      "__global__ void k(float* a) { extern __shared__ float s[];"
      " int t = threadIdx.x, n = blockDim.x; s[2 * n + t] = a[t]; __syncthreads();"
      " a[t] = s[3 * n - 1 - t]; }",
      "--block 64");
  CHECK(guessed.launch.shared_bytes == 3 * 64 * 4);
  CHECK(guessed.launch.grid == launch::Dim3{1, 1, 1});  // blockIdx is not read
}

TEST_CASE("guess: a thread may have two elements of a tile, and a shared array one of each warp") {
  const prepare::Guess sorted = check_clean(
      "__global__ void k(int* keys) { __shared__ int tile[256]; int t = threadIdx.x;"
      " tile[2 * t] = keys[2 * t]; tile[2 * t + 1] = keys[2 * t + 1]; keys[2 * t] = tile[2 * t + "
      "1];"
      " }");
  CHECK(sorted.launch.block == launch::Dim3{128, 1, 1});
  const prepare::Guess sums = guess(
      "__global__ void k(float* a) { __shared__ float s[8];"
      " float v = __shfl_down_sync(~0u, a[threadIdx.x], 1);"
      " if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v; __syncthreads(); a[0] = s[0]; }");
  CHECK(sums.launch.block == launch::Dim3{256, 1, 1});
}

TEST_CASE("guess: numbers that are used as indices are small where large ones would not do") {
  const prepare::Guess guessed = check_clean(
      "__global__ void k(const int* bin, int* out) { __shared__ int counts[16];"
      " int t = threadIdx.x; if (t < 16) counts[t] = 0; __syncthreads();"
      " atomicAdd(&counts[bin[t]], 1); __syncthreads(); if (t < 16) out[t] = counts[t]; }",
      "--block 64");
  CHECK(launch::print(guessed.launch).find("bin=int[64]:mod=8") != std::string::npos);
}

TEST_CASE("guess: a few accesses past a shared array are the kernel's own, whatever the block") {
  const prepare::Guess guessed = guess(
      "__global__ void k(float* a) { __shared__ float s[256]; int t = threadIdx.x; s[t] = a[t];"
      " __syncthreads(); a[t] = s[t + 1]; }");
  CHECK(guessed.launch.block == launch::Dim3{256, 1, 1});
}

TEST_CASE("guess: a block that host code shows is kept, though its grid is open") {
  const std::string text =
      "__global__ void k(float* a) { a[blockIdx.x * 96 + threadIdx.x] = 1; }\n"
      "void launch(float* a, int rows) { k<<<rows, 96>>>(a); }\n";
  CHECK(check_clean(text).launch.block == launch::Dim3{96, 1, 1});
}

TEST_CASE("guess: every instance that one launch makes has the block that host code shows for it") {
  const std::string text = R"(
template <typename T, int kTile> __global__ void copy(T* to, const T* from, size_t n) {
  __shared__ T tile[2 * kTile];
  for (int i = threadIdx.x; i < 2 * kTile; i += kTile) {
    size_t at = blockIdx.x * (size_t)(2 * kTile) + i;
    tile[i] = at < n ? from[at] : T(0);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 2 * kTile; i += kTile) {
    size_t at = blockIdx.x * (size_t)(2 * kTile) + i;
    if (at < n) to[at] = tile[i];
  }
}
template <typename T> void run(T* to, const T* from, size_t n) {
  constexpr int kTile = sizeof(T) == 8 ? 64 : 96;
  copy<T, kTile><<<(n + 2 * kTile - 1) / (2 * kTile), kTile>>>(to, from, n);
}
template void run<float>(float*, const float*, size_t);
template void run<double>(double*, const double*, size_t);
)";
  CHECK(check_clean(text, "--kernel 'copy<float, 96>'").launch.block == launch::Dim3{96, 1, 1});
  CHECK(check_clean(text, "--kernel 'copy<double, 64>'").launch.block == launch::Dim3{64, 1, 1});
}

TEST_CASE("guess: of templates alone an instance is guessed, and said to be") {
  const std::string text =
      "template <int kTile, typename T, int kPad = 1> __global__ void turn(T* out, const T* in) {"
      " __shared__ T tile[kTile][kTile + kPad]; tile[threadIdx.y][threadIdx.x] ="
      " in[threadIdx.y * kTile + threadIdx.x]; __syncthreads();"
      " out[threadIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; }\n";
  for (const char* words : {"", "--kernel turn"}) {
    const prepare::Guess guessed = guess(text, words);
    CHECK(guessed.launch.kernel == "turn<16, float>");
    CHECK(guessed.launch.block == launch::Dim3{16, 16, 1});
    CHECK(guessed.guessed.front() == "--kernel 'turn<16, float>'");
  }
  // One that can't be instantiated so is left out; the author's error is the one that is reported.
  const std::string wrong =
      "template <typename T> __global__ void odd(T* a) { a[threadIdx.x] %= 2; }\n";
  CHECK(guess(wrong + text).launch.kernel == "turn<16, float>");
  const prepare::Request alone = test::make_request(wrong, "");
  const auto none = prepare::guess_launch(alone, {});
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().front().message.find("only templates") != std::string::npos);
}

TEST_CASE("guess: what a short trial does not come to has room, too") {
  // Row by row, and long: the trial ends in the first of `n` rows.
  const prepare::Guess guessed = check_clean(R"(
__global__ void sums(const float* A, size_t lda, float* C, size_t n) {
  size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (size_t row = 0; row < n; row += 2) {
    for (int again = 0; again < 160; ++again) sum += A[row * lda + x];
    C[x] = sum;
  }
})");
  const auto number = [&](const char* name) { return std::stoull(text_of(guessed, name)); };
  for (const launch::Argument& argument : guessed.launch.arguments) {
    if (argument.name != "A") continue;
    const auto& extents = std::get<launch::ArrayArgument>(argument.value).extents;
    CHECK(extents.front() >= (number("n") - 1) * number("lda") + 1);
  }
}

TEST_CASE("guess: known arguments are kept, though the grid is open") {
  const prepare::Guess guessed = guess(
      "__global__ void k(float* a, int n, int by) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
      " if (i < n) a[i] = by; }\n"
      "void run(int blocks) { float* a; cudaMalloc(&a, 4000); k<<<blocks, 64>>>(a, 1000, blocks); "
      "}");
  CHECK(guessed.launch.block == launch::Dim3{64, 1, 1});
  CHECK(text_of(guessed, "n") == "1000");
  CHECK(std::get<launch::ArrayArgument>(guessed.launch.arguments[0].value).extents ==
        std::vector<uint64_t>{1000});
  REQUIRE(guessed.guessed.size() == 2);
  CHECK(guessed.guessed[0] == "--grid 2");
  CHECK(guessed.guessed[1].starts_with("--arg by="));
}

TEST_CASE("guess: without a guard the sizes are whole blocks, and a note says so") {
  const std::string begin =
      "__global__ void k(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; ";
  CHECK(guess(begin + "a[i] = n; }").note.find("need a guard") != std::string::npos);
  CHECK(guess(begin + "if (i < n) a[i] = n; }").note.empty());
  CHECK(guess(begin + "a[i] = n; }", "--arg a=float[512]").note.empty());
}

TEST_CASE("guess: a note says which constant memory is zeros because nothing fills it") {
  const std::string text =
      "__constant__ float taps[4];\n__constant__ int shift;\n__constant__ int given = 3;\n"
      "__global__ void k(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
      " if (i < n) a[i] = taps[i % 4] + shift + given; }\n";
  CHECK(guess(text).note == "constant memory that nothing fills is all zeros: 'taps' and 'shift'");
  CHECK(guess(text, "--arg taps=float[4]:iota").note ==
        "constant memory that nothing fills is all zeros: 'shift'");
  CHECK(guess(text, "--arg taps=float[4]:iota --arg shift=1").note.empty());
  const std::string unguarded =
      "__constant__ float taps[4];\n__global__ void k(float* a) {"
      " int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = taps[i % 4]; }\n";
  const std::string both = guess(unguarded).note;
  CHECK(both.find("need a guard; constant memory") != std::string::npos);
}

TEST_CASE("guess: launch bounds are a block's size") {
  const prepare::Guess guessed = check_clean(
      "#define THREADS 96\n__global__ void __launch_bounds__(THREADS) k(float* a) {"
      " a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }");
  CHECK(guessed.launch.block.x <= 256);
  CHECK(check_clean("__global__ void __launch_bounds__(64, 2) k(float* a) {"
                    " a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }")
            .launch.block == launch::Dim3{64, 1, 1});
}

TEST_CASE("guess: a launch of host code is kept, and what it leaves open is guessed") {
  const std::string text =
      "__global__ void k(float* a, int n) { a[threadIdx.x] = n; }\n"
      "int main() { float* a; cudaMalloc(&a, 64 * 4); int n = read(); k<<<1, 64>>>(a, n); }\n";
  const prepare::Guess guessed = check_clean(text);
  CHECK(guessed.launch.block == launch::Dim3{64, 1, 1});
  CHECK(guessed.place.line == 2);
  REQUIRE(guessed.guessed.size() == 1);
  CHECK(guessed.guessed[0].starts_with("--arg n="));
}

TEST_CASE("guess: an endless kernel is given the launch of one that ends") {
  const prepare::Guess endless =
      guess("__global__ void k(volatile int* a) { while (a[0] >= 0) a[0] = 0; }");
  CHECK(endless.launch.block.count() > 0);
  CHECK(endless.launch.arguments.size() == 1);
}

TEST_CASE("guess: a cancelled guess is none") {
  prepare::Request request =
      test::make_request("__global__ void k(float* a) { a[threadIdx.x] = 1; }", "");
  std::atomic<bool> cancelled{false};
  request.cancelled = &cancelled;
  CHECK(prepare::guess_launch(request, {}).ok());
  cancelled = true;
  CHECK_FALSE(prepare::guess_launch(request, {}).ok());
}

}  // namespace warplens
