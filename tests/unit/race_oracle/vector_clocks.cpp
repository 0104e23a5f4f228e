#include "vector_clocks.hpp"

#include <algorithm>
#include <utility>

#include "sim/observe/finding/source_location.hpp"

namespace warplens::race_oracle {

namespace {

using trace::kWarpSize;
using trace::Operation;
using trace::Space;

uint32_t count(trace::BlockId extent) {
  return extent.x * extent.y * extent.z;
}

std::pair<Place, Place> in_order(Place one, Place other) {
  return other < one ? std::pair(other, one) : std::pair(one, other);
}

uint8_t stored_byte(const trace::WarpAccess& access, uint32_t lane, uint32_t at) {
  const auto& half = at < 8 ? *access.values : *access.high_values;
  return static_cast<uint8_t>(half[lane] >> (at % 8 * 8));
}

}  // namespace

VectorClocks::VectorClocks(std::shared_ptr<const code::Program> program, trace::BlockId grid,
                           trace::BlockId block, bool in_lockstep)
    : program_(std::move(program)),
      uses_(code::load_uses(*program_)),
      grid_(grid),
      block_threads_(count(block)),
      in_lockstep_(in_lockstep) {
  for (const code::AccessSite& site : program_->sites) {
    const observe::SourceLocation at = observe::source_location(*program_, site.span, site.frame);
    places_.push_back({at.line, at.column});
  }
  const uint32_t threads = count(grid) * block_threads_;
  clocks_.assign(threads, Clock(threads, 0));
  for (uint32_t thread = 0; thread < threads; ++thread) clocks_[thread][thread] = 1;
}

void VectorClocks::block_begins(trace::BlockId block) {
  block_ = block.x + grid_.x * (block.y + grid_.y * block.z);
  interval_ = 0;
  returned_.assign((block_threads_ + kWarpSize - 1) / kWarpSize, 0);
  syncs_.assign(returned_.size(), {});
  bytes_[Space::kShared].clear();
}

uint32_t VectorClocks::first_thread(uint32_t warp) const {
  return block_ * block_threads_ + warp * kWarpSize;
}

// Threads of the grid.
std::vector<uint32_t> VectorClocks::lanes(uint32_t warp, uint32_t mask) const {
  std::vector<uint32_t> threads;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const bool is_thread = warp * kWarpSize + lane < block_threads_;
    if (is_thread && (mask >> lane & 1) != 0) threads.push_back(first_thread(warp) + lane);
  }
  return threads;
}

// What any of them did comes before what each does from now on.
void VectorClocks::meet(const std::vector<uint32_t>& threads) {
  Clock joined(clocks_.size(), 0);
  for (const uint32_t thread : threads) {
    for (size_t i = 0; i < joined.size(); ++i) joined[i] = std::max(joined[i], clocks_[thread][i]);
  }
  for (const uint32_t thread : threads) {
    clocks_[thread] = joined;
    clocks_[thread][thread] += 1;
  }
}

void VectorClocks::barrier_releases() {
  std::vector<uint32_t> threads;
  for (uint32_t thread = 0; thread < block_threads_; ++thread)
    threads.push_back(block_ * block_threads_ + thread);
  meet(threads);
  interval_ += 1;
  syncs_.assign(syncs_.size(), {});
}

// Lanes that have returned count as present where all others meet.
void VectorClocks::warp_syncs(uint32_t warp, uint32_t mask) {
  std::vector<uint32_t> left = lanes(warp, ~(mask | returned_[warp]));
  meet(lanes(warp, left.empty() ? ~0u : mask));
  syncs_[warp].count += 1;
  if (!left.empty()) syncs_[warp].of_some_lanes += 1;
}

bool VectorClocks::is_before(const Access& earlier, uint32_t thread) const {
  return clocks_[thread][earlier.thread] >= earlier.clock;
}

void VectorClocks::access(const trace::WarpAccess& access) {
  if (access.space == Space::kConstant) return;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if (((access.mask & ~access.out_of_bounds) >> lane & 1) == 0) continue;
    for (uint32_t at = 0; at < access.bytes; ++at) {
      Access now;
      now.thread = first_thread(access.warp) + lane;
      now.clock = clocks_[now.thread][now.thread];
      now.site = access.site;
      now.operation = access.operation;
      now.interval = interval_;
      now.syncs = syncs_[access.warp].count;
      Byte& accessed = byte(access.space, (*access.addresses)[lane] + at);
      if (now.operation == Operation::kStore) {
        now.value = stored_byte(access, lane, at);
        note_computed(accessed, now);
      }
      check(accessed, now);
      if (now.operation == Operation::kStore) accessed.last_store = accessed.accesses.size();
      accessed.accesses.push_back(now);
    }
  }
  if (in_lockstep_) meet(lanes(access.warp, ~0u));
}

