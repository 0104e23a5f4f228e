#include "app/scene/pages/launch_list.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplens;
using warplens::test::golden;

namespace {

prepare::TextLaunch launch_of(uint32_t line, const std::string& code, uint64_t threads) {
  prepare::TextLaunch launch;
  launch.of.place = {line, code, ""};
  launch.needs.block = {32, threads / 32, 1};
  return launch;
}

}  // namespace

TEST_CASE("launch list: a row a launch with its verdict for the device") {
  prepare::TextLaunches launches;
  launches.is_of_host = true;
  launches.launches = {launch_of(1, "a<<<1, dim3(32, 40)>>>(x)", 1280),
                       launch_of(2, "a<<<1, dim3(32, 32)>>>(x)", 1024)};
  const scene::LaunchList here = scene::launch_list(launches, *model::find_device("h200"));
  CHECK(here.is_of_host);
  REQUIRE(here.rows.size() == 2);
  CHECK(words(here.rows[0].launch.place) == "line 1: a<<<1, dim3(32, 40)>>>(x)");
  CHECK_FALSE(here.rows[0].starts);
  CHECK(here.rows[0].verdict == golden("model.limits.too_many_threads"));
  CHECK(here.rows[0].reasons.find("cc1.0: threads of a block: 1,280 are more than 512") !=
        std::string::npos);
  CHECK(here.rows[1].starts);
  CHECK(here.rows[1].verdict == "stays within every limit");
  CHECK(here.rows[1].devices.ends_with("not on cc1.0"));
  REQUIRE(here.notes.size() == 1);
  CHECK(here.notes[0].starts_with("These verdicts do not count registers"));
  const scene::LaunchList old = scene::launch_list(launches, *model::find_device("cc1.0"));
  CHECK_FALSE(old.rows[1].starts);
}

TEST_CASE("launch list: one launch that is not in the text has nothing beside it") {
  prepare::TextLaunches launches;
  launches.launches = {launch_of(0, "a<<<1, 32>>>", 32)};
  CHECK_FALSE(scene::has_other_launches(launches));
  launches.launches.push_back(launches.launches.front());
  CHECK(scene::has_other_launches(launches));
  launches.launches.pop_back();
  launches.is_of_host = true;
  CHECK(scene::has_other_launches(launches));
}
