#include "sim/host/grid_events.hpp"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "sim/base/format_text.hpp"

namespace warplens::host {

namespace {

// In which a block's shared memory is given to it (compute capability 9.0: an access at byte 512 of
// a block with 400 is error 700, one at byte 508 is not).
constexpr uint64_t kSharedUnit = 128;

Launched launch_of(const code::PrintSite& site, const std::vector<uint64_t>& numbers) {
  constexpr size_t kConfiguration = 7;
  const auto extents = [&](size_t first) {
    return launch::Dim3{static_cast<uint32_t>(numbers[first]),
                        static_cast<uint32_t>(numbers[first + 1]),
                        static_cast<uint32_t>(numbers[first + 2])};
  };
  Launched launched;
  launched.span = site.span;
  launched.kernel = site.launched;
  launched.grid = extents(0);
  launched.block = extents(3);
  launched.shared = numbers[kConfiguration - 1];
  launched.parameter_bits.assign(numbers.begin() + kConfiguration, numbers.end());
  return launched;
}

}  // namespace

void GridEvents::stray(const trace::WarpAccess& access) {
  access.for_each_side([this](const trace::WarpAccess& side) { note_stray(side); });
}

void GridEvents::note_stray(const trace::WarpAccess& access) {
  if (is_broken_) return;
  const uint64_t room = (shared_bytes_ + kSharedUnit - 1) / kSharedUnit * kSharedUnit;
  for (uint32_t lanes = access.out_of_bounds; lanes != 0; lanes &= lanes - 1) {
    const uint64_t address = access.addresses.of(static_cast<uint32_t>(std::countr_zero(lanes)));
    if (access.space == trace::Space::kShared) is_broken_ |= address >= room;
    if (access.space != trace::Space::kGlobal) continue;
    is_broken_ |= !is_silent_(address);
    if (!stray_) stray_ = address;
  }
}

void GridEvents::prints(uint32_t /*warp*/, uint32_t print, uint32_t mask,
                        const trace::PrintArguments& arguments) {
  if (is_broken_) return;  // nothing is executed any more
  const code::PrintSite& site = program_->prints[print];
  std::vector<uint64_t> own(arguments.bits.size());
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    for (size_t i = 0; i < own.size(); ++i) own[i] = arguments.bits[i][lane];
    if (site.launched.empty())
      printed_ += base::format_text(site.format, own, trace::strings_of(arguments, lane));
    else
      launched_.push_back(launch_of(site, own));
  }
}

void GridEvents::lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) {
  if (event != trace::LaneEvent::kAssertFailed || !assertions_.empty()) return;
  const code::AssertSite& site = program_->asserts[index];
  const base::SourceFile& file = program_->unit->file;
  const base::LineColumn at = file.line_column(site.span.begin);
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const auto [x, y, z] = trace::thread_at(warp * trace::kWarpSize + lane, extents_);
    assertions_ +=
        fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n",
                    file.name(at.part), at.line, program_->kernel->name, block_.x, block_.y,
                    block_.z, x, y, z, site.text);
  }
}

// As an H200 does.
void GridEvents::bulk_fault(const trace::BulkFault& fault) {
  if (refused_ || fault.kind == trace::BulkFault::Kind::kSize) return;
  const bool is_misaligned = fault.kind == trace::BulkFault::Kind::kShared ||
                             fault.kind == trace::BulkFault::Kind::kGlobal;
  refused_ = is_misaligned ? Error::kMisalignedAddress : Error::kIllegalInstruction;
}

void GridEvents::mbarrier_fault(const trace::MbarrierFault& fault) {
  if (!refused_ && fault.kind == trace::MbarrierFault::Kind::kMisaligned)
    refused_ = Error::kMisalignedAddress;
}

void GridEvents::clear() {
  printed_.clear();
  assertions_.clear();
  launched_.clear();
  stray_.reset();
  is_broken_ = false;
  refused_.reset();
}

void GridEvents::merge(trace::Observer& chunk) {
  auto& later = static_cast<GridEvents&>(chunk);
  printed_ += later.printed_;
  if (assertions_.empty()) assertions_ = later.assertions_;
  launched_.insert(launched_.end(), later.launched_.begin(), later.launched_.end());
  if (!stray_) stray_ = later.stray_;
  is_broken_ |= later.is_broken_;
  if (!refused_) refused_ = later.refused_;
  later.clear();
}

}  // namespace warplens::host