void VectorClocks::note_computed(const Byte& byte, Access& store) const {
  for (const Access& load : byte.accesses) {
    if (load.operation == Operation::kLoad && load.thread == store.thread &&
        load.interval == store.interval && uses_[load.site].stores.contains(store.site)) {
      store.computed.insert(load.site);
    }
  }
}

void VectorClocks::check(const Byte& byte, const Access& now) {
  std::set<Race> readers, atomics;
  for (size_t i = 0; i < byte.accesses.size(); ++i) {
    const Access& earlier = byte.accesses[i];
    const bool is_store =
        earlier.operation == Operation::kStore || now.operation == Operation::kStore;
    const bool is_atomic =
        earlier.operation == Operation::kAtomic || now.operation == Operation::kAtomic;
    // A load and an atomic, too: it stores. Two loads or two atomics are no race.
    if (earlier.operation == now.operation && !is_store) continue;
    if (!is_store && !is_atomic) continue;
    if (earlier.thread == now.thread || is_before(earlier, now.thread)) continue;
    note_pair(earlier, now, i == byte.last_store, readers, atomics);
  }
  if (!is_third_in_warp(byte, now, Operation::kLoad, readers)) races_.of_readers.insert(readers);
  if (!is_third_in_warp(byte, now, Operation::kAtomic, atomics)) races_.of_atomics.insert(atomics);
}

// Whether all the races may be with what the warp did before two other such accesses, and the lane
// has met those in a __syncwarp() of some lanes.
bool VectorClocks::is_third_in_warp(const Byte& byte, const Access& now, Operation operation,
                                    const std::set<Race>& races) const {
  const uint32_t warp = now.thread % block_threads_ / kWarpSize;
  if (syncs_[warp].of_some_lanes == 0) return false;
  if (std::any_of(races.begin(), races.end(),
                  [](const Race& race) { return race.kind != "race_in_warp"; })) {
    return false;
  }
  std::set<std::pair<uint32_t, uint32_t>> kept_apart;
  for (const Access& earlier : byte.accesses) {
    const bool is_of_warp = earlier.thread / block_threads_ == block_ &&
                            earlier.thread % block_threads_ / kWarpSize == warp;
    if (is_of_warp && earlier.operation == operation && earlier.interval == interval_)
      kept_apart.insert({earlier.site, earlier.syncs});
  }
  return kept_apart.size() > 2;
}

void VectorClocks::note_pair(const Access& earlier, const Access& later, bool is_last_store,
                             std::set<Race>& readers, std::set<Race>& atomics) {
  const Race found = race(earlier, later);
  const bool are_stores =
      earlier.operation == Operation::kStore && later.operation == Operation::kStore;
  const bool is_update = are_stores && this->is_update(earlier) && this->is_update(later);
  if (is_update) note_update(earlier, later);
  const auto note = [&](Pairs& pairs) {
    if (!are_stores || earlier.value != later.value) pairs.are_some_different = true;
    if (is_update) pairs.are_some_updates = true;
  };
  note(races_.all[found]);
  if (is_last_store) note(races_.of_last_store[found]);
  if (earlier.operation == Operation::kLoad) readers.insert(found);
  if (earlier.operation == Operation::kAtomic) atomics.insert(found);
}

// Whether the store's own place is where the value came from, as the text shows.
bool VectorClocks::is_update(const Access& store) const {
  const base::SourceFile& file = program_->unit->file;
  const auto text = [&](uint32_t site) { return file.slice(program_->sites[site].span); };
  return std::any_of(store.computed.begin(), store.computed.end(),
                     [&](uint32_t load) { return text(load) == text(store.site); });
}

void VectorClocks::note_update(const Access& earlier, const Access& later) {
  auto& explained = races_.explained[in_order(places_[earlier.site], places_[later.site])];
  const auto with_store = [](const Access& store) {
    std::set<uint32_t> sites = store.computed;
    sites.insert(store.site);
    return sites;
  };
  for (const uint32_t one : with_store(earlier)) {
    for (const uint32_t other : with_store(later))
      explained.insert(in_order(places_[one], places_[other]));
  }
}

Race VectorClocks::race(const Access& one, const Access& other) const {
  const auto block = [&](const Access& access) { return access.thread / block_threads_; };
  const auto warp = [&](const Access& access) {
    return access.thread % block_threads_ / kWarpSize;
  };
  const auto [first, second] = in_order(places_[one.site], places_[other.site]);
  const std::string kind = block(one) != block(other) ? "race_between_blocks"
                           : warp(one) != warp(other) ? "race_between_warps"
                                                      : "race_in_warp";
  return {kind, first, second};
}

}  // namespace warplens::race_oracle
