// The picture of a finding for graders that show images: the lines of its accesses, and under each
// the warp's 32 lanes with the one that it is about. SVG, because it is text and small.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/grade/grade_formats.hpp"
#include "sim/base/say.hpp"
#include "sim/base/text.hpp"

namespace warplens::cli {
namespace {

constexpr uint32_t kLanes = 32;
constexpr uint32_t kCell = 20, kMargin = 12, kRow = 24, kPlace = 4 * kRow;  // [pixels]
constexpr uint32_t kWidth = 2 * kMargin + kLanes * kCell;
constexpr size_t kLongestLine = 80;  // [bytes]

std::string text_at(uint32_t y, std::string_view family, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"13\">{}</text>\n",
                     kMargin, y, family, markup(text));
}

// One access: its thread, its line, its warp.
std::string place_at(uint32_t top, uint32_t line, std::string_view code,
                     const trace::BlockId& block, const uint32_t (&thread)[3],
                     const trace::BlockId& extent) {
  const uint64_t linear =
      thread[0] + uint64_t{extent.x} * (thread[1] + uint64_t{extent.y} * thread[2]);
  std::string out =
      text_at(top + 16, "sans-serif",
              to_say("line {line}: thread {thread} of block {block}, lane {lane} of warp {warp}",
                     "line"_a = line,
                     "thread"_a = fmt::format("({}, {}, {})", thread[0], thread[1], thread[2]),
                     "block"_a = fmt::format("({}, {}, {})", block.x, block.y, block.z),
                     "lane"_a = linear % kLanes, "warp"_a = linear / kLanes)
                  .english());
  out += text_at(
      top + kRow + 16, "monospace",
      shown(code.substr(std::min(code.size(), code.find_first_not_of(" \t"))), kLongestLine));
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    const bool is_it = lane == linear % kLanes;
    const uint32_t x = kMargin + lane * kCell, y = top + 2 * kRow;
    out += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#555\"/>\n", x, y,
        kCell, kCell, is_it ? "#c62828" : "#fff");
    out += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"10\" fill=\"{}\" "
        "text-anchor=\"middle\">{}</text>\n",
        x + kCell / 2, y + 14, is_it ? "#fff" : "#333", lane);
  }
  return out;
}

}  // namespace

std::string picture_of(const course::Mark& mark, const base::SourceFile& file) {
  if (!mark.finding || observe::is_of_host(mark.finding->kind)) return "";
  const observe::Finding& finding = *mark.finding;
  const auto code = [&](const std::string& in, uint32_t line) {
    return in.empty() ? file.line_text(line) : std::string_view();
  };
  std::string places = place_at(kMargin, finding.line, code(finding.file, finding.line),
                                finding.block, finding.thread, finding.extent);
  uint32_t height = kMargin + kPlace;
  if (finding.other) {
    const observe::OtherAccess& other = *finding.other;
    places += place_at(height, other.line, code(other.file, other.line), other.block, other.thread,
                       finding.extent);
    height += kPlace;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}</svg>\n",
      kWidth, height, places);
}

}  // namespace warplens::cli
