#include "sim/model/limit_words.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

using namespace warplens::model;
using warplens::test::golden;

TEST_CASE("limit words: a launch that exceeds limits, and the devices that refuse it alike") {
  LaunchNeeds needs;
  needs.block = {32, 32, 1};
  needs.static_shared = needs.shared = 20 * 1024;
  CHECK(excess_words(exceeded_limits(*find_device("cc1.0"), needs)) ==
        golden("model.limits.three_exceeded"));
  CHECK(excess_words(exceeded_limits(*find_device("h200"), needs)).empty());
  const StartingDevices on = starting_devices(needs);
  CHECK(on.count == devices().size() - 1);
  REQUIRE(on.refusing.size() == 1);
  CHECK(on.refusing[0] == "cc1.0");
  REQUIRE(on.reasons.size() == 1);
  CHECK(on.reasons[0].starts_with("cc1.0: threads of a block: 1,024"));

  needs.block = {40, 32, 1};
  const StartingDevices nowhere = starting_devices(needs);
  CHECK(nowhere.count == 0);
  CHECK(nowhere.refusing.size() == devices().size());
  CHECK(nowhere.reasons.size() < devices().size());  // those alike share a line
}
