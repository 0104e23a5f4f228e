// What models make of requests of global memory, from launches whose bytes can be counted by hand.
#include "app/study/memory.hpp"

#include <doctest/doctest.h>

#include "app/study/dram.hpp"
#include "app/study/format.hpp"
#include "app/study/roofline.hpp"
#include "sim/launch/parse.hpp"

using namespace warplens;

namespace {

// Two operations and 8 bytes a thread.
constexpr const char* kLine =
    "__global__ void k(const float* a, float* b) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  b[i] = a[i] * 2.0f + 1.0f;\n"
    "}\n";
// The same, each thread in a line of its own.
constexpr const char* kApart =
    "__global__ void k(const float* a, float* b) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  b[i * 32] = a[i * 32] * 2.0f + 1.0f;\n"
    "}\n";
constexpr const char* kWords = "--grid 8 --block 128 --arg a=float[32768] --arg b=float[32768]";

std::shared_ptr<const run::Run> run_of(const char* text, const char* device = "h200",
                                       const char* launch = kWords) {
  const std::string words = std::string(launch) + " --device " + device;
  const auto options = launch::parse_options(launch::split_words(words));
  REQUIRE(options.ok());
  prepare::Request request;
  request.file = base::SourceFile("kernel.cu", text);
  request.launch = launch::apply({}, *options);
  request.extra.stream = true;
  auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  return *run;
}

bool has(const Text& text, const char* words) {
  return text.rendered().find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("memory: bytes of each level, by hand") {
  const study::MemoryFacts memory = study::memory_facts(*run_of(kLine));
  CHECK(memory.missing == study::MemoryFacts::Missing::kNothing);
  CHECK(study::instead_text(memory).empty());
  CHECK(memory.flops == 2 * 1024);
  CHECK(memory.caches.result.lane_bytes == 2 * 4 * 1024);
  CHECK(study::bytes_at(memory, study::ByteLevel::kL1) == 2 * 4 * 1024);
  CHECK(memory.load_bytes == 4 * 1024);
  REQUIRE(memory.rows.size() == 2);
  // Of each sector of 32 bytes a lane of the other kernel uses 4.
  const study::MemoryFacts apart = study::memory_facts(*run_of(kApart));
  CHECK(apart.caches.result.lane_bytes == 2 * 4 * 1024);
  CHECK(study::bytes_at(apart, study::ByteLevel::kL1) == 2 * 32 * 1024);
}

TEST_CASE("memory: what L2 did not serve comes from DRAM or from its other part") {
  // All multiprocessors read the same 128 lines: half of them are next to the part that has them
  // not.
  const study::MemoryFacts memory = study::memory_facts(
      *run_of("__global__ void k(const float* a, float* b) {\n"
              "  b[blockIdx.x * 128 + threadIdx.x] = a[threadIdx.x * 32];\n}\n",
              "h200", "--grid 132 --block 128 --arg a=float[4096] --arg b=float[16896]"));
  const model::Traffic& all = memory.caches.result.all;
  const uint64_t missed = all.l2_reads - all.l2_read_hits;
  const uint64_t from_dram = all.dram_reads - all.dram_paired;
  REQUIRE(missed > from_dram);
  const std::string other = study::byte_count(study::sector_bytes(missed - from_dram));
  CHECK(has(study::other_part_text(memory), ("the other one had " + other).c_str()));
  CHECK(study::other_part_text(study::memory_facts(*run_of(kLine))).empty());
}

TEST_CASE("memory: a device without public figures says what is shown instead") {
  const study::MemoryFacts memory = study::memory_facts(*run_of(kLine, "cc10.0"));
  CHECK(memory.missing == study::MemoryFacts::Missing::kNothing);
  CHECK(has(study::instead_text(memory), "an H200's are shown instead"));
  CHECK(memory.caches.sizes.l2 > 0);
  CHECK(has(study::caches_accuracy(memory), "measured on an H200 only"));
}

TEST_CASE("roofline: 0.25 FLOP for each byte under 150 GB/s are 37.5 GFLOP/s") {
  const study::MemoryFacts memory = study::memory_facts(*run_of(kLine));
  study::RoofTry tried;
  tried.bandwidth = 150;
  const study::RooflineFacts facts = study::roofline_facts(memory, tried);
  CHECK(facts.intensities[0] == doctest::Approx(0.25));
  CHECK(has(study::headline(facts), "37.5 GFLOP/s"));
  CHECK(study::refused_text(facts, 1e9, 1e9).empty());
  CHECK(has(study::note_text(facts, memory), "the bandwidth that was dragged"));
  CHECK(has(study::note_text(facts, memory),
            "By the bytes of loads alone, which lectures count, it would be 0.5 FLOP/B "
            "and 75 GFLOP/s"));
  CHECK(facts.roof.at(facts.intensity()) == doctest::Approx(37.5));
}

TEST_CASE("roofline: a kernel of double has double's peak, one of both the lower one") {
  const auto kernel = [](const char* statement) {
    return "__global__ void k(double* a, float* b) {\n  int i = threadIdx.x;\n  double v = a[i];\n"
           "  for (int k = 0; k < 200; ++k) v = v * 1.0001 + 0.5;\n  " +
           std::string(statement) + "\n}\n";
  };
  constexpr const char* kArrays = "--block 128 --arg a=double[128] --arg b=float[128]";
  const study::MemoryFacts of_double =
      study::memory_facts(*run_of(kernel("a[i] = v;").c_str(), "h200", kArrays));
  const study::RooflineFacts facts = study::roofline_facts(of_double, {});
  CHECK(facts.roof.peak == 33'500);
  CHECK(has(study::headline(facts), "at most 33,500 GFLOP/s"));
  CHECK(has(study::reason_text(facts), "more than 33,500 GFLOP/s of double"));
  CHECK(has(study::source_text(facts, of_double), "33,500 GFLOP/s of double without tensor cores"));
  CHECK_FALSE(has(study::source_text(facts, of_double), "computes with"));
  const study::MemoryFacts of_both =
      study::memory_facts(*run_of(kernel("b[i] = b[i] * 2.0f + v;").c_str(), "h200", kArrays));
  const study::RooflineFacts both = study::roofline_facts(of_both, {});
  CHECK(both.roof.peak == 33'500);
  CHECK(has(study::source_text(both, of_both), "The kernel computes with float and with double"));
  // A board without double has no figure for it.
  study::MemoryFacts on_old = of_double;
  on_old.figures = &model::shown_memory_figures(*model::find_device("cc1.0"));
  const study::RooflineFacts old = study::roofline_facts(on_old);
  CHECK(old.roof.peak == 345.6);
  CHECK(has(study::source_text(old, on_old), "346 GFLOP/s of float"));
  CHECK(has(study::source_text(old, on_old),
            "whose peak on 8800 GTX is not known: float's is shown"));
}

TEST_CASE("roofline: a bandwidth and a peak of nothing are both named") {
  const study::MemoryFacts memory = study::memory_facts(*run_of(kLine));
  study::RoofTry tried;
  tried.bandwidth = 0;
  tried.peak = 0;
  const study::RooflineFacts facts = study::roofline_facts(memory, tried);
  CHECK(has(study::refused_text(facts, 1e9, 1e9), "A bandwidth of 0 transfers nothing"));
  CHECK(has(study::refused_text(facts, 1e9, 1e9), "A peak of 0 computes nothing"));
  CHECK(facts.roof.bandwidth == facts.of_device.bandwidth);
  CHECK(facts.roof.peak == facts.of_device.peak);
}

TEST_CASE("dram: cut anywhere, it serves the same") {
  const auto run = run_of(kApart);
  const study::MemoryFacts memory = study::memory_facts(*run);
  for (const bool behind_caches : {false, true}) {
    study::DramTry tried;
    tried.behind_caches = behind_caches;
    const study::DramFacts expected = study::dram_facts(memory, *run->stream, tried);
    study::DramFactsOfRun facts(memory, *run->stream, tried);
    for (bool goes_on = true; goes_on;) {
      base::Slice slice(5);
      goes_on = facts.advance(slice) == base::Progress::kMore;
    }
    const study::DramFacts found = facts.take();
    CHECK(found.bursts == expected.bursts);
    CHECK(found.channels == expected.channels);
    CHECK(found.steps.size() == expected.steps.size());
    REQUIRE(found.rows.size() == expected.rows.size());
    for (size_t i = 0; i < found.rows.size(); ++i) {
      CHECK(found.rows[i].counts.ns == expected.rows[i].counts.ns);
      CHECK(found.rows[i].counts.hits == expected.rows[i].counts.hits);
    }
  }
}

TEST_CASE(
    "dram: it opens where a row first makes way for another, or at the first that is opened") {
  study::DramFacts facts;
  CHECK(study::steps_done(facts, study::kFirstRowChange) == 0);
  facts.steps.resize(4);
  for (model::DramStep& step : facts.steps) step.event = model::RowEvent::kHit;
  facts.steps[0].event = model::RowEvent::kClosed;
  CHECK(study::steps_done(facts, study::kFirstRowChange) == 1);
  facts.steps[2].event = model::RowEvent::kConflict;
  CHECK(study::steps_done(facts, study::kFirstRowChange) == 3);
  CHECK(study::steps_done(facts, 0) == 0);
  CHECK(study::steps_done(facts, 9) == 4);
}

TEST_CASE("dram: scattered lanes take longer, and hits alone do not say so") {
  const auto plan = [](const char* text) {
    const auto run = run_of(text);
    study::DramTry tried;
    tried.behind_caches = false;
    return study::dram_facts(study::memory_facts(*run), *run->stream, tried);
  };
  const study::DramFacts line = plan(kLine), apart = plan(kApart);
  REQUIRE(line.rows.size() == 5);
  CHECK(apart.rows[0].counts.ns > 1.5 * line.rows[0].counts.ns);
  CHECK(has(study::headline(apart), "useful"));
  // Two rows of one bank in turn: each request opens the other one.
  CHECK(line.rows[4].counts.hits == 0);
  for (size_t i = 0; i < 4; ++i) CHECK(line.rows[4].counts.ns > line.rows[i].counts.ns);
  CHECK(has(study::refresh_text(line), "No refresh falls into"));
  for (const study::DramFacts* one : {&line, &apart}) {
    const bool is_slower = one->rows[2].counts.ns > one->rows[0].counts.ns;
    CHECK(has(study::orders_text(*one), "less of an activate is hidden") == is_slower);
  }
}
