// A text held against itself with an edit: what comes out different, and who reads what it should
// not.
#include "sim/whatif/try_edit.hpp"

#include <doctest/doctest.h>

#include "sim/edit/possible_edits.hpp"
#include "sim/whatif/edit_sentences.hpp"
#include "tests/support/edit_texts.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using edit::Change;
using test::kCount;
using test::kCountLaunch;
using test::kReverse;
using test::kReverseLaunch;
using warplens::test::golden;

namespace {

whatif::EditResults with(const std::string& text, const std::string& words,
                         const edit::Edit& edit) {
  prepare::Request request = test::make_request(text, words);
  request.store = std::make_shared<prepare::RunStore>();
  auto results = whatif::try_edit(request, edit);
  REQUIRE(results.ok());
  return std::move(*results);
}

// With the text's only edit of that kind, or its first.
whatif::EditResults without(const std::string& text, const std::string& words, Change change) {
  for (const edit::Edit& one : edit::possible_edits(*test::must_run(text, words)->program)) {
    if (one.change == change) return with(text, words, one);
  }
  FAIL("the text has no such edit");
  return {};
}

// Each thread turns what it has read around, in two rounds.
constexpr const char* kTwoRounds =
    "__global__ void k(const int* in, int* out) {\n"
    "  __shared__ int s[64];\n"
    "  int t = threadIdx.x;\n"
    "  for (int i = 0; i < 2; ++i) {\n"
    "    s[t] = in[i * 64 + t];\n"
    "    __syncwarp(); __syncthreads();\n"
    "    out[i * 64 + t] = s[63 - t];\n"
    "    __syncthreads();\n"
    "  }\n"
    "}\n";

}  // namespace

TEST_CASE("try edit: without a barrier a thread reads before another one stores") {
  const whatif::EditResults results = without(kReverse, kReverseLaunch, Change::kNoBarrier);
  CHECK(results.line == 5);
  CHECK(results.ends_otherwise());
  REQUIRE(results.differences.size() == 1);
  CHECK(results.differences[0].array == "out");
  // In order, the first warp reads what the second one has not stored yet.
  CHECK(results.differences[0].count == 32);
  REQUIRE(results.first_moment.has_value());
  CHECK(results.first_moment->warp == 0);
  CHECK(results.first_moment->found == 0);
  CHECK(results.first_moment->expected == 63);
  REQUIRE(results.stale_read.has_value());
  CHECK(results.stale_read->is_too_early);
  CHECK(results.stale_read->writer == 63);
  CHECK(whatif::stale_sentence(results) == golden("whatif.edits.stale_read"));
  // As written the store comes first, then the load.
  REQUIRE(results.events_before.size() == 2);
  CHECK(results.events_before[0].is_store);
  CHECK(results.events_before[1].bits == 63);
  REQUIRE(results.events_after.size() == 2);
  CHECK_FALSE(results.events_after[0].is_store);
  CHECK(results.events_after[1].line == 4);
  const run::Run& after = *results.after.back();
  REQUIRE_FALSE(results.new_findings.empty());
  CHECK(after.findings[results.new_findings[0]].kind == observe::FindingKind::kRaceBetweenWarps);
}

TEST_CASE("try edit: of a sequence the launch that is meant, whatever its grid") {
  const char* text =
      "__global__ void k(int* x) {\n  int i = blockIdx.x * 32 + threadIdx.x;\n"
      "  if (i < 40) x[i] = i;\n}\n";
  prepare::Request request =
      test::make_request(text,
                         "--block 32 --arg x=int[96]:zero --then 'k --grid 2' "
                         "--then 'k --grid 3'");
  request.store = std::make_shared<prepare::RunStore>();
  request.recorded_block = {1, 0, 0};
  const auto edits =
      edit::possible_edits(*test::must_run(text, "--block 32 --arg x=int[96]:zero")->program);
  REQUIRE(edits.size() == 1);
  const auto differing = [&](std::optional<uint32_t> launch) {
    const auto results = whatif::try_edit(request, edits[0], launch);
    REQUIRE(results.ok());
    return results->differences.empty() ? 0 : results->differences[0].count;
  };
  CHECK(differing(0) == 0);
  CHECK(differing(1) == 24);
  CHECK(differing(2) == 56);
  CHECK(differing({}) == 56);
}

TEST_CASE("try edit: the array that comes out different, both ways") {
  const whatif::EditResults results = without(kReverse, kReverseLaunch, Change::kNoBarrier);
  REQUIRE(results.ended.has_value());
  const whatif::EndedArray& ended = *results.ended;
  CHECK(ended.array == "out");
  CHECK(ended.is_all);
  CHECK(ended.rows == 2);
  CHECK(ended.columns == 32);
  REQUIRE(ended.expected.size() == 64);
  for (uint64_t i = 0; i < 64; ++i) {
    CHECK(ended.expected[i] == 63 - i);
    CHECK(ended.found[i] == (i < 32 ? 0 : 63 - i));
  }
}

