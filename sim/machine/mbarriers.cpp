// As PTX ISA 8.5 describes "mbarrier.*"; where it leaves open what happens, the operation is
// reported and does what is nearest.
#include "sim/machine/mbarriers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sim/code/opcodes.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/places.hpp"

namespace warplens::machine {

namespace {

using code::Instr;
using code::Op;
using trace::MbarrierFault;
using trace::MbarrierState;
using trace::MbarrierStep;

constexpr uint32_t kWordBytes = 8;

MbarrierStep::Kind kind_of(const Instr& instr) {
  switch (instr.op) {
    case Op::kMbarrierInit:
      return MbarrierStep::Kind::kInit;
    case Op::kMbarrierInvalidate:
      return MbarrierStep::Kind::kInvalidate;
    case Op::kMbarrierArrive:
      return instr.imm == 0 ? MbarrierStep::Kind::kArrive : MbarrierStep::Kind::kDrop;
    case Op::kMbarrierBytes:
      return instr.imm == 0 ? MbarrierStep::Kind::kExpect : MbarrierStep::Kind::kComplete;
    default:
      return instr.imm == 0 ? MbarrierStep::Kind::kTest : MbarrierStep::Kind::kWait;
  }
}

uint32_t pc_of(const WarpRun& run, const Instr& instr) {
  return static_cast<uint32_t>(&instr - run.context.program->instrs.data());
}

// The lanes of one instruction, one after the other.
class MbarrierLanes {
 public:
  MbarrierLanes(WarpRun& run, MbarrierStep::Kind kind, uint32_t warp, uint32_t pc)
      : run_(run), places_(run), kind_(kind), warp_(warp), pc_(pc) {}

  // The word at the lane's address; null, and reported, where there can be none.
  std::byte* find(uint32_t lane, uint32_t address) {
    addresses_[lane] = address;
    std::byte* const bytes = places_.locate(Space::kShared, address, kWordBytes);
    if (bytes == nullptr)
      note(MbarrierFault::Kind::kOutside, lane, 0);
    else if (address % kWordBytes != 0)
      note(MbarrierFault::Kind::kMisaligned, lane, 0);
    else
      return bytes;
    return nullptr;
  }

  // The same with an initialised mbarrier there.
  std::byte* find_initialised(uint32_t lane, uint32_t address) {
    std::byte* const bytes = find(lane, address);
    if (bytes == nullptr || MbarrierState::is_in(word_at(bytes))) return bytes;
    note(MbarrierFault::Kind::kNone, lane, 0);
    return nullptr;
  }

  static uint64_t word_at(const std::byte* bytes) { return bytes_to<uint64_t>(bytes); }

  void write(uint32_t lane, std::byte* bytes, uint64_t word) {
    places_.note_undo(Space::kShared, addresses_[lane], bytes, kWordBytes);
    std::memcpy(bytes, &word, kWordBytes);
    saw(lane, word, false);
  }

  // The phase ends when nothing is missing any more.
  void write(uint32_t lane, std::byte* bytes, MbarrierState state) {
    const bool ends = state.pending == 0 && state.bytes == 0;
    if (ends) {
      state.pending = state.expected;
      state.parity ^= 1;
    }
    write(lane, bytes, state.word());
    if (ends) ended_ |= 1u << lane;
  }

  void saw(uint32_t lane, uint64_t word, bool has_ended) {
    words_[lane] = word;
    seen_ |= 1u << lane;
    if (has_ended) ended_ |= 1u << lane;
  }

  void note(MbarrierFault::Kind kind, uint32_t lane, uint64_t number) {
    MbarrierFault& fault = faults_[static_cast<size_t>(kind)];
    if (fault.mask == 0) fault = {kind, warp_, pc_, 0, addresses_[lane], number};
    fault.mask |= 1u << lane;
  }

  // To the observer.
  // `copy` and `number`: as MbarrierStep has them.
  void report(uint32_t copy = MbarrierStep::kNoCopy, uint32_t number = 0) const {
    if (run_.observer == nullptr) return;
    for (const MbarrierFault& fault : faults_)
      if (fault.mask != 0) run_.observer->mbarrier_fault(fault);
    if (seen_ == 0) return;
    MbarrierStep step;
    step.kind = kind_;
    step.copy = copy;
    step.number = number;
    step.warp = warp_;
    step.pc = pc_;
    step.mask = seen_;
    step.ended = ended_;
    step.addresses = &addresses_;
    step.words = &words_;
    run_.observer->mbarrier(step);
  }

 private:
  static constexpr size_t kKinds = static_cast<size_t>(MbarrierFault::Kind::kAgain) + 1;

