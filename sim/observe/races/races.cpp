// Each lane's access is held against what shadow memory keeps of each place that it touches, and
// then takes its place there. Of shared memory, what another block left counts for nothing.
#include "sim/observe/races/races.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/program_facts.hpp"

namespace warplens::observe {

namespace {

using trace::Space;

// Places that are looked at, of about 5 to 20 ns, and as much for fences and flags: of a launch, in
// order. [1 to 4 s]
constexpr uint64_t kMostWork = 120'000'000;
// A pair that races; another page of a memory, which is often in no cache.
constexpr uint64_t kWorkOfConflict = 2, kWorkOfPage = 16;
// What naming a missing fence may cost, of a launch and of a barrier interval of shared memory.
constexpr uint64_t kMostWorkForNames = 30'000'000;
constexpr size_t kMostPolled = 100'000;  // flags and locks that are remembered as such

ThreadMoment moment(const Party& party, uint32_t lane) {
  return {party.block, party.interval, party.step, party.warp, lane};
}

// Up to four bytes of what a lane stores, from byte `at` on.
uint32_t stored_value(const trace::WarpAccess& access, uint32_t lane, uint32_t at, uint32_t bytes) {
  if (access.values == nullptr) return 0;
  const uint64_t half = at < 8 || access.high_values == nullptr ? (*access.values)[lane]
                                                                : (*access.high_values)[lane];
  const uint64_t value = half >> (at % 8 * 8);
  return static_cast<uint32_t>(bytes == 4 ? value : value & 0xff);
}

uint32_t warps_of(const RaceScope& scope) {
  return (scope.block.x * scope.block.y * scope.block.z + trace::kWarpSize - 1) / trace::kWarpSize;
}

}  // namespace

CheckMemory CheckMemory::of(uint64_t bytes) {
  const uint64_t part = bytes / 16;
  return {{8 * part, part, true},
          // Of 228 KiB, where each byte is a place; 58,368 words have 13 MiB of parties.
          {uint64_t{12} << 20, uint64_t{16} << 20},
          2 * part,
          std::make_shared<base::ByteBudget>(3 * part)};
}

bool has_fences(const code::Program& program) {
  return std::any_of(program.instrs.begin(), program.instrs.end(), [](const code::Instr& instr) {
    return instr.op == code::Op::kFence || instr.op == code::Op::kMbarrierArrive ||
           instr.op == code::Op::kCopyArrive;
  });
}

bool has_copies(const code::Program& program) {
  return std::any_of(program.instrs.begin(), program.instrs.end(), [](const code::Instr& instr) {
    const code::OpInfo op = code::info(instr.op);
    return (op.is_access && op.operation == code::Operation::kCopy) ||
           instr.op == code::Op::kCopyWait || instr.op == code::Op::kCopyWaitAll;
  });
}

bool has_block_fences(const code::Program& program) {
  return std::any_of(program.instrs.begin(), program.instrs.end(), [](const code::Instr& instr) {
    return instr.op == code::Op::kFence &&
           instr.imm == static_cast<int32_t>(trace::FenceScope::kBlock);
  });
}

Races::Races(std::shared_ptr<const code::Program> program, const RaceScope& scope, Watched watched,
             bool is_beside)
    : program_(std::move(program)),
      scope_(scope),
      watched_(watched),
      order_(warps_of(scope)),
      turns_(warps_of(scope), program_->sites.size()),
      shared_(scope.memory.shared, is_beside ? scope.memory.rest : nullptr),
      global_(scope.memory.global) {
  std::set<const lang::Variable*> swapped;
  for (const code::AccessSite& site : program_->sites) {
    if (site.atomic == code::Atomic::kCompareSwap && site.root != nullptr)
      swapped.insert(site.root);
  }
  const std::vector<code::LoadUse> uses = code::load_uses(*program_);
  for (size_t i = 0; i < program_->sites.size(); ++i) {
    const code::AccessSite& site = program_->sites[i];
    Site& known = sites_.emplace_back();
    known.is_atomic = site.operation == code::Operation::kAtomic;
    known.is_flag = known.is_atomic || site.is_volatile;
    const bool is_exchange =
        site.atomic == code::Atomic::kCompareSwap || site.atomic == code::Atomic::kExchange;
    known.is_polled = uses[i].decides_loop && ((site.is_volatile && !uses[i].moves_on) ||
                                               (is_exchange && !uses[i].feeds_itself));
    known.updates = uses[i].stores;
    known.is_verified = site.operation == code::Operation::kLoad && swapped.contains(site.root);
  }
  std::set<const lang::Variable*> polled;
  for (size_t i = 0; i < sites_.size(); ++i) {
    if (sites_[i].is_polled) polled.insert(program_->sites[i].root);
  }
  polled.erase(nullptr);
  for (size_t i = 0; i < sites_.size(); ++i)
    sites_[i].is_of_polled = sites_[i].is_flag && polled.contains(program_->sites[i].root);
  has_fences_ = observe::has_fences(*program_);
  const uint64_t blocks = uint64_t{scope.grid.x} * scope.grid.y * scope.grid.z;
  const bool has_polled =
      std::any_of(sites_.begin(), sites_.end(), [](const Site& site) { return site.is_polled; });
  if (has_fences_)
    fences_.emplace(blocks, warps_of(scope), has_block_fences(*program_),
                    FenceOrder::Limits{scope.memory.fences, kMostWork});
  if (has_polled) {
    with_fences_.emplace(blocks, warps_of(scope), false,
                         FenceOrder::Limits{scope.memory.fences / 2, kMostWorkForNames});
  }
}

void Races::block_begins(trace::BlockId block) {
  block_ = static_cast<uint32_t>(trace::index_of(block, scope_.grid));
  step_ = 0;
  copies_.clear();
  const uint32_t threads = scope_.block.x * scope_.block.y * scope_.block.z;
  const uint32_t last = threads % trace::kWarpSize;
  shared_.forget();
  if (watched_ == Watched::kShared) has_ended_ = false;
  order_.begin(last == 0 ? ~0u : (1u << last) - 1);
  for (std::optional<FenceOrder>* order : {&fences_, &with_fences_}) {
    if (*order) (*order)->block_begins();
  }
  if (watched_ == Watched::kShared) forget_flags();
  turns_.restart();
}

void Races::put_away() {
  if (!is_in_block_) return;
  for (std::optional<FenceOrder>* order : {&fences_, &with_fences_}) {
    if (*order) (*order)->put_away(block_);
  }
  waiting_.insert_or_assign(
      block_, Waiting{step_, std::move(copies_), std::move(order_),
                      std::exchange(shared_, Shadow(scope_.memory.shared, scope_.memory.rest)),
                      std::move(turns_)});
  is_in_block_ = false;
}

void Races::begin_among(trace::BlockId block) {
  put_away();
  order_ = BlockOrder(warps_of(scope_));
  turns_ = TurnCounter(warps_of(scope_), program_->sites.size());
  block_begins(block);
  is_in_block_ = true;
}

void Races::switch_to(trace::BlockId block) {
  const uint32_t index = static_cast<uint32_t>(trace::index_of(block, scope_.grid));
  if (is_in_block_ && index == block_) return;
  put_away();
  const auto waiting = waiting_.find(index);
  WL_ASSERT(waiting != waiting_.end(), "a block begins before it takes turns");
  block_ = index;
  step_ = waiting->second.step;
  copies_ = std::move(waiting->second.copies);
  order_ = std::move(waiting->second.order);
  for (std::optional<FenceOrder>* order : {&fences_, &with_fences_}) {
    if (*order) (*order)->take_up(index);
  }
  shared_ = std::move(waiting->second.shared);
  turns_ = std::move(waiting->second.turns);
  waiting_.erase(waiting);
  is_in_block_ = true;
}

void Races::end_among() {
  is_in_block_ = false;
}

void Races::barrier_releases() {
  order_.barrier();
  turns_.restart();
  shared_.forget();
  for (std::optional<FenceOrder>* order : {&fences_, &with_fences_}) {
    if (*order) (*order)->barrier(order_.interval());
  }
  if (watched_ == Watched::kShared) forget_flags();
}

// Of shared memory, before each interval: what is found does not depend on those that are known.
void Races::forget_flags() {
  polled_.clear();
  if (with_fences_) with_fences_->forget();
}

void Races::fence(uint32_t warp, trace::FenceScope scope, uint32_t mask) {
  if (has_ended_ || !fences_) return;
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    fences_->fence({block_, order_.interval(), step_, warp, lane}, scope);
  }
}

