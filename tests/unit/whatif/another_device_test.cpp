// Another device without another execution, held against an execution for that device.
#include "sim/whatif/another_run.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"
#include "tests/support/same_run.hpp"

using warplens::test::golden;

namespace warplens {
namespace {

using run::Runs;

// The other banks that there are; "cc2.0" and the default count alike.
const std::vector<std::string> kDevices{"", "cc3.0", "cc1.0", "cc2.0"};

const std::string kColumns =
    "__global__ void k(float* a) {\n  __shared__ float s[32][32];\n"
    "  s[threadIdx.x][threadIdx.y] = a[threadIdx.x];\n"
    "  a[threadIdx.x] = s[threadIdx.x][threadIdx.y]; }\n";
const std::string kLaunch = "--grid 2 --block 32,8 --arg a=float[64]:iota";

Runs must_run_on(const prepare::Request& request, const std::string& device) {
  prepare::Request on = request;
  on.launch.device = device;
  const base::SourceFile file = on.file;
  const auto runs = run::run_sequence(std::move(on));
  REQUIRE_MESSAGE(runs.ok(), (runs.ok() ? "" : base::render(runs.error(), file)));
  return *runs;
}

void check_all_same(const Runs& runs, const Runs& expected) {
  REQUIRE(runs.size() == expected.size());
  for (size_t i = 0; i < runs.size(); ++i) test::check_same_run(*runs[i], *expected[i]);
}

}  // namespace

TEST_CASE("another device: every textbook kernel, from one execution and from the recording") {
  size_t compared = 0, counted_alone = 0;
  std::set<uint64_t> conflicts;
  test::for_each_textbook_run([&](const auto& first) {
    const Runs runs{first};
    std::vector<std::string> allowed;  // a block of 1,024 threads is too large for some
    for (const std::string& device : kDevices) {
      prepare::Request on = first->request;
      on.launch.device = device;
      if (run::run_sequence(on).ok()) allowed.push_back(device);
    }
    const auto together = whatif::run_on_devices(first->request, allowed);
    REQUIRE(together.size() == allowed.size());
    for (size_t i = 0; i < allowed.size(); ++i) {
      const Runs expected = must_run_on(first->request, allowed[i]);
      REQUIRE(together[i].ok());
      check_all_same(*together[i], expected);
      const auto looked_at = whatif::on_device(runs, allowed[i]);
      REQUIRE(looked_at.has_value() == !first->program->unit->reads_device);
      if (!looked_at) continue;
      test::check_same_recording(*looked_at->front(), *expected.front());
      const auto counted = whatif::with_counts(*looked_at, expected);
      REQUIRE(counted.has_value());
      check_all_same(looked_at->front()->is_counted ? *looked_at : *counted, expected);
      counted_alone += looked_at->front()->is_counted ? 0 : 1;
      conflicts.insert(expected.front()->totals.shared[0].conflicts);
      ++compared;
    }
  });
  CHECK(compared > 300);
  CHECK(counted_alone > 20);
  CHECK(conflicts.size() > 10);
}

TEST_CASE("another device: what is not known of it is named, and known again on the way back") {
  const Runs runs{test::must_run(kColumns, kLaunch)};
  const auto there = whatif::on_device(runs, "cc1.0");
  REQUIRE(there.has_value());
  const run::Run& run = *there->front();
  CHECK(!run.is_counted);
  CHECK(run.device.id == "cc1.0");
  CHECK(run.request.launch.device == "cc1.0");
  CHECK(run.totals.shared[0].requests == runs.front()->totals.shared[0].requests);
  CHECK(run.totals.shared[0].wavefronts == 0);
  CHECK(run.totals.global[0] == runs.front()->totals.global[0]);
  for (const observe::AccessRow& row : run.accesses) CHECK(row.shared.wavefronts == 0);
  CHECK(!(*run.costs == *runs.front()->costs));
  CHECK(run.recording == runs.front()->recording);
  // Back, and to a device that counts as the first one.
  const auto back = whatif::on_device(*there, "");
  REQUIRE(back.has_value());
  test::check_same_run(*back->front(), *runs.front());
  const auto alike = whatif::on_device(*there, "cc8.0");
  REQUIRE(alike.has_value());
  CHECK(alike->front()->is_counted);
  CHECK(alike->front()->totals == runs.front()->totals);
  // From one to another that is not known yet.
  const auto further = whatif::on_device(*there, "cc3.0");
  REQUIRE(further.has_value());
  CHECK(!further->front()->is_counted);
  // Once counted, both are known.
  const auto counted = whatif::with_counts(*there, must_run_on(runs.front()->request, "cc1.0"));
  REQUIRE(counted.has_value());
  const auto again = whatif::on_device(*whatif::on_device(*counted, "cc2.0"), "cc1.0");
  REQUIRE(again.has_value());
  CHECK(again->front()->is_counted);
  CHECK(again->front()->totals == counted->front()->totals);
}

TEST_CASE("another device: a kernel without shared memory counts the same on all") {
  const Runs runs{test::must_run("__global__ void k(float* a) { a[threadIdx.x * 3] = 1; }",
                                 "--grid 1 --block 32 --arg a=float[96]")};
  const auto there = whatif::on_device(runs, "cc1.0");
  REQUIRE(there.has_value());
  check_all_same(*there, must_run_on(runs.front()->request, "cc1.0"));
}

TEST_CASE("another device: a program that can see it is run again") {
  const std::string text =
      "__global__ void k(int* a) {\n  __shared__ int s[64];\n"
      "#if __CUDA_ARCH__ >= 300\n  s[threadIdx.x] = 1;\n#else\n  s[threadIdx.x * 2] = 1;\n#endif\n"
      "  a[threadIdx.x] = s[threadIdx.x]; }\n";
  const Runs runs{test::must_run(text, "--grid 1 --block 32 --arg a=int[32]")};
  CHECK(!whatif::on_device(runs, "cc1.0"));
  const auto each = whatif::run_on_devices(runs.front()->request, {"", "cc2.0"});
  REQUIRE((each[0].ok() && each[1].ok()));
  check_all_same(*each[1], must_run_on(runs.front()->request, "cc2.0"));
  CHECK((*each[1]).front()->accesses[0].line != (*each[0]).front()->accesses[0].line);
}

TEST_CASE("another device: one that refuses the launch has a run's mistake, others their runs") {
  const Runs runs{test::must_run(kColumns, "--grid 1 --block 32,32 --arg a=float[64]")};
  CHECK(!whatif::on_device(runs, "cc1.0"));
  CHECK(!whatif::on_device(runs, "cc9.9"));
  const auto each = whatif::run_on_devices(runs.front()->request, {"cc1.0", "", "cc2.0", "cc9.9"});
  REQUIRE(each.size() == 4);
  REQUIRE(!each[0].ok());
  CHECK(each[0].error()[0].message.find("allows 512") != std::string::npos);
  REQUIRE((each[1].ok() && each[2].ok()));
  check_all_same(*each[1], must_run_on(runs.front()->request, ""));
  check_all_same(*each[2], must_run_on(runs.front()->request, "cc2.0"));
  REQUIRE(!each[3].ok());
  CHECK(each[3].error()[0].message == golden("whatif.device.unknown"));
}

TEST_CASE("another device: where the limit of atomics' rounds ended a run, each has its own") {
  const std::string text =
      "__global__ void k(float* a) {\n  __shared__ float s;\n"
      "  for (int i = 0; i < 100000; ++i) atomicAdd(&s, 1.0f);\n  a[0] = s; }\n";
  prepare::Request request = test::make_request(text, "--grid 1 --block 32 --arg a=float[1]");
  request.most_work = 1000;
  request.launch.step_limit = 3000;
  const auto each = whatif::run_on_devices(request, {"", "cc1.0"});
  for (size_t i = 0; i < 2; ++i) {
    REQUIRE(each[i].ok());
    const Runs expected = must_run_on(request, i == 0 ? "" : "cc1.0");
    CHECK(run::is_cut(expected.front()->ending));
    check_all_same(*each[i], expected);
  }
}

TEST_CASE("another device: a sequence") {
  prepare::Request request =
      test::make_request(kColumns, kLaunch + " --then 'k --grid 1' --then 'k --grid 3'");
  const Runs runs = must_run_on(request, "");
  REQUIRE(runs.size() == 3);
  const Runs expected = must_run_on(request, "cc1.0");
  const auto there = whatif::on_device(runs, "cc1.0");
  REQUIRE(there.has_value());
  request.record = false;
  const auto counted = whatif::with_counts(*there, must_run_on(request, "cc1.0"));
  REQUIRE(counted.has_value());
  check_all_same(*counted, expected);
  CHECK(!whatif::with_counts(*there, Runs{expected[0], expected[1]}));
}

}  // namespace warplens
