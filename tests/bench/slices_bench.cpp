// How long the session works in a frame without threads (`warplens gui --threads 0`): for each
// lesson, each page and what is asked for by itself, the longest call of Session::update() beside
// all of them together, the work done at once. Prints, asserts no time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "app/session/session.hpp"
#include "sim/base/worker_pool.hpp"

namespace {

using namespace warplens;
using SteadyClock = std::chrono::steady_clock;

struct Row {
  std::string name;
  double longest = 0, all = 0;  // [ms]
  int frames = 0;
};

// Frames until nothing is left to do.
Row frames_of(gui::Session& session, std::string name, const std::vector<gui::Action>& actions,
              double& now) {
  Row row{std::move(name), 0, 0, 0};
  session.apply(gui::Actions(actions.begin(), actions.end()));
  constexpr int kMostFrames = 20'000;
  do {
    now += 1.0 / 60;
    const auto start = SteadyClock::now();
    session.update(now);
    const double time =
        std::chrono::duration<double, std::milli>(SteadyClock::now() - start).count();
    row.longest = std::max(row.longest, time);
    row.all += time;
  } while (++row.frames < kMostFrames && session.is_moving());
  return row;
}

const char* const kWithoutLaunch = R"(
__global__ void sums(const float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[i * n + k];
  b[i] = sum;
})";

const char* const kProgram = R"(#include <cstdlib>
__global__ void scale(float* a, float by) { a[blockIdx.x * blockDim.x + threadIdx.x] *= by; }
int main() {
  const int n = 1 << 20;
  float *host = (float*)malloc(n * sizeof(float)), *a;
  for (int round = 0; round < 8; ++round)
    for (int i = 0; i < n; ++i) host[i] = i % 7 + round;
  cudaMalloc(&a, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int i = 0; i < 4; ++i) scale<<<16, 256>>>(a, 2);
  cudaMemcpy(host, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  free(host);
})";

const char* const kLongLaunches = R"(
__global__ void powers(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) a[i] = a[i] * 1.5f + k;
}
int main() {
  const int n = 64 * 256;
  static float host[n];
  float* a;
  cudaMalloc(&a, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  for (int i = 0; i < 2; ++i) powers<<<64, 256>>>(a, 100);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
})";

// Arrays of 64 MiB.
const char* const kLarge =
    R"(// warplens: --grid 16 --block 256 --arg a=float[16777216]:random=1 --arg b=float[16777216]:iota
__global__ void copy(const float* a, float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i];
})";

gui::Action page(gui::Page to) {
  return gui::action::ChangeOptions{[to](gui::ViewOptions& view) { view.page = to; }};
}

}  // namespace

int main() {
  base::WorkerPool::use_one_core();
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.threads = false;
  const std::vector<lessons::Lesson> all = options.lessons;
  gui::Session session(std::move(options));
  double now = 0;
  std::vector<Row> rows;
  if (!session.open("")) return 1;
  for (const lessons::Lesson& lesson : all) {
    rows.push_back(frames_of(session, lesson.id, {gui::action::OpenLesson{lesson.id}}, now));
    for (const auto& [name, to] : {std::pair{"caches", gui::Page::kCaches},
                                   {"roofline", gui::Page::kRoofline},
                                   {"dram", gui::Page::kDram},
                                   {"divergence", gui::Page::kDivergence},
                                   {"hiding", gui::Page::kHiding},
                                   {"limits", gui::Page::kLimits}})
      rows.push_back(frames_of(session, lesson.id + ", " + name, {page(to)}, now));
    rows.push_back(frames_of(session, lesson.id + ", other schedules",
                             {page(gui::Page::kSteps), gui::action::TrySchedules{}}, now));
    rows.push_back(
        frames_of(session, lesson.id + ", other layouts", {gui::action::FindFixes{}}, now));
    rows.push_back(frames_of(session, lesson.id + ", a step", {gui::action::Step{}}, now));
    const auto differences = [](bool are_shown) {
      return gui::action::ChangeOptions{
          [are_shown](gui::ViewOptions& view) { view.differences = are_shown; }};
    };
    rows.push_back(frames_of(session, lesson.id + ", differences",
                             {gui::action::SetSplit{true, true}, differences(true)}, now));
    frames_of(session, "", {gui::action::SetSplit{false}, differences(false)}, now);
  }
  for (const auto& [name, text] : {std::pair{"a kernel without a launch", kWithoutLaunch},
                                   {"a program", kProgram},
                                   {"a program of long launches", kLongLaunches},
                                   {"large arrays", kLarge}}) {
    rows.push_back(frames_of(session, name, {gui::action::OpenText{text}}, now));
    rows.push_back(frames_of(session, std::string(name) + ", other schedules",
                             {page(gui::Page::kSteps), gui::action::TrySchedules{}}, now));
    rows.push_back(
        frames_of(session, std::string(name) + ", limits", {page(gui::Page::kLimits)}, now));
  }
  std::sort(rows.begin(), rows.end(),
            [](const Row& a, const Row& b) { return a.longest > b.longest; });
  std::printf("%-44s %10s %10s %8s\n", "action", "longest ms", "all ms", "frames");
  for (const Row& row : rows)
    std::printf("%-44s %10.1f %10.1f %8d\n", row.name.c_str(), row.longest, row.all, row.frames);
  return 0;
}
