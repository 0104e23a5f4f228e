// Whole programs with a mistake in host code: each is found where the program's comment says, and
// programs that are right have none.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/observe/finding/finding.hpp"
#include "sim/prepare/prepare.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> programs_in(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(fs::path(WARPLENS_SOURCE_DIR) / folder)) {
    if (entry.path().extension() == ".cu") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<observe::Finding> findings_of(const std::string& text) {
  prepare::Request request;
  request.file = base::SourceFile("program.cu", text);
  request.program.emplace();
  prepare::ReachedPrograms programs;
  const auto reached = programs.of(request);
  if (!reached.ok()) FAIL(base::render(reached.error(), request.file));
  CHECK((*reached)->refused.empty());
  return (*reached)->findings;
}

// "host_copy_size in line 20", a line each.
std::string words_of(std::string_view kind, uint32_t line) {
  return std::string(kind) + " in line " + std::to_string(line) + "\n";
}
std::string words_of(const std::vector<observe::Finding>& findings) {
  std::string words;
  for (const observe::Finding& one : findings) words += words_of(observe::word(one.kind), one.line);
  return words;
}

// The same of the comments "// finds: KIND".
std::string expected_in(const std::string& text) {
  const std::string mark = "// finds: ";
  std::string expected;
  std::istringstream lines(text);
  uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const size_t at = line.find(mark);
    if (at != std::string::npos) expected += words_of(line.substr(at + mark.size()), number);
  }
  return expected;
}

std::string main_with(const std::string& kernel, const std::string& statements) {
  return "#include <cstdio>\n#include <cstdlib>\n" + kernel + "\nint main() {\n" + statements +
         "\n}\n";
}

}  // namespace

TEST_CASE("host findings: each mistake is found at its line, and nothing else is") {
  const std::vector<fs::path> programs = programs_in("tests/programs/mistakes");
  REQUIRE(programs.size() >= 30);
  for (const fs::path& path : programs) {
    CAPTURE(path.stem().string());
    const std::string text = text_of(path);
    CHECK(words_of(findings_of(text)) == expected_in(text));
  }
}

TEST_CASE("host findings: programs that print what a GPU prints have none") {
  for (const fs::path& path : programs_in("tests/programs")) {
    CAPTURE(path.stem().string());
    if (path.stem() == "host_pointer") continue;  // it shows what such a launch does
    CHECK(words_of(findings_of(text_of(path))) == "");
  }
}

TEST_CASE("host findings: the sentence names numbers and both lines") {
  const auto found = findings_of(main_with(
      "__global__ void set(int* v, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) v[i] = 1;\n}",
      "int h[100], *d;\ncudaMalloc(&d, sizeof h);\ncudaMemset(d, 0, sizeof h);\n"
      "set<<<100 / 32, 32>>>(d, 100);\ncudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
      "printf(\"%d\\n\", h[99]);"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].message == golden("prepare.host_findings.too_few_blocks_for_parameter"));
  REQUIRE(found[0].other.has_value());
  CHECK(found[0].line == 11);
  CHECK(found[0].other->line == 13);
}

TEST_CASE("host findings: a plane's grid that is too small names the axes and what is left out") {
  const auto found = findings_of(
      text_of(fs::path(WARPLENS_SOURCE_DIR) / "tests/programs/mistakes/small_grid_plane.cu"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].message == golden("prepare.host_findings.too_few_blocks"));
}

TEST_CASE("host findings: what nothing depends on is none") {
  const std::string kernel = "__global__ void set(int* v) { v[threadIdx.x] = 1; }";
  // The tail is never read; the result neither.
  CHECK(findings_of(main_with(kernel,
                              "int h[64], *d;\ncudaMalloc(&d, sizeof h);\nset<<<1, 32>>>(d);\n"
                              "cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
                              "printf(\"%d\\n\", h[31]);"))
            .empty());
  CHECK(findings_of(main_with(kernel,
                              "int h[64], *d;\ncudaMalloc(&d, sizeof h);\nset<<<1, 2048>>>(d);\n"
                              "cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
                              "puts(\"done\");"))
            .empty());
}

TEST_CASE("host findings: a launch of no blocks, whoever reads what it should have stored") {
  const std::string kernel = "__global__ void set(int* v) { v[threadIdx.x] = 1; }";
  const auto found = findings_of(main_with(
      kernel,
      "int* d;\ncudaMalloc(&d, 64 * sizeof(int));\nset<<<64 / 256, 256>>>(d);\nputs(\"done\");"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == observe::FindingKind::kHostFailedLaunch);
}

TEST_CASE("host findings: a launch that asks for too much shared memory, and how much is allowed") {
  const std::string kernel =
      "__global__ void keep(int* v) {\n  extern __shared__ int kept[];\n"
      "  kept[threadIdx.x] = 1;\n  v[threadIdx.x] = kept[threadIdx.x];\n}";
  const auto sentence_with = [&](const std::string& before) {
    const auto found = findings_of(main_with(
        kernel,
        "int h[64], *d;\ncudaMalloc(&d, sizeof h);\n" + before +
            "keep<<<1, 64, 70000>>>(d);\ncudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\n"
            "printf(\"%d\\n\", h[5]);"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == observe::FindingKind::kHostFailedLaunch);
    return found[0].message;
  };
  const std::string usual = sentence_with("");
  CHECK(usual.find("70,000 bytes of shared memory, and 49,152 are allowed") != std::string::npos);
  const std::string more = sentence_with(
      "cudaFuncSetAttribute(keep, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);\n");
  CHECK(more.find("70,000 bytes of shared memory, and 60,000 are allowed") != std::string::npos);
}

TEST_CASE("host findings: an error code that is looked at is no mistake") {
  const std::string kernel = "__global__ void set(int* v) { v[threadIdx.x] = 1; }";
  const std::string before =
      "int h[64] = {}, *d;\ncudaMalloc(&d, sizeof h);\ncudaMemset(d, 0, sizeof h);\n"
      "set<<<1, 2048>>>(d);\n";
  const std::string after =
      "cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);\nprintf(\"%d\\n\", h[5]);";
  CHECK(words_of(findings_of(main_with(kernel, before + after))) ==
        words_of("host_failed_launch", 8));
  CHECK(findings_of(
            main_with(kernel,
                      before + "if (cudaGetLastError() != cudaSuccess) puts(\"no\");\n" + after))
            .empty());
  CHECK(words_of(findings_of(main_with(kernel, before + "cudaGetLastError();\n" + after))) ==
        words_of("host_failed_launch", 8));
}
