// A block's recorded accesses: what programs get of each, and its words.
#include "app/study/trace.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"
#include "tests/unit/study/value_at.hpp"

using namespace warplens;
using study::Section;
using study::TraceFacts;
using tests::at;
using tests::number_at;
using tests::word_at;
using Values = std::vector<study::Value>;

namespace {

// Two warps, each with two turns of a store and a load around barriers.
constexpr const char* kTurns =
    "__global__ void turns(const float* in, float* out) {\n"
    "  __shared__ float s[64];\n"
    "  for (int sub = 0; sub < 2; ++sub) {\n"
    "    s[threadIdx.x] = in[sub * 64 + threadIdx.x];\n"
    "    __syncthreads();\n"
    "    out[threadIdx.x / 2] = s[threadIdx.x / 2];\n"
    "    __syncthreads();\n"
    "  }\n"
    "}\n";
constexpr const char* kLaunch = "--block 64 --arg in=float[128] --arg out=float[64]:zero";

TraceFacts traced(std::optional<uint32_t> warp = {}, uint64_t most = 1000) {
  return study::trace_facts(test::must_run(kTurns, kLaunch), warp, most);
}

}  // namespace

TEST_CASE("trace: the block, its phases and how much is shown") {
  const TraceFacts all = traced();
  const Section section = study::describe(all);
  CHECK(word_at(section, "kernel") == "turns");
  CHECK(at<bool>(section, "reached"));
  CHECK(number_at(section, "warps") == 2);
  CHECK(number_at(section, "accesses_in_block") == 16);
  CHECK(number_at(section, "left_out") == 0);
  CHECK(all.end == 16);
  const TraceFacts some = traced(1, 5);
  CHECK(some.left_out == 3);
  CHECK(number_at(study::describe(some), "left_out") == 3);
  size_t shown = 0;
  for (uint32_t step = 0; step < some.end; ++step) shown += some.shows(step) ? 1 : 0;
  CHECK(shown == 5);
  const std::string last = "phases." + std::to_string(all.recording->phases.size() - 1);
  CHECK(study::find(section, last + ".iteration") != nullptr);
}

TEST_CASE("trace: an access has its place, its cost and a value a lane") {
  const TraceFacts facts = traced();
  const study::TracedAccess first = study::traced_access(facts, 0);
  const Section section = study::describe(first);
  CHECK(number_at(section, "step") == 0);
  CHECK(number_at(section, "line") == 4);
  CHECK(word_at(section, "space") == "global");
  CHECK(word_at(section, "op") == "load");
  CHECK(word_at(section, "array") == "in");
  CHECK(number_at(section, "mask") == 0xffffffff);
  CHECK(number_at(section, "sectors") == 4);
  CHECK(number_at(section, "lines") == 1);
  CHECK(study::find(section, "wavefronts") == nullptr);
  CHECK(at<Values>(section, "addresses").size() == 32);
  CHECK(at<Values>(section, "values").size() == 32);
  CHECK(study::cost_text(first).english() == "4 sectors, 1 line");
  CHECK(study::elements_text(facts, first) == "0..31");
  CHECK(study::phase_text(facts, first.access.phase).english() == "sub = 0");
}

TEST_CASE("trace: elements that several lanes share are counted") {
  const TraceFacts facts = traced(0);
  for (uint32_t step = 0; step < facts.end; ++step) {
    const study::TracedAccess one = study::traced_access(facts, step);
    if (one.place.line != 6 || one.access.space != trace::Space::kShared) continue;
    CHECK(study::elements_text(facts, one).starts_with("0 (2 lanes), 1 (2 lanes), "));
    CHECK(study::cost_text(one).english() == "1 wavefront");
    CHECK(word_at(study::describe(one), "array") == "s");
    return;
  }
  FAIL("there is no such access");
}

TEST_CASE("trace: a lane that is not active has no address and no value") {
  const TraceFacts facts = study::trace_facts(
      test::must_run("__global__ void k(int* a) { if (threadIdx.x < 3) a[threadIdx.x] = 7; }",
                     "--block 32 --arg a=int[32]"),
      {}, 1000);
  const Section section = study::describe(study::traced_access(facts, 0));
  const Values addresses = at<Values>(section, "addresses"), values = at<Values>(section, "values");
  CHECK(std::get<uint64_t>(values[2].is) == 7);
  CHECK(std::holds_alternative<uint64_t>(addresses[2].is));
  CHECK(std::holds_alternative<std::nullptr_t>(addresses[3].is));
  CHECK(std::holds_alternative<std::nullptr_t>(values[3].is));
}

TEST_CASE("trace: a block that the run did not reach has no accesses") {
  const TraceFacts facts = study::trace_facts(
      test::must_run(kTurns, std::string(kLaunch) + " --grid 2 --step-limit 5", {1, 0, 0}), {},
      1000);
  CHECK_FALSE(facts.is_reached);
  CHECK(facts.end == 0);
  const Section section = study::describe(facts);
  CHECK_FALSE(at<bool>(section, "reached"));
  CHECK(word_at(section, "ending") == "step_limit");
  CHECK(section.title.english().ends_with("block x 1 y 0 z 0: not reached"));
}
