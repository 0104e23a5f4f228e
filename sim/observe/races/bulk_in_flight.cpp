#include "sim/observe/races/bulk_in_flight.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/code/opcodes.hpp"

namespace warplens::observe {

namespace {

using trace::BulkCopy;
using trace::kWarpSize;
using trace::MbarrierStep;
using trace::Operation;
using trace::Space;

// What is counted of a thread; an mbarrier has its address.
constexpr uint64_t kWaitsOfThread = uint64_t{1} << 32;

template <class Visit>
void for_each_bit(uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<uint32_t>(std::countr_zero(mask)));
}

}  // namespace

bool has_bulk_copies(const code::Program& program) {
  return std::any_of(program.instrs.begin(), program.instrs.end(),
                     [](const code::Instr& instr) { return code::copies_in_bulk(instr.op); });
}

BulkInFlight::BulkInFlight(std::shared_ptr<const code::Program> program, trace::BlockId block)
    : program_(std::move(program)), extent_(block), threads_(block.x * block.y * block.z) {}

void BulkInFlight::block_begins(trace::BlockId block) {
  block_ = block;
  step_ = copies_ = all_fences_ = 0;
  interval_ = 1;
  last_fenced_interval_ = 0;
  const uint32_t threads = (threads_ + kWarpSize - 1) / kWarpSize * kWarpSize;
  known_.assign(threads, {});
  groups_.assign(threads, 0);
  fences_.assign(threads, 0);
  fenced_.assign(threads, 0);
  counted_.clear();
  counts_.clear();
  meetings_.clear();
  flights_.clear();
  of_copy_.clear();
  chunks_.clear();
  begun_.reset();
  present_ = kNobody;
}

uint32_t BulkInFlight::index_of(uint64_t counted) {
  const auto [at, is_new] = counted_.try_emplace(counted, static_cast<uint32_t>(counts_.size()));
  if (is_new) counts_.push_back(0);
  return at->second;
}

void BulkInFlight::join(Known& to, const Known& more) {
  if (to.size() < more.size()) to.resize(more.size());
  for (size_t i = 0; i < more.size(); ++i) to[i] = std::max(to[i], more[i]);
}

uint32_t BulkInFlight::known(uint32_t thread, uint32_t counted) const {
  const Known& of = known_[thread];
  return counted < of.size() ? of[counted] : 0;
}

BulkInFlight::Chunk& BulkInFlight::chunk_at(uint64_t address) {
  const size_t index = address / kChunkBytes;
  if (chunks_.size() <= index) chunks_.resize(index + 1);
  return chunks_[index];
}

// ------------------------------------------------------------------------------- who knows of what

void BulkInFlight::barrier_releases() {
  Known all;
  for (const Known& one : known_) join(all, one);
  std::fill(known_.begin(), known_.end(), all);
  ++interval_;
}

void BulkInFlight::warp_syncs(uint32_t warp, uint32_t mask) {
  Known all;
  for_each_bit(mask, [&](uint32_t lane) { join(all, known_[warp * kWarpSize + lane]); });
  for_each_bit(mask, [&](uint32_t lane) { known_[warp * kWarpSize + lane] = all; });
}

void BulkInFlight::fence(uint32_t warp, trace::FenceScope, uint32_t mask) {
  Known all;
  for (const Known& one : known_) join(all, one);
  for_each_bit(mask, [&](uint32_t lane) { known_[warp * kWarpSize + lane] = all; });
}

void BulkInFlight::mbarrier(const MbarrierStep& step) {
  using Kind = MbarrierStep::Kind;
  if (step.kind == Kind::kComplete) bytes_came(step);
  const bool looks = step.kind == Kind::kTest || step.kind == Kind::kWait;
  for_each_bit(step.mask, [&](uint32_t lane) {
    const uint64_t address = (*step.addresses)[lane];
    const uint32_t thread = step.warp * kWarpSize + lane;
    const bool has_ended = (step.ended >> lane & 1) != 0;
    const uint32_t phases = index_of(address);
    Meeting& meeting = meetings_[address];
    if (step.kind == Kind::kArrive || step.kind == Kind::kDrop)
      join(meeting.arrived, known_[thread]);
    if (has_ended && looks) {
      join(known_[thread], meeting.ended);
      if (known_[thread].size() <= phases) known_[thread].resize(phases + size_t{1});
      known_[thread][phases] = counts_[phases];
    } else if (has_ended) {
      meeting.ended = meeting.arrived;
      ++counts_[phases];
    }
  });
}

