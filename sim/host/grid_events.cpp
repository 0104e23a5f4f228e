#include "sim/host/grid_events.hpp"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "sim/base/format_text.hpp"

namespace warplens::host {

void GridEvents::stray(const trace::WarpAccess& access) {
  if (stray_ || access.space != trace::Space::kGlobal) return;
  stray_ = access.addresses.of(static_cast<uint32_t>(std::countr_zero(access.out_of_bounds)));
}

void GridEvents::prints(uint32_t /*warp*/, uint32_t print, uint32_t mask,
                        const trace::PrintArguments& arguments) {
  std::vector<uint64_t> own(arguments.bits.size());
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    for (size_t i = 0; i < own.size(); ++i) own[i] = arguments.bits[i][lane];
    printed_ +=
        base::format_text(program_->prints[print].format, own, trace::strings_of(arguments, lane));
  }
}

void GridEvents::lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) {
  if (event != trace::LaneEvent::kAssertFailed || !assertions_.empty()) return;
  const code::AssertSite& site = program_->asserts[index];
  const base::SourceFile& file = program_->unit->file;
  const base::LineColumn at = file.line_column(site.span.begin);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const uint32_t thread = warp * trace::kWarpSize + lane;
    assertions_ +=
        fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n",
                    file.name(at.part), at.line, program_->kernel->name, block_.x, block_.y,
                    block_.z, thread % extents_.x, thread / extents_.x % extents_.y,
                    thread / extents_.x / extents_.y, site.text);
  }
}

void GridEvents::clear() {
  printed_.clear();
  assertions_.clear();
  stray_.reset();
}

void GridEvents::merge(trace::Observer& chunk) {
  auto& later = static_cast<GridEvents&>(chunk);
  printed_ += later.printed_;
  if (assertions_.empty()) assertions_ = later.assertions_;
  if (!stray_) stray_ = later.stray_;
  later.clear();
}

}  // namespace warplens::host
