// The textbook kernels as a real H200 ran them (tests/hardware/measure_textbook.py made
// tests/data/h200_textbook_counts.csv): requests, wavefronts, sectors and lines must be the same,
// except where the debug build that was measured is known to do something else than the text says.
#include <fstream>
#include <map>
#include <sstream>

#include "sim/launch/parse.hpp"
#include "support.hpp"

using namespace warplens;

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

// In the order of the file's columns.
std::vector<uint64_t> counts_of(const engine::Run& run) {
  const analysis::Totals& t = run.totals;
  return {t.shared[0].requests,
          t.shared[1].requests,
          t.shared[2].requests,
          t.shared[0].wavefronts,
          t.shared[1].wavefronts,
          t.shared[2].wavefronts,
          t.global[0].requests,
          t.global[1].requests,
          t.global[0].sectors,
          t.global[1].sectors,
          t.global[0].lines + t.global[1].lines + t.global[2].lines};
}

// Why a kernel is counted differently there.
constexpr const char* kOrder = "atomics of lanes and blocks are served in no fixed order";
constexpr const char* kApart = "lanes that went different ways are gathered elsewhere or not";
constexpr const char* kPieces = "a vector that is no 16-byte plain copy moves by component";
constexpr const char* kConstants = "constant memory is read by generic loads, counted as global";
const std::map<std::string, const char*> kExceptions{
    {"atomic_by_cas", kApart},
    {"bit_reversal_permutation", kPieces},
    {"compact_stream", kOrder},
    {"complex_multiply", kPieces},
    {"convolution_1d_constant", kConstants},
    {"convolution_2d_tiled", kConstants},
    {"convolution_separable", kConstants},
    {"histogram_aggregated", kApart},
    {"histogram_letters", kApart},
    {"horner_polynomial", kConstants},
    {"julia_set", kPieces},
    {"layer_norm_block", kPieces},
    {"matmul_float4", kPieces},
    {"n_body", kPieces},
    {"push_to_stack", kOrder},
    {"ray_spheres", kConstants},
    {"recursion", kApart},
};

}  // namespace

TEST_CASE("textbook: every kernel's counts equal an H200's") {
  std::ifstream table(WARPLENS_TEST_DATA "/h200_textbook_counts.csv");
  std::string line;
  REQUIRE(std::getline(table, line));
  const std::vector<std::string> columns = split(line);
  size_t kernels = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> row = split(line);
    REQUIRE(row.size() == columns.size());
    CAPTURE(row[0]);
    const std::string text = test::kernel_text("textbook/" + row[0] + ".cu");
    const auto run = test::try_run(text, *launch::embedded_options(text));
    ++kernels;
    CHECK(run.ok());  // the other tests show the diagnostics
    if (!run.ok()) continue;
    const std::vector<uint64_t> counts = counts_of(**run);
    const bool is_exception = kExceptions.contains(row[0]);
    size_t differing = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
      const uint64_t measured = std::stoull(row[i + 1]);
      differing += counts[i] == measured ? 0 : 1;
      if (is_exception) continue;
      CAPTURE(columns[i + 1]);
      CHECK(counts[i] == measured);
    }
    if (is_exception) CHECK_MESSAGE(differing > 0, "no exception: " << kExceptions.at(row[0]));
  }
  CHECK(kernels >= 126);
}
