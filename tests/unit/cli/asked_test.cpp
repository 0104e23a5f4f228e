// The guide's page of public questions: what it quotes is printed by the commands above the quote,
// each number of an answer is one that is quoted, and the table of swizzles is what runs count.
#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::contains;
using tests::run_command;

namespace {

const std::string kRoot = std::string(WARPLENS_SOURCE_DIR) + "/";

struct Question {
  std::string title, answer;
  std::vector<std::string> commands, quotes;
};

// Blanks in a row are one: tables are as wide as what is in them.
std::string with_single_blanks(const std::string& line) {
  std::string text;
  for (const char c : line)
    if (c != ' ' || (!text.empty() && text.back() != ' ')) text += c;
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::vector<std::string> lines_of_page() {
  std::ifstream file(kRoot + "assets/guide/shared-memory-today.md");
  REQUIRE(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<Question> questions() {
  std::vector<Question> all;
  bool is_question = false, is_code = false, is_command = false;
  for (const std::string& line : lines_of_page()) {
    if (line.starts_with("#") && !is_code) {
      is_question = line.starts_with("### ");
      if (is_question) all.emplace_back().title = line.substr(4);
    } else if (line.starts_with("```")) {
      is_code = !is_code;
      is_command = line == "```sh";
      if (is_question) all.back().answer.clear();  // what is behind the last block
    } else if (is_question && is_code) {
      (is_command ? all.back().commands : all.back().quotes).push_back(line);
    } else if (is_question) {
      all.back().answer += line + " ";
    }
  }
  return all;
}

// "warplens run kernels/a.cu -D 'A=t*8'": the words behind the program's name, files as paths.
std::vector<std::string> arguments_of(const std::string& command) {
  std::vector<std::string> words;
  const std::regex word("'([^']*)'|([^ ]+)");
  for (std::sregex_iterator it(command.begin(), command.end(), word), end; it != end; ++it)
    words.push_back((*it)[1].matched ? (*it)[1].str() : (*it)[2].str());
  words.erase(words.begin());
  for (std::string& one : words)
    if (one.ends_with(".cu")) one = kRoot + one;
  return words;
}

std::vector<std::string> numbers_in(const std::string& text) {
  const std::string plain = std::regex_replace(text, std::regex("`[^`]*`"), "");
  std::vector<std::string> numbers;
  const std::regex number("(?:^|[^0-9A-Za-z_.,])([0-9]+(?:,[0-9]{3})*)(?![0-9A-Za-z_])");
  for (std::sregex_iterator it(plain.begin(), plain.end(), number), end; it != end; ++it)
    numbers.push_back((*it)[1]);
  return numbers;
}

// Of the one ldmatrix of kernels/asked/swizzle.cu: per matrix of its four.
uint64_t passes_of_a_matrix(const std::string& halves, char bits, char base, char shift) {
  const auto outcome =
      run_command({"run", kRoot + "kernels/asked/swizzle.cu", "-D", "HALVES=" + halves, "-D",
                   std::string("B=") + bits, "-D", std::string("M=") + base, "-D",
                   std::string("S=") + shift, "--json"});
  CHECK(outcome.status == 0);
  const auto json = nlohmann::json::parse(outcome.out);
  return json["totals"]["shared"]["ldmatrix"]["wavefronts"].get<uint64_t>() / 4;
}

}  // namespace

TEST_CASE("asked: what the page quotes is what its commands print") {
  const std::vector<Question> all = questions();
  CHECK(all.size() >= 25);
  for (const Question& question : all) {
    CAPTURE(question.title);
    REQUIRE_FALSE(question.commands.empty());
    REQUIRE_FALSE(question.quotes.empty());
    std::string printed;
    for (const std::string& command : question.commands) {
      const auto outcome = run_command(arguments_of(command));
      CHECK_MESSAGE(outcome.status <= 1, command, ": ", outcome.err);
      std::istringstream lines(outcome.out + outcome.err);
      for (std::string line; std::getline(lines, line);) printed += with_single_blanks(line) + "\n";
    }
    for (const std::string& quote : question.quotes)
      CHECK_MESSAGE(contains(printed, with_single_blanks(quote)), quote, " is not in\n", printed);
  }
}

TEST_CASE("asked: each number of an answer is one that is quoted, or of the command") {
  CHECK(numbers_in("4 of 1,024; `8`, fp16, x4") == std::vector<std::string>{"4", "1,024"});
  for (const Question& question : questions()) {
    CAPTURE(question.title);
    CHECK_FALSE(with_single_blanks(question.answer).empty());
    std::string shown;
    for (const std::string& line : question.commands) shown += line + "\n";
    for (const std::string& line : question.quotes) shown += line + "\n";
    for (const std::string& number : numbers_in(question.answer))
      CHECK_MESSAGE(std::regex_search(shown, std::regex("(^|[^0-9,])" + number + "(?![0-9])")),
                    number, " is in the answer alone");
  }
}

TEST_CASE("asked: the table of swizzles is what runs count") {
  const std::regex row(R"(\| (\d+) \| (\d+) \| (.*) \|)"), swizzle("<([0-9]),([0-9]),([0-9])>");
  size_t rows = 0;
  for (const std::string& line : lines_of_page()) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    CAPTURE(line);
    ++rows;
    CHECK(std::to_string(passes_of_a_matrix(cells[1], '0', '3', '3')) == cells[2]);
    const std::string free = cells[3];
    std::sregex_iterator it(free.begin(), free.end(), swizzle), end;
    CHECK(it != end);
    for (; it != end; ++it)
      CHECK(passes_of_a_matrix(cells[1], *(*it)[1].first, *(*it)[2].first, *(*it)[3].first) == 1);
  }
  CHECK(rows == 5);
}
