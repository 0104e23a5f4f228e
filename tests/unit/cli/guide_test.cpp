// `warplens guide`; and the commands that the guide and the README show, as the command line reads
// them.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/cli/commands.hpp"
#include "sim/base/source.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

// As a shell parts them, which knows '...' and the comment behind " #".
std::vector<std::string> words_of_command(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool is_quoted = false, is_word = false;
  for (const char c : line) {
    if (c == '\'') {
      is_quoted = !is_quoted;
      is_word = true;
    } else if (c != ' ' || is_quoted) {
      if (c == '#' && !is_word) break;
      word += c;
      is_word = true;
    } else if (is_word) {
      words.push_back(word);
      word.clear();
      is_word = false;
    }
  }
  if (is_word) words.push_back(word);
  return words;
}

std::string printed_topic(const char* text) {
  std::ostringstream out;
  cli::print_topic(out, guide::make_topic("x.md", text));
  return out.str();
}

}  // namespace

TEST_CASE("guide: without a topic all are listed, each in a line") {
  const Outcome outcome = run_command({"guide"});
  CHECK(outcome.status == 0);
  for (const guide::Topic& topic : guide::topics()) {
    CAPTURE(topic.name);
    CHECK(contains(outcome.out, "\n" + topic.name + "  "));
    CHECK(contains(outcome.out, "  " + topic.summary + "\n"));
  }
  CHECK(contains(outcome.out, "'warplens guide TOPIC' prints one"));
}

TEST_CASE("guide: every topic has room in a terminal") {
  for (const guide::Topic& topic : guide::topics()) {
    CAPTURE(topic.name);
    const Outcome outcome = run_command({"guide", topic.name});
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    CHECK(outcome.out.starts_with(topic.title + "\n\n  "));
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(base::count_characters(line) <= 80);
    }
  }
}

TEST_CASE("guide: a topic that is not there is a mistake with what was likely meant") {
  const Outcome outcome = run_command({"guide", "windo"});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK(contains(outcome.err, "error: the guide has no topic 'windo'; it has start, window, "));
  CHECK(contains(outcome.err, "did you mean 'window'?"));
  CHECK(run_command({"guide", "window", "keys"}).status == 2);
}

TEST_CASE("guide: blocks, wrapped") {
  const std::string words = "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggggggggg";
  CHECK(printed_topic(("# Title\n\n" + words + " hhhhhhh iiiiiiiii\n").c_str()) ==
        "Title\n\n  " + words + " hhhhhhh\n  iiiiiiiii\n");
  CHECK(printed_topic(("# T\n\ntext\n- one\n- " + words + " jjjjjjjjj\n  - in\n").c_str()) ==
        "T\n\n  text\n\n  - one\n  - " + words + "\n    jjjjjjjjj\n    - in\n");
  CHECK(printed_topic("# T\n\ntext\n\n```\na\n\n  b\n```\n## Part\n\nmore\n") ==
        "T\n\n  text\n\n    a\n\n      b\n\nPart\n\n  more\n");
  CHECK(printed_topic("# T\n| a | b |\n| - | - |\n| one | two |\n| three | 4 |\n") ==
        "T\n\n  a      b\n  one    two\n  three  4\n");
}

TEST_CASE("guide: a wide table has its cells in several lines") {
  const std::string text = printed_topic(
      "# T\n| a | b |\n| - | - |\n| one two | "
      "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggggggggg hhhhhhhhh "
      "|\n");
  CHECK(contains(text, "  one two  aaaaaaaaa bbbbbbbbb"));
  CHECK(contains(text, "\n           "));
}

TEST_CASE("README and guide: the command line takes every command that they show") {
  namespace fs = std::filesystem;
  const fs::path root = WARPLENS_SOURCE_DIR;
  std::vector<fs::path> pages{root / "README.md"};
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "assets/guide"))
    pages.push_back(entry.path());
  size_t commands = 0;
  for (const fs::path& page : pages) {
    std::ifstream file(page);
    for (std::string line; std::getline(file, line);) {
      const std::vector<std::string> words = words_of_command(line);
      if (words.empty() || words.front() != "warplens" || line.starts_with("warplens run --help"))
        continue;
      ++commands;
      std::vector<const char*> arguments;
      for (const std::string& word : words) arguments.push_back(word.c_str());
      const cli::CommandLine read =
          cli::parse_command_line(static_cast<int>(arguments.size()), arguments.data());
      CAPTURE(line);
      CHECK(read.message == "");
      CHECK(read.status == 0);
      CHECK(read.action != cli::Action::kNothing);
    }
  }
  CHECK(commands > 40);
}
