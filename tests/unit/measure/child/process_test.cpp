// What the worker and the disassembler need of a child process, on small programs of the system.
#include "kernels/measure/child/process.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace warplens::measure;

std::unique_ptr<Process> started(const std::vector<std::string>& command) {
  auto process = Process::start(command);
  REQUIRE(process.ok());
  return std::move(process).value();
}

std::vector<std::string> lines_until_the_end(Process& process) {
  std::vector<std::string> lines;
  std::string nothing;
  while (!process.has_ended()) {
    process.exchange(nothing, 1000);
    while (const auto line = process.next_line()) lines.push_back(*line);
  }
  return lines;
}

}  // namespace

TEST_CASE("process: every line of a long output comes, in order") {
  const auto process = started({"seq", "1", "300000"});
  const std::vector<std::string> lines = lines_until_the_end(*process);
  REQUIRE(lines.size() == 300000);
  bool in_order = true;
  for (size_t i = 0; i < lines.size(); ++i) in_order &= lines[i] == std::to_string(i + 1);
  CHECK(in_order);
  CHECK(process->how_it_ended() == "with exit status 0");
}

TEST_CASE("process: an unfinished line is no line, an empty one is") {
  const auto process = started({"printf", "a\\n\\nrest"});
  CHECK(lines_until_the_end(*process) == std::vector<std::string>{"a", ""});
  CHECK(process->unfinished_bytes() == 4);
}

TEST_CASE("process: what is written is read, until the input ends") {
  const auto process = started({"cat"});
  std::string input = std::string(1'000'000, 'x') + "\nlast\n";
  std::vector<std::string> lines;
  while (lines.size() < 2) {
    process->exchange(input, 1000);
    while (const auto line = process->next_line()) lines.push_back(*line);
  }
  CHECK(input.empty());
  CHECK(lines[0].size() == 1'000'000);
  CHECK(lines[1] == "last");
  CHECK_FALSE(process->has_ended());
  process->finish(60000);
  CHECK(lines_until_the_end(*process).empty());
  CHECK(process->how_it_ended() == "with exit status 0");
}

TEST_CASE("process: the exit status and the last words") {
  const auto process = started({"sh", "-c", "echo why >&2; exit 7"});
  CHECK(lines_until_the_end(*process).empty());
  CHECK(process->how_it_ended() == "with exit status 7");
  CHECK(process->last_words() == "why\n");
}

TEST_CASE("process: one that goes on is ended with its object") {
  const auto process = started({"sleep", "1000"});
  std::string nothing;
  process->exchange(nothing, 1);
  CHECK_FALSE(process->has_ended());
}
