// Whole programs (tests/programs) print what the same text prints on a GPU, compiled by nvcc 13.0:
// NAME.out, recorded on an H200.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support.hpp"

using namespace warplens;

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> programs() {
  std::vector<std::filesystem::path> found;
  const std::filesystem::path folder =
      std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/programs";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".cu") found.push_back(entry.path());
  }
  return found;
}

}  // namespace

TEST_CASE("programs: what they print and their status are those of a GPU") {
  const std::map<std::string, int> statuses{{"c_numbers", 1}, {"host_pointer", 3}};
  REQUIRE(programs().size() >= 9);
  for (const std::filesystem::path& path : programs()) {
    CAPTURE(path.stem().string());
    const test::Ended ended = test::run_program(text_of(path));
    std::filesystem::path expected = path;
    CHECK(ended.out == text_of(expected.replace_extension(".out")));
    const auto status = statuses.find(path.stem().string());
    CHECK(ended.status == (status == statuses.end() ? 0 : status->second));
    CHECK(ended.refused == "");
  }
}

TEST_CASE("programs: in slices of any length they do the same") {
  const std::filesystem::path path =
      std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/programs/launches.cu";
  const std::string text = text_of(path);
  for (const uint64_t slice : {uint64_t{1}, uint64_t{7}, uint64_t{65'536}}) {
    test::Given given;
    given.slice = slice;
    const test::Ended ended = test::run_program(text, given);
    CHECK(ended.status == 0);
    CHECK(ended.out == test::run_program(text).out);
    CHECK(ended.launches == 10);
  }
}
