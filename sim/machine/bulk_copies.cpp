#include "sim/machine/bulk_copies.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "sim/base/assert.hpp"
#include "sim/base/half.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/arithmetic.hpp"
#include "sim/machine/bulk_pieces.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/places.hpp"

namespace warplens::machine {

namespace {

using base::TensorMap;
using code::BulkSum;
using code::Instr;
using code::Op;
using trace::BulkCopy;
using trace::BulkFault;

constexpr uint32_t kBoxAlignment = 128;  // [bytes] of a tensor copy in shared memory

bool is_tensor(const Instr& instr) {
  return instr.op == Op::kTensorLoad || instr.op == Op::kTensorStore;
}
bool loads(const Instr& instr) {
  return instr.op == Op::kBulkLoad || instr.op == Op::kTensorLoad;
}

// A lane's operands.
class Operands {
 public:
  Operands(uint32_t* registers, const Instr& instr, uint32_t lane)
      : registers_(registers),
        first_(instr.b),
        lane_(lane),
        pointer_(lanes_of<uint64_t>(registers, instr.a)[lane]) {}
  uint32_t operator[](uint32_t index) const {
    return lanes_of<uint32_t>(registers_, static_cast<uint16_t>(first_ + index))[lane_];
  }
  uint64_t pointer() const { return pointer_; }

 private:
  uint32_t* registers_;
  uint16_t first_;
  uint32_t lane_;
  uint64_t pointer_;
};

// A part of a lane's copy, or the whole of it.
struct BulkPart {
  trace::BulkCopy copy;
  BulkPieces pieces;
  uint64_t first = 0;
  uint32_t count = 0;
  bool fills_with_nan = false;
  uint32_t element_bytes = 1;  // of what is filled

  void from(uint64_t piece) {
    first = piece;
    count = pieces.next(piece);
  }
};

// What is at the lane's pointer; nothing: no tensor map.
std::optional<TensorMap> map_at(WarpRun& run, uint32_t lane, uint64_t pointer) {
  const Space space = code::space_of(pointer);
  const uint64_t begin = space == Space::kGlobal ? pointer : code::offset_of(pointer);
  TensorMap::Words words;
  Places places(run);
  for (uint32_t at = 0; at < TensorMap::kBytes; at += kPieceBytes) {
    auto* const to = reinterpret_cast<std::byte*>(words.data()) + at;
    if (space == Space::kLocal) {
      if (begin + at + kPieceBytes > run.warp.local.bytes()) return std::nullopt;
      run.warp.local.read(lane, static_cast<uint32_t>(begin + at), to, kPieceBytes);
      continue;
    }
    const std::byte* const from = places.locate_to_read(space, begin + at, kPieceBytes);
    if (from == nullptr) return std::nullopt;
    std::memcpy(to, from, kPieceBytes);
  }
  return TensorMap::of(words);
}

// Looks at a lane's copy; `part` is then what it is as a whole. False: it is wrong.
class Begin {
 public:
  Begin(WarpRun& run, uint32_t* registers, const Instr& instr, uint32_t lane)
      : run_(run), instr_(instr), lane_(lane), operands_(registers, instr, lane) {
    copy_.kind = loads(instr)    ? BulkCopy::Kind::kLoad
                 : is_sum(instr) ? BulkCopy::Kind::kAdd
                                 : BulkCopy::Kind::kStore;
    copy_.is_tensor = is_tensor(instr);
    copy_.warp = run.warp_index;
    copy_.lane = lane;
    copy_.pc = static_cast<uint32_t>(&instr - run.context.program->instrs.data());
    if (!loads(instr)) copy_.group = run.copies->bulk_groups(run.warp_index).committed(lane) + 1;
  }

  bool look(BulkPart& part) { return is_tensor(instr_) ? look_at_box(part) : look_at_bytes(part); }
  // Of a number of bytes of which the rest is left out.
  std::optional<BulkFault> wrong_size() const {
    if (is_tensor(instr_) || operands_[1] % kPieceBytes == 0) return std::nullopt;
    return fault(BulkFault::Kind::kSize, operands_[1], kPieceBytes);
  }

