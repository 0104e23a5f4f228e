// Numbers as people read them. grouped by thousands, no trailing zeros.
#include "app/study/format.hpp"

#include <fmt/format.h>

namespace warplens::study {
namespace {

std::string trimmed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string percent(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  return trimmed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + "%";
}

std::string ratio(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  return trimmed(static_cast<double>(part) / static_cast<double>(whole), 2);
}

std::string block_text(trace::BlockId block, bool has_depth) {
  return has_depth ? fmt::format("({}, {}, {})", block.x, block.y, block.z)
                   : fmt::format("({}, {})", block.x, block.y);
}

}  // namespace warplens::study