void Races::mbarrier(const trace::MbarrierStep& step) {
  using Kind = trace::MbarrierStep::Kind;
  if (has_ended_ || !fences_) return;
  const bool arrives = step.kind == Kind::kArrive || step.kind == Kind::kDrop;
  const bool looks = step.kind == Kind::kTest || step.kind == Kind::kWait;
  for (uint32_t left = step.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint64_t address = (*step.addresses)[lane];
    const ThreadMoment now{block_, order_.interval(), step_, step.warp, lane};
    const bool has_ended = (step.ended >> lane & 1) != 0;
    if (arrives) fences_->arrived(address, now);
    // Behind the phase's end a copy has begun, and all that its thread did before.
    if (step.copy < copies_.size()) {
      const CopyMoment& begun = copies_[step.copy];
      fences_->arrived(address, {block_, begun.interval, begun.step + 1, step.warp, lane});
    }
    if (looks && has_ended) fences_->waited(address, now);
    if (!looks && has_ended) fences_->phase_ended(address);
  }
}

// A flag that a loop polls, or a lock, is the one volatile variable that threads may share; a value
// that a compare-and-swap verifies may be an old one.
bool Races::is_excused(const Party& before, const Party& party, Space space,
                       uint64_t address) const {
  const Site& one = sites_[before.site];
  const Site& other = sites_[party.site];
  return (one.is_of_polled && other.is_of_polled) || (one.is_polled && other.is_flag) ||
         (other.is_polled && one.is_flag) || (one.is_verified && other.is_atomic) ||
         (other.is_verified && one.is_atomic) ||
         (one.is_flag && other.is_flag && polled_.contains(flag_address(space, address)));
}