 private:
  static bool is_sum(const Instr& instr) { return instr.op == Op::kBulkStore && instr.imm != 0; }

  BulkFault fault(BulkFault::Kind kind, int64_t number, uint32_t wanted) const {
    return {kind, copy_.warp, lane_, copy_.pc, number, wanted, 0};
  }
  bool fail(const BulkFault& fault) const {
    if (run_.observer != nullptr) run_.observer->bulk_fault(fault);
    return false;
  }

  bool look_at_bytes(BulkPart& part) {
    const uint32_t shared = operands_[0], bytes = operands_[1] / kPieceBytes * kPieceBytes;
    if (shared % kPieceBytes != 0)
      return fail(fault(BulkFault::Kind::kShared, shared, kPieceBytes));
    if (operands_.pointer() % kPieceBytes != 0) {
      return fail(
          fault(BulkFault::Kind::kGlobal, static_cast<int64_t>(operands_.pointer()), kPieceBytes));
    }
    if (loads(instr_)) copy_.mbarrier = operands_[2];
    part.pieces = BulkPieces(shared, operands_.pointer(), bytes);
    return finish(part);
  }

  bool look_at_box(BulkPart& part) {
    const auto dimensions = static_cast<uint32_t>(instr_.imm);
    const uint32_t shared = operands_[0], first = loads(instr_) ? 2 : 1;
    const std::optional<TensorMap> map = map_at(run_, lane_, operands_.pointer());
    if (!map) return fail(fault(BulkFault::Kind::kMap, 0, 0));
    if (map->rank != dimensions) return fail(fault(BulkFault::Kind::kRank, map->rank, dimensions));
    if (shared % kBoxAlignment != 0)
      return fail(fault(BulkFault::Kind::kShared, shared, kBoxAlignment));
    std::array<int32_t, TensorMap::kMostRank> at{};
    for (uint32_t i = 0; i < dimensions; ++i) at[i] = static_cast<int32_t>(operands_[first + i]);
    const uint32_t element = base::bytes_of(map->type);
    if (int64_t{at[0]} * element % kPieceBytes != 0) {
      BulkFault wrong = fault(BulkFault::Kind::kCoordinate, at[0], kPieceBytes);
      wrong.element_bytes = element;
      return fail(wrong);
    }
    if (loads(instr_)) copy_.mbarrier = operands_[1];
    part.pieces = BulkPieces(shared, *map, at);
    part.fills_with_nan = map->fills_with_nan;
    part.element_bytes = element;
    return finish(part);
  }

  bool finish(BulkPart& part) {
    copy_.bytes = part.pieces.count() * kPieceBytes;
    part.copy = copy_;
    return true;
  }

