// Whole programs (tests/programs) print what the same text prints on a GPU, compiled by nvcc 13.0:
// NAME.out, recorded on an H200. Programs without kernels (std_*) print what g++ 12 makes them
// print.
#include <map>
#include <string>

#include "support.hpp"

using namespace warplens;

TEST_CASE("programs: what they print and their status are those of a GPU") {
  const std::map<std::string, int> statuses{{"c_numbers", 1}, {"host_pointer", 3}, {"std_exit", 5}};
  REQUIRE(test::program_names().size() >= 9);
  for (const std::string& name : test::program_names()) {
    CAPTURE(name);
    const test::Ended ended = test::run_program(test::text_of(test::program_path(name + ".cu")));
    CHECK(ended.out == test::text_of(test::program_path(name + ".out")));
    const auto status = statuses.find(name);
    CHECK(ended.status == (status == statuses.end() ? 0 : status->second));
    CHECK(ended.refused == "");
  }
}

TEST_CASE("programs: in slices of any length they do the same") {
  const std::string text = test::text_of(test::program_path("launches.cu"));
  for (const uint64_t slice : {uint64_t{1}, uint64_t{7}, uint64_t{65'536}}) {
    test::Given given;
    given.slice = slice;
    const test::Ended ended = test::run_program(text, given);
    CHECK(ended.status == 0);
    CHECK(ended.out == test::run_program(text).out);
    CHECK(ended.launches == 10);
  }
}
