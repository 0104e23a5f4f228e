// Keeps one block's events, packed, up to the budget, and works out the phase of each.
#include <bit>
#include <utility>

#include "sim/trace/pack.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::trace {

namespace {

// The bytes of a step besides its packed lanes.
constexpr uint64_t kStepBytes = sizeof(AccessHead) + sizeof(StepCost) + sizeof(PackedStep);
// A phase, and roughly its key in the map.
constexpr uint64_t kPhaseBytes = sizeof(Phase) + 64;

PackedCopy pack_copy(const WarpAccess& access, uint32_t step, std::vector<std::byte>& bytes) {
  PackedCopy copy;
  copy.step = step;
  copy.layout = access.layout;
  copy.lane = access.lane;
  copy.continues = access.continues;
  copy.group = access.group;
  copy.value_mask = access.value_mask;
  copy.has_source = access.source != nullptr;
  if (!copy.has_source) return copy;
  const Side& side = *access.source;
  copy.offset = bytes.size();
  copy.source = {side.space, side.bytes, side.mask, side.out_of_bounds,
                 pack(*side.addresses, side.mask | access.mask, bytes)};
  return copy;
}

CopyNote note_of(uint32_t warp, uint32_t pc, const CopyWait& wait) {
  CopyNote note;
  note.kind = CopyNote::Kind::kWait;
  note.warp = warp;
  note.pc = pc;
  note.mask = wait.mask;
  note.newest = wait.newest[static_cast<uint32_t>(std::countr_zero(wait.mask))];
  note.is_all = wait.is_all;
  return note;
}

}  // namespace

Recorder::Recorder(BlockId block, uint32_t warps, uint64_t budget, CostOf cost_of)
    : wanted_(block), budget_(budget), cost_of_(std::move(cost_of)), warps_(warps) {}

void Recorder::block_begins(BlockId block) {
  is_recording_ = block == wanted_;
  if (!is_recording_) return;
  recording_ = std::make_shared<Recording>();
  recording_->block = block;
  recording_->warps = static_cast<uint32_t>(warps_.size());
  phase_index(PhaseKey{}, false, 0);
}

void Recorder::block_ends(BlockId) {
  is_recording_ = false;
}

// An endless loop of barriers makes no steps, but endless phases and waits, so they count too.
bool Recorder::has_room(uint64_t bytes) const {
  return recording_->phases.size() < Recording::kMaxPhases &&
         recording_->waits.size() < Recording::kMaxWaits && this->bytes() + bytes <= budget_;
}

uint64_t Recorder::bytes() const {
  if (recording_ == nullptr) return 0;
  return recording_->lanes.bytes.size() + recording_->heads.size() * kStepBytes +
         recording_->lanes.copies.size() * sizeof(PackedCopy) +
         recording_->phases.size() * kPhaseBytes + recording_->waits.size() * sizeof(BarrierWait) +
         recording_->releases.size() * sizeof(uint32_t) +
         recording_->notes.size() * sizeof(LaneNote) +
         recording_->copies.size() * sizeof(CopyNote) +
         recording_->mbarriers.size() * sizeof(MbarrierNote) + print_bytes_;
}

// Whether so many more bytes are kept. After the first refusal nothing more is.
bool Recorder::keeps(uint64_t bytes) {
  if (!recording_->is_cut && !has_room(bytes)) recording_->is_cut = true;
  return !recording_->is_cut;
}

uint32_t Recorder::phase_index(const PhaseKey& key, bool has_value, int64_t value) {
  const auto known = phase_of_.find(key);
  if (known != phase_of_.end()) return known->second;
  Phase phase;
  phase.loop = key.loop;
  phase.has_value = has_value;
  phase.value = value;
  // Loops are counted from slot 1 on; slot 0 counts the text outside.
  const size_t slot = key.loop == Phase::kOutside ? 0 : size_t{key.loop} + 1;
  if (iterations_.size() <= slot) iterations_.resize(slot + 1, 0);
  phase.iteration = iterations_[slot]++;
  const auto index = static_cast<uint32_t>(recording_->phases.size());
  recording_->phases.push_back(phase);
  phase_of_.emplace(key, index);
  return index;
}

