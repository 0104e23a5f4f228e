// What a run says of mbarriers that are used in a wrong way, beside their twins that are right.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

using warplens::test::golden;

namespace {

std::shared_ptr<const run::Run> run_with_mbarrier(const std::string& body,
                                                  const std::string& words = "") {
  return test::must_run(
      "__global__ void f(int* out) {\n"
      "  __shared__ unsigned long long full[2];\n"
      "  const unsigned bar = (unsigned)__cvta_generic_to_shared(&full[1]);\n"
      "  const int t = threadIdx.x;\n"
      "  if (t == 0) warplens_mbarrier_init(bar, 2);\n"
      "  __syncthreads();\n" +
          body + "}\n",
      "--block 64 --arg out=int[64]:zero" + words);
}

std::string mbarrier_message(const std::string& body, const std::string& words = "") {
  const auto run = run_with_mbarrier(body, words);
  REQUIRE(run->findings.size() == 1);
  return run->findings.front().message;
}

}  // namespace

TEST_CASE("mbarrier findings: a deadlock says which bytes nobody sends") {
  const auto body = [](const std::string& bytes) {
    return "  if (t == 0) warplens_mbarrier_expect_tx(bar, 512);\n"
           "  if (t < 2) warplens_mbarrier_arrive(bar, 1);\n"
           "  if (t == 5) warplens_mbarrier_complete_tx(bar, " +
           bytes +
           ");\n"
           "  warplens_mbarrier_wait(bar, 0);\n";
  };
  const std::string wanted =
      "deadlock, no thread can go on: 64 threads wait in line 10 at mbarrier full[1] for 128 bytes "
      "that nobody sends, in the phase of parity 0";
  CHECK(mbarrier_message(body("384")) == wanted);
  CHECK(mbarrier_message(body("384"), " --schedule round-robin") == wanted);
  CHECK(run_with_mbarrier(body("512"))->findings.empty());
}

TEST_CASE("mbarrier findings: a deadlock says which arrivals are missing, and a wrong parity") {
  CHECK(mbarrier_message("  if (t == 7) warplens_mbarrier_arrive(bar, 1);\n"
                         "  if (t < 32) warplens_mbarrier_wait(bar, 0);\n"
                         "  __syncthreads();\n") == golden("run.mbarriers.some_wait_at_barrier"));
  CHECK(mbarrier_message("  if (t < 2) warplens_mbarrier_arrive(bar, 1);\n"
                         "  warplens_mbarrier_wait(bar, 0);\n"
                         "  warplens_mbarrier_wait(bar, 1);\n") ==
        golden("run.mbarriers.wrong_parity"));
}

TEST_CASE("mbarrier findings: who asks in a loop is told what it asks for") {
  CHECK(mbarrier_message("  while (!warplens_mbarrier_test(bar, 0)) { }\n") ==
        golden("run.mbarriers.nobody_arrives"));
}

TEST_CASE("mbarrier findings: lanes that wait for their own warp end where they go on alone") {
  const auto run = run_with_mbarrier(
      "  if (t == 0) warplens_mbarrier_wait(bar, 0);\n"
      "  else if (t < 3) warplens_mbarrier_arrive(bar, 1);\n");
  REQUIRE(run->findings.size() == 1);
  CHECK(observe::word(run->findings.front().kind) == "deadlock");
  CHECK(run->findings.front().severity == base::Severity::kHint);
  CHECK(run->ending == run::Ending::kComplete);
}

TEST_CASE("mbarrier findings: mistakes by their places") {
  CHECK(mbarrier_message("  if (t == 3) warplens_mbarrier_arrive(bar - 8, 1);\n") ==
        golden("run.mbarriers.not_initialised"));
  CHECK(mbarrier_message("  if (t == 3) warplens_mbarrier_arrive(bar - 4, 1);\n") ==
        golden("run.mbarriers.misaligned"));
  CHECK(mbarrier_message("  if (t == 3) warplens_mbarrier_arrive(bar + 400, 1);\n") ==
        golden("run.mbarriers.outside"));
  CHECK(mbarrier_message("  if (t == 3) warplens_mbarrier_arrive(bar, 3);\n") ==
        golden("run.mbarriers.too_many_arrivals"));
  CHECK(mbarrier_message("  if (t == 3) warplens_mbarrier_init(bar - 8, 1 << 20);\n") ==
        golden("run.mbarriers.too_many_expected"));
  const auto again = run_with_mbarrier("  warplens_mbarrier_init(bar - 8, 1);\n");
  REQUIRE(again->findings.size() == 1);
  CHECK(again->findings.front().severity == base::Severity::kHint);
  CHECK(again->findings.front().count == 63);
}
