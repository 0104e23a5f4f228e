// The dispatch loop of one lane. Opcodes compute what sim/code/opcodes.hpp says, except where a
// host differs from a GPU: NaNs, conversions out of range, a division by 0.
#include "sim/host/scalar/scalar_machine.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "sim/host/follower.hpp"
#include "sim/host/scalar/scalar_arithmetic.hpp"

namespace warplens::host {

using code::Op;

namespace {

using namespace lane;

// Masking keeps what is not in doubt: a bit-field is stored beside bits that nothing has written.
constexpr bool is_mask(Op op) {
  return op == Op::kAndI32 || op == Op::kAndI64;
}
constexpr Label masked(Label a, Label b) {
  return a != 0 && b != 0 ? a : 0;
}

}  // namespace

ScalarMachine::ScalarMachine(std::shared_ptr<const code::Program> program, Memory& memory,
                             OtherMemory& other, uint64_t native_after)
    : program_(std::move(program)),
      code_(translate(*program_)),
      memory_(memory),
      other_(other),
      registers_(program_->register_slots + 2, 0),
      masks_(program_->mask_registers + 1, 0),
      native_after_(native_after) {
  native_state_.calls.frame_end = program_->local_bytes;
}

uint64_t ScalarMachine::read_64(uint32_t slot) const {
  return get<uint64_t>(registers_.data(), slot);
}
void ScalarMachine::write_64(uint32_t slot, uint64_t value) {
  set(registers_.data(), slot, value);
}

// A function that does not call itself has its registers for itself.
bool ScalarMachine::enter(uint32_t index, uint32_t next) {
  constexpr size_t kMostSaved = Memory::kStackBytes / sizeof(uint32_t);
  Calls& calls = native_state_.calls;
  const code::Subroutine& subroutine = program_->subroutines[index];
  const bool saves = subroutine.function->is_recursive;
  const uint32_t begin =
      (calls.frame_end + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
  const uint64_t end = uint64_t{begin} + subroutine.local_bytes;
  if (end > Memory::kStackBytes || (saves && saved_.size() > kMostSaved)) return false;
  if (calls.depth == calls.most) {
    stack_.resize(2 * stack_.size() + 64);
    calls.most = static_cast<uint32_t>(stack_.size());
    calls.frames = stack_.data();
  }
  stack_[calls.depth++] = {next, index, calls.frame_begin, calls.frame_end,
                           saves ? saved_.size() : CallFrame::kNothing};
  if (saves) {
    saved_.insert(saved_.end(), registers_.begin() + subroutine.first_slot,
                  registers_.begin() + subroutine.end_slot);
    if (follower_ != nullptr)
      saved_labels_.insert(saved_labels_.end(), labels_.begin() + subroutine.first_slot,
                           labels_.begin() + subroutine.end_slot);
  }
  calls.frame_begin = begin;
  calls.frame_end = static_cast<uint32_t>(end);
  if (follower_ != nullptr)
    follower_->entered(index, Memory::kBase + memory_.stack_offset() + begin);
  return true;
}

uint32_t ScalarMachine::leave() {
  Calls& calls = native_state_.calls;
  const CallFrame& frame = stack_[--calls.depth];
  if (follower_ != nullptr)
    follower_->left(frame.subroutine, Memory::kBase + memory_.stack_offset() + calls.frame_begin);
  if (frame.saved != CallFrame::kNothing) {
    const uint32_t slot = program_->subroutines[frame.subroutine].first_slot;
    std::copy(saved_.begin() + static_cast<std::ptrdiff_t>(frame.saved), saved_.end(),
              registers_.begin() + slot);
    saved_.resize(frame.saved);
    if (follower_ != nullptr) {
      std::copy(saved_labels_.begin() + static_cast<std::ptrdiff_t>(frame.saved),
                saved_labels_.end(), labels_.begin() + slot);
      saved_labels_.resize(frame.saved);
    }
  }
  calls.frame_begin = frame.frame_begin;
  calls.frame_end = frame.frame_end;
  return frame.next;
}

bool ScalarMachine::read(uint64_t address, void* to, uint64_t bytes) {
  if (const std::byte* from = memory_.at(address, bytes)) {
    std::memcpy(to, from, bytes);
    return true;
  }
  address_ = address;
  is_store_ = false;
  return other_.read(address, to, bytes);
}

bool ScalarMachine::write(uint64_t address, const void* from, uint64_t bytes) {
  if (std::byte* to = memory_.at(address, bytes)) {
    std::memcpy(to, from, bytes);
    return true;
  }
  address_ = address;
  is_store_ = true;
  return other_.write(address, from, bytes);
}

template <class T>
bool ScalarMachine::load_vector(const ScalarInstr& instr, uint64_t address) {
  for (uint32_t k = 0; k < instr.b; ++k) {
    T value;
    if (!read(address + k * sizeof(T), &value, sizeof value)) return false;
    const uint32_t slot = instr.dst + k * (sizeof(T) > 4 ? 2 : 1);
    set(registers_.data(), slot, static_cast<Widened<T>>(value));
    if (follower_ != nullptr) labels_[slot] = label_at(address + k * sizeof(T), sizeof(T));
  }
  return true;
}

template <class T>
bool ScalarMachine::store_vector(const ScalarInstr& instr, uint64_t address) {
  for (uint32_t k = 0; k < instr.dst; ++k) {
    const uint32_t slot = instr.b + k * (sizeof(T) > 4 ? 2 : 1);
    const T value = static_cast<T>(get<Widened<T>>(registers_.data(), slot));
    if (!write(address + k * sizeof(T), &value, sizeof value)) return false;
    if (follower_ != nullptr) put_label_at(address + k * sizeof(T), sizeof(T), labels_[slot]);
  }
  return true;
}

// Vectors, large zeros, clocks; nothing else is for one lane.
std::optional<Stop> ScalarMachine::execute_rare(const ScalarInstr& instr) {
  const auto through_pointer = [&] {
    return read_64(instr.a) + static_cast<uint64_t>(int64_t{instr.imm});
  };
  const auto in_frame = [&] {
    const uint32_t offset = registers_[instr.a] + static_cast<uint32_t>(instr.imm);
    return Memory::kBase + memory_.stack_offset() + offset;
  };
  const auto done = [](bool is_fine) {
    return is_fine ? std::nullopt : std::optional(Stop::kBadAccess);
  };
  switch (instr.op) {
#define WARPLENS_ADDRESS_Generic through_pointer()
#define WARPLENS_ADDRESS_Local in_frame()
#define WARPLENS_ADDRESS_Shared uint64_t{0}
#define WARPLENS_LOAD(name, Space, T) \
  case number_of(Op::k##name):        \
    return done(load_vector<T>(instr, WARPLENS_ADDRESS_##Space));
#define WARPLENS_STORE(name, Space, T) \
  case number_of(Op::k##name):         \
    return done(store_vector<T>(instr, WARPLENS_ADDRESS_##Space));
    WARPLENS_LOAD_VEC_OPS(WARPLENS_LOAD)
    WARPLENS_STORE_VEC_OPS(WARPLENS_STORE)
#undef WARPLENS_LOAD
#undef WARPLENS_STORE
#undef WARPLENS_ADDRESS_Generic
#undef WARPLENS_ADDRESS_Local
#undef WARPLENS_ADDRESS_Shared
    case number_of(Op::kClearLocal): {
      const uint64_t bytes = instr.a + (uint64_t{instr.b} << 16);
      std::byte* const to = memory_.at(
          Memory::kBase + memory_.stack_offset() + static_cast<uint32_t>(instr.imm), bytes);
      if (to != nullptr) std::memset(to, 0, bytes);
      if (follower_ != nullptr && to != nullptr)
        put_label_at(Memory::kBase + memory_.stack_offset() + static_cast<uint32_t>(instr.imm),
                     bytes, 0);
      return done(to != nullptr);
    }
    case number_of(Op::kClock32):
      put_label(instr.dst, 0);
      write_32(instr.dst, static_cast<uint32_t>(steps_));
      return std::nullopt;
    case number_of(Op::kClock64):
      put_label(instr.dst, 0);
      write_64(instr.dst, steps_);
      return std::nullopt;
    default:
      return Stop::kDeviceOnly;
  }
}

// The last jump may go beyond the budget.
void ScalarMachine::note_steps(int64_t steps, uint64_t& budget) {
  steps_ += static_cast<uint64_t>(steps);
  budget -= std::min(budget, static_cast<uint64_t>(steps));
}

template <bool kFollows>
Stop ScalarMachine::run_as(uint64_t& budget) {
  const code::Program& program = *program_;
  const ScalarInstr* const instrs = code_.instrs.data();
  const uint64_t* const constants = program.constants.data();
  uint32_t* const r = registers_.data();
  uint8_t* const masks = masks_.data();
  std::byte* const memory = memory_.first_byte();
  const uint64_t reachable = memory_.reachable();
  std::byte* const frames = memory_.stack();
  // Of registers, of memory from its first byte on, of frames.
  [[maybe_unused]] Label* const l = labels_.data();
  [[maybe_unused]] Label* const labels = kFollows ? follower_->labels() : nullptr;
  [[maybe_unused]] Label* const frame_labels = kFollows ? labels + (frames - memory) : nullptr;
  const uint64_t frames_at = Memory::kBase + memory_.stack_offset();
  const auto most = static_cast<int64_t>(std::min<uint64_t>(budget, INT64_MAX));
  int64_t left = most;
  const ScalarInstr* at = instrs + at_;
  const ScalarInstr* now = at;

  const auto stop = [&](Stop why) {
    stopped_at_ = static_cast<uint32_t>(now - instrs);
    at_ = static_cast<uint32_t>(at - instrs);
    note_steps(most - left, budget);
    return why;
  };
  const auto fault = [&](uint64_t address, bool is_store) {
    address_ = address;
    is_store_ = is_store;
    return stop(Stop::kBadAccess);
  };

  // A branch depends on the value. Whether its jump is taken.
  [[maybe_unused]] const auto branch_on = [&](Label label, bool is_taken) {
    const auto index = static_cast<uint32_t>(now - instrs);
    if (reach_->turns_away(index, is_taken)) turn_ = index;
    if (label == 0) [[likely]]
      return is_taken;
    stopped_at_ = index;
    return follower_->decide(label, index, is_taken, *reach_);
  };
  [[maybe_unused]] const auto is_volatile = [&] {
    const uint32_t site = program.sites_of[code_.pcs[static_cast<size_t>(now - instrs)]];
    return site != code::kNoSite && program.sites[site].is_volatile;
  };
  [[maybe_unused]] const auto access_beyond = [&](Label label, uint64_t address) {
    stopped_at_ = static_cast<uint32_t>(now - instrs);
    follower_->accessed(label, address);
    return Label{0};
  };
  [[maybe_unused]] const auto loaded = [&](Label label, uint64_t address) {
    return label == kBeyond ? access_beyond(label, address) : label;
  };
  [[maybe_unused]] const auto store = [&](Label old, uint64_t address) {
    if (old == 0) [[likely]]
      return;
    if (follower_->forbids(old)) access_beyond(old, address);
  };
  [[maybe_unused]] const auto label_elsewhere = [&](uint64_t address, uint64_t bytes) {
    stopped_at_ = static_cast<uint32_t>(now - instrs);
    return is_volatile() ? Label{0} : other_.label(address, bytes);
  };
  [[maybe_unused]] const auto put_label_elsewhere = [&](uint64_t address, uint64_t bytes,
                                                        Label label) {
    stopped_at_ = static_cast<uint32_t>(now - instrs);
    other_.put_label(address, bytes, label);
  };
#define WARPLENS_FOLLOW(...) \
  if constexpr (kFollows) {  \
    __VA_ARGS__;             \
  }

#define WARPLENS_JUMP()                      \
  left -= now->c;                            \
  at = instrs + now->imm;                    \
  if (left <= 0) return stop(Stop::kBudget); \
  break;

  for (;;) {
    now = at++;
    switch (now->op) {
#define WARPLENS_ONE(name, D, A, ...)              \
  case number_of(Op::k##name): {                   \
    const A x = get<A>(r, now->a);                 \
    set(r, now->dst, static_cast<D>(__VA_ARGS__)); \
    WARPLENS_FOLLOW(l[now->dst] = l[now->a])       \
    break;                                         \
  }
      // A pointer to the frame is one to the host's memory.
#define kLocalPointerBase frames_at
      WARPLENS_UNARY_OPS(WARPLENS_ONE)
#undef kLocalPointerBase
#undef WARPLENS_ONE

#define WARPLENS_TWO(name, D, A, B, ...)                                               \
  case number_of(Op::k##name): {                                                       \
    const A x = get<A>(r, now->a);                                                     \
    const B y = get<B>(r, now->b);                                                     \
    if constexpr (is_division(Op::k##name)) {                                          \
      if (y == 0) return stop(Stop::kDivision);                                        \
    }                                                                                  \
    set(r, now->dst, static_cast<D>(__VA_ARGS__));                                     \
    WARPLENS_FOLLOW(l[now->dst] = is_mask(Op::k##name) ? masked(l[now->a], l[now->b])  \
                                                       : joined(l[now->a], l[now->b])) \
    break;                                                                             \
  }
      WARPLENS_BINARY_OPS(WARPLENS_TWO)
#undef WARPLENS_TWO

#define WARPLENS_MATH(name, T, arguments, ...)                                          \
  case number_of(Op::k##name): {                                                        \
    [[maybe_unused]] const T x = get<T>(r, now->a);                                     \
    [[maybe_unused]] const T y = arguments > 1 ? get<T>(r, now->b) : T{};               \
    [[maybe_unused]] const T z = arguments > 2 ? get<T>(r, now->c) : T{};               \
    set(r, now->dst, static_cast<T>(__VA_ARGS__));                                      \
    WARPLENS_FOLLOW(l[now->dst] = joined(arguments > 0 ? l[now->a] : Label{0},          \
                                         joined(arguments > 1 ? l[now->b] : Label{0},   \
                                                arguments > 2 ? l[now->c] : Label{0}))) \
    break;                                                                              \
  }
      WARPLENS_MATH_OPS(WARPLENS_MATH)
#undef WARPLENS_MATH

      // Memory through a pointer.
#define WARPLENS_LOAD_Generic(name, T)                                                          \
  case number_of(Op::k##name): {                                                                \
    const uint64_t address = get<uint64_t>(r, now->a) + static_cast<int64_t>(now->imm);         \
    const uint64_t offset = address - Memory::first_address();                                  \
    T value;                                                                                    \
    if (offset <= reachable - sizeof(T)) [[likely]]                                             \
      std::memcpy(&value, memory + offset, sizeof value);                                       \
    else if (!other_.read(address, &value, sizeof value))                                       \
      return fault(address, false);                                                             \
    WARPLENS_FOLLOW(                                                                            \
        l[now->dst] =                                                                           \
            joined(l[now->a], offset <= reachable - sizeof(T)                                   \
                                  ? loaded(label_of_value<sizeof(T)>(labels + offset), address) \
                                  : label_elsewhere(address, sizeof(T))))                       \
    set(r, now->dst, static_cast<Widened<T>>(value));                                           \
    break;                                                                                      \
  }
#define WARPLENS_STORE_Generic(name, T)                                                 \
  case number_of(Op::k##name): {                                                        \
    const uint64_t address = get<uint64_t>(r, now->a) + static_cast<int64_t>(now->imm); \
    const uint64_t offset = address - Memory::first_address();                          \
    const T value = static_cast<T>(get<Widened<T>>(r, now->b));                         \
    if (offset <= reachable - sizeof(T)) [[likely]]                                     \
      std::memcpy(memory + offset, &value, sizeof value);                               \
    else if (!other_.write(address, &value, sizeof value))                              \
      return fault(address, true);                                                      \
    WARPLENS_FOLLOW(if (offset <= reachable - sizeof(T)) {                              \
      store(label_of_value<sizeof(T)>(labels + offset), address);                       \
      std::memset(labels + offset, l[now->b], sizeof(T));                               \
    } else put_label_elsewhere(address, sizeof(T), l[now->b]))                          \
    break;                                                                              \
  }
      // The frame.
#define WARPLENS_LOAD_Local(name, T)                                                       \
  case number_of(Op::k##name): {                                                           \
    const uint32_t offset = r[now->a] + static_cast<uint32_t>(now->imm);                   \
    if (offset > Memory::kStackBytes - sizeof(T)) [[unlikely]]                             \
      return fault(frames_at + offset, false);                                             \
    T value;                                                                               \
    std::memcpy(&value, frames + offset, sizeof value);                                    \
    WARPLENS_FOLLOW(l[now->dst] = loaded(label_of_value<sizeof(T)>(frame_labels + offset), \
                                         frames_at + offset))                              \
    set(r, now->dst, static_cast<Widened<T>>(value));                                      \
    break;                                                                                 \
  }
#define WARPLENS_STORE_Local(name, T)                                                            \
  case number_of(Op::k##name): {                                                                 \
    const uint32_t offset = r[now->a] + static_cast<uint32_t>(now->imm);                         \
    if (offset > Memory::kStackBytes - sizeof(T)) [[unlikely]]                                   \
      return fault(frames_at + offset, true);                                                    \
    const T value = static_cast<T>(get<Widened<T>>(r, now->b));                                  \
    std::memcpy(frames + offset, &value, sizeof value);                                          \
    WARPLENS_FOLLOW(store(label_of_value<sizeof(T)>(frame_labels + offset), frames_at + offset); \
                    std::memset(frame_labels + offset, l[now->b], sizeof(T)))                    \
    break;                                                                                       \
  }
#define WARPLENS_LOAD_Shared(name, T) \
  case number_of(Op::k##name):        \
    return stop(Stop::kDeviceOnly);
#define WARPLENS_STORE_Shared WARPLENS_LOAD_Shared
#define WARPLENS_LOAD(name, Space, T) WARPLENS_LOAD_##Space(name, T)
#define WARPLENS_STORE(name, Space, T) WARPLENS_STORE_##Space(name, T)
      WARPLENS_LOAD_OPS(WARPLENS_LOAD)
      WARPLENS_STORE_OPS(WARPLENS_STORE)

      default:
        if (const std::optional<Stop> why = execute_rare(*now)) return stop(*why);
        break;

      case number_of(Op::kConst32):
        r[now->dst] = static_cast<uint32_t>(constants[now->imm]);
        WARPLENS_FOLLOW(l[now->dst] = 0)
        break;
      case number_of(Op::kConst64):
        set(r, now->dst, constants[now->imm]);
        WARPLENS_FOLLOW(l[now->dst] = 0)
        break;
      case number_of(Op::kMove32):
      case number_of(Op::kCopy32):
        r[now->dst] = r[now->a];
        WARPLENS_FOLLOW(l[now->dst] = l[now->a])
        break;
      case number_of(Op::kMove64):
      case number_of(Op::kCopy64):
        set(r, now->dst, get<uint64_t>(r, now->a));
        WARPLENS_FOLLOW(l[now->dst] = l[now->a])
        break;
      case number_of(Op::kSelect32):
        WARPLENS_FOLLOW(l[now->dst] = joined(l[now->a], l[r[now->a] != 0 ? now->b : now->c]))
        r[now->dst] = r[now->a] != 0 ? r[now->b] : r[now->c];
        break;
      case number_of(Op::kSelect64):
        WARPLENS_FOLLOW(l[now->dst] = joined(l[now->a], l[r[now->a] != 0 ? now->b : now->c]))
        set(r, now->dst, get<uint64_t>(r, r[now->a] != 0 ? now->b : now->c));
        break;
      case number_of(Op::kScale32):
        r[now->dst] = r[now->a] * static_cast<uint32_t>(now->imm);
        WARPLENS_FOLLOW(l[now->dst] = l[now->a])
        break;
      case number_of(Op::kIndex32):
        WARPLENS_FOLLOW(l[now->dst] = joined(l[now->a], l[now->b]))
        r[now->dst] = r[now->a] + r[now->b] * static_cast<uint32_t>(now->imm);
        break;
      case number_of(Op::kIndexS32):
        WARPLENS_FOLLOW(l[now->dst] = joined(l[now->a], l[now->b]))
        set(r, now->dst,
            get<uint64_t>(r, now->a) +
                static_cast<uint64_t>(int64_t{get<int32_t>(r, now->b)} * now->imm));
        break;
      case number_of(Op::kIndexU32):
        WARPLENS_FOLLOW(l[now->dst] = joined(l[now->a], l[now->b]))
        set(r, now->dst,
            get<uint64_t>(r, now->a) + static_cast<uint64_t>(int64_t{r[now->b]} * now->imm));
        break;
      case number_of(Op::kIndex64):
        WARPLENS_FOLLOW(l[now->dst] = joined(l[now->a], l[now->b]))
        set(r, now->dst,
            get<uint64_t>(r, now->a) +
                get<uint64_t>(r, now->b) * static_cast<uint64_t>(int64_t{now->imm}));
        break;
      case number_of(Op::kAddImm64):
        set(r, now->dst, get<uint64_t>(r, now->a) + static_cast<uint64_t>(int64_t{now->imm}));
        WARPLENS_FOLLOW(l[now->dst] = l[now->a])
        break;
      case number_of(Op::kFrameBase):
        r[now->dst] = native_state_.calls.frame_begin;
        WARPLENS_FOLLOW(l[now->dst] = 0)
        break;

      case number_of(Extra::kGoto):
        WARPLENS_JUMP()
      case number_of(Extra::kGotoIfZero): {
        bool jumps = r[now->a] == 0;
        WARPLENS_FOLLOW(jumps = branch_on(l[now->a], jumps))
        if (!jumps) break;
        WARPLENS_JUMP()
      }
      case number_of(Extra::kGotoIfTrue): {
        bool jumps = r[now->a] != 0;
        WARPLENS_FOLLOW(jumps = branch_on(l[now->a], jumps))
        if (!jumps) break;
        WARPLENS_JUMP()
      }
      case number_of(Extra::kGotoIfMask):
        if (masks[now->dst] == 0) break;
        WARPLENS_JUMP()
      case number_of(Extra::kMaskOne):
        masks[now->dst] = 1;
        break;
      case number_of(Extra::kMaskZeroIf):
        WARPLENS_FOLLOW(branch_on(l[now->a], false))
        if (r[now->a] != 0) masks[now->dst] = 0;
        break;
#define WARPLENS_UNLESS(name, T, ...)                           \
  case number_of(Extra::kUnless##name): {                       \
    const T x = get<T>(r, now->a);                              \
    const T y = get<T>(r, now->b);                              \
    bool holds = __VA_ARGS__;                                   \
    r[now->dst] = holds ? 1 : 0;                                \
    WARPLENS_FOLLOW(l[now->dst] = joined(l[now->a], l[now->b]); \
                    holds = !branch_on(l[now->dst], !holds))    \
    if (holds) break;                                           \
    WARPLENS_JUMP()                                             \
  }
        WARPLENS_UNLESS(LtS32, int32_t, x < y)
        WARPLENS_UNLESS(LeS32, int32_t, x <= y)
        WARPLENS_UNLESS(LtU32, uint32_t, x < y)
        WARPLENS_UNLESS(LeU32, uint32_t, x <= y)
        WARPLENS_UNLESS(EqI32, uint32_t, x == y)
        WARPLENS_UNLESS(NeI32, uint32_t, x != y)
        WARPLENS_UNLESS(LtS64, int64_t, x < y)
        WARPLENS_UNLESS(LtU64, uint64_t, x < y)
        WARPLENS_UNLESS(EqI64, uint64_t, x == y)
        WARPLENS_UNLESS(NeI64, uint64_t, x != y)
#undef WARPLENS_UNLESS

      case number_of(Op::kCall):
        number_ = static_cast<uint32_t>(now->imm);
        if (!enter(number_, static_cast<uint32_t>(at - instrs))) return stop(Stop::kStackFull);
        at = instrs + code_.entries[number_];
        if ((left -= kStepsOfCall) <= 0) return stop(Stop::kBudget);
        break;
      case number_of(Op::kSubReturn):
        at = instrs + leave();
        break;
      case number_of(Op::kHostCall):
        number_ = static_cast<uint32_t>(now->imm);
        return stop(Stop::kCall);
      case number_of(Op::kLaunch):
        number_ = static_cast<uint32_t>(now->imm);
        return stop(Stop::kLaunch);
      case number_of(Op::kPrint):
        number_ = static_cast<uint32_t>(now->imm);
        return stop(Stop::kPrint);
      case number_of(Op::kAssert):
        WARPLENS_FOLLOW(branch_on(l[now->a], false))
        if (r[now->a] != 0) break;
        number_ = static_cast<uint32_t>(now->imm);
        return stop(Stop::kAssert);
      case number_of(Op::kEnd):
        --at;
        return stop(Stop::kEnd);
    }
  }
}

template Stop ScalarMachine::run_as<false>(uint64_t& budget);
template Stop ScalarMachine::run_as<true>(uint64_t& budget);

}  // namespace warplens::host
