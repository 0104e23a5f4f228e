// Each word of shared memory knows the copy that is to fill it; a copy is followed from its
// beginning to the barrier behind its wait, or to the block's end.
#include "sim/observe/races/copies_in_flight.hpp"

#include <algorithm>
#include <bit>

namespace warplens::observe {

namespace {

using trace::kWarpSize;
using trace::Operation;
using trace::Space;

constexpr uint32_t kWordBytes = 4;

template <class Visit>
void for_each_lane(uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

uint32_t warps_of(trace::BlockId block) {
  return (block.x * block.y * block.z + kWarpSize - 1) / kWarpSize;
}

}  // namespace

CopiesInFlight::CopiesInFlight(std::shared_ptr<const code::Program> program, trace::BlockId block,
                               bool has_fences)
    : program_(std::move(program)),
      extent_(block),
      has_fences_(has_fences),
      order_(warps_of(block)) {}

void CopiesInFlight::block_begins(trace::BlockId block) {
  block_ = block;
  step_ = 0;
  const uint32_t last = extent_.x * extent_.y * extent_.z % kWarpSize;
  order_.begin(last == 0 ? ~0u : (1u << last) - 1);
  groups_.assign(warps_of(extent_), {});
  begun_by_.assign(warps_of(extent_), 0);
  first_ += static_cast<uint32_t>(copies_.size());  // old words lead to nobody
  copies_.clear();
  early_.clear();
}

void CopiesInFlight::block_ends(trace::BlockId) {
  settle_early();
  while (!copies_.empty()) give_up_first();
}

Party CopiesInFlight::now(uint32_t warp) const {
  Party party;
  party.interval = order_.interval();
  party.warp = warp;
  party.syncs = order_.syncs(warp);
  return party;
}

void CopiesInFlight::access(const trace::WarpAccess& access) {
  if (access.layout != trace::Layout::kBulk) {
    access.for_each_side([this](const trace::WarpAccess& side) {
      if (copies_.empty()) return;
      if (side.space == Space::kShared) check_words(side);
      if (side.space == Space::kGlobal && side.operation != Operation::kLoad) check_sources(side);
    });
    if (access.operation == Operation::kCopy) begin(access);
  }
  ++step_;
}

void CopiesInFlight::begin(const trace::WarpAccess& access) {
  if (copies_.size() == kMostFollowed) give_up_first();
  Copy& copy = copies_.emplace_back();
  copy.site = access.site;
  copy.warp = access.warp;
  copy.step = step_;
  copy.bytes = access.bytes;
  copy.open = access.mask;
  copy.begun = now(access.warp);
  copy.groups = groups_[access.warp].open();
  begun_by_[access.warp] |= access.mask;
  if (access.source != nullptr) {
    copy.reads = access.source->mask & ~access.source->out_of_bounds;
    copy.sources = *access.source->addresses;
    copy.first_source = ~uint64_t{0};
    for_each_lane(copy.reads, [&](uint32_t lane) {
      copy.first_source = std::min(copy.first_source, copy.sources[lane]);
      copy.last_source = std::max(copy.last_source, copy.sources[lane]);
    });
  }
  const uint32_t number = first_ + static_cast<uint32_t>(copies_.size()) - 1;
  for_each_lane(access.mask & ~access.out_of_bounds, [&](uint32_t lane) {
    const uint64_t begin = access.addresses.of(lane) / kWordBytes;
    const uint64_t end = (access.addresses.of(lane) + access.bytes - 1) / kWordBytes + 1;
    if (words_.size() < end) words_.resize(end);
    for (uint64_t word = begin; word < end; ++word)
      words_[word] = {number, static_cast<uint8_t>(lane)};
  });
}

// ------------------------------------------------------------------------- accesses to its target

void CopiesInFlight::check_words(const trace::WarpAccess& access) {
  for_each_lane(access.mask & ~access.out_of_bounds, [&](uint32_t lane) {
    const uint64_t address = access.addresses.of(lane);
    const uint64_t end = (address + access.bytes - 1) / kWordBytes + 1;
    for (uint64_t word = address / kWordBytes; word < std::min<uint64_t>(end, words_.size());
         ++word) {
      const Copy* copy = find(words_[word].copy);
      if (copy == nullptr) continue;
      const uint64_t at = std::max(address, word * kWordBytes);
      const Seen by{access.warp, lane, access.site, access.operation, at};
      if (check(*copy, words_[word].copy, words_[word].lane, by)) return;  // once a lane
    }
  });
}

// What Races takes for a race, unless a fence or an mbarrier orders it: another thread's access
// that is not ordered behind the beginning.
bool CopiesInFlight::is_seen_by_races(const Copy& copy, uint32_t lane, const Seen& by) const {
  return order_.unordered_lanes(copy.begun, 1u << lane, by.warp, by.lane) != 0;
}

// Whether the access is a mistake; then it is noted. `lane`: the copy's.
bool CopiesInFlight::check(const Copy& copy, uint32_t number, uint32_t lane, const Seen& by) {
  const bool is_open = (copy.open >> lane & 1) != 0;
  const bool is_own = copy.warp == by.warp && lane == by.lane;
  if (!is_own && is_seen_by_races(copy, lane, by) && !(has_fences_ && is_open)) return false;
  const CopyMistakes::Place place = place_of(copy, lane, by);
  if (!is_open) {
    const bool is_ordered = is_own || has_fences_ || (copy.waited >> lane & 1) == 0 ||
                            order_.unordered_lanes(copy.done, 1u << lane, by.warp, by.lane) == 0;
    if (is_ordered) return false;
    if (comes_before(copy.wait, by.site))
      found_.add({CopyMistakes::Kind::kNoBarrier, {}, copy.site, by.site, copy.wait}, place);
    else  // this thread is not as far
      found_.add(key_of_unwaited(copy, lane, by.site), place);
    return true;
  }
  if (by.operation != Operation::kLoad) {
    found_.add({CopyMistakes::Kind::kOverwritten, {}, copy.site, by.site}, place);
  } else if (is_own) {
    found_.add(key_of_unwaited(copy, lane, by.site), place);
  } else {
    const auto [early, is_new] = early_.try_emplace(
        std::pair(number, by.site), Early{lane, key_of_unwaited(copy, lane, by.site), place});
    if (!is_new) ++early->second.place.count;
  }
  return true;
}

CopyMistakes::Place CopiesInFlight::place_of(const Copy& copy, uint32_t lane,
                                             const Seen& by) const {
  CopyMistakes::Place place;
  place.block = block_;
  place.owner = copy.warp * kWarpSize + lane;
  place.copy_step = copy.step;
  place.thread = by.warp * kWarpSize + by.lane;
  place.step = step_;
  place.site = by.site;
  place.operation = by.operation;
  place.address = by.address;
  place.newest = copy.newest;
  place.allowed = copy.allowed;
  return place;
}

// Why nobody has waited.
CopyMistakes::Key CopiesInFlight::key_of_unwaited(const Copy& copy, uint32_t lane,
                                                  uint32_t site) const {
  using Cause = CopyDetail::Cause;
  CopyMistakes::Key key;
  key.copy_site = copy.site;
  key.site = site;
  key.wait = copy.missed;
  const bool is_committed = copy.groups[lane] <= groups_[copy.warp].committed(lane);
  if (!is_committed)
    key.cause = Cause::kNotCommitted;
  else if (copy.missed != CopyMistakes::kNoPc)
    key.cause = Cause::kTooMany;
  return key;
}

// The copy's thread may have waited for it before the next barrier: then that barrier was missing.
void CopiesInFlight::settle_early() {
  for (const auto& [number, early] : early_) found_.add(early.key, early.place);
  early_.clear();
}

// ------------------------------------------------------------------------- stores to its source

void CopiesInFlight::check_sources(const trace::WarpAccess& access) {
  for (const Copy& copy : copies_) {
    if (copy.reads == 0) continue;
    bool is_noted = false;
    for_each_lane(access.mask & ~access.out_of_bounds, [&](uint32_t lane) {
      const uint64_t address = access.addresses.of(lane);
      if (is_noted || address > copy.last_source + copy.bytes ||
          address + access.bytes <= copy.first_source)
        return;
      for_each_lane(copy.reads, [&](uint32_t reader) {
        const uint64_t source = copy.sources[reader];
        if (is_noted || address >= source + copy.bytes || address + access.bytes <= source) return;
        const Seen by{access.warp, lane, access.site, access.operation, std::max(address, source)};
        const bool is_own = copy.warp == by.warp && reader == by.lane;
        if (!is_own && is_seen_by_races(copy, reader, by)) return;
        found_.add({CopyMistakes::Kind::kSourceWritten, {}, copy.site, by.site},
                   place_of(copy, reader, by));
        is_noted = true;
      });
    });
  }
}

// ------------------------------------------------------------------------------- groups and waits

void CopiesInFlight::copies_commit(uint32_t warp, uint32_t, uint32_t mask) {
  groups_[warp].commit(mask);
}

void CopiesInFlight::copies_wait(uint32_t warp, uint32_t pc, const trace::CopyWait& wait) {
  trace::CopyGroups& groups = groups_[warp];
  if (wait.is_all) groups.commit(wait.mask);
  CopyMistakes::Wait& seen = found_.waits[pc];
  if (seen.count == 0) {
    seen.block = block_;
    seen.thread = warp * kWarpSize + static_cast<uint32_t>(std::countr_zero(wait.mask));
  }
  seen.count += trace::lane_count(wait.mask);
  seen.has_copies = seen.has_copies || (begun_by_[warp] & wait.mask) != 0;
  for (uint32_t i = 0; i < copies_.size(); ++i) {
    Copy& copy = copies_[i];
    if (copy.warp != warp) continue;
    uint32_t covered = 0;
    for_each_lane(copy.open & wait.mask, [&](uint32_t lane) {
      if (copy.groups[lane] <= groups.done(lane, wait.newest[lane])) {
        covered |= 1u << lane;
        return;
      }
      copy.missed = pc;
      copy.newest = wait.newest[lane];
      copy.allowed = groups.committed(lane) - std::min(groups.committed(lane), copy.groups[lane]);
    });
    if (covered == 0) continue;
    copy.open &= ~covered;
    copy.reads &= ~covered;
    copy.waited |= covered;
    copy.done = now(warp);
    copy.wait = pc;
    settle_early(first_ + i, covered, pc);
  }
}

// Accesses to what the copy fills, where the wait that covers it comes before them by the text.
void CopiesInFlight::settle_early(uint32_t number, uint32_t lanes, uint32_t wait) {
  auto at = early_.lower_bound({number, 0});
  while (at != early_.end() && at->first.first == number) {
    const Early& early = at->second;
    if ((lanes >> early.lane & 1) == 0 || !comes_before(wait, early.key.site)) {
      ++at;
      continue;
    }
    found_.add({CopyMistakes::Kind::kNoBarrier, {}, early.key.copy_site, early.key.site, wait},
               early.place);
    at = early_.erase(at);
  }
}

// Who waits at the mbarrier has waited for them, too: that order is for the check of races.
void CopiesInFlight::copies_hand_over(uint32_t warp, uint32_t, uint32_t mask) {
  for (Copy& copy : copies_) {
    if (copy.warp != warp) continue;
    copy.open &= ~mask;
    copy.reads &= ~mask;
  }
}

void CopiesInFlight::barrier_releases() {
  settle_early();
  order_.barrier();
  for (Copy& copy : copies_) copy.waited = 0;
  forget_done();
}

// Behind the barrier that follows its wait a copy is what a store is.
void CopiesInFlight::forget_done() {
  while (!copies_.empty() && copies_.front().open == 0) {
    copies_.pop_front();
    ++first_;
  }
}

void CopiesInFlight::give_up_first() {
  const Copy& copy = copies_.front();
  if (copy.open != 0) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(copy.open));
    CopyMistakes::Unwaited& unwaited = found_.unwaited[copy.site];
    if (unwaited.count == 0) {
      unwaited.block = block_;
      unwaited.thread = copy.warp * kWarpSize + lane;
      unwaited.step = copy.step;
      unwaited.is_committed = copy.groups[lane] <= groups_[copy.warp].committed(lane);
    }
    unwaited.count += trace::lane_count(copy.open);
  }
  copies_.pop_front();
  ++first_;
}

std::vector<Finding> CopiesInFlight::findings(const MemoryLayout& layout) const {
  return found_.findings(*program_, layout, extent_);
}

}  // namespace warplens::observe
