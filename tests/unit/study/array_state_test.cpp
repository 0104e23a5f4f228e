// Elements of a program's arrays: their values, which step changed them, what they are together.
#include "app/study/array_state.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/study/program.hpp"
#include "sim/prepare/request.hpp"
#include "tests/support/runs.hpp"

namespace base = warplens::base;
namespace prepare = warplens::prepare;
namespace study = warplens::study;
namespace test = warplens::test;

namespace {

// The array of that name at a step, which is counted from 0.
study::ArrayState state_of(const prepare::ReachedProgram& program, const std::string& name,
                           size_t step) {
  const study::ProgramFacts facts = study::facts_of(program);
  for (uint32_t i = 0; i < facts.arrays.size(); ++i) {
    if (facts.arrays[i].name == name) return study::ArrayState(program, i, step);
  }
  FAIL("the program has that array");
  return study::ArrayState(program, 0, 0);
}

study::ArraySummary in_slices(const study::ArrayState& state, uint64_t steps) {
  study::SummaryOfArray summary(state);
  uint64_t slices = 1;
  for (base::Slice slice(steps); summary.advance(slice) == base::Progress::kMore;
       slice = base::Slice(steps))
    ++slices;
  if (steps == 1) CHECK(slices > state.count() / 256);
  return summary.take();
}

// At once; cut anywhere it is the same.
study::ArraySummary summary_of(const study::ArrayState& state) {
  const auto words = [](const study::ArraySummary& summary) {
    const auto text = [](const std::optional<study::ArraySummary::Extreme>& one) {
      return one ? std::to_string(one->element) + "=" + one->text : "none";
    };
    return text(summary.least) + text(summary.most) +
           std::to_string(summary.nans + (summary.unwritten << 16) + (summary.changed << 32));
  };
  const study::ArraySummary whole = in_slices(state, base::Slice::kWhole);
  for (const uint64_t steps : {1, 7}) CHECK(words(in_slices(state, steps)) == words(whole));
  return whole;
}

}  // namespace

TEST_CASE("array state: elements far behind the first ones, and who changed them last") {
  const auto program = test::must_reach(R"(
__global__ void mark(int* x, int at, int value) { x[at] = value; }
int main() {
  const int n = 5000000;
  int *d, *h = new int[n];
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  mark<<<1, 1>>>(d, 4999999, -7);
  mark<<<1, 1>>>(d, 3, 8);
  cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
  cudaFree(d);
})");
  // allocate, copy, two launches, copy, free
  const study::ArrayState at_end = state_of(*program, "d", 4);
  REQUIRE(at_end.count() == 5000000);
  CHECK(at_end.text(4999999) == "-7");
  CHECK(at_end.last_change(4999999) == 2);
  CHECK(at_end.last_change(3) == 3);
  CHECK(at_end.last_change(4) == 1);
  const study::ArrayState first = state_of(*program, "d", 2);
  CHECK(first.is_changed(4999999));
  CHECK(first.text_before(4999999) == "4999999");
  CHECK_FALSE(first.is_changed(3));
  const study::ArraySummary summary = summary_of(first);
  CHECK(summary.changed == 1);
  CHECK(summary.first_changed == 4999999);
  REQUIRE(summary.least.has_value());
  CHECK(summary.least->text == "-7");
  CHECK(summary.most->text == "4999998");
  // Of a copy, what it wrote counts, and nothing else.
  const study::ArrayState back = state_of(*program, "h", 4);
  CHECK(back.is_changed(3));
  CHECK_FALSE(back.is_changed(4));
  CHECK(back.text(3) == "8");
  CHECK_FALSE(back.last_change(4).has_value());
  CHECK(back.is_written());
  CHECK_FALSE(first.is_written());
  CHECK(state_of(*program, "d", 5).count() == 0);
}

TEST_CASE("array state: an array of the host's has the elements that the program asked for") {
  const auto program = test::must_reach(R"(
int main() {
  float* h = (float*)malloc(999 * sizeof(float));
  float* d;
  cudaMalloc(&d, 999 * sizeof(float));
  cudaMemcpy(d, h, 10 * sizeof(float), cudaMemcpyHostToDevice);
}
__global__ void k(float* x) { x[0] = 1; }
)");
  CHECK(program->journal.arrays[1].bytes == 999 * sizeof(float));
}