void Recorder::enter_phase(WarpState& warp, const PhaseKey& key, bool has_value, int64_t value) {
  warp.key = key;
  warp.phase = phase_index(key, has_value, value);
}

void Recorder::phase(uint32_t warp, uint32_t loop, bool entered, bool has_value, int64_t value) {
  if (!is_recording_ || !keeps(kPhaseBytes)) return;
  WarpState& state = warps_[warp];
  const bool inside = !state.loops.empty() && state.loops.back().loop == loop;
  if (entered) {
    if (inside) {
      ++state.loops.back().iteration;
    } else {
      if (state.entries.size() <= loop) state.entries.resize(size_t{loop} + 1, 0);
      state.loops.push_back({loop, state.entries[loop]++, 0});
    }
    enter_phase(state, state.loops.back(), has_value, value);
  } else if (inside) {  // a loop without an iteration was never entered
    state.loops.pop_back();
    if (state.loops.empty()) {
      ++state.loops_left;  // the phase outside is made by its first access
    } else {
      enter_phase(state, state.loops.back(), false, 0);
    }
  }
}

void Recorder::access(const WarpAccess& access) {
  if (!is_recording_) return;
  ++recording_->accesses_in_block;
  if (recording_->is_cut) return;
  WarpState& warp = warps_[access.warp];
  const PhaseKey outside{Phase::kOutside, warp.loops_left, 0};
  if (warp.loops.empty() && warp.key != outside) enter_phase(warp, outside, false, 0);

  PackedLanes& lanes = recording_->lanes;
  PackedStep packed;
  packed.offset = lanes.bytes.size();
  packed.out_of_bounds = access.out_of_bounds;
  uint32_t shift = 0;
  const Lanes* addresses = &*access.addresses;
  for (const Lanes* part :
       {addresses, access.values, access.results, access.origins, access.high_values}) {
    const Shape shape = part == nullptr ? Shape::kZero : pack(*part, access.mask, lanes.bytes);
    packed.shapes = static_cast<uint16_t>(packed.shapes | static_cast<uint32_t>(shape) << shift);
    shift += 2;
  }
  const bool has_more = access.operation == Operation::kCopy || access.layout != Layout::kLane;
  PackedCopy copy;
  if (has_more) copy = pack_copy(access, recording_->size(), lanes.bytes);
  if (!keeps(kStepBytes + (has_more ? sizeof copy : 0))) {
    lanes.bytes.resize(packed.offset);
    return;
  }
  if (has_more) lanes.copies.push_back(copy);
  if (access.operation == Operation::kCopy) copy_steps_.push_back(recording_->size());
  lanes.steps.push_back(packed);
  if (cost_of_) costs_.push_back(cost_of_(access));
  const auto lane = access.layout == Layout::kBulk
                        ? access.lane
                        : static_cast<uint8_t>(std::countr_zero(access.mask));
  recording_->heads.push_back({access.warp, access.site, access.mask, interval_, warp.phase,
                               access.space, access.operation, access.bytes, lane});
}

void Recorder::barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) {
  if (!is_recording_ || !keeps(sizeof(BarrierWait) + sizeof(uint32_t))) return;
  const uint32_t step = recording_->size();
  recording_->waits.push_back({warp, pc, mask, step, step, interval_});
}

void Recorder::barrier_releases() {
  if (!is_recording_ || recording_->is_cut) return;
  const uint32_t step = recording_->size();
  for (; waits_open_ < recording_->waits.size(); ++waits_open_) {
    recording_->waits[waits_open_].release_step = step;
  }
  recording_->releases.push_back(step);
  ++interval_;
}

