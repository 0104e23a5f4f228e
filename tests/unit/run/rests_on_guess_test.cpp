// Which findings rest on options that nobody gave.
#include "sim/run/launch_findings.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

observe::Finding access_to(const std::string& array) {
  observe::Finding finding;
  observe::AccessDetail detail;
  detail.array = array;
  finding.detail = detail;
  return finding;
}

using Options = std::vector<std::string>;

}  // namespace

TEST_CASE("rests on guess: arrays decide about accesses to them, sizes about all") {
  prepare::Request request;
  CHECK(run::guesses_behind(access_to("a"), request).empty());
  request.guessed = {"--arg a=float[64]"};
  CHECK(run::guesses_behind(access_to("a"), request) == Options{"--arg a=float[64]"});
  CHECK(run::guesses_behind(access_to("b"), request).empty());
  request.guessed = {"--arg 'index=int[64]:mod=8'"};
  CHECK_FALSE(run::guesses_behind(access_to("b"), request).empty());
  request.guessed = {"--arg a=float[64]", "--arg n=64"};
  CHECK(run::guesses_behind(access_to("b"), request).size() == 2);
}

TEST_CASE("rests on guess: what a launch of host code does not show is a guess, too") {
  prepare::Request request;
  request.launch_place.guessed = "--arg a=float[64] --arg n=64";
  CHECK(run::guesses_behind(access_to("b"), request) == Options{"--arg a=float[64]", "--arg n=64"});
}

TEST_CASE("rests on guess: the default fill of an array decides about indices") {
  prepare::Request request;
  launch::ArrayArgument array;
  array.element = base::Scalar::kInt;
  array.extents = {64};
  request.launch.arguments = {{"index", array}};
  CHECK(run::guesses_behind(access_to("b"), request) == Options{"--arg index=int[64]:mod=1021"});
  array.fill.kind = launch::FillKind::kIota;  // given
  request.launch.arguments = {{"index", array}};
  CHECK(run::guesses_behind(access_to("b"), request).empty());
  array = {};
  array.extents = {64};  // of float
  request.launch.arguments = {{"a", array}};
  CHECK(run::guesses_behind(access_to("b"), request).empty());
}
