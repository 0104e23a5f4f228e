#include "sim/observe/print_log.hpp"

#include <algorithm>

#include "sim/base/format_text.hpp"
#include "sim/observe/observed.hpp"
#include "sim/observe/wanted.hpp"

namespace warplens::observe {

PrintLog::PrintLog(const Wanted& of)
    : PrintLog(of.program, {of.scope.block.x, of.scope.block.y, of.scope.block.z}) {}

void PrintLog::put(Observed& to) const {
  to.prints = prints_;
}

void PrintLog::merge(trace::Observer& chunk) {
  auto& later = static_cast<PrintLog&>(chunk);
  std::vector<PrintLine>& lines = later.prints_.lines;
  const size_t taken = std::min(lines.size(), kMostPrints - prints_.lines.size());
  const auto end = lines.begin() + static_cast<std::ptrdiff_t>(taken);
  prints_.lines.insert(prints_.lines.end(), std::make_move_iterator(lines.begin()),
                       std::make_move_iterator(end));
  prints_.dropped += lines.size() - taken + later.prints_.dropped;
  later.clear();
}

void PrintLog::prints(uint32_t warp, uint32_t print, uint32_t mask,
                      const trace::PrintArguments& arguments) {
  const code::PrintSite& site = program_->prints[print];
  std::vector<uint64_t> own(arguments.bits.size());
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    if (prints_.lines.size() >= kMostPrints) {
      ++prints_.dropped;
      continue;
    }
    for (size_t i = 0; i < own.size(); ++i) own[i] = arguments.bits[i][lane];
    const uint32_t thread = warp * trace::kWarpSize + lane;
    PrintLine line;
    line.block = block_;
    line.thread[0] = thread % block_extent_[0];
    line.thread[1] = thread / block_extent_[0] % block_extent_[1];
    line.thread[2] = thread / block_extent_[0] / block_extent_[1];
    line.span = site.span;
    line.line = program_->unit->file.line_of(site.span.begin);
    line.text = base::format_text(site.format, own, trace::strings_of(arguments, lane));
    prints_.lines.push_back(std::move(line));
  }
}

}  // namespace warplens::observe
