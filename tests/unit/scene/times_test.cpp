// What two launches took, of measurements made here and of recorded ones.
#include "app/scene/pages/times.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using warplens::test::golden;

namespace {

std::string words(int n, int block) {
  return "--grid 4,4 --block " + std::to_string(block) + "," + std::to_string(block) +
         " --arg a=float[" + std::to_string(n) + "][" + std::to_string(n) +
         "] --arg n=" + std::to_string(n);
}

measure::Measurement timed(const std::string& hash, const std::string& launch, double time,
                           const std::string& device = "Recorder") {
  measure::Measurement one;
  one.text_hash = hash;
  one.launch = launch;
  one.provenance.device = device;
  measure::BuildResult build;
  build.build = measure::Build::kAsCompiled;
  build.launches.emplace_back();
  build.launches[0].times = measure::Times{time, 0.01, 10, true};
  one.builds.push_back(std::move(build));
  return one;
}

compare::Recordings recorded(std::vector<measure::Measurement> measurements) {
  compare::Recordings all;
  all.recordings.emplace_back();
  all.recordings[0].measurements = std::move(measurements);
  return all;
}

const scene::TimedLaunch kLeft{"padless", words(256, 32)}, kRight{"padded", words(256, 32)};

}  // namespace

TEST_CASE("times: these launches, then the largest that both texts have in such blocks") {
  const auto recordings =
      recorded({timed("padless", words(256, 32), 4.48), timed("padded", words(256, 32), 3.968),
                timed("padless", words(1024, 32), 20), timed("padded", words(1024, 32), 10),
                timed("padless", words(4096, 32), 167.8), timed("padded", words(4096, 32), 77.6),
                timed("padless", words(9000, 32), 900), timed("padded", words(9000, 16), 800)});
  const scene::Times times = scene::make_times(recordings, {}, kLeft, kRight);
  REQUIRE(times.size() == 2);
  CHECK(times[0].arrays == "");
  CHECK(times[0].is_recorded);
  CHECK(scene::time_pair_words(times[0], "", "") == golden("scene.times.pair"));
  CHECK(times[1].arrays == "4,096 × 4,096");
  CHECK(times[1].device == "Recorder");
  CHECK(scene::time_pair_words(times[1], "Pad 0", "Pad 1") == golden("scene.times.named_pair"));
  CHECK(scene::time_pair_words(times[1], "naive", "tiled", true) ==
        golden("scene.times.named_faster"));
}

TEST_CASE("times: one larger record is not held against itself") {
  const scene::TimedLaunch small{"padless", words(64, 32)}, large{"padless", words(128, 32)};
  const auto recordings = recorded({timed("padless", words(4096, 32), 167.8)});
  CHECK(scene::make_times(recordings, {}, small, large).empty());
  const auto both =
      recorded({timed("padless", words(64, 32), 4), timed("padless", words(128, 32), 5),
                timed("padless", words(4096, 32), 167.8)});
  const scene::Times times = scene::make_times(both, {}, small, large);
  REQUIRE(times.size() == 1);
  CHECK(times[0].right_us == 5);
}

TEST_CASE("times: a small difference is not called none") {
  scene::TimePair pair;
  pair.left_us = 25700;
  pair.right_us = 26900;
  CHECK(scene::time_pair_words(pair, "", "").ends_with("1.05 times as long"));
  pair.right_us = 25750;
  CHECK(scene::time_pair_words(pair, "", "").ends_with(": the same time"));
}

TEST_CASE("times: what was measured here comes before what was recorded, the newest first") {
  const auto recordings =
      recorded({timed("padless", words(256, 32), 4), timed("padded", words(256, 32), 3)});
  const auto old = timed("padless", words(256, 32), 9, "Here");
  const auto one = timed("padless", words(256, 32), 8, "Here");
  const auto other = timed("padded", words(256, 32), 2, "Here");
  const scene::Times times = scene::make_times(recordings, {&old, &one, &other}, kLeft, kRight);
  REQUIRE(times.size() == 1);
  CHECK_FALSE(times[0].is_recorded);
  CHECK(times[0].left_us == 8);
  CHECK(times[0].right_us == 2);
  CHECK(times[0].device == "Here");
}

TEST_CASE("times: nothing where one side has no figure, another GPU's, or both are one launch") {
  const auto one = timed("padless", words(256, 32), 4);
  CHECK(scene::make_times(recorded({one}), {}, kLeft, kRight).empty());
  CHECK(scene::make_times(recorded({one, timed("padded", words(256, 32), 3, "Another")}), {}, kLeft,
                          kRight)
            .empty());
  CHECK(scene::make_times(recorded({one}), {}, kLeft, kLeft).empty());
  CHECK(scene::make_times(recorded({one, timed("padded", words(64, 32), 3)}), {}, kLeft, kRight)
            .empty());
}

namespace {

// A store of 4 bytes a lane whose word in bank 0 so many lanes want, each another one.
scene::Moment shared_access(uint32_t wavefronts, uint32_t bytes = 4) {
  scene::Moment moment;
  moment.access.space = trace::Space::kShared;
  moment.access.bytes = static_cast<uint8_t>(bytes);
  moment.banks.cost.wavefronts = wavefronts;
  moment.banks.cost.ideal_wavefronts = 1;
  return moment;
}

}  // namespace

TEST_CASE("times: a conflict by itself has what its passes take, waited for and in a crowd") {
  const model::Device& h200 = model::default_device();
  CHECK(scene::access_time_words(shared_access(32), h200, true) ==
        golden("scene.times.of_an_access"));
  CHECK(scene::access_time_words(shared_access(12), h200, false) ==
        golden("scene.times.of_an_access_with_warps"));
}

TEST_CASE("times: what was not measured alike has no cycles") {
  const model::Device& h200 = model::default_device();
  CHECK(scene::access_time_words(shared_access(1), h200, true) == "");  // without conflicts
  CHECK(scene::access_time_words(shared_access(32, 16), h200, true) == "");
  const model::Device* old = model::find_device("cc2.0");
  REQUIRE(old != nullptr);
  CHECK(scene::access_time_words(shared_access(32), *old, true) == "");
}