TEST_CASE("try edit: of a large matrix, the part with the first element that differs") {
  const char* text =
      "__global__ void k(float* x) {\n  int i = threadIdx.x;\n"
      "  if (i != 7) return;\n  x[70 * 100 + 50 + i % 32] = i;\n}\n";
  const auto results = without(text, "--block 32 --arg x=float[99][100]:zero", Change::kNoGuard);
  REQUIRE(results.ended.has_value());
  CHECK_FALSE(results.ended->is_all);
  CHECK(results.ended->first_row == 64);
  CHECK(results.ended->rows == 16);
  CHECK(results.ended->first_column == 32);
  CHECK(results.ended->columns == 32);
  const size_t at = 6 * 32 + 18;  // [70][50]
  CHECK(results.ended->expected[at] == 0);
  CHECK(results.ended->expected[at + 7] == results.ended->found[at + 7]);
  CHECK(results.ended->found[at + 1] != 0);
}

TEST_CASE("try edit: without a loop's last barrier a thread reads what was replaced") {
  const std::string launch = "--block 64 --arg in=int[128]:iota --arg out=int[128]:zero";
  const auto edits = edit::possible_edits(*test::must_run(kTwoRounds, launch)->program);
  REQUIRE(edits.size() == 3);
  const whatif::EditResults results = with(kTwoRounds, launch, edits[2]);
  CHECK(results.line == 8);
  REQUIRE(results.stale_read.has_value());
  CHECK_FALSE(results.stale_read->is_too_early);
  CHECK(whatif::stale_sentence(results).find("has already replaced it, in line 5") !=
        std::string::npos);
}

TEST_CASE("try edit: what atomics have yet to add was not replaced") {
  const std::string text =
      "__global__ void k(const int* x, int* bins) {\n"
      "  __shared__ int s[4];\n"
      "  if (threadIdx.x < 4) s[threadIdx.x] = 0;\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x >= 32) atomicAdd(&s[x[threadIdx.x] % 4], 1);\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x < 4) bins[threadIdx.x] = s[threadIdx.x];\n"
      "}\n";
  const std::string launch = "--block 64 --arg x=int[64]:iota --arg bins=int[4]:zero";
  std::optional<edit::Edit> last;
  for (const edit::Edit& one : edit::possible_edits(*test::must_run(text, launch)->program))
    if (one.change == Change::kNoBarrier) last = one;
  REQUIRE(last.has_value());
  const whatif::EditResults results = with(text, launch, *last);
  CHECK(results.line == 6);
  REQUIRE(results.first_moment.has_value());
  CHECK(results.first_moment->expected == 8);
  CHECK(results.first_moment->found == 0);
  CHECK_FALSE(results.stale_read.has_value());
}

TEST_CASE("try edit: a barrier that orders nothing changes nothing, under all schedules") {
  const char* text =
      "__global__ void k(int* x) {\n  x[threadIdx.x] = 1;\n  __syncthreads();\n"
      "  x[threadIdx.x] += 1;\n}\n";
  const auto results = without(text, "--block 64 --arg x=int[64]:zero", Change::kNoBarrier);
  CHECK_FALSE(results.ends_otherwise());
  CHECK(results.new_findings.empty());
  CHECK(results.tried == 1 + whatif::kSchedulesOfAnEdit);
  CHECK_FALSE(results.first_moment.has_value());
  CHECK(whatif::end_sentence(results) == golden("whatif.edits.same_end"));
}

TEST_CASE("try edit: which updates arrive, and that all do with an atomic") {
  const auto program = test::must_run(kCount, kCountLaunch)->program;
  std::optional<edit::Edit> atomic;
  for (const code::AccessSite& site : program->sites) {
    if (!atomic) atomic = edit::with_atomic(*program, site.span);
  }
  REQUIRE(atomic.has_value());
  const auto results = with(kCount, kCountLaunch, *atomic);
  REQUIRE(results.updates_before.has_value());
  CHECK(results.updates_before->updates.size() == 128);
  CHECK(results.updates_before->arrived() == 4);
  CHECK_FALSE(results.updates_before->is_atomic);
  REQUIRE(results.updates_after.has_value());
  CHECK(results.updates_after->arrived() == 128);
  CHECK(results.updates_after->is_atomic);
  // The lanes of a warp load the same value; on an H200 the lowest lane's store is what is left.
  for (const observe::Update& update : results.updates_before->updates) {
    CHECK(update.before == update.warp);
    CHECK(update.after == update.warp + 1);
    CHECK(update.has_arrived == (update.lane == 0));
  }
  CHECK(whatif::updates_sentence(results) == golden("whatif.edits.updates_of_block"));
}

