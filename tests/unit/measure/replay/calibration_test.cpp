// Known patterns, their curve, and what a time says about wavefronts: with times as an H200 gave
// them, no GPU needed.
#include "kernels/measure/replay/calibration.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "sim/model/coalescing.hpp"
#include "sim/model/shared_cost.hpp"

using namespace warplens;
using namespace warplens::measure;
using namespace warplens::measure::replay;

namespace {

Curve curve_of(const std::vector<KnownPattern>& known,
               const std::function<double(uint32_t)>& cycles) {
  std::vector<Timing> timings;
  for (const KnownPattern& pattern : known) timings.push_back({cycles(pattern.passes), 0});
  return Curve(known, timings);
}

const AccessKind kLoad4{Space::kShared, Operation::kLoad, 4, ""};
const AccessKind kStore4{Space::kShared, Operation::kStore, 4, ""};

}  // namespace

TEST_CASE("replay: known patterns take as long as expected") {
  for (const uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (const Operation operation : {Operation::kLoad, Operation::kStore}) {
      for (const Form form : {Form::kPlain, Form::kPaired}) {
        if (form == Form::kPaired && (bytes <= 4 || operation == Operation::kStore)) continue;
        CAPTURE(bytes);
        const AccessKind kind{Space::kShared, operation, bytes, ""};
        const std::vector<KnownPattern> known = known_patterns(kind, form);
        CHECK(known.size() == (form == Form::kPaired ? 16 : 32));
        for (const KnownPattern& pattern : known) {
          CAPTURE(pattern.passes);
          const WarpAccess& a = pattern.access;
          CHECK(refusal(a) == "");
          CHECK(form_of(a) == form);
          const model::SharedCost cost = model::shared_cost(
              model::default_device(),
              operation == Operation::kLoad ? model::SharedOp::kLoad : model::SharedOp::kStore,
              bytes, a.mask, a.addresses);
          CHECK(cost.wavefronts == pattern.passes);
        }
      }
    }
  }
}

TEST_CASE("replay: known global patterns are on so many lines") {
  for (const uint32_t bytes : {1u, 4u, 16u}) {
    const AccessKind kind{Space::kGlobal, Operation::kStore, bytes, ""};
    for (const KnownPattern& pattern : known_patterns(kind, Form::kPlain)) {
      CHECK(refusal(pattern.access) == "");
      CHECK(model::global_cost(bytes, pattern.access.mask, pattern.access.addresses).lines ==
            pattern.passes);
    }
  }
}

TEST_CASE("replay: a dependent load's time is read off exactly") {
  const std::vector<KnownPattern> known = known_patterns(kLoad4, Form::kPlain);
  const auto cycles = [](double passes) { return 29.94 + 2.0 * (passes - 1); };
  const Curve curve = curve_of(known, [&](uint32_t passes) { return cycles(passes); });
  CHECK(curve.floor() == doctest::Approx(29.94));
  CHECK(curve.slope() == doctest::Approx(2.0));
  CHECK(curve.sentence(Space::kShared) == "29.9 + 2.00 x (wavefronts - 1) cycles");
  for (const double passes : {1.0, 2.0, 7.0, 19.0, 32.0}) {
    const Estimate estimate = curve.estimate({cycles(passes), 0});
    CHECK(std::lround(estimate.passes) == std::lround(passes));
    CHECK(estimate.uncertainty < 0.05);
  }
  CHECK(std::lround(curve.estimate({cycles(40), 0}).passes) == 40);
  CHECK(curve.estimate({20, 0}).passes == 1);
}

TEST_CASE("replay: where the issue of stores hides wavefronts, the uncertainty says so") {
  // One warp alone on an H200: 5.5 cycles up to 3 wavefronts, then 2 for each.
  const std::vector<KnownPattern> known = known_patterns(kStore4, Form::kPlain);
  const Curve curve =
      curve_of(known, [](uint32_t passes) { return passes < 4 ? 5.5 : 2.0 * passes; });
  const Estimate hidden = curve.estimate({5.5, 0});
  CHECK(hidden.uncertainty >= 0.9);
  CHECK(hidden.passes - hidden.uncertainty <= 1.0);
  CHECK(hidden.passes + hidden.uncertainty >= 2.9);
  const Estimate seen = curve.estimate({16.0, 0});
  CHECK(std::lround(seen.passes) == 8);
  CHECK(seen.uncertainty < 0.1);
}

TEST_CASE("replay: the repeats' spread widens the uncertainty") {
  const Curve curve = curve_of(known_patterns(kLoad4, Form::kPlain),
                               [](uint32_t passes) { return 30.0 + 2.0 * (passes - 1); });
  CHECK(curve.estimate({40, 1.0}).uncertainty == doctest::Approx(0.5));
  const Timing timing = timing_of({30, 34, 31, 30, 30});
  CHECK(timing.median == 30);
  CHECK(timing.spread == doctest::Approx(0.5));
  CHECK(timing_of({7}).median == 7);
}

TEST_CASE("replay: wide loads whose lanes agree in pairs have a curve of their own") {
  WarpAccess access;
  access.bytes_per_lane = 8;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) access.addresses[lane] = lane / 2 * 8;
  CHECK(form_of(access) == Form::kPaired);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) access.addresses[lane] = (lane & ~2u) * 8;
  CHECK(form_of(access) == Form::kPaired);
  access.addresses[31] = 4096;
  CHECK(form_of(access) == Form::kPlain);
  access.mask = 0x7fffffff;
  CHECK(form_of(access) == Form::kPaired);
  access.operation = Operation::kStore;
  CHECK(form_of(access) == Form::kPlain);
}