// Before the phase is looked at: the bytes belong to the one that is there.
void BulkInFlight::bytes_came(const MbarrierStep& step) {
  if (step.copy == MbarrierStep::kNoCopy) return;
  const auto flight = of_copy_.find(step.copy);
  if (flight == of_copy_.end()) return;
  Flight& it = flights_[flight->second];
  it.missing -= std::min<uint64_t>(it.missing, step.number);
  if (it.missing == 0) it.needed = counts_[it.counted] + 1;
}

void BulkInFlight::bulk_commits(uint32_t warp, uint32_t, uint32_t mask) {
  for_each_bit(mask, [&](uint32_t lane) { ++groups_[warp * kWarpSize + lane]; });
}

void BulkInFlight::bulk_waits(uint32_t warp, uint32_t, const trace::CopyWait& wait, bool) {
  for_each_bit(wait.mask, [&](uint32_t lane) {
    const uint32_t thread = warp * kWarpSize + lane;
    const uint32_t counted = index_of(kWaitsOfThread | thread);
    const uint32_t waits = ++counts_[counted];
    if (known_[thread].size() <= counted) known_[thread].resize(counted + size_t{1});
    known_[thread][counted] = waits;
    const uint32_t newest = wait.newest[lane];
    const uint32_t done = groups_[thread] > newest ? groups_[thread] - newest : 0;
    for (Flight& flight : flights_) {
      const bool is_covered = flight.kind != BulkCopy::Kind::kLoad && flight.thread == thread &&
                              flight.needed == kNever && flight.group <= done;
      if (is_covered) flight.needed = waits;
    }
  });
}

void BulkInFlight::proxy_fence(uint32_t warp, uint32_t, uint32_t mask) {
  ++all_fences_;
  last_fenced_interval_ = interval_;
  for_each_bit(mask, [&](uint32_t lane) {
    ++fences_[warp * kWarpSize + lane];
    fenced_[warp * kWarpSize + lane] = all_fences_;
  });
}

// ---------------------------------------------------------------------------------------- accesses

void BulkInFlight::bulk_begins(const BulkCopy& copy) {
  begun_ = copy;
  present_ = kNobody;
}

void BulkInFlight::access(const trace::WarpAccess& access) {
  if (access.layout == trace::Layout::kBulk) {
    begin_part(access);
  } else {
    access.for_each_side([this](const trace::WarpAccess& side) {
      if (side.space == Space::kShared) look_at(side);
    });
  }
  if (access.operation == Operation::kCopy) ++copies_;
  ++step_;
}

void BulkInFlight::look_at(const trace::WarpAccess& side) {
  for_each_bit(side.mask & ~side.out_of_bounds, [&](uint32_t lane) {
    const uint64_t address = side.addresses.of(lane);
    const uint32_t thread = side.warp * kWarpSize + lane;
    look_at(chunk_at(address), side, thread, address);
    const uint64_t last = address + side.bytes - 1;
    if (last / kChunkBytes != address / kChunkBytes)
      look_at(chunk_at(last), side, thread, last / kChunkBytes * kChunkBytes);
  });
}

