// Copies in bulk: who reads, or writes, what one fills or reads, and what has to be between. Each
// kernel is beside one that lacks something.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

using warplens::test::golden;

namespace {

std::shared_ptr<const run::Run> run_bulk(const std::string& body, const std::string& more) {
  const std::string text =
      "__global__ void f(int* in, int* out) {\n"
      "  __shared__ __align__(128) int s[256];\n"
      "  __shared__ unsigned long long word;\n"
      "  const unsigned bar = (unsigned)__cvta_generic_to_shared(&word);\n"
      "  const unsigned to = (unsigned)__cvta_generic_to_shared(&s[0]);\n"
      "  const int t = threadIdx.x;\n"
      "  if (t == 0) warplens_mbarrier_init(bar, 1);\n"
      "  __syncthreads();\n" +
      body + "}\n";
  return test::must_run(text, "--block 64 --arg in=int[256]:iota --arg out=int[256]:zero" + more);
}

// "copy_not_waited 12/10": with the lines of the access and of the other place.
std::vector<std::string> bulk_findings(const std::string& body, const std::string& more = "") {
  const auto run = run_bulk(body, more);
  std::vector<std::string> all;
  for (const observe::Finding& finding : run->findings) {
    std::string one = std::string(observe::word(finding.kind)) + " " + std::to_string(finding.line);
    if (finding.other) one += "/" + std::to_string(finding.other->line);
    all.push_back(one);
  }
  std::sort(all.begin(), all.end());
  return all;
}

using BulkFindings = std::vector<std::string>;

// Lines 9 to 11.
const std::string kBeginBulk =
    "  if (t == 0) { warplens_mbarrier_expect_tx(bar, 256); warplens_mbarrier_arrive(bar, 1);\n"
    "    warplens_bulk_load(to, in, 256, bar);\n"
    "  }\n";
const std::string kWaitForBulk = "  warplens_mbarrier_wait(bar, 0);\n";
const std::string kReadBulk = "  out[t] = s[63 - t];\n";

}  // namespace

TEST_CASE("bulk in flight: who waits for the phase may read, a barrier alone is not enough") {
  CHECK(bulk_findings(kBeginBulk + kWaitForBulk + kReadBulk).empty());
  CHECK(bulk_findings(kBeginBulk + "  while (!warplens_mbarrier_test(bar, 0)) { }\n" + kReadBulk)
            .empty());
  CHECK(bulk_findings(kBeginBulk + "  __syncthreads();\n" + kReadBulk) ==
        BulkFindings{"copy_not_waited 13/10"});
  // A fresh mbarrier lets a wait for the other parity pass while the copy is on its way.
  CHECK(
      bulk_findings(kBeginBulk + "  __syncthreads(); warplens_mbarrier_wait(bar, 1);\n" + kReadBulk,
                    " --schedule adversarial") == BulkFindings{"copy_not_waited 13/10"});
}

TEST_CASE("bulk in flight: one thread's wait is enough for those that it meets behind it") {
  const std::string one = "  if (t == 5) warplens_mbarrier_wait(bar, 0);\n";
  CHECK(bulk_findings(kBeginBulk + one + "  __syncthreads();\n" + kReadBulk).empty());
  CHECK(bulk_findings(kBeginBulk + "  __syncthreads();\n" + one + kReadBulk) ==
        BulkFindings{"copy_not_waited 14/10"});
}

TEST_CASE("bulk in flight: the same where blocks run beside others, and where copies are late") {
  const std::string wrong =
      kBeginBulk + "  __syncthreads();\n  if (blockIdx.x == 0) out[t] = s[t];\n";
  for (const std::string& more :
       {std::string(" --grid 40 --threads 3"), std::string(" --schedule adversarial")}) {
    CAPTURE(more);
    CHECK(bulk_findings(wrong, more) == BulkFindings{"copy_not_waited 13/10"});
    CHECK(bulk_findings(kBeginBulk + kWaitForBulk + "  if (blockIdx.x == 0) out[t] = s[t];\n", more)
              .empty());
  }
}

TEST_CASE("bulk in flight: what a copy fills is not to be written before it has") {
  CHECK(bulk_findings(kBeginBulk + "  __syncthreads(); s[t] = 1;\n" + kWaitForBulk + kReadBulk) ==
        BulkFindings{"copy_overwritten 12/10", "race_between_warps 14/12"});
  CHECK(bulk_findings(kBeginBulk + kWaitForBulk + "  s[63 - t] = 1;\n" + kReadBulk).empty());
}

