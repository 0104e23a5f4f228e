// Questions that take more than one access, of kernels that were written for this test after the
// questions were: each truth is worked out by hand.
#include "app/scene/questions/run_questions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "kernel_run.hpp"

using namespace warplens;
using scene::Belief;

namespace {

struct Kernel {
  const char* name;
  const char* text;
  const char* launch;
};

// Each access of the first warp, or of all where a question needs it, asks.
std::vector<scene::Question> all_questions(const Kernel& kernel, uint32_t lane = 3) {
  test::Recorded run = test::record(kernel.text, kernel.launch);
  std::vector<scene::Question> all;
  std::set<std::string> texts;
  const uint32_t most = std::min<uint32_t>(run.steps(), 400);
  for (uint32_t step = 0; step < most; ++step) {
    if (run.run->recording->heads[step].warp != 0) continue;
    const auto moment = run.at(step, 0, lane);
    for (const scene::Question& question : scene::questions_about(*moment, run.run->device)) {
      if (texts.insert(question.text).second) all.push_back(question);
    }
  }
  return all;
}

// Null where it isn't asked.
const scene::Question* find(const std::vector<scene::Question>& all, const std::string& text) {
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const scene::Question& one) { return one.text == text; });
  return at == all.end() ? nullptr : &*at;
}

std::string right_of(const std::vector<scene::Question>& all, const std::string& text) {
  const scene::Question* question = find(all, text);
  return question == nullptr ? "not asked" : question->choices[question->right()].text;
}

// The choice that somebody with this belief takes; "" if there is none.
std::string choice_of(const std::vector<scene::Question>& all, const std::string& text,
                      Belief belief) {
  const scene::Question* question = find(all, text);
  if (question == nullptr) return "not asked";
  for (const scene::Choice& choice : question->choices) {
    if (choice.belief == belief) return choice.text;
  }
  return "";
}

constexpr Kernel kRowSums{"row_sums",
                          R"(__global__ void k(const float* a, float* sum) {
  float s = 0;
  for (int i = 0; i < 32; ++i)
    s += a[threadIdx.x * 32 + i];
  sum[threadIdx.x] = s;
}
)",
                          "--block 32 --arg a=float[1024] --arg sum=float[32]:zero"};

constexpr Kernel kColumnSums{"column_sums",
                             R"(__global__ void k(const float (*a)[32], float* sum) {
  float s = 0;
  for (int i = 0; i < 8; ++i)
    s += a[i][threadIdx.x];
  sum[threadIdx.x] = s;
}
)",
                             "--block 32 --arg a=float[32][32] --arg sum=float[32]:zero"};

constexpr Kernel kTransposeStep{"transpose_through_shared",
                                R"(__global__ void k(const float (*a)[32], float (*b)[32]) {
  __shared__ float t[32][32];
  for (int r = threadIdx.y; r < 32; r += 8)
    t[r][threadIdx.x] = a[r][threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    b[r][threadIdx.x] = t[threadIdx.x][r];
}
)",
                                "--block 32,8 --arg a=float[32][32] --arg b=float[32][32]:zero"};

constexpr Kernel kScan{"scan_with_one_barrier_too_many",
                       R"(__global__ void k(int* a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  int left = t > 0 ? s[t - 1] : 0;
  __syncthreads();
  s[t] += left;
  __syncthreads();
  a[t] = s[t];
}
)",
                       "--block 64 --arg a=int[64]"};

constexpr Kernel kStencil{"stencil",
                          R"(__global__ void k(const float* in, float* out) {
  __shared__ float s[66];
  int t = threadIdx.x;
  s[t + 1] = in[t];
  if (t == 0) s[0] = 0;
  if (t == 63) s[65] = 0;
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];
}
)",
                          "--block 64 --arg in=float[64] --arg out=float[64]:zero"};

constexpr Kernel kReduction{"strided_reduction",
                            R"(__global__ void k(const int* a, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int i = 2 * d * t;
    if (i < 128) s[i] += s[i + d];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
)",
                            "--block 128 --arg a=int[128] --arg out=int[1]:zero"};

constexpr Kernel kStruct{"array_of_structures",
                         R"(struct Body { float x, y, z; };
__global__ void k(const Body* bodies, const float* mass, float* out) {
  int t = threadIdx.x;
  out[t] = bodies[t].x * mass[t];
}
)",
                         "--block 32 --arg bodies=float[96] --arg mass=float[32] "
                         "--arg out=float[32]:zero"};

constexpr Kernel kHistogram{"histogram",
                            R"(__global__ void k(const int* a, int* bins) {
  __shared__ int b[16];
  int t = threadIdx.x;
  if (t < 16) b[t] = 0;
  __syncthreads();
  for (int i = t; i < 256; i += 64)
    atomicAdd(&b[a[i] & 15], 1);
  __syncthreads();
  if (t < 16) bins[t] = b[t];
}
)",
                            "--block 64 --arg a=int[256] --arg bins=int[16]:zero"};

constexpr Kernel kSwizzle{"swizzle",
                          R"(__global__ void k(int* a) {
  __shared__ int s[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y ^ x] = a[y * 16 + x];
  __syncthreads();
  a[x * 16 + y] = s[y][x];
}
)",
                          "--block 16,16 --arg a=int[256]"};

constexpr Kernel kTable{"constant_table",
                        R"(__constant__ float c[32] = {1, 2, 3, 4};
__global__ void k(float* a) {
  float s = 0;
  for (int i = 0; i < 4; ++i)
    s += c[(threadIdx.x + i) % 8] * a[threadIdx.x * 2];
  a[threadIdx.x] = s;
}
)",
                        "--block 32 --arg a=float[64]"};