// Each block has a shared memory of its own.
uint64_t Races::flag_address(Space space, uint64_t address) const {
  return space == Space::kShared ? uint64_t{1} << 63 | uint64_t{block_} << 32 | address : address;
}

// Most accesses are of the lane's own places, or a barrier is between.
inline void Races::check(const Shadow& shadow, Mark mark, const Party& party, uint32_t lane,
                         uint64_t address, PairKind kind) {
  const Party* before = shadow.find(mark);
  if (before == nullptr) return;
  uint32_t lanes = mark.lanes;
  if (before->block == block_) {
    lanes = order_.unordered_lanes(*before, mark.lanes, party.warp, lane);
    if (lanes == 0) return;
  }
  check_pair(mark, *before, lanes, party, lane,
             &shadow == &shared_ ? Space::kShared : Space::kGlobal, address, kind);
}

void Races::check_pair(Mark mark, const Party& earlier, uint32_t lanes, const Party& party,
                       uint32_t lane, Space space, uint64_t address, PairKind kind) {
  if (lanes == 0 || is_excused(earlier, party, space, address)) return;
  ConflictPair pair{earlier, party};
  if (has_fences_) lanes = without_fences(earlier, lanes, party, lane, pair.lacks_acquire);
  if (lanes == 0) return;
  pair.is_lost_update = kind.is_lost_update;
  pair.is_same_value = kind.is_same_value;
  pair.earlier_lanes = lanes & (~lanes + 1);
  pair.later_lanes = 1u << lane;
  pair.address = address;
  if (with_fences_) {
    Party one = earlier;
    one.lanes = pair.earlier_lanes;
    // Lanes that are kept together have the step of the latest one.
    if (!std::has_single_bit(mark.lanes)) one.step = 0;
    pair.lacks_fences = with_fences_->relation(one, moment(party, lane)) == FenceRelation::kOrdered;
  }
  const Relation relation = earlier.block != party.block ? Relation::kBetweenBlocks
                            : earlier.warp != party.warp ? Relation::kBetweenWarps
                                                         : Relation::kInWarp;
  const bool is_one_instruction = relation == Relation::kInWarp && earlier.step == party.step;
  work_ += kWorkOfConflict;
  conflicts_.add({relation, space, is_one_instruction, earlier.site, party.site}, pair);
}

