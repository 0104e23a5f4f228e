// Launch options as words: in a file's first comment and on a command line. What is understood is
// printed as words that mean the same.
#include <vector>

#include "app/cli/command_line.hpp"
#include "sim/launch/parse.hpp"
#include "target.hpp"

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  launch::embedded_options(text);
  const std::vector<std::string> words = launch::split_words(text);
  const auto options = launch::parse_options(words);
  if (fuzz::expect_value_or_reason(options)) {
    const std::string printed = launch::print(launch::apply({}, *options));
    const auto again = launch::parse_options(launch::split_words(printed));
    fuzz::expect(again.ok(), "what is printed is understood");
    fuzz::expect(launch::print(launch::apply({}, *again)) == printed,
                 "it means the same: " + printed);
  }
  std::vector<const char*> line{"warplens"};
  for (const std::string& word : words) line.push_back(word.c_str());
  const cli::CommandLine parsed =
      cli::parse_command_line(static_cast<int>(line.size()), line.data());
  fuzz::expect(parsed.status == 0 || !parsed.message.empty(), "what fails says why");
  return 0;
}