const Kernel kKernels[] = {kRowSums,   kColumnSums, kTransposeStep, kScan,    kStencil,
                           kReduction, kStruct,     kHistogram,     kSwizzle, kTable};

}  // namespace

TEST_CASE("run questions: what a lane reads next, against neighbours and exchanged axes") {
  const auto rows = all_questions(kRowSums);
  const std::string next = "Lane 3 reads a[96] here. Which element does it read here next?";
  CHECK(right_of(rows, next) == "a[97]");
  CHECK(choice_of(rows, next, Belief::kAxesSwapped) == "a[128]");
  CHECK(choice_of(rows, next, Belief::kStaysThere) == "a[96]");
  const auto columns = all_questions(kColumnSums);
  const std::string down = "Lane 3 reads a[0][3] here. Which element does it read here next?";
  CHECK(right_of(columns, down) == "a[1][3]");
  CHECK(choice_of(columns, down, Belief::kAxesSwapped) == "a[0][4]");
  CHECK(choice_of(columns, down, Belief::kStaysThere) == "a[0][3]");
}

TEST_CASE("run questions: which of two coalesces") {
  const auto rows = all_questions(kRowSums);
  const std::string which = "Which of these two accesses coalesces?";
  CHECK(right_of(rows, which) == "line 5: sum[threadIdx.x]");
  CHECK(choice_of(rows, which, Belief::kOneThreadsTime) == "line 4: a[threadIdx.x * 32 + i]");
  CHECK(choice_of(rows, which, Belief::kAlwaysCoalesces) == "both");
  CHECK(find(rows, which)->choices[0].why.find("lanes 0 and 1 are 128 bytes apart") !=
        std::string::npos);
  // All accesses coalesce, or none is clearly one of the two.
  CHECK(find(all_questions(kColumnSums), which) == nullptr);
  CHECK(find(all_questions(kStencil), which) == nullptr);
}

TEST_CASE("run questions: the line that wastes most") {
  const auto all = all_questions(kTransposeStep);
  const std::string which = "Which line has the most excessive wavefronts in this run?";
  CHECK(right_of(all, which) == "line 7");
  CHECK(choice_of(all, which, Belief::kOnlyStoresCost) == "line 4");
  CHECK(find(all_questions(kStencil), which) == nullptr);
}

TEST_CASE("run questions: which barrier can go") {
  const std::string which = "Which barrier can go without a difference to this run?";
  const auto scan = all_questions(kScan);
  CHECK(right_of(scan, which) == "line 9");
  CHECK(choice_of(scan, which, Belief::kOnlyLoadsWait) == "line 7");
  CHECK(choice_of(scan, which, Belief::kStoresAreSeen) == "line 5");
  CHECK(choice_of(scan, which, Belief::kBarriersAreNeeded) == "none");
  const auto stencil = all_questions(kStencil);
  CHECK(right_of(stencil, which) == "none");
  CHECK(choice_of(stencil, which, Belief::kStoresAreSeen) == "line 7");
  CHECK(find(stencil, which)->choices[0].why.find("stores s[") != std::string::npos);
  CHECK(find(all_questions(kColumnSums), which) == nullptr);
}

TEST_CASE("run questions: time is what was measured, not the passes") {
  scene::TimePair times;
  times.left_us = 167.8;
  times.right_us = 77.6;
  times.device = "NVIDIA H200";
  const auto asked = scene::time_question(times, 8192, 256);
  REQUIRE(asked.has_value());
  CHECK(asked->choices[asked->right()].text == "2.2 times");
  CHECK(asked->choices.size() == 3);
  CHECK(asked->choices[0].text == "1.0 times");
  CHECK(asked->choices[2].belief == Belief::kWorkIsTime);
  CHECK(asked->choices[2].text == "32 times");
  // Nothing to compare, or nothing that separates beliefs.
  CHECK_FALSE(scene::time_question(times, 256, 256).has_value());
  CHECK_FALSE(scene::time_question(times, 550, 256).has_value());
  CHECK_FALSE(scene::time_question(times, 0, 256).has_value());
  // The side with more passes was the faster one.
  CHECK_FALSE(scene::time_question(times, 256, 8192).has_value());
}

TEST_CASE("run questions: ten kernels are asked about, each with one right choice and beliefs") {
  std::set<Belief> beliefs;
  for (const Kernel& kernel : kKernels) {
    CAPTURE(kernel.name);
    const auto all = all_questions(kernel);
    CHECK(all.size() >= 2);
    for (const scene::Question& question : all) {
      CAPTURE(question.text);
      std::set<std::string> texts;
      for (const scene::Choice& choice : question.choices) {
        texts.insert(choice.text);
        beliefs.insert(choice.belief);
        CHECK((choice.belief == Belief::kNone) == choice.why.empty());
      }
      CHECK(texts.size() == question.choices.size());
      CHECK(question.choices.size() >= 2);
      CHECK(std::count_if(question.choices.begin(), question.choices.end(),
                          [](const auto& one) { return one.belief == Belief::kNone; }) == 1);
    }
    if (std::getenv("WARPLENS_LIST_QUESTIONS") == nullptr) continue;
    std::cout << kernel.name << "\n";
    for (const scene::Question& question : all) {
      std::cout << "  " << question.text << "\n";
      for (const scene::Choice& choice : question.choices)
        std::cout << "    " << choice.text
                  << (choice.why.empty() ? "  <- right" : "  " + choice.why) << "\n";
    }
  }
  CHECK(beliefs.size() >= 18);
}
