// The folder of textbook kernels as a whole: no file is there that no test runs.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/launch/parse.hpp"
#include "support.hpp"

using namespace warplens;

TEST_CASE("textbook: every kernel says its launch and is run by a test") {
  const std::filesystem::path root(WARPLENS_SOURCE_DIR);
  std::string tests;
  for (const auto& file : std::filesystem::directory_iterator(root / "tests/unit/textbook")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    tests += text.str();
  }
  size_t kernels = 0;
  for (const auto& file : std::filesystem::directory_iterator(root / "tests/kernels/textbook")) {
    const std::string name = file.path().filename().string();
    if (file.path().extension() != ".cu") continue;
    CAPTURE(name);
    ++kernels;
    CHECK(tests.find('"' + name + '"') != std::string::npos);
    CHECK(launch::embedded_options(test::kernel_text("textbook/" + name)).has_value());
  }
  CHECK(kernels >= 100);
}
