#include "sim/observe/barriers/barriers.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"

namespace warplens::observe {

using trace::kWarpSize;

Barriers::Barriers(std::shared_ptr<const code::Program> program, trace::BlockId block)
    : program_(std::move(program)),
      extent_(block),
      warps_((block.x * block.y * block.z + kWarpSize - 1) / kWarpSize) {}

void Barriers::block_begins(trace::BlockId block) {
  block_ = block;
  arrivals_.clear();
  step_ = 0;
  const uint32_t rest = extent_.x * extent_.y * extent_.z % kWarpSize;
  for (Warp& warp : warps_) warp = {};
  if (rest != 0) warps_.back().live = (1u << rest) - 1;
}

Barriers::Place Barriers::place(uint32_t warp, uint32_t lanes) const {
  return {warp * kWarpSize + static_cast<uint32_t>(std::countr_zero(lanes)), warps_[warp].step};
}

void Barriers::add(const Key& key, Place waiting, uint32_t warp, uint32_t lanes) {
  Skip& skip = skips_[key];
  if (skip.count == 0) {
    skip.block = block_;
    skip.waiting = waiting;
    skip.skipping = place(warp, lanes);
  }
  skip.count += trace::lane_count(lanes);
}

// What became of lanes that skipped a barrier.
void Barriers::settle(Warp& warp, uint32_t index, uint32_t lanes, uint32_t other) {
  lanes &= warp.skipping;
  if (lanes == 0) return;
  add({warp.barrier, other}, warp.waiting, index, lanes);
  warp.skipping &= ~lanes;
}

void Barriers::barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) {
  settle(warps_[warp], warp, mask, pc);
  // Lanes that progress by themselves arrive one by one.
  const auto same = std::find_if(arrivals_.begin(), arrivals_.end(), [&](const Arrival& arrival) {
    return arrival.warp == warp && arrival.pc == pc;
  });
  if (same != arrivals_.end())
    same->mask |= mask;
  else
    arrivals_.push_back({warp, pc, mask});
}

// The barrier of the first warp is the one that the others are held against.
void Barriers::barrier_releases() {
  const std::vector<Arrival> arrivals = std::exchange(arrivals_, {});
  if (arrivals.empty()) return;
  const Arrival& first = arrivals.front();
  const Place waiting = place(first.warp, first.mask);
  for (uint32_t i = 0; i < warps_.size(); ++i) {
    const uint32_t ended = std::exchange(warps_[i].ended_behind, 0);
    if (ended != 0) add({first.pc, kEnd}, waiting, i, ended);
  }
  for (const Arrival& arrival : arrivals) {
    if (arrival.pc != first.pc) add({first.pc, arrival.pc}, waiting, arrival.warp, arrival.mask);
    Warp& warp = warps_[arrival.warp];
    uint32_t arrived = 0;
    for (const Arrival& other : arrivals) arrived |= other.warp == arrival.warp ? other.mask : 0;
    const uint32_t absent = warp.live & ~arrived & ~warp.skipping;
    if (absent == 0) continue;
    warp.skipping |= absent;
    warp.barrier = arrival.pc;
    warp.waiting = place(arrival.warp, arrival.mask);
  }
}

void Barriers::lanes_return(uint32_t warp, uint32_t mask) {
  settle(warps_[warp], warp, mask, kEnd);
  warps_[warp].live &= ~mask;
}

void Barriers::warp_ends(uint32_t warp) {
  warps_[warp].ended_behind = warps_[warp].live;
  lanes_return(warp, ~0u);
}

void Barriers::merge(const Barriers& later) {
  for (const auto& [key, skip] : later.skips_) {
    const auto [at, is_new] = skips_.try_emplace(key, skip);
    if (!is_new) at->second.count += skip.count;
  }
}

std::vector<Finding> Barriers::findings() const {
  std::vector<Finding> findings;
  for (const auto& [key, skip] : skips_) {
    Finding finding;
    finding.kind = FindingKind::kDivergentBarrier;
    finding.severity = key.other == kEnd ? base::Severity::kHint : base::Severity::kError;
    finding.count = skip.count;
    put_place(finding, *program_, program_->spans[key.barrier], program_->frames_of[key.barrier]);
    put_thread(finding, skip.block, skip.waiting.thread, extent_);
    if (skip.waiting.step != kNoStep) finding.step = skip.waiting.step;
    OtherAccess other;
    put_thread(other, skip.block, skip.skipping.thread, extent_);
    if (skip.skipping.step != kNoStep) other.step = skip.skipping.step;
    BarrierDetail detail;
    std::copy(std::begin(other.thread), std::end(other.thread), std::begin(detail.skipping));
    if (key.other != kEnd) {
      detail.skip = key.other == key.barrier ? BarrierDetail::Skip::kComesLater
                                             : BarrierDetail::Skip::kWaitsElsewhere;
      put_place(other, *program_, program_->spans[key.other], program_->frames_of[key.other]);
      finding.other = other;
    }
    finding.detail = detail;
    finding.message = sentence(finding);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace warplens::observe