// Of the earlier access's lanes, those that fences do not order before what the lane does; whether
// that is for want of the second thread's fence alone.
uint32_t Races::without_fences(const Party& before, uint32_t lanes, const Party& party,
                               uint32_t lane, bool& lacks_acquire) const {
  const ThreadMoment now = moment(party, lane);
  Party one = before;
  uint32_t unordered = 0;
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    one.lanes = left & (~left + 1);
    const FenceRelation relation = fences_->relation(one, now);
    if (relation == FenceRelation::kOrdered) continue;
    unordered |= one.lanes;
    lacks_acquire = relation == FenceRelation::kLacksAcquire;
    if (relation == FenceRelation::kNone) return one.lanes;
  }
  return unordered;
}

// The lanes of an earlier reader that no fence orders before a later one, of one lane.
uint32_t Races::not_before(const Party& reader, uint32_t lanes, const Party& party,
                           uint32_t lane_bit) const {
  if (!has_fences_ || lanes == 0) return lanes;
  const ThreadMoment now = moment(party, static_cast<uint32_t>(std::countr_zero(lane_bit)));
  Party before = reader;
  for (uint32_t left = lanes; left != 0; left &= left - 1) {
    before.lanes = left & (~left + 1);
    if (fences_->relation(before, now) == FenceRelation::kOrdered) lanes &= ~before.lanes;
  }
  return lanes;
}

// What lanes touch far from each other is fetched before it is looked at: one after another, each
// would wait for memory.
void Races::fetch_ahead(const trace::WarpAccess& access) {
  if (access.addresses.pattern() != nullptr || access.space != Space::kGlobal) return;
  const uint32_t mask = access.mask & ~access.out_of_bounds;
  std::array<const ShadowPage*, trace::kWarpSize> pages{};
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    pages[lane] = global_.fetch_page(access.addresses.of(lane));
  }
  for (const bool are_parties : {false, true}) {
    for (uint32_t left = mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      if (pages[lane] != nullptr)
        global_.fetch_place(*pages[lane], access.addresses.of(lane), are_parties);
    }
  }
}

// Where lanes touch whole words of one page, which is usual, the page is looked up once.
template <class Visit>
void Races::for_each_place(const trace::WarpAccess& access, Visit visit) {
  Shadow& shadow = access.space == Space::kShared ? shared_ : global_;
  ShadowPage* page = nullptr;
  uint64_t begin_of_page = 1;  // no page begins there
  for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint64_t begin = access.addresses.of(lane);
    for (uint32_t at = 0; at < access.bytes;) {
      const uint64_t address = begin + at;
      const auto offset = static_cast<uint32_t>(address % ShadowPage::kBytes);
      const uint32_t here = std::min<uint32_t>(access.bytes - at, ShadowPage::kBytes - offset);
      const bool is_words = offset % ShadowPage::kWord == 0 && here % ShadowPage::kWord == 0;
      if (address - offset != begin_of_page) work_ += kWorkOfPage;
      if (address - offset != begin_of_page || !is_words) {
        page = access.operation == trace::Operation::kLoad ? shadow.page_for_load(address, here)
               : access.operation == trace::Operation::kStore
                   ? shadow.page_for_store(address, here)
                   : shadow.page_for_atomic(address, here);
        if (page == nullptr) return;
        begin_of_page = address - offset;
      }
      const uint32_t size = page->place_bytes;
      for (uint32_t end = at + here; at < end; at += size)
        visit(*page, static_cast<uint32_t>(begin + at - begin_of_page) / size, lane, at);
    }
  }
}

// Sets party.load where the lane had loaded the place in this interval, and stores what it computed
// of it.
void Races::note_load(const ShadowPage::Peers& readers, Shadow& shadow, uint32_t lane,
                      Party& party) const {
  for (const Mark mark : readers) {
    const Party* reader = shadow.find(mark);
    if (reader == nullptr || reader->block != party.block || reader->interval != party.interval ||
        reader->warp != party.warp || (mark.lanes >> lane & 1) == 0 ||
        !sites_[reader->site].updates.contains(party.site)) {
      continue;
    }
    party.load = reader->site;
    party.loaded |= 1u << lane;
  }
}