void BulkInFlight::look_at(Chunk& chunk, const trace::WarpAccess& side, uint32_t thread,
                           uint64_t address) {
  const bool writes = side.operation != Operation::kLoad;
  const auto is_under_way = [&](uint32_t flight) {
    return flight != kNobody && known(thread, flights_[flight].counted) < flights_[flight].needed;
  };
  if (is_under_way(chunk.load)) {
    note(writes ? CopyMistakes::Kind::kOverwritten : CopyMistakes::Kind::kNotWaited,
         CopyDetail::Cause::kMbarrier, flights_[chunk.load], side, thread, address);
  }
  if (!writes) return;
  if (is_under_way(chunk.store)) {
    note(CopyMistakes::Kind::kSourceWritten, CopyDetail::Cause::kBulkWait, flights_[chunk.store],
         side, thread, address);
  }
  chunk.writer = thread;
  chunk.written = static_cast<uint8_t>(address % kChunkBytes);
  chunk.site = side.site;
  chunk.step = step_;
  chunk.fences = fences_[thread];
  chunk.interval = interval_;
  chunk.all_fences = all_fences_;
}

void BulkInFlight::begin_part(const trace::WarpAccess& access) {
  if (!begun_) return;
  const uint32_t thread = begun_->warp * kWarpSize + begun_->lane;
  const bool loads = begun_->kind == BulkCopy::Kind::kLoad;
  if (present_ == kNobody) {
    Flight flight;
    flight.kind = begun_->kind;
    flight.site = access.site;
    flight.step = step_;
    flight.thread = thread;
    flight.counted = index_of(loads ? begun_->mbarrier : kWaitsOfThread | thread);
    flight.group = begun_->group;
    flight.missing = begun_->bytes;
    present_ = static_cast<uint32_t>(flights_.size());
    flights_.push_back(flight);
  }
  of_copy_[copies_] = present_;
  const auto look = [&](const auto& shared) {
    for_each_bit(shared.mask & ~shared.out_of_bounds, [&](uint32_t piece) {
      const uint64_t address = shared.addresses.of(piece);
      Chunk& chunk = chunk_at(address);
      const uint32_t old = chunk.load;
      if (old != kNobody && old != present_ &&
          known(thread, flights_[old].counted) < flights_[old].needed) {
        note(loads ? CopyMistakes::Kind::kOverwritten : CopyMistakes::Kind::kNotWaited,
             CopyDetail::Cause::kMbarrier, flights_[old], access, thread, address);
      }
      if (loads) {
        const uint32_t store = chunk.store;
        if (store != kNobody && known(thread, flights_[store].counted) < flights_[store].needed) {
          note(CopyMistakes::Kind::kSourceWritten, CopyDetail::Cause::kBulkWait, flights_[store],
               access, thread, address);
        }
        chunk = {};
        chunk.load = present_;
        return;
      }
      check_fence(chunk, access, address);
      chunk.store = present_;
    });
  };
  if (loads)
    look(static_cast<const trace::Side&>(access));
  else if (access.source != nullptr)
    look(*access.source);
}

// A store by a thread comes before the copy if that thread has made a fence since, or the one that
// copies, or anyone behind a barrier of the block.
void BulkInFlight::check_fence(const Chunk& chunk, const trace::WarpAccess& access,
                               uint64_t address) {
  if (chunk.writer == kNobody || fences_[chunk.writer] > chunk.fences ||
      last_fenced_interval_ > chunk.interval)
    return;
  const uint32_t thread = begun_->warp * kWarpSize + begun_->lane;
  if (fenced_[thread] > chunk.all_fences) return;
  Flight written;
  written.site = chunk.site;
  written.step = chunk.step;
  written.thread = chunk.writer;
  note(CopyMistakes::Kind::kNoProxyFence, CopyDetail::Cause::kNoWait, written, access, thread,
       address / kChunkBytes * kChunkBytes + chunk.written);
}

void BulkInFlight::note(CopyMistakes::Kind kind, CopyDetail::Cause cause, const Flight& flight,
                        const trace::WarpAccess& side, uint32_t thread, uint64_t address) {
  CopyMistakes::Key key;
  key.kind = kind;
  key.cause = cause;
  key.copy_site = flight.site;
  key.site = side.site;
  CopyMistakes::Place place;
  place.block = block_;
  place.owner = flight.thread;
  place.copy_step = flight.step;
  place.thread = thread;
  place.step = step_;
  place.site = side.site;
  place.operation = side.operation;
  place.address = address;
  found_.add(key, place);
}

}  // namespace warplens::observe