TEST_CASE("bulk in flight: a tile is not to be filled again before all have read it") {
  const std::string again =
      "  if (t == 0) { warplens_mbarrier_expect_tx(bar, 256); warplens_mbarrier_arrive(bar, 1);\n"
      "    warplens_bulk_load(to, in + 64, 256, bar); }\n"
      "  warplens_mbarrier_wait(bar, 1);\n"
      "  out[64 + t] = s[t];\n";
  CHECK(bulk_findings(kBeginBulk + kWaitForBulk + kReadBulk + "  __syncthreads();\n" + again)
            .empty());
  const BulkFindings twice = bulk_findings(kBeginBulk + kWaitForBulk + kReadBulk + again);
  REQUIRE(!twice.empty());
  CHECK(twice.front() == "race_between_warps 15/13");
}

TEST_CASE("bulk in flight: what is copied out is stored behind a fence") {
  const auto body = [](const std::string& fence) {
    return "  s[t] = t;\n" + fence +
           "  __syncthreads();\n"
           "  if (t == 0) { warplens_bulk_store(out, to, 256); warplens_bulk_commit();"
           " warplens_bulk_wait(0, 1); }\n";
  };
  CHECK(bulk_findings(body("  warplens_proxy_fence();\n")).empty());
  CHECK(bulk_findings(body("")) == BulkFindings{"no_proxy_fence 11/9"});
  // Before the store it orders nothing.
  CHECK(bulk_findings("  warplens_proxy_fence();\n" + body("")) ==
        BulkFindings{"no_proxy_fence 12/10"});
  // One thread's, behind the barrier.
  CHECK(bulk_findings("  s[t] = t;\n  __syncthreads();\n"
                      "  if (t == 0) { warplens_proxy_fence(); warplens_bulk_store(out, to, 256);"
                      " warplens_bulk_commit(); warplens_bulk_wait(0, 1); }\n")
            .empty());
}

TEST_CASE("bulk in flight: what is copied out may be changed when its thread has waited") {
  const auto body = [](const std::string& wait) {
    return "  s[t] = t;\n  warplens_proxy_fence();\n  __syncthreads();\n"
           "  if (t == 0) { warplens_bulk_store(out, to, 256); warplens_bulk_commit(); " +
           wait + " }\n  __syncthreads();\n  s[t] = 7;\n";
  };
  CHECK(bulk_findings(body("warplens_bulk_wait(0, 1);")).empty());
  CHECK(bulk_findings(body("warplens_bulk_wait(0, 0);")).empty());
  CHECK(bulk_findings(body("")) == BulkFindings{"copy_overwritten 14/12"});
  CHECK(bulk_findings(body("warplens_bulk_wait(1, 1);")) == BulkFindings{"copy_overwritten 14/12"});
}

TEST_CASE("bulk in flight: sums by several blocks are no race, stores are") {
  const auto body = [](const std::string& copy) {
    return "  s[t] = blockIdx.x;\n  warplens_proxy_fence();\n  __syncthreads();\n"
           "  if (t == 0) { " +
           copy + " warplens_bulk_commit(); warplens_bulk_wait(0, 0); }\n";
  };
  CHECK(bulk_findings(body("warplens_bulk_add(out, to, 256, 1);"), " --grid 2").empty());
  CHECK(bulk_findings(body("warplens_bulk_store(out, to, 256);"), " --grid 2") ==
        BulkFindings{"race_between_blocks 12/12"});
}

TEST_CASE("bulk in flight: the sentences say what is missing") {
  const auto message = [](const std::string& body) {
    const auto run = run_bulk(body, "");
    REQUIRE(run->findings.size() == 1);
    return run->findings.front().message;
  };
  CHECK(message(kBeginBulk + "  __syncthreads();\n" + kReadBulk) ==
        golden("observe.copies.bulk_not_waited"));
  CHECK(message("  s[t] = t;\n  __syncthreads();\n"
                "  if (t == 0) { warplens_bulk_store(out, to, 256); warplens_bulk_commit();"
                " warplens_bulk_wait(0, 1); }\n") == golden("observe.copies.bulk_before_fence"));
}