// Whether a load of places that only others have read would leave them as they are.
bool Races::changes_nothing(const trace::WarpAccess& access) {
  const trace::LanePattern* pattern = access.addresses.pattern();
  if (pattern == nullptr || access.bytes != ShadowPage::kWord || access.out_of_bounds != 0)
    return false;
  const uint64_t base = access.addresses.base();
  const uint64_t low = base + static_cast<uint64_t>(int64_t{pattern->low});
  const uint64_t high = base + static_cast<uint64_t>(int64_t{pattern->high});
  if (low / ShadowPage::kBytes != high / ShadowPage::kBytes) return false;
  const ShadowPage* page = global_.known_page(low);
  if (page == nullptr || !page->is_only_read() || page->last_reader >= block_) return false;
  const uint64_t start = base - low / ShadowPage::kBytes * ShadowPage::kBytes;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const auto word =
        (start + static_cast<uint64_t>(int64_t{pattern->offsets[lane]})) / ShadowPage::kWord;
    if (!page->read_by_several[word]) return false;
  }
  return true;
}

void Races::load(const trace::WarpAccess& access, const Party& party) {
  const bool is_global = access.space == Space::kGlobal;
  if (is_global && changes_nothing(access)) return;
  Shadow& shadow = is_global ? global_ : shared_;
  Mark now;
  if (shadow.add(party, now.party) == nullptr) return;
  for_each_place(access, [&](ShadowPage& page, uint32_t place, uint32_t lane, uint32_t at) {
    now.lanes = 1u << lane;
    const uint64_t address = access.addresses.of(lane) + at;
    const auto against = [&](Mark before) { check(shadow, before, party, lane, address, {}); };
    if (!page.writes.empty()) against(page.writes[place]);
    if (!page.atomics.empty()) {
      for (const Mark atomic : page.atomics[place]) against(atomic);
    }
    if (is_global && !scope_.unwritten.empty()) note_unwritten(page, place, address, lane, party);
    ShadowPage::Peers& readers = page.readers[place];
    const bool are_several = add_peer(readers, shadow, party, now);
    if (!is_global) return;
    if (are_several && page.place_bytes == ShadowPage::kWord) page.read_by_several.set(place);
    if (readers[0].party == now.party || readers[1].party == now.party) page.last_reader = block_;
  });
}

void Races::note_unwritten(const ShadowPage& page, uint32_t place, uint64_t address, uint32_t lane,
                           const Party& party) {
  const bool is_written = (!page.writes.empty() && page.writes[place].party != Party::kNobody) ||
                          (!page.atomics.empty() && page.atomics[place][0].party != Party::kNobody);
  const auto holds = [&](const RaceScope::Range& range) {
    return range.begin <= address && address < range.end;
  };
  if (is_written || std::none_of(scope_.unwritten.begin(), scope_.unwritten.end(), holds)) return;
  UnwrittenLoads& loads = unwritten_[party.site];
  if (loads.count++ == 0)
    loads = {1, address, block_, party.warp * trace::kWarpSize + lane, party.step};
}

void Races::store(const trace::WarpAccess& access, const Party& party) {
  Shadow& shadow = access.space == Space::kGlobal ? global_ : shared_;
  Mark now;
  Party* kept = shadow.add(party, now.party);
  if (kept == nullptr) return;
  for_each_place(access, [&](ShadowPage& page, uint32_t place, uint32_t lane, uint32_t at) {
    now.lanes = 1u << lane;
    const uint64_t address = access.addresses.of(lane) + at;
    const uint32_t value = stored_value(access, lane, at, page.place_bytes);
    if (!page.readers.empty()) note_load(page.readers[place], shadow, lane, *kept);
    Mark& write = page.writes[place];
    const auto against = [&](Mark before, PairKind kind) {
      check(shadow, before, *kept, lane, address, kind);
    };
    if (const Party* before = shadow.find(write); before != nullptr) {
      against(write, {(kept->loaded >> lane & 1) != 0 && (before->loaded & write.lanes) != 0,
                      page.values[place] == value && access.values != nullptr});
    }
    if (!page.atomics.empty()) {
      for (const Mark atomic : page.atomics[place]) against(atomic, {});
    }
    if (!page.readers.empty()) {
      for (const Mark reader : page.readers[place]) against(reader, {});
    }
    write = now;
    page.values[place] = value;
  });
}

