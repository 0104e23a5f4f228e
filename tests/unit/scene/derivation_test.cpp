#include "app/scene/words/derivation.hpp"
#include "app/scene/words/old_transactions.hpp"

#include <doctest/doctest.h>

#include "kernel_run.hpp"

using namespace warplens;

namespace {

test::Recorded columns(const std::string& more = "") {
  return test::record(
      "__global__ void k(float* o) {\n"
      "  __shared__ float s[32][32];\n"
      "  s[threadIdx.x][3] = 1;\n"
      "  __syncthreads();\n"
      "  o[threadIdx.x * 9] = s[0][threadIdx.x] + s[threadIdx.x][3];\n"
      "}\n",
      "--block 32 --arg o=float[320]" + more);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("derivation: wavefronts name the bank with the most words, its words and their lanes") {
  auto recorded = columns();
  const std::string text = scene::derivation(*recorded.at(0), 32);
  CHECK(contains(text, "Bank 3 has the most: 32 words\n  word 3: lane 0\n  word 35: lane 1"));
  CHECK(contains(text, "… and 27 more"));
  CHECK(contains(text, "so 32 wavefronts; ideal, with the same words in the best banks: 1"));
  CHECK(contains(scene::derivation(*recorded.at(1), 32), "so 1 wavefront; "));
}

TEST_CASE("derivation: sectors say which lanes use how much of each") {
  auto recorded = columns();
  const std::string text = scene::derivation(*recorded.at(3), 32);
  CHECK(contains(text, "lane 0: 4 of 32 bytes"));
  CHECK(contains(text, "so 32 sectors; the requested bytes would fit 4"));
}

TEST_CASE("derivation: a total is the sum of its places, and leads to the costliest access") {
  const auto recorded = columns(" --grid 3");
  const auto shares = scene::shares_of(*recorded.run, trace::Space::kShared,
                                       observe::AccessKind::kLoad, scene::Measure::kWavefronts);
  REQUIRE(shares.size() == 2);
  CHECK(shares[0].place == "line 5: s[threadIdx.x][3]");
  CHECK(shares[0].amount == 96);
  CHECK(shares[1].amount == 3);
  CHECK(
      contains(scene::derivation(shares), "99 in all, of which\n  96  line 5: s[threadIdx.x][3]"));
  CHECK(scene::costliest_step(*recorded.run, trace::Space::kShared, observe::AccessKind::kLoad,
                              scene::Measure::kWavefronts) == 2);
  CHECK_FALSE(scene::costliest_step(*recorded.run, trace::Space::kGlobal,
                                    observe::AccessKind::kLoad, scene::Measure::kSectors));
  CHECK(scene::shares_of(*recorded.run, trace::Space::kGlobal, observe::AccessKind::kLoad,
                         scene::Measure::kSectors)
            .empty());
}

TEST_CASE("derivation: what earlier devices would have moved is listed below today's sectors") {
  auto recorded = test::record(
      "__global__ void k(const float* a, float* o) {\n"
      "  o[threadIdx.x] = a[threadIdx.x + 66];\n}\n",
      "--block 16 --arg a=float[128]:iota --arg o=float[32]:zero");
  const std::string load = scene::derivation(*recorded.at(0), 32);
  CHECK(contains(load, "so 3 sectors"));
  CHECK(contains(load,
                 "earlier devices, by their guides:\n"
                 "  1.0, 1.1:  16 transactions: 16 × 32 B\n"
                 "  1.2, 1.3:  1 transaction: 1 × 128 B\n"
                 "  2.x with L1:  1 transaction: 1 × 128 B\n"
                 "  2.x without, 3.x:  3 transactions: 3 × 32 B"));
  const std::string store = scene::derivation(*recorded.at(1), 32);
  CHECK(contains(store, "2.x, 3.x:  2 transactions: 2 × 32 B"));
  CHECK(scene::old_transactions(*recorded.at(1), 1, 0) == "1 transaction: 1 × 64 B");
  CHECK(scene::old_transactions(*recorded.at(1), 9, 0) == "");
}