void Recorder::prints(uint32_t warp, uint32_t print, uint32_t mask,
                      const PrintArguments& arguments) {
  if (!is_recording_) return;
  ++recording_->prints_in_block;
  const uint64_t bytes = sizeof(Print) + arguments.bits.size() * sizeof(Lanes);
  if (recording_->prints.size() == Recording::kMaxNotes || !keeps(bytes)) return;
  print_bytes_ += bytes;
  recording_->prints.push_back({recording_->size(), warp, print, mask, arguments.bits});
  for (Lanes& argument : recording_->prints.back().arguments) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if (((mask >> lane) & 1) == 0) argument[lane] = 0;
    }
  }
}

void Recorder::lane_event(uint32_t warp, LaneEvent event, uint32_t index, uint32_t mask) {
  if (!is_recording_ || event == LaneEvent::kAbsentSource) return;
  ++recording_->notes_in_block;
  if (recording_->notes.size() == Recording::kMaxNotes || !keeps(sizeof(LaneNote))) return;
  recording_->notes.push_back({recording_->size(), warp, event, index, mask});
}

void Recorder::keep(const CopyNote& note) {
  if (!is_recording_ || !keeps(sizeof note)) return;
  recording_->copies.push_back(note);
  recording_->copies.back().step = recording_->size();
  recording_->copies.back().interval = interval_;
}

void Recorder::copies_commit(uint32_t warp, uint32_t pc, uint32_t mask) {
  CopyNote note;
  note.warp = warp;
  note.pc = pc;
  note.mask = mask;
  keep(note);
}

void Recorder::copies_wait(uint32_t warp, uint32_t pc, const CopyWait& wait) {
  keep(note_of(warp, pc, wait));
}

void Recorder::copies_hand_over(uint32_t warp, uint32_t pc, uint32_t mask) {
  CopyNote note;
  note.kind = CopyNote::Kind::kHandOver;
  note.warp = warp;
  note.pc = pc;
  note.mask = mask;
  keep(note);
}

void Recorder::bulk_commits(uint32_t warp, uint32_t pc, uint32_t mask) {
  CopyNote note;
  note.warp = warp;
  note.pc = pc;
  note.mask = mask;
  note.is_bulk = true;
  keep(note);
}

void Recorder::bulk_waits(uint32_t warp, uint32_t pc, const CopyWait& wait, bool) {
  CopyNote note = note_of(warp, pc, wait);
  note.is_bulk = true;
  keep(note);
}

// A note for each mbarrier, in the order of its first lane.
void Recorder::mbarrier(const MbarrierStep& step) {
  if (!is_recording_) return;
  for (uint32_t left = step.mask; left != 0;) {
    const auto first = static_cast<uint32_t>(std::countr_zero(left));
    MbarrierNote note;
    note.kind = step.kind;
    note.step = recording_->size();
    note.warp = step.warp;
    note.pc = step.pc;
    note.interval = interval_;
    note.address = static_cast<uint32_t>((*step.addresses)[first]);
    for (uint32_t lanes = left; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
      if ((*step.addresses)[lane] != note.address) continue;
      note.mask |= 1u << lane;
      note.word = (*step.words)[lane];
    }
    note.ended = step.ended & note.mask;
    left &= ~note.mask;
    if (!keeps(sizeof note)) return;
    recording_->mbarriers.push_back(note);
  }
}

void Recorder::copy_arrives(uint32_t warp, uint32_t copy, uint32_t mask) {
  if (!is_recording_ || copy >= copy_steps_.size()) return;  // begun behind the recording's end
  CopyNote note;
  note.kind = CopyNote::Kind::kArrival;
  note.warp = warp;
  note.mask = mask;
  note.copy = copy_steps_[copy];
  keep(note);
}

std::shared_ptr<const Recording> Recorder::finish() {
  is_recording_ = false;
  return std::move(recording_);
}

}  // namespace warplens::trace