void Races::atomic(const trace::WarpAccess& access, const Party& party) {
  Shadow& shadow = access.space == Space::kGlobal ? global_ : shared_;
  Mark now;
  if (shadow.add(party, now.party) == nullptr) return;
  for_each_place(access, [&](ShadowPage& page, uint32_t place, uint32_t lane, uint32_t at) {
    now.lanes = 1u << lane;
    const uint64_t address = access.addresses.of(lane) + at;
    const auto against = [&](Mark before) { check(shadow, before, party, lane, address, {}); };
    if (!page.writes.empty()) against(page.writes[place]);
    if (!page.readers.empty()) {
      for (const Mark reader : page.readers[place]) against(reader);
    }
    // With fences, who resets a counter of atomics has seen those before its own.
    if (has_fences_)
      page.atomics[place][0] = now;
    else
      add_peer(page.atomics[place], shadow, party, now);
  });
}

// What orders a lock as if its fences were there.
void Races::note_lock(const trace::WarpAccess& access, uint64_t address, const ThreadMoment& now) {
  if (access.operation != trace::Operation::kStore && sites_[access.site].is_polled) {
    if (polled_.size() < kMostPolled) polled_.insert(address);
    with_fences_->flag_loaded(address, now);
    with_fences_->fence(now, trace::FenceScope::kDevice);
  }
  if (access.operation != trace::Operation::kLoad) {
    with_fences_->fence(now, trace::FenceScope::kDevice);
    with_fences_->flag_stored(address, now);
  }
}

void Races::note_flags(const trace::WarpAccess& access) {
  for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const ThreadMoment now{block_, order_.interval(), step_, access.warp, lane};
    const uint64_t address = flag_address(access.space, access.addresses.of(lane));
    if (with_fences_) note_lock(access, address, now);
    if (!fences_) continue;
    if (access.operation != trace::Operation::kStore) fences_->flag_loaded(address, now);
    if (access.operation != trace::Operation::kLoad) fences_->flag_stored(address, now);
  }
}

void Races::clear() {
  conflicts_.clear();
  shared_.forget();
  stop_.reset();
}

void Races::note_stop(CheckStop::Reason reason) {
  if (!stop_) stop_ = stop_for(reason, step_);
}

CheckStop Races::stop_for(CheckStop::Reason reason, uint32_t step) const {
  return {reason,
          watched_ == Watched::kAll      ? CheckStop::Memory::kBoth
          : watched_ == Watched::kShared ? CheckStop::Memory::kShared
                                         : CheckStop::Memory::kGlobal,
          trace::block_at(block_, scope_.grid), step};
}

void Races::stop_looking(CheckStop::Reason reason) {
  if (stop_ && stop_->reason == CheckStop::Reason::kPlaces) stop_.reset();
  note_stop(reason);
  has_ended_ = true;
}

// Of shared memory, SharedRaces counts the work: intervals that are known count, too.
void Races::note_limits() {
  using Reason = CheckStop::Reason;
  const uint64_t work = work_ + (fences_ ? fences_->work() : 0);
  if (fences_ && fences_->is_full())
    stop_looking(Reason::kFences);
  else if (shared_.is_full_of_parties() || global_.is_full_of_parties())
    stop_looking(Reason::kAccesses);
  else if (watched_ != Watched::kShared && work > kMostWork)
    stop_looking(Reason::kWork);
  else if (shared_.is_full_of_places() || global_.is_full_of_places())
    note_stop(Reason::kPlaces);
}

void Races::access_at(const trace::WarpAccess& access, uint32_t step) {
  step_ = step;
  if (is_watched(access) && !is_cancelled()) {
    look_at(access);
    note_limits();
  }
  step_ += 1;
}

void Races::look_at(const trace::WarpAccess& access) {
  fetch_ahead(access);
  work_ += work_of(access);
  Party party;
  party.block = block_;
  party.interval = order_.interval();
  party.step = step_;
  party.site = access.site;
  party.warp = access.warp;
  party.syncs = order_.syncs(access.warp);
  party.turn = turns_.next(access.warp, access.site);
  if (sites_[access.site].is_flag && (fences_ || with_fences_)) note_flags(access);
  switch (access.operation) {
    case trace::Operation::kLoad:
      load(access, party);
      break;
    case trace::Operation::kStore:
      store(access, party);
      break;
    case trace::Operation::kAtomic:
      atomic(access, party);
      break;
    case trace::Operation::kCopy:
      break;  // its sides come one by one
  }
}

}  // namespace warplens::observe