TEST_CASE("try edit: the updates shown are of an element that loses some, not of the busiest") {
  // x[0] is updated four times, each time by one thread alone; x[1] once by each of three lanes.
  const std::string text =
      "__global__ void k(int* x) {\n  int t = threadIdx.x;\n  for (int i = 0; i < 4; ++i)\n"
      "    if (t == i * 32 || (i == 0 && t > 60 && t < 64)) x[t % 32 != 0]++;\n}\n";
  const std::string launch = "--block 128 --arg x=int[2]:zero";
  const auto program = test::must_run(text, launch)->program;
  std::optional<edit::Edit> atomic;
  for (const code::AccessSite& site : program->sites) {
    if (!atomic) atomic = edit::with_atomic(*program, site.span);
  }
  REQUIRE(atomic.has_value());
  const auto results = with(text, launch, *atomic);
  CHECK(whatif::updates_sentence(results) == golden("whatif.edits.three_updates"));
}

TEST_CASE("try edit: what becomes an atomic is counted in requests, not in sectors") {
  const auto atomic = edit::with_atomic(*test::must_run(kCount, kCountLaunch)->program, [] {
    const std::string text = kCount;
    const auto begin = static_cast<uint32_t>(text.find("*x)"));
    return base::Span{begin, begin + 2};
  }());
  REQUIRE(atomic.has_value());
  CHECK(whatif::cost_sentences(with(kCount, kCountLaunch, *atomic)) ==
        golden("whatif.edits.requests_of_atomics"));
}

TEST_CASE("try edit: padding costs wavefronts, not results") {
  const char* text =
      "__global__ void k(int* x) {\n  __shared__ int s[32][32 + 1];\n  int t = threadIdx.x;\n"
      "  s[t][0] = t;\n  __syncthreads();\n  x[t] = s[31 - t][0];\n}\n";
  const auto results = without(text, "--block 32 --arg x=int[32]:zero", Change::kNoPadding);
  CHECK_FALSE(results.ends_otherwise());
  CHECK(results.tried == 1);
  CHECK(whatif::cost_sentences(results) == golden("whatif.edits.wavefronts"));
}

TEST_CASE("try edit: an array that a guard protects") {
  const char* text =
      "__global__ void k(int* x, int n) {\n  if (threadIdx.x < n)\n    x[threadIdx.x] = 1;\n}\n";
  const auto results =
      without(text, "--block 32 --arg n=20 --arg x=int[20]:zero", Change::kNoGuard);
  REQUIRE(results.new_findings.size() == 1);
  CHECK(results.after.back()->findings[results.new_findings[0]].kind ==
        observe::FindingKind::kOutOfBounds);
}

TEST_CASE("try edit: an edited text that never ends") {
  const char* text =
      "__global__ void k(int* x) {\n  for (int i = 0; ; ++i) {\n    if (i > 3) return;\n"
      "    x[0] = i & 1;\n  }\n}\n";
  const auto results =
      without(text, "--block 1 --arg x=int[1]:zero --step-limit 1000", Change::kNoGuard);
  CHECK(results.ends_otherwise());
  const std::string sentence = whatif::end_sentence(results);
  CAPTURE(sentence);
  CHECK(sentence.find("a limit cut it") != std::string::npos);
}

TEST_CASE("try edit: an edited text that does not compile is an error") {
  prepare::Request request = test::make_request(kCount, "--block 32 --arg x=int[1]:zero");
  request.store = std::make_shared<prepare::RunStore>();
  const auto results =
      whatif::try_edit(request, edit::Edit{Change::kNoGuard, {0, 10}, "__wrong__ "});
  CHECK_FALSE(results.ok());
}

TEST_CASE("try edit: a text with a race is held against itself under one schedule only") {
  const char* text =
      "__global__ void k(int* x) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n"
      "  s[t] = t;\n  x[t] = s[63 - t];\n  atomicAdd(&x[64 + t], 1);\n}\n";
  const auto results = without(text, "--block 64 --arg x=int[128]:zero", Change::kNoAtomic);
  CHECK_FALSE(results.ends_otherwise());
  CHECK(results.tried == 1);
}

TEST_CASE("try edit: both texts run under the schedule in which they differ") {
  // In order, warp 0 stores before warp 1 reads: only another schedule needs the barrier.
  const char* text =
      "__global__ void k(int* x) {\n  __shared__ int s;\n  int t = threadIdx.x;\n"
      "  if (t == 0) s = 7;\n  __syncthreads();\n  if (t == 32) x[0] = s;\n}\n";
  const auto results = without(text, "--block 64 --arg x=int[1]:zero", Change::kNoBarrier);
  CHECK(results.ends_otherwise());
  CHECK(results.tried > 1);
  CHECK(results.before.front()->request.launch.schedule ==
        results.after.front()->request.launch.schedule);
}
