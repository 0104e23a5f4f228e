// What mbarriers order: what a thread did before it arrived comes before what others do behind a
// wait. Each kernel is one that a programmer could have written, beside it what it lacks.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// "race_between_warps 9/7": with the lines of both accesses, the later one first.
std::vector<std::string> mbarrier_findings(const std::string& body, const std::string& more = "") {
  const std::string text =
      "__global__ void f(const int* in, int* out) {\n"
      "  __shared__ int s[64];\n"
      "  __shared__ unsigned long long word;\n"
      "  const unsigned bar = (unsigned)__cvta_generic_to_shared(&word);\n"
      "  const int t = threadIdx.x;\n"
      "  if (t == 0) warplens_mbarrier_init(bar, 64);\n"
      "  __syncthreads();\n" +
      body + "}\n";
  const auto run =
      test::must_run(text, "--block 64 --arg in=int[64]:iota --arg out=int[64]:zero" + more);
  std::vector<std::string> all;
  for (const observe::Finding& finding : run->findings) {
    std::string one = std::string(observe::word(finding.kind)) + " " + std::to_string(finding.line);
    if (finding.other) one += "/" + std::to_string(finding.other->line);
    all.push_back(one);
  }
  std::sort(all.begin(), all.end());
  return all;
}

using MbarrierFindings = std::vector<std::string>;

const std::string kStoreTile = "  s[t] = in[t];\n";
const std::string kArriveAll = "  warplens_mbarrier_arrive(bar, 1);\n";
const std::string kLoadTile = "  out[t] = s[63 - t];\n";

}  // namespace

TEST_CASE("mbarrier order: arriving and waiting orders threads as a barrier does") {
  const std::string wait = "  warplens_mbarrier_wait(bar, 0);\n";
  const std::string ask = "  while (!warplens_mbarrier_test(bar, 0)) { }\n";
  CHECK(mbarrier_findings(kStoreTile + kArriveAll + wait + kLoadTile).empty());
  CHECK(mbarrier_findings(kStoreTile + kArriveAll + ask + kLoadTile).empty());
  CHECK(mbarrier_findings(kStoreTile + kArriveAll + kLoadTile) ==
        MbarrierFindings{"race_between_warps 10/8"});
}

TEST_CASE("mbarrier order: the same where blocks run beside others, and by turns") {
  const std::string wait = "  warplens_mbarrier_wait(bar, 0);\n";
  for (const std::string& more :
       {std::string(" --grid 40 --threads 3"), std::string(" --grid 3 --schedule random=7")}) {
    CAPTURE(more);
    const std::string own = "  if (blockIdx.x == 0) out[t] = s[63 - t];\n";
    CHECK(mbarrier_findings(kStoreTile + kArriveAll + wait + own, more).empty());
    CHECK(mbarrier_findings(kStoreTile + kArriveAll + own, more) ==
          MbarrierFindings{"race_between_warps 10/8"});
  }
}

TEST_CASE("mbarrier order: a store behind the arrival is not ordered") {
  const std::string wait = "  warplens_mbarrier_wait(bar, 0);\n";
  CHECK(mbarrier_findings(kArriveAll + kStoreTile + wait + kLoadTile) ==
        MbarrierFindings{"race_between_warps 11/9"});
}

TEST_CASE("mbarrier order: a wait for a phase that ended before the store orders nothing") {
  // A fresh mbarrier lets a wait for parity 1 pass: warp 0 reads before warp 1 has stored.
  const auto body = [](const std::string& parity) {
    return kStoreTile + kArriveAll + "  if (t < 32) { warplens_mbarrier_wait(bar, " + parity +
           ");\n  out[t] = s[63 - t]; }\n";
  };
  CHECK(mbarrier_findings(body("1")) == MbarrierFindings{"race_between_warps 8/11"});
  CHECK(mbarrier_findings(body("0")).empty());
}

TEST_CASE("mbarrier order: arrivals in the next phase are not known behind this one's end") {
  // Warp 1 stores again and arrives for the second phase, before warp 0 has read the first values.
  const std::string twice =
      "  s[t] = in[t];\n"
      "  warplens_mbarrier_arrive(bar, 1);\n"
      "  if (t >= 32) {\n"
      "    warplens_mbarrier_wait(bar, 0);\n"
      "    s[t] += 1;\n"
      "    warplens_mbarrier_arrive(bar, 1);\n"
      "  } else {\n"
      "    warplens_mbarrier_wait(bar, 0);\n"
      "    out[t] = s[63 - t];\n"
      "    warplens_mbarrier_arrive(bar, 1);\n"
      "  }\n";
  const MbarrierFindings races = mbarrier_findings(twice);
  REQUIRE(!races.empty());
  CHECK(races.front() == "race_between_warps 16/12");
}
