#include "tests/unit/measure/machine_code/support.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "kernels/measure/format/json.hpp"

namespace warplens::measure::machine_code {

std::string recorded_text(const std::string& name) {
  std::ifstream file(WARPLENS_TEST_DATA "/sass/" + name + ".sass");
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

Listing recorded(const std::string& name, const std::string& kernel) {
  const SourceFiles files{name.substr(0, name.find('.')) + ".cu", {"twice.cuh"}};
  for (Listing& listing : parse_listing(recorded_text(name), files)) {
    if (listing.kernel.find(kernel) != std::string::npos) {
      return std::move(listing);
    }
  }
  FAIL("no such kernel: " << kernel);
  return {};
}

std::vector<Cause> recorded_causes(const std::string& name, const std::string& kernel) {
  return explain(recorded(name + ".as-written", kernel), recorded(name + ".as-compiled", kernel));
}

std::string brief(const std::vector<Cause>& causes) {
  std::string text;
  for (const Cause& cause : causes) {
    text += fmt::format("{}{}{} {} {}: {}\n", cause.file, cause.file.empty() ? "" : ":", cause.line,
                        word(cause.space), word(cause.operation), word(cause.kind));
  }
  return text;
}

std::string words_at(const std::vector<Cause>& causes, uint32_t line, Space space,
                     Operation operation) {
  for (const Cause& cause : causes) {
    if (cause.line == line && cause.space == space && cause.operation == operation) {
      return cause.words;
    }
  }
  return "";
}

}  // namespace warplens::measure::machine_code
