// Models of a run, other schedules and the search for a fix, cut anywhere: the same as at once.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "sim/edit/possible_edits.hpp"
#include "sim/launch/parse.hpp"
#include "sim/model/caches.hpp"
#include "sim/model/dram.hpp"
#include "sim/model/memory_system.hpp"
#include "sim/whatif/fix/find_fixes.hpp"
#include "sim/whatif/follow_divergence.hpp"
#include "sim/whatif/issue_streams.hpp"
#include "sim/whatif/schedules.hpp"
#include "sim/whatif/try_edit.hpp"
#include "tests/support/edit_texts.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// Advances it in slices of so many steps. Returns the longest [s].
template <class Part>
double cut(Part& part, uint64_t steps) {
  using Clock = std::chrono::steady_clock;
  double longest = 0;
  for (bool goes_on = true; goes_on;) {
    const Clock::time_point begin = Clock::now();
    base::Slice slice(steps);
    goes_on = part.advance(slice) == base::Progress::kMore;
    longest = std::max(longest, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return longest;
}

constexpr uint64_t kSlices[] = {1, 7, base::Slice::kUsual};

std::shared_ptr<const run::Run> transposed() {
  prepare::Request request = test::make_request(
      test::kernel_text("textbook/transpose_column_reads.cu"),
      *launch::embedded_options(test::kernel_text("textbook/transpose_column_reads.cu")));
  request.extra.stream = true;
  const auto run = run::run(request);
  REQUIRE(run.ok());
  return *run;
}

}  // namespace

TEST_CASE("slices: caches and DRAM, cut anywhere, count the same") {
  const auto run = transposed();
  const model::CacheSizes sizes = model::cache_sizes(run->device, run->context->block.count(), 0);
  const model::Placement placement =
      model::placement_of(run->device, run->context->block.count(), 0);
  const model::CachesResult expected = model::run_caches(*run->stream, sizes, placement);
  REQUIRE(expected.all.dram_reads > 0);
  const model::DramTimings& timings = model::dram_timings(model::DramKind::kHbm2);
  const std::vector<uint64_t> bursts =
      model::bursts_of(expected.dram, run->stream->arrays, timings);
  for (const uint64_t steps : kSlices) {
    CAPTURE(steps);
    model::CachesRun caches(*run->stream, sizes, placement);
    const double longest = cut(caches, steps);
    const model::CachesResult found = caches.take();
    CHECK(found.all.load_hits == expected.all.load_hits);
    CHECK(found.all.l2_read_hits == expected.all.l2_read_hits);
    CHECK(found.dram.size() == expected.dram.size());
    CHECK(found.dirty == expected.dirty);
    for (const model::DramOrder order : {model::DramOrder::kFifo, model::DramOrder::kRowHitFirst}) {
      const model::DramPlan whole = model::run_dram(bursts, timings, {order});
      model::DramRun dram(bursts, timings, {order});
      const double of_dram = cut(dram, steps);
      const model::DramPlan plan = dram.take();
      CHECK(plan.all.hits == whole.all.hits);
      CHECK(plan.all.conflicts == whole.all.conflicts);
      CHECK(plan.all.ns == whole.all.ns);
      if (steps == base::Slice::kUsual)
        MESSAGE("longest slices: caches " << longest * 1000 << " ms, DRAM " << of_dram * 1000
                                          << " ms");
    }
  }
}

TEST_CASE("slices: other schedules, tried in slices, show the same differences") {
  const prepare::Request request = test::make_request(
      "__global__ void k(int* a) { int i = threadIdx.x; a[(i + 32) % 64] = a[i] + 1; }",
      "--grid 4 --block 64 --arg a=int[64]:iota");
  const auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  const auto expected = whatif::try_schedules(request, *runs, 6);
  REQUIRE(expected.ok());
  REQUIRE(expected->first_moment.has_value());
  for (const uint64_t steps : kSlices) {
    whatif::ScheduleTrials trials(request, *runs, 6);
    const double longest = cut(trials, steps);
    const auto found = trials.take();
    REQUIRE(found.ok());
    REQUIRE(found->tried.size() == expected->tried.size());
    for (size_t i = 0; i < found->tried.size(); ++i) {
      REQUIRE(found->tried[i].differences.size() == expected->tried[i].differences.size());
      for (size_t k = 0; k < found->tried[i].differences.size(); ++k)
        CHECK(found->tried[i].differences[k].count == expected->tried[i].differences[k].count);
    }
    REQUIRE(found->first_moment.has_value());
    CHECK(found->first_moment->step == expected->first_moment->step);
    CHECK(found->explained_by == expected->explained_by);
    if (steps == base::Slice::kUsual)
      MESSAGE("longest slice: schedules " << longest * 1000 << " ms");
  }
}

TEST_CASE("slices: arrays of two runs, held against each other in slices, differ in the same") {
  const auto run_with = [](const std::string& shift) {
    return test::must_run(
        "__global__ void k(float* a, int* b, int shift) {\n"
        "  int i = blockIdx.x * 256 + threadIdx.x;\n"
        "  a[i * 65536 + shift] = i + 1;\n"
        "  b[i] = i / 200 + shift;\n}",
        "--grid 1 --block 256 --arg a=float[16777216]:zero --arg b=int[256]:zero --arg shift=" +
            shift);
  };
  const auto one = run_with("3"), other = run_with("5");
  for (const uint64_t steps : kSlices) {
    CAPTURE(steps);
    whatif::ArrayDifferences differences(*one, *other);
    uint64_t slices = 1;
    for (base::Slice slice(steps); differences.advance(slice) == base::Progress::kMore;
         slice = base::Slice(steps))
      ++slices;
    if (steps == 1) CHECK(slices > 60);  // of 64 MiB
    const std::vector<whatif::ArrayDifference> found = differences.take();
    REQUIRE(found.size() == 2);
    CHECK(found[0].array == "a");
    CHECK(found[0].count == 512);
    CHECK(found[0].first == 3);
    CHECK(found[0].found == 0);
    CHECK(found[1].count == 256);
    CHECK(found[1].expected == 3);
    CHECK(found[1].found == 5);
  }
  CHECK(whatif::differences(*one, *one).empty());
}

TEST_CASE("slices: what warps wait for and which lanes execute, cut anywhere, are the same") {
  const auto run = test::must_run_file("textbook/transpose_column_reads.cu");
  const whatif::IssueStreams expected = whatif::issue_streams(*run);
  model::HidingSetup setup;
  setup.warps = 8;
  setup.block_warps = run->context->warps_per_block();
  const model::Hiding hidden = model::hide_latencies(expected.warps, setup);
  const auto masks = whatif::follow_divergence(*run);
  REQUIRE(masks.ok());
  for (const uint64_t steps : kSlices) {
    CAPTURE(steps);
    whatif::IssueStreamsOfBlock block(*run);
    const double of_streams = cut(block, steps);
    const whatif::IssueStreams streams = block.take();
    REQUIRE(streams.warps.size() == expected.warps.size());
    for (size_t i = 0; i < streams.warps.size(); ++i)
      CHECK(streams.warps[i].size() == expected.warps[i].size());
    model::HidingRun hiding(streams.warps, setup);
    const double of_model = cut(hiding, steps);
    const model::Hiding found = hiding.take();
    CHECK(found.cycles == hidden.cycles);
    CHECK(found.issued == hidden.issued);
    CHECK(found.warp_cycles == hidden.warp_cycles);
    whatif::DivergenceOfBlock divergence(*run);
    const double of_masks = cut(divergence, steps);
    const auto followed = divergence.take();
    REQUIRE(followed.ok());
    CHECK(followed->instructions() == masks->instructions());
    CHECK(followed->is_cut == masks->is_cut);
    if (steps == base::Slice::kUsual)
      MESSAGE("longest slices: streams " << of_streams * 1000 << " ms, hiding " << of_model * 1000
                                         << " ms, masks " << of_masks * 1000 << " ms");
  }
}

TEST_CASE("slices: an edit that is tried in slices shows the same") {
  prepare::Request request = test::make_request(test::kReverse, test::kReverseLaunch);
  request.store = std::make_shared<prepare::RunStore>();
  for (const edit::Edit& one :
       edit::possible_edits(*test::must_run(test::kReverse, test::kReverseLaunch)->program)) {
    const auto expected = whatif::try_edit(request, one);
    if (!expected.ok()) continue;
    for (const uint64_t steps : {uint64_t{7}, base::Slice::kUsual}) {
      whatif::EditRuns runs(request, one);
      const double longest = cut(runs, steps);
      const auto found = runs.take();
      REQUIRE(found.ok());
      CHECK(found->tried == expected->tried);
      CHECK(found->differences.size() == expected->differences.size());
      CHECK(found->new_findings == expected->new_findings);
      CHECK(found->first_moment.has_value() == expected->first_moment.has_value());
      CHECK(found->stale_read.has_value() == expected->stale_read.has_value());
      if (steps == base::Slice::kUsual) MESSAGE("longest slice: edit " << longest * 1000 << " ms");
    }
  }
}

TEST_CASE("slices: a fix that is looked for in slices is the same fix") {
  double longest = 0;
  for (const char* name :
       {"fix/transpose_tile.cu", "fix/shared_macro.cu", "fix/two_tiles.cu",
        "fix/transpose_no_pad.cu", "fix/one_bin.cu", "textbook/transpose_column_reads.cu"}) {
    CAPTURE(name);
    const std::string text = test::kernel_text(name);
    const prepare::Request request = test::make_request(text, *launch::embedded_options(text));
    const auto expected = fix::find_fixes(request);
    REQUIRE(expected.ok());
    for (const uint64_t steps : kSlices) {
      fix::FixSearch search(request);
      const double one = cut(search, steps);
      if (steps == base::Slice::kUsual) longest = std::max(longest, one);
      const auto found = search.take();
      REQUIRE(found.ok());
      CHECK(found->text == expected->text);
      CHECK(found->is_fixed() == expected->is_fixed());
      CHECK(found->is_exchanged() == expected->is_exchanged());
      REQUIRE(found->arrays.size() == expected->arrays.size());
      for (size_t i = 0; i < found->arrays.size(); ++i) {
        CHECK(found->arrays[i].fixes.size() == expected->arrays[i].fixes.size());
        CHECK(found->arrays[i].refusals.size() == expected->arrays[i].refusals.size());
      }
    }
  }
  MESSAGE("longest slice: fix " << longest * 1000 << " ms");
}
