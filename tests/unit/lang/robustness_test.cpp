// Broken text of every kind ends in a Unit or in diagnostics, never in a crash. (The fuzzer looks
// further; this is the part that every test run can afford.)
#include <doctest/doctest.h>

#include <random>

#include "sim/lang/compile.hpp"

namespace {

using namespace warplens;

const std::string kProgram = R"(// 分块
#ifndef TILE
#define TILE 16
#endif
#define AT(m, r, c) m[(r) * n + (c)]
const int kHalf = TILE / 2;
extern "C" {
__global__ void tiled(const float* __restrict__ m, float* p, int n) {
  __shared__ float tile[TILE][TILE + 1];
  extern __shared__ int dyn[];
  const int x = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.5e-1f, t[2][2] = {{1}, {2, 3}};
  for (int sub = 0; sub < n / TILE; ++sub) {
    tile[threadIdx.y][threadIdx.x] = x < n ? AT(m, sub * TILE, x) : 0;
    __syncthreads();
    do { sum += tile[threadIdx.y][sub % kHalf]; } while (sum < 0 && n > 0x10u);
    switch (sub) { case 1: case 2: continue; default: break; }
    atomicAdd(&dyn[sub], (int)sizeof(t) + min(sub, 'a'));
  }
  if (n > 3) *p++ = fmaf(sum, sum, t[0][1]); else { return; }
}
}
int main() { tiled<<<1, 2>>>(0, 0, 3); printf("%d\n", 1); }
)";

// It must return, and a failure must have a message.
void try_compile(const std::string& text) {
  const auto result = lang::compile(base::SourceFile("broken.cu", text), {});
  if (!result.ok()) REQUIRE_FALSE(result.error().empty());
  REQUIRE((text.empty() || !lang::classify(text).empty() ||
           text.find_first_not_of(" \n") == std::string::npos));
}

}  // namespace

TEST_CASE("robustness: a valid program cut off at every byte") {
  REQUIRE(lang::compile(base::SourceFile("whole.cu", kProgram), {}).ok());
  for (size_t length = 0; length < kProgram.size(); ++length)
    try_compile(kProgram.substr(0, length));
}

TEST_CASE("robustness: bytes changed, removed and inserted at random") {
  std::mt19937 random(20260101);
  const std::string alphabet = "(){}[];,.*&+-<>=!?:#\"'/\\ \n0x1fe_az\xE4\xB8\xAD";
  for (int round = 0; round < 1500; ++round) {
    std::string text = kProgram;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.erase(at, 1 + random() % 5);
          break;
        default:
          text.insert(at, 1, c);
          break;
      }
    }
    try_compile(text);
  }
}

TEST_CASE("robustness: lines in random order") {
  std::mt19937 random(7);
  std::vector<std::string> lines;
  for (size_t at = 0; at < kProgram.size();) {
    const size_t end = kProgram.find('\n', at) + 1;
    lines.push_back(kProgram.substr(at, end - at));
    at = end;
  }
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (size_t i = 0; i < lines.size(); ++i) text += lines[random() % lines.size()];
    try_compile(text);
  }
}
