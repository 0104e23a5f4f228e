#include "kernels/measure/timing/chase_ptx.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace warplens::measure::timing;

bool contains(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

}  // namespace

TEST_CASE("latencies: every chase loads through the memory it is about") {
  CHECK(contains(chase_ptx(Chased::kGlobal), "ld.global.ca.u64 %p, [%p];"));
  CHECK(contains(chase_ptx(Chased::kGlobalPastL1), "ld.global.cg.u64 %p, [%p];"));
  CHECK(contains(chase_ptx(Chased::kConstant), "ld.const.u64 %p, [%p];"));
  CHECK(contains(chase_ptx(Chased::kConstant), "ring[" + std::to_string(kConstantRing_bytes)));
  CHECK(contains(chase_shared_ptx(), "ld.shared.u64 %p, [%p];"));
}

TEST_CASE("latencies: the clock is read before and behind the timed steps only") {
  for (const std::string& ptx : {chase_ptx(Chased::kGlobal), chase_shared_ptx()}) {
    const size_t warm = ptx.find("warm_end:"), first = ptx.find("%clock64");
    const size_t timed = ptx.find("timed:"), second = ptx.rfind("%clock64");
    CHECK(warm < first);
    CHECK(first < timed);
    CHECK(timed < second);
    CHECK(ptx.find("timed_end:") < second);
  }
}
