// Who changed an element of a launch's array, as far as its recorded block did.
#include "app/scene/element_writers.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "sim/prepare/program.hpp"

namespace base = warplens::base;
namespace prepare = warplens::prepare;
namespace run = warplens::run;
namespace scene = warplens::scene;

namespace {

std::shared_ptr<const run::Run> run_program(const std::string& text) {
  prepare::Request request;
  request.file = base::SourceFile("test.cu", text);
  request.program.emplace();
  request.reached = std::make_shared<prepare::ReachedPrograms>();
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE(runs.ok());
  REQUIRE(runs->front()->recording != nullptr);
  return runs->front();
}

const prepare::JournalStep& launch_of(const run::Run& run) {
  for (const prepare::JournalStep& step : run.reached->journal.steps) {
    if (step.launch == 0u) return step;
  }
  FAIL("no launch");
  return run.reached->journal.steps.front();
}

// Which array of the journal a parameter of the launch points to.
uint32_t array_of(const run::Run& run, const std::string& parameter) {
  for (const prepare::JournalStep::Content& content : launch_of(run).contents) {
    if (content.parameter == parameter) return content.array;
  }
  FAIL("no parameter " << parameter);
  return 0;
}

std::optional<scene::ElementWriters> writers_of(const run::Run& run, const std::string& parameter,
                                                uint64_t element) {
  return scene::element_writers(run, launch_of(run), run.reached->journal, array_of(run, parameter),
                                element);
}

}  // namespace

TEST_CASE("element writers: threads that add to one element, and what they have not read") {
  const auto run = run_program(R"(
__global__ void count(const int* data, int* bins) {
  atomicAdd(&bins[data[threadIdx.x + blockIdx.x * blockDim.x] % 4], 1);
}
int main() {
  int data[128], *d_data, *d_bins;
  for (int i = 0; i < 128; ++i) data[i] = i / 2;
  cudaMalloc(&d_data, sizeof data);
  cudaMalloc(&d_bins, 16);
  cudaMemset(d_bins, 0, 16);
  cudaMemcpy(d_data, data, sizeof data, cudaMemcpyHostToDevice);
  count<<<2, 64>>>(d_data, d_bins);
})");
  const auto writers = writers_of(*run, "bins", 3);
  REQUIRE(writers.has_value());
  CHECK(writers->threads == 16);
  CHECK(writers->are_atomic);
  CHECK(writers->is_one_of_blocks);
  CHECK(writers->block == "block (0, 0)");
  CHECK(writers->thread == "thread 63");
  CHECK_FALSE(writers_of(*run, "data", 3).has_value());
  const auto reads = [&](uint64_t element) {
    return scene::are_paired(*run, launch_of(*run), run->reached->journal,
                             {array_of(*run, "bins"), array_of(*run, "data")}, element);
  };
  CHECK(reads(0));        // thread 0 reads data[0] and adds to bins[0]
  CHECK_FALSE(reads(3));  // data[3] is 1
}

TEST_CASE("element writers: one thread that stores what it has read") {
  const auto run = run_program(R"(
__global__ void twice(const float* x, float* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
int main() {
  float x[32] = {}, *d_x, *d_y;
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_y, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d_x, d_y);
})");
  const auto writers = writers_of(*run, "y", 7);
  REQUIRE(writers.has_value());
  CHECK(writers->threads == 1);
  CHECK_FALSE(writers->are_atomic);
  CHECK_FALSE(writers->is_one_of_blocks);
  CHECK(writers->thread == "thread 7");
  const uint32_t x = array_of(*run, "x"), y = array_of(*run, "y");
  for (const std::array<uint32_t, 2>& both : {std::array{x, y}, std::array{y, x}})
    CHECK(scene::are_paired(*run, launch_of(*run), run->reached->journal, both, 7));
}
