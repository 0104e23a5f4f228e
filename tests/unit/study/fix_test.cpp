// What `fix` finds, by keys and values; the sentences themselves belong to sim/whatif/fix.
#include "app/study/fix.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"
#include "tests/unit/study/value_at.hpp"

using namespace warplens;
using study::Section;
using tests::at;
using tests::number_at;
using tests::word_at;

namespace {

const std::string kTranspose =
    "__global__ void transpose(const float* in, float* out) {\n"
    "  __shared__ float tile[32][32];\n"
    "  int x = threadIdx.x, y = threadIdx.y;\n"
    "  tile[y][x] = in[y * 32 + x];\n"
    "  __syncthreads();\n"
    "  out[y * 32 + x] = tile[x][y];\n"
    "}\n";
const std::string kLaunch = "--block 32,32 --arg in=float[32][32] --arg out=float[32][32]:zero";

study::FixFacts facts_of(const std::string& text, const std::string& words = kLaunch) {
  base::Checked<fix::Fixes> found = fix::find_fixes(test::make_request(text, words));
  REQUIRE(found.ok());
  study::FixFacts facts;
  facts.fixes = std::move(*found);
  return facts;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

// What a person reads of patches.
std::vector<std::string> patches_of(const Section& section) {
  std::vector<std::string> patches;
  for (const auto& part : section.parts) {
    const auto* inner = std::get_if<Section>(&part);
    if (inner == nullptr) continue;
    for (const auto& one : inner->parts) {
      const auto* verbatim = std::get_if<study::Verbatim>(&one);
      if (verbatim != nullptr) patches.push_back(verbatim->bytes);
    }
  }
  return patches;
}

}  // namespace

TEST_CASE("fix: an array's costs, and its layouts with the cheapest first") {
  const Section section = study::describe(facts_of(kTranspose));
  CHECK(word_at(section, "kernel") == "transpose");
  CHECK(at<bool>(section, "complete"));
  CHECK(at<bool>(section, "fixed"));
  CHECK_FALSE(at<bool>(section, "applied"));
  CHECK(word_at(section, "arrays.0.name") == "tile");
  CHECK(number_at(section, "arrays.0.line") == 2);
  CHECK(number_at(section, "arrays.0.requests") == 64);
  CHECK(number_at(section, "arrays.0.wavefronts") == 1056);
  CHECK(number_at(section, "arrays.0.ideal_wavefronts") == 64);
  CHECK_FALSE(at<bool>(section, "arrays.0.conflicts_left"));
  CHECK(word_at(section, "arrays.0.fixes.0.kind") == "pad");
  CHECK(number_at(section, "arrays.0.fixes.0.wavefronts") == 64);
  CHECK(number_at(section, "arrays.0.fixes.0.more_bytes") == 128);
  CHECK(word_at(section, "arrays.0.fixes.1.kind") == "swizzle");
  CHECK(study::find(section, "problem") == nullptr);
}

TEST_CASE("fix: an array that keeps its conflicts has the reason with its line") {
  const std::string text = replaced(kTranspose, "  out[", "  float* p = &tile[0][0];\n  out[");
  const Section section =
      study::describe(facts_of(replaced(text, "= tile[x][y]", "= p[x * 32 + y]")));
  CHECK_FALSE(at<bool>(section, "fixed"));
  CHECK(at<bool>(section, "arrays.0.conflicts_left"));
  CHECK(number_at(section, "arrays.0.refusals.0.line") == 6);
  CHECK(word_at(section, "arrays.0.refusals.0.message")
            .starts_with("the address of an element of 'tile'"));
  CHECK(study::find(section, "arrays.0.fixes.0.kind") == nullptr);
}

TEST_CASE("fix: what an exchange of x and y gains in global memory") {
  const Section section = study::describe(
      facts_of("__global__ void k(const int* in, int* out) {\n"
               "  int r = blockIdx.y * 16 + threadIdx.x, c = blockIdx.x * 16 + threadIdx.y;\n"
               "  out[r * 32 + c] = in[r * 32 + c];\n"
               "}\n",
               "--grid 2,2 --block 16,16 --arg in=int[32][32] --arg out=int[32][32]:zero"));
  CHECK(number_at(section, "global.sectors") == 1024);
  CHECK(number_at(section, "global.needed_sectors") == 256);
  CHECK(at<bool>(section, "global.exchange.offered"));
  CHECK(number_at(section, "global.exchange.sectors") == 256);
  CHECK(study::find(section, "arrays.0.name") == nullptr);
}

TEST_CASE("fix: a patch is shown unless the file has it already") {
  study::FixFacts facts = facts_of(kTranspose);
  facts.patch = "one";
  CHECK(patches_of(study::describe(facts)) == std::vector<std::string>{"one"});
  facts.exchange_patch = "other";
  CHECK(patches_of(study::describe(facts)) == std::vector<std::string>{"one", "other"});
  facts.applied_to = "k.cu";
  CHECK(at<bool>(study::describe(facts), "applied"));
  CHECK(patches_of(study::describe(facts)) == std::vector<std::string>{"other"});
  facts.patch.clear();
  CHECK(patches_of(study::describe(facts)).empty());
  CHECK(word_at(study::describe(facts), "global.patch") == "other");
}

TEST_CASE("fix: where nothing was looked for, why") {
  study::FixFacts facts = facts_of(kTranspose, kLaunch + " --step-limit 5");
  facts.unfixed = "cut";
  const Section section = study::describe(facts);
  CHECK_FALSE(at<bool>(section, "complete"));
  CHECK(word_at(section, "ending") == "step_limit");
  CHECK(word_at(section, "reason") == "cut");
  CHECK_FALSE(at<bool>(section, "fixed"));
}
