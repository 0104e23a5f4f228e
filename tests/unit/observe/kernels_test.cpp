// What is found in the lessons, the textbook and the measured kernels is what the list beside them
// says (tests/kernels/expected_findings.txt). WARPLENS_WRITE_FINDINGS=1 writes it anew, by hand.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "sim/launch/parse.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

const std::filesystem::path kRoot = WARPLENS_SOURCE_DIR;

void note_findings(const std::string& folder, std::set<std::string>& lines) {
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / folder)) {
    if (entry.path().extension() != ".cu") continue;
    const std::string name = folder + "/" + entry.path().filename().string();
    CAPTURE(name);
    const std::string text = test::kernel_text("../../" + name);
    const auto words = launch::embedded_options(text);
    if (!words) continue;
    const auto runs = run::run_sequence(test::make_request(text, *words));
    REQUIRE(runs.ok());
    for (const auto& run : *runs) {
      for (const auto* findings : {&run->findings, &run->advice}) {
        for (const observe::Finding& finding : *findings) {
          const bool is_error = finding.severity == base::Severity::kError;
          lines.insert(name + ":" + std::to_string(finding.line) + ": " +
                       (is_error ? "error " : "hint ") + std::string(observe::word(finding.kind)));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("kernels: what is found is what is expected") {
  std::set<std::string> lines;
  for (const char* folder : {"kernels/lessons", "tests/kernels/textbook", "tests/kernels/measured"})
    note_findings(folder, lines);
  std::string found;
  for (const std::string& line : lines) found += line + "\n";
  const std::filesystem::path list = kRoot / "tests/kernels/expected_findings.txt";
  if (std::getenv("WARPLENS_WRITE_FINDINGS") != nullptr) std::ofstream(list) << found;
  std::ifstream in(list);
  std::ostringstream expected;
  expected << in.rdbuf();
  CHECK(found == expected.str());
}