  WarpRun& run_;
  const Instr& instr_;
  const uint32_t lane_;
  Operands operands_;
  BulkCopy copy_;
};

bool any_inside(const BulkPart& part) {
  for (uint32_t i = 0; i < part.count; ++i)
    if (part.pieces.at(part.first + i).inside != 0) return true;
  return false;
}

// What places outside of the tensor become.
void fill(const BulkPart& part, std::byte* to) {
  std::memset(to, 0, kPieceBytes);
  if (!part.fills_with_nan) return;
  const uint64_t nan = part.element_bytes == 8   ? 0x7fffffffffffffff
                       : part.element_bytes == 4 ? 0x7fffffff
                                                 : 0x7fff;
  for (uint32_t at = 0; at < kPieceBytes; at += part.element_bytes)
    std::memcpy(to + at, &nan, part.element_bytes);
}

template <class T, class Function>
void add_as(std::byte* to, const std::byte* from, Function function) {
  const T sum = function(bytes_to<T>(to), bytes_to<T>(from));
  std::memcpy(to, &sum, sizeof sum);
}

uint32_t element_of(BulkSum sum) {
  switch (sum) {
    case BulkSum::kU64:
    case BulkSum::kF64:
      return 8;
    case BulkSum::kF16:
    case BulkSum::kBf16:
      return 2;
    default:
      return 4;
  }
}

void add(BulkSum sum, std::byte* to, const std::byte* from) {
  const auto plus = [](auto x, auto y) { return canonical(x + y); };
  switch (sum) {
    case BulkSum::kU32:
    case BulkSum::kS32:
      return add_as<uint32_t>(to, from, [](uint32_t x, uint32_t y) { return x + y; });
    case BulkSum::kU64:
      return add_as<uint64_t>(to, from, [](uint64_t x, uint64_t y) { return x + y; });
    case BulkSum::kF16:
      return add_as<uint16_t>(to, from, base::sum_of_halves);
    case BulkSum::kBf16:
      return add_as<uint16_t>(to, from, base::sum_of_bfloats);
    case BulkSum::kF32:
      return add_as<float>(to, from, plus);
    case BulkSum::kF64:
      return add_as<double>(to, from, plus);
  }
}

// The pieces of a store, of which `outside` are nowhere in global memory, `unread` nowhere in
// shared memory.
struct Missing {
  uint32_t unread = 0, outside = 0;
};
Missing move_out(WarpRun& run, const PendingStore& store, LaneNumbers& low, LaneNumbers& high) {
  Missing missing;
  Places places(run);
  for_each_lane(store.mask, [&](uint32_t piece) {
    std::array<std::byte, kPieceBytes> data{};
    const std::byte* const from = places.locate(Space::kShared, store.sources[piece], kPieceBytes);
    if (from == nullptr)
      missing.unread |= 1u << piece;
    else
      std::memcpy(data.data(), from, kPieceBytes);
    low[piece] = bytes_to<uint64_t>(data.data());
    high[piece] = bytes_to<uint64_t>(data.data() + 8);
    const auto sum = static_cast<BulkSum>(store.sum - 1);
    const uint32_t step = store.sum == 0 ? store.bytes[piece] : element_of(sum);
    for (uint32_t at = 0; at < store.bytes[piece]; at += step) {
      const uint64_t address = store.targets[piece] + at;
      places.begin_access();
      std::byte* const to = store.sum != 0 && run.chunk != nullptr
                                ? places.locate_to_change(address, step)
                                : places.locate(Space::kGlobal, address, step);
      if (to == nullptr) {
        missing.outside |= 1u << piece;
        break;
      }
      places.note_undo(Space::kGlobal, address, to, step);
      if (store.sum == 0)
        std::memcpy(to, data.data(), step);
      else
        add(sum, to, data.data() + at);
      places.put_back(to, address, step);
    }
  });
  return missing;
}

// To who hears accesses, or, where some pieces are nowhere, of strays.
void tell(WarpRun& run, const trace::WarpAccess& access, bool is_stray) {
  if (run.observer == nullptr) return;
  if (trace::Observer* const hearer = run.observer->hearer_of_accesses())
    hearer->access(access);
  else if (is_stray)
    run.observer->stray(access);
}

bool wants_values(const WarpRun& run) {
  if (!run.warp.origins.empty()) return true;
  const trace::Observer* const hearer =
      run.observer == nullptr ? nullptr : run.observer->hearer_of_accesses();
  return hearer != nullptr && hearer->wants_stored_values();
}

trace::WarpAccess access_of(const WarpRun& run, uint32_t site, const BulkPart& part) {
  trace::WarpAccess access;
  access.warp = run.warp_index;
  access.lane = static_cast<uint8_t>(part.copy.lane);
  access.site = site;
  access.operation = trace::Operation::kCopy;
  access.layout = trace::Layout::kBulk;
  access.bytes = kPieceBytes;
  access.adds = part.copy.kind == BulkCopy::Kind::kAdd;
  access.continues = run.warp.bulk.has_begun;
  for (uint32_t i = 0; i < part.count; ++i)
    if (part.pieces.at(part.first + i).begins_cut) access.value_mask |= 1u << i;
  access.value_mask |= 1;
  return access;
}

void load_part(WarpRun& run, uint32_t site, const BulkPart& part) {
  PendingCopy copy = run.copies->next(run.warp_index);
  copy.bytes = kPieceBytes;
  copy.bulk = PendingCopy::Bulk{part.copy.lane, part.copy.pc, part.copy.mbarrier};
  trace::WarpAccess access = access_of(run, site, part);
  LaneNumbers from{}, to{}, low{}, high{};
  trace::Side source;
  Places places(run);
  for (uint32_t i = 0; i < part.count; ++i) {
    const BulkPiece piece = part.pieces.at(part.first + i);
    std::byte* const data = copy.data_of(i);
    fill(part, data);
    from[i] = piece.global;
    to[i] = copy.targets[i] = piece.shared;
    access.mask |= 1u << i;
    if (piece.inside != 0) {
      source.mask |= 1u << i;
      const std::byte* const bytes =
          places.locate_to_read(Space::kGlobal, piece.global, piece.inside);
      if (bytes == nullptr)
        source.out_of_bounds |= 1u << i;
      else
        std::memcpy(data, bytes, piece.inside);
    }
    low[i] = bytes_to<uint64_t>(data);
    high[i] = bytes_to<uint64_t>(data + 8);
    const bool is_there = places.locate(Space::kShared, piece.shared, kPieceBytes) != nullptr;
    (is_there ? copy.mask : access.out_of_bounds) |= 1u << i;
  }
  begin_flight(run, copy);
  access.space = Space::kShared;
  access.addresses = &to;
  access.group = static_cast<uint16_t>(copy.number % 0xffff + 1);
  source.space = Space::kGlobal;
  source.bytes = kPieceBytes;
  source.addresses = &from;
  if (source.mask != 0) access.source = &source;
  if (wants_values(run)) {
    access.values = &low;
    access.high_values = &high;
    if (!run.warp.origins.empty()) access.origins = &from;
  }
  tell(run, access, (access.out_of_bounds | source.out_of_bounds) != 0);
  // Nothing of a copy that leaves shared memory comes to an end.
  if (access.out_of_bounds != 0) run.warp.bulk.piece = part.pieces.count();
}

void store_part(WarpRun& run, const Instr& instr, uint32_t site, const BulkPart& part) {
  CopyQueue& queue = *run.copies;
  const PendingCopy numbered = queue.next(run.warp_index);
  PendingStore store;
  store.number = numbered.number;
  store.warp = run.warp_index;
  store.lane = part.copy.lane;
  store.group = part.copy.group;
  store.sum = instr.op == Op::kBulkStore ? instr.imm : 0;
  trace::WarpAccess access = access_of(run, site, part);
  LaneNumbers from{}, to{}, low{}, high{}, origins{};
  for (uint32_t i = 0; i < part.count; ++i) {
    const BulkPiece piece = part.pieces.at(part.first + i);
    from[i] = store.sources[i] = piece.shared;
    to[i] = store.targets[i] = piece.global;
    origins[i] = piece.shared | trace::kSharedOrigin;
    store.bytes[i] = static_cast<uint8_t>(piece.inside);
    if (piece.inside != 0) store.mask |= 1u << i;
  }
  queue.add(numbered);  // which holds nothing: it is counted
  access.mask = store.mask;
  access.space = Space::kGlobal;
  access.addresses = &to;
  access.group = static_cast<uint16_t>((store.group - 1) % 0xffff + 1);
  trace::Side source;
  source.space = Space::kShared;
  source.bytes = kPieceBytes;
  source.mask = store.mask;
  source.addresses = &from;
  access.source = &source;
  if (run.are_copies_late) {
    Places places(run);
    for_each_lane(store.mask, [&](uint32_t i) {
      const std::byte* const bytes = places.locate(Space::kShared, from[i], kPieceBytes);
      if (bytes == nullptr) {
        source.out_of_bounds |= 1u << i;
      } else {
        low[i] = bytes_to<uint64_t>(bytes);
        high[i] = bytes_to<uint64_t>(bytes + 8);
      }
      if (places.locate_to_read(Space::kGlobal, to[i], store.bytes[i]) == nullptr)
        access.out_of_bounds |= 1u << i;
    });
    queue.add_store(store);
  } else {
    const Missing missing = move_out(run, store, low, high);
    source.out_of_bounds = missing.unread;
    access.out_of_bounds = missing.outside;
  }
  if (wants_values(run)) {
    access.values = &low;
    access.high_values = &high;
    if (!run.warp.origins.empty()) access.origins = &origins;
  }
  tell(run, access, (access.out_of_bounds | source.out_of_bounds) != 0);
  if (!run.are_copies_late && run.observer != nullptr)
    run.observer->copy_arrives(run.warp_index, store.number, store.mask);
}

}  // namespace

BulkNext next_in_bulk(WarpRun& run, uint32_t* registers, const Instr& instr, uint32_t mask) {
  WL_ASSERT(run.copies != nullptr, "a block's warps have its copies");
  BulkProgress& bulk = run.warp.bulk;
  if (!bulk.is_under_way) bulk = {true, false, mask, 0};
  while (bulk.lanes != 0) {
    BulkPart part;
    Begin begin(run, registers, instr, static_cast<uint32_t>(std::countr_zero(bulk.lanes)));
    if (!begin.look(part)) {
      bulk = {};
      return BulkNext::kFault;
    }
    const auto wrong_size = begin.wrong_size();
    if (bulk.piece == 0 && wrong_size && !bulk.has_said_size && run.observer != nullptr)
      run.observer->bulk_fault(*wrong_size);
    bulk.has_said_size = true;
    if (bulk.piece >= part.pieces.count()) {
      bulk = {true, false, bulk.lanes & (bulk.lanes - 1), 0};
      continue;
    }
    part.from(bulk.piece);
    if (loads(instr) || any_inside(part)) return BulkNext::kPart;
    bulk.piece += part.count;
  }
  bulk = {};
  return BulkNext::kNone;
}

void execute_part(WarpRun& run, uint32_t* registers, const Instr& instr, uint32_t site) {
  BulkProgress& bulk = run.warp.bulk;
  BulkPart part;
  Begin(run, registers, instr, static_cast<uint32_t>(std::countr_zero(bulk.lanes))).look(part);
  part.from(bulk.piece);
  if (!bulk.has_begun && run.observer != nullptr) run.observer->bulk_begins(part.copy);
  bulk.piece += part.count;
  if (loads(instr))
    load_part(run, site, part);
  else
    store_part(run, instr, site, part);
  bulk.has_begun = true;
}

void execute_store(WarpRun& run, PendingStore& store) {
  LaneNumbers low{}, high{};
  if (store.mask == 0) return;
  move_out(run, store, low, high);
  if (run.observer != nullptr) run.observer->copy_arrives(store.warp, store.number, store.mask);
  store.mask = 0;
}

void commit_bulk(WarpRun& run, uint32_t pc, uint32_t mask) {
  if (mask == 0) return;
  run.copies->bulk_groups(run.warp_index).commit(mask);
  if (run.observer != nullptr) run.observer->bulk_commits(run.warp_index, pc, mask);
}

void wait_for_bulk(WarpRun& run, uint32_t* registers, const Instr& instr, uint32_t pc,
                   uint32_t mask) {
  if (mask == 0) return;
  trace::CopyWait wait;
  wait.mask = mask;
  const auto newest = lanes_of<uint32_t>(registers, instr.a);
  for_each_lane(mask, [&](uint32_t lane) { wait.newest[lane] = newest[lane]; });
  trace::CopyGroups& groups = run.copies->bulk_groups(run.warp_index);
  for (PendingStore& store : run.copies->stores()) {
    const bool is_covered = store.warp == run.warp_index && (mask >> store.lane & 1) != 0 &&
                            store.group <= groups.done(store.lane, wait.newest[store.lane]);
    if (is_covered) execute_store(run, store);
  }
  if (!run.are_copies_late) land_copies(run, mask);
  run.copies->forget_arrived();
  if (run.observer != nullptr) run.observer->bulk_waits(run.warp_index, pc, wait, instr.imm != 0);
}

void report_proxy_fence(const WarpRun& run, uint32_t pc, uint32_t mask) {
  if (run.observer != nullptr && mask != 0) run.observer->proxy_fence(run.warp_index, pc, mask);
}

}  // namespace warplens::machine