  WarpRun& run_;
  Places places_;
  const MbarrierStep::Kind kind_;
  const uint32_t warp_, pc_;
  uint32_t seen_ = 0, ended_ = 0;
  std::array<MbarrierFault, kKinds> faults_{};
  std::array<uint64_t, kWarpSize> addresses_{}, words_{};
};

void init(MbarrierLanes& lanes, uint32_t lane, std::byte* bytes, uint32_t count) {
  if (count == 0 || count > MbarrierState::kMostArrivals)
    lanes.note(MbarrierFault::Kind::kCount, lane, count);
  else if (MbarrierState::is_in(MbarrierLanes::word_at(bytes)))
    lanes.note(MbarrierFault::Kind::kAgain, lane, 0);
  const uint32_t arrivals = std::clamp(count, 1u, MbarrierState::kMostArrivals);
  lanes.write(lane, bytes, MbarrierState{arrivals, arrivals, 0, 0}.word());
}

void pend(MbarrierLanes& lanes, uint32_t lane, std::byte* bytes) {
  MbarrierState state = MbarrierState::of(MbarrierLanes::word_at(bytes));
  if (state.pending == MbarrierState::kMostArrivals)
    return lanes.note(MbarrierFault::Kind::kArrivals, lane, 1);
  ++state.pending;
  lanes.write(lane, bytes, state);
}

void arrive(MbarrierLanes& lanes, uint32_t lane, std::byte* bytes, uint32_t count, bool drops) {
  MbarrierState state = MbarrierState::of(MbarrierLanes::word_at(bytes));
  if (count == 0 || count > state.pending) lanes.note(MbarrierFault::Kind::kArrivals, lane, count);
  const uint32_t counted = std::min(count, state.pending);
  state.pending -= counted;
  if (drops) state.expected -= std::min(counted, state.expected);
  lanes.write(lane, bytes, state);
}

void add_bytes(MbarrierLanes& lanes, uint32_t lane, std::byte* bytes, uint32_t number,
               bool has_come) {
  MbarrierState state = MbarrierState::of(MbarrierLanes::word_at(bytes));
  const int64_t sum = int64_t{state.bytes} + (has_come ? -int64_t{number} : int64_t{number});
  const int64_t most = MbarrierState::kMostBytes;
  if (sum > most || sum < -most) lanes.note(MbarrierFault::Kind::kBytes, lane, number);
  state.bytes = static_cast<int32_t>(std::clamp(sum, -most, most));
  lanes.write(lane, bytes, state);
}

}  // namespace

void execute_mbarrier(WarpRun& run, const Instr& instr, uint32_t mask) {
  if (mask == 0) return;
  uint32_t* const registers = run.warp.registers.data();
  const auto a = lanes_of<uint32_t>(registers, instr.a);
  const auto b = lanes_of<uint32_t>(registers, instr.b);
  if (instr.op == Op::kMbarrierTest && run.copies != nullptr && !run.copies->is_empty())
    land_copies(run, mask);  // who asks until it is there waits
  MbarrierLanes lanes(run, kind_of(instr), run.warp_index, pc_of(run, instr));
  for_each_lane(mask, [&](uint32_t lane) {
    const uint32_t address = a[lane], operand = b[lane];
    std::byte* const bytes = instr.op == Op::kMbarrierInit ? lanes.find(lane, address)
                                                           : lanes.find_initialised(lane, address);
    const uint64_t word = bytes == nullptr ? 0 : MbarrierLanes::word_at(bytes);
    switch (instr.op) {
      case Op::kMbarrierInit:
        if (bytes != nullptr) init(lanes, lane, bytes, operand);
        break;
      case Op::kMbarrierInvalidate:
        if (bytes != nullptr) lanes.write(lane, bytes, uint64_t{0});
        break;
      case Op::kMbarrierArrive:
        if (bytes != nullptr) arrive(lanes, lane, bytes, operand, instr.imm != 0);
        lanes_of<uint64_t>(registers, instr.dst).set(lane, word);
        break;
      case Op::kMbarrierBytes:
        if (bytes != nullptr) add_bytes(lanes, lane, bytes, operand, instr.imm != 0);
        break;
      default: {
        const bool has_ended = bytes == nullptr || MbarrierState::of(word).has_ended(operand);
        if (bytes != nullptr) lanes.saw(lane, word, has_ended);
        lanes_of<uint32_t>(registers, instr.dst).set(lane, has_ended ? 1 : 0);
        break;
      }
    }
  });
  lanes.report();
}

void notify_mbarriers(WarpRun& run, const MbarrierNotice& notice) {
  using Kind = MbarrierStep::Kind;
  MbarrierLanes lanes(run, notice.kind, notice.warp, notice.pc);
  for_each_lane(notice.mask, [&](uint32_t lane) {
    std::byte* const bytes = lanes.find_initialised(lane, notice.addresses[lane]);
    if (bytes == nullptr) return;
    if (notice.kind == Kind::kPend)
      pend(lanes, lane, bytes);
    else if (notice.kind == Kind::kArrive)
      arrive(lanes, lane, bytes, notice.number, false);
    else
      add_bytes(lanes, lane, bytes, notice.number, true);
  });
  lanes.report(notice.copy, notice.number);
}

bool is_over(const std::vector<std::byte>& shared, const SharedLayout& layout,
             const MbarrierWait& wait) {
  if (!layout.holds(wait.address, kWordBytes) || wait.address % kWordBytes != 0) return true;
  const uint64_t word = MbarrierLanes::word_at(shared.data() + wait.address);
  return !MbarrierState::is_in(word) || MbarrierState::of(word).has_ended(wait.parity);
}

std::optional<MbarrierWait> first_wait(const std::vector<std::byte>& shared,
                                       const SharedLayout& layout, uint32_t* registers,
                                       const Instr& instr, uint32_t mask) {
  const auto a = lanes_of<uint32_t>(registers, instr.a);
  const auto b = lanes_of<uint32_t>(registers, instr.b);
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
    const MbarrierWait wait{0, a[lane], b[lane] & 1, 0};
    if (!is_over(shared, layout, wait)) return wait;
  }
  return std::nullopt;
}

bool has_to_wait(WarpRun& run, const Instr& instr, uint32_t mask, uint64_t steps) {
  std::optional<MbarrierWait> wait =
      first_wait(run.shared, run.layout, run.warp.registers.data(), instr, mask);
  if (!wait) return false;
  wait->pc = pc_of(run, instr);
  wait->steps = steps;
  run.warp.wait = wait;
  return true;
}

}  // namespace warplens::machine
