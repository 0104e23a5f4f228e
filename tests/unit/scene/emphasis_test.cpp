// Which words of the sentence stand out, and the lines of an unfolded index.
#include "app/scene/words/emphasis.hpp"

#include <doctest/doctest.h>

namespace {

using namespace warplens;
using scene::Emphasis;

std::string joined(const std::vector<scene::SentencePart>& parts) {
  std::string text;
  for (const scene::SentencePart& part : parts) text += part.text;
  return text;
}

const scene::SentencePart* find(const std::vector<scene::SentencePart>& parts,
                                std::string_view text) {
  for (const scene::SentencePart& part : parts) {
    if (part.text == text) return &part;
  }
  return nullptr;
}

}  // namespace

TEST_CASE(
    "emphasis: counts and banks of a wasteful access stand out, and the parts join to the "
    "sentence") {
  scene::Moment moment;
  moment.is_wasteful = true;
  for (uint32_t lane = 0; lane < 32; ++lane)
    moment.lanes[lane].group = static_cast<uint8_t>(lane / 16);
  moment.sentence =
      "Lanes 0 and 31 need different words of bank 0 (words 0 and 256), so this takes 2 "
      "wavefronts.";
  const auto parts = scene::emphasize(moment);
  CHECK(joined(parts) == moment.sentence);
  REQUIRE(find(parts, "Lanes 0 and 31"));
  CHECK(find(parts, "Lanes 0 and 31")->emphasis == Emphasis::kStrong);  // of two groups
  REQUIRE(find(parts, "bank 0"));
  CHECK(find(parts, "bank 0")->emphasis == Emphasis::kWaste);
  REQUIRE(find(parts, "2 wavefronts"));
  CHECK(find(parts, "2 wavefronts")->emphasis == Emphasis::kWaste);
}

TEST_CASE("emphasis: a number behind a colon is not a bank's") {
  scene::Moment moment;
  moment.sentence = "32 lanes write 32 words in 32 different banks: 1 wavefront.";
  const auto parts = scene::emphasize(moment);
  CHECK(joined(parts) == moment.sentence);
  REQUIRE(find(parts, "1 wavefront"));
  CHECK(find(parts, "1 wavefront")->emphasis == Emphasis::kGood);
}

TEST_CASE("emphasis: lanes of one group have its colour; a good access is good") {
  scene::Moment moment;
  for (uint32_t lane = 0; lane < 32; ++lane)
    moment.lanes[lane].group = static_cast<uint8_t>(lane / 8);
  moment.sentence = "lanes 8 to 15 read one line: 1,024 sectors";
  const auto parts = scene::emphasize(moment);
  CHECK(joined(parts) == moment.sentence);
  REQUIRE(find(parts, "lanes 8 to 15"));
  CHECK(find(parts, "lanes 8 to 15")->emphasis == Emphasis::kGroup);
  CHECK(find(parts, "lanes 8 to 15")->group == 1);
  REQUIRE(find(parts, "1,024 sectors"));
  CHECK(find(parts, "1,024 sectors")->emphasis == Emphasis::kGood);
  moment.is_wasteful = true;
  moment.sentence = "All 32 lanes touch 32 sectors of 8 lines. 4 sectors are ideal.";
  const auto wasteful = scene::emphasize(moment);
  REQUIRE(find(wasteful, "32 sectors"));
  CHECK(find(wasteful, "32 sectors")->emphasis == Emphasis::kWaste);
  REQUIRE(find(wasteful, "4 sectors"));
  CHECK(find(wasteful, "4 sectors")->emphasis == Emphasis::kGood);
  moment.sentence = "Lanes 8, 10 ... 14 (4 lanes) need 4 different words of bank 2.";
  REQUIRE(find(scene::emphasize(moment), "Lanes 8, 10 ... 14"));
  moment.sentence = "lane 99 lanes and";
  CHECK(joined(scene::emphasize(moment)) == moment.sentence);
}

TEST_CASE("index lines: the array is named in every line") {
  scene::Moment moment;
  CHECK(scene::index_lines(moment).source.empty());
  moment.lane = 3;
  moment.unfolded = {"M", "row * n + threadIdx.x", "11 * 16 + 4", "180", "", "", ""};
  moment.lanes[3].element_name = "M[11][4]";
  scene::IndexLines lines = scene::index_lines(moment);
  CHECK(lines.source == "M[row * n + threadIdx.x]");
  CHECK(lines.values == "M[11 * 16 + 4]");
  CHECK(lines.result == "M[180] = M[11][4]");
  moment.unfolded = {"tile", "[threadIdx.y][k]", "[3][4]", "[3][4]", "", "", ""};
  moment.lanes[3].element_name = "tile[3][4]";
  lines = scene::index_lines(moment);
  CHECK(lines.source == "tile[threadIdx.y][k]");
  CHECK(lines.values.empty());
  CHECK(lines.result == "tile[3][4]");
  moment.unfolded = {"p", "i + 1", "2 + 1", "3", ".x", "", ""};
  moment.lanes[3].element_name = "p[3][0]";
  lines = scene::index_lines(moment);
  CHECK(lines.source == "p[i + 1].x");
  CHECK(lines.result == "p[3].x");
}

TEST_CASE("index lines: a dereferenced pointer is written as the text has it") {
  scene::Moment moment;
  moment.warp = 1;  // another one's access
  moment.unfolded.array = "x";
  moment.unfolded.is_dereferenced = true;
  moment.unfolded.source = "x";
  moment.unfolded.values = "0";
  moment.unfolded.result = "0";
  scene::IndexLines lines = scene::index_lines(moment);
  CHECK(lines.source == "*x");
  CHECK(lines.values.empty());
  CHECK(lines.result == "x[0]");
  moment.unfolded.source = "x + i";
  moment.unfolded.values = "x + 3";
  moment.unfolded.result = "3";
  lines = scene::index_lines(moment);
  CHECK(lines.source == "*(x + i)");
  CHECK(lines.values == "*(x + 3)");
  CHECK(lines.result == "x[3]");
}