TEST_CASE("array state: structs of the file by their members, and NaN among numbers") {
  const auto program = test::must_reach(R"(
struct Body { float x, y; int id; double mass; };
__global__ void move(Body* bodies, double* out) {
  bodies[threadIdx.x].x += 0.5f;
  out[threadIdx.x] = threadIdx.x == 1 ? sqrt(-1.0) : 2.0 - threadIdx.x;
}
int main() {
  Body h[4], *d;
  double* out;
  for (int i = 0; i < 4; ++i) h[i] = Body{float(i), 1, i, 2.5};
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&out, 4 * sizeof(double));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  move<<<1, 4>>>(d, out);
})");
  const study::ProgramFacts facts = study::facts_of(*program);
  const study::ArrayState bodies = state_of(*program, "d", 3);
  CHECK(bodies.is_struct());
  CHECK(bodies.count() == 4);
  CHECK(bodies.text(3) == "x 3.5, y 1, id 3, mass 2.5");
  CHECK(bodies.text_before(3) == "x 3, y 1, id 3, mass 2.5");
  CHECK(facts.arrays[0].size.rendered() == "4 Body");
  CHECK_FALSE(summary_of(bodies).least.has_value());
  const study::ArraySummary numbers = summary_of(state_of(*program, "out", 3));
  CHECK(numbers.nans == 1);
  CHECK(numbers.first_nan == 1);
  REQUIRE(numbers.least.has_value());
  CHECK(numbers.least->text == "-1");
  CHECK(numbers.least->element == 3);
  CHECK(numbers.most->text == "2");
}

TEST_CASE("array state: what has no room is cut, and says how much of it there is") {
  // Each launch changes all pages of 16 MiB; all of them together are more than is kept.
  const auto program = test::must_reach(R"(
__global__ void mark(int* x, int at) { x[at + (threadIdx.x << 16)] = at; }
int main() {
  int* d;
  cudaMalloc(&d, 16 << 20);
  for (int i = 0; i < 40; ++i) mark<<<1, 64>>>(d, i);
})");
  const size_t last = program->journal.steps.size() - 1;
  const study::ArrayState kept = state_of(*program, "d", 3), cut = state_of(*program, "d", last);
  CHECK(kept.count() == 4194304);
  CHECK(cut.count() == 64);
  CHECK(cut.text(39) == "39");
  CHECK(cut.is_changed(39));
  CHECK(cut.is_changed());
}

TEST_CASE("array state: what nothing has written is no zero") {
  const auto program = test::must_reach(R"(#include <cstdio>
__global__ void clear(int* x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 0; }
__global__ void add(int* x) { x[threadIdx.x] += 1; }
int main() {
  int h[8], *d;
  cudaMalloc(&d, sizeof h);
  clear<<<1, 8>>>(d, 5);
  add<<<1, 6>>>(d);
  cudaMemset(d, 0, sizeof h);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
})");
  // allocate, two launches, fill, copy
  const study::ArrayState cleared = state_of(*program, "d", 1);
  CHECK(study::first_values(cleared, 8) ==
        std::vector<std::string>{"0", "0", "0", "0", "0", "?", "?", "?"});
  CHECK(cleared.is_changed(4));
  CHECK(cleared.was_unwritten(4));
  CHECK_FALSE(cleared.is_changed(5));
  CHECK(cleared.is_unwritten(5));
  CHECK(cleared.last_change(4) == 1);
  const study::ArraySummary summary = summary_of(cleared);
  CHECK(summary.changed == 5);
  CHECK(summary.unwritten == 3);
  CHECK(summary.first_unwritten == 5);
  // What is made of it is written.
  const study::ArrayState added = state_of(*program, "d", 2);
  CHECK(study::first_values(added, 8) ==
        std::vector<std::string>{"1", "1", "1", "1", "1", "1", "?", "?"});
  CHECK(added.is_changed(5));
  CHECK(added.text_before(5) == "?");
  CHECK(summary_of(state_of(*program, "d", 3)).unwritten == 0);
}

TEST_CASE("array state: what of an array of the host's nothing has written") {
  const std::string text = R"(#include <cstdio>
__global__ void count(int* bins) { atomicAdd(&bins[threadIdx.x % 4], 1); }
int main() {
  int bins[16], *d;
  cudaMalloc(&d, sizeof bins);
  cudaMemset(d, 0, sizeof bins);
  count<<<1, 32>>>(d);
  cudaMemcpy(bins, d, COPIED, cudaMemcpyDeviceToHost);
  printf("%d\n", bins[0]);
})";
  // allocate, fill, launch, copy; 16 bytes may be meant for elements, 12 may not
  for (const std::string copied : {"16", "12"}) {
    std::string source = text;
    source.replace(source.find("COPIED"), 6, copied);
    const auto program = test::must_reach(source);
    const study::ArrayState bins = state_of(*program, "bins", 3);
    CAPTURE(copied);
    CHECK(bins.count() == 16);
    CHECK(bins.text(0) == "8");
    CHECK(bins.text(15) == "?");
    CHECK(bins.is_changed(2));
    CHECK_FALSE(bins.is_changed(15));
    CHECK(summary_of(bins).unwritten == 16 - std::stoul(copied) / 4);
  }
  // One that is set has values, also behind what is copied.
  std::string set = text;
  set.replace(set.find("bins[16]"), 8, "bins[16] = {}").replace(set.find("COPIED"), 6, "16");
  const auto program = test::must_reach(set);
  const study::ArrayState bins = state_of(*program, "bins", 3);
  CHECK(bins.text(15) == "0");
  CHECK(summary_of(bins).unwritten == 0);
}
