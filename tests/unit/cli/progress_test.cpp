// The line that says how far a long run has come.
#include "app/cli/progress.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>
#include <vector>

using warplens::test::golden;

namespace warplens {
namespace {

TEST_CASE("progress: the share of the blocks and the time that the rest will take") {
  CHECK(cli::progress_text(1024, 4096, 12) == golden("cli.progress.seconds"));
  CHECK(cli::progress_text(4095, 4096, 0.002) == golden("cli.progress.last_second"));
  CHECK(cli::progress_text(1, 100, 297) == golden("cli.progress.minutes"));
}

TEST_CASE("progress: a short run says nothing, a long one clears its line") {
  std::vector<std::string> lines;
  {
    cli::RunProgress progress([&](const std::string& line) { lines.push_back(line); });
    progress(1, 10);
    CHECK(lines.empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    progress(5, 10);
    REQUIRE(lines.size() == 1);
    CHECK(lines.front().starts_with("50 % of 10 blocks, about "));
    progress(6, 10);  // at once: not shown
  }
  REQUIRE(lines.size() == 2);
  CHECK(lines.back().empty());
}

}  // namespace
}  // namespace warplens
