// Programs with one mistake each (tests/kernels/mistakes): the kinds that their second line names
// are found, and no others.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "sim/launch/parse.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

TEST_CASE("mistakes: each is found, and nothing else") {
  const std::filesystem::path folder =
      std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/kernels/mistakes";
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    const std::string text = test::kernel_text("mistakes/" + name);
    const std::string mark = "// finds:";
    const size_t at = text.find(mark);
    REQUIRE(at != std::string::npos);
    std::istringstream words(text.substr(at + mark.size(), text.find('\n', at) - at - mark.size()));
    std::set<std::string> expected, found;
    for (std::string word; words >> word;) expected.insert(word);
    const auto run = test::must_run_file("mistakes/" + name);
    for (const observe::Finding& finding : run->findings)
      found.emplace(observe::word(finding.kind));
    CHECK(found == expected);
    ++count;
  }
  CHECK(count == 15);
}
