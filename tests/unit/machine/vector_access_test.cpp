// Accesses of several values a lane: the bytes, what is reported, origins, undo, every memory.
#include <doctest/doctest.h>

#include <random>
#include <span>

#include "hand_made.hpp"
#include "sim/code/pointer.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using code::Op;
using trace::Space;

namespace {

constexpr uint16_t kAddress = 0, kValue = 8, kOther = 24;

// An opcode with the width of its components.
struct Shape {
  Op op;
  uint32_t size;
  bool is_signed = false;
};

const Shape kSharedLoads[] = {{Op::kLoadVecSharedS8, 1, true},  {Op::kLoadVecSharedU8, 1},
                              {Op::kLoadVecSharedS16, 2, true}, {Op::kLoadVecSharedU16, 2},
                              {Op::kLoadVecSharedI32, 4},       {Op::kLoadVecSharedI64, 8}};
const Shape kGenericLoads[] = {{Op::kLoadVecGenericS8, 1, true},  {Op::kLoadVecGenericU8, 1},
                               {Op::kLoadVecGenericS16, 2, true}, {Op::kLoadVecGenericU16, 2},
                               {Op::kLoadVecGenericI32, 4},       {Op::kLoadVecGenericI64, 8}};
const Shape kLocalLoads[] = {{Op::kLoadVecLocalS8, 1, true},  {Op::kLoadVecLocalU8, 1},
                             {Op::kLoadVecLocalS16, 2, true}, {Op::kLoadVecLocalU16, 2},
                             {Op::kLoadVecLocalI32, 4},       {Op::kLoadVecLocalI64, 8}};
const Shape kSharedStores[] = {{Op::kStoreVecSharedI8, 1},
                               {Op::kStoreVecSharedI16, 2},
                               {Op::kStoreVecSharedI32, 4},
                               {Op::kStoreVecSharedI64, 8}};
const Shape kGenericStores[] = {{Op::kStoreVecGenericI8, 1},
                                {Op::kStoreVecGenericI16, 2},
                                {Op::kStoreVecGenericI32, 4},
                                {Op::kStoreVecGenericI64, 8}};
const Shape kLocalStores[] = {{Op::kStoreVecLocalI8, 1},
                              {Op::kStoreVecLocalI16, 2},
                              {Op::kStoreVecLocalI32, 4},
                              {Op::kStoreVecLocalI64, 8}};

// One to 16 components of at most 16 bytes, two at least.
uint32_t random_count(std::mt19937& random, uint32_t size) {
  uint32_t count = 2;
  while (count * size * 2 <= 16 && random() % 2 == 0) count *= 2;
  return count;
}

// The k-th component in one lane's registers.
uint64_t component(const HandMade& warp, uint32_t size, uint32_t k, uint32_t lane) {
  if (size == 8) return warp.lane<uint64_t>(static_cast<uint16_t>(kValue + 2 * k), lane);
  return warp.lane<uint32_t>(static_cast<uint16_t>(kValue + k), lane);
}

uint64_t bits_at(const std::byte* bytes, uint32_t size) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, std::min(size, 8u));
  return bits;
}

uint64_t widened(uint64_t bits, const Shape& shape) {
  if (!shape.is_signed) return bits;
  if (shape.size == 1) return static_cast<uint32_t>(static_cast<int8_t>(bits));
  return static_cast<uint32_t>(static_cast<int16_t>(bits));
}

// Fills the registers of a vector with numbers whose upper parts must not be stored.
void fill_values(HandMade& warp, std::mt19937& random) {
  for (uint16_t slot = kValue; slot < kValue + 16; ++slot) {
    for (uint32_t lane = 0; lane < 32; ++lane)
      warp.set<uint32_t>(slot, lane, static_cast<uint32_t>(random()));
  }
}

// What is reported of a vector access of `size` bytes at `bytes` (null: out of bounds).
void check_told(const LoggedAccess& access, uint32_t lane, uint32_t size, const std::byte* bytes) {
  REQUIRE(access.head.bytes == size);
  REQUIRE((access.head.out_of_bounds >> lane & 1) == (bytes == nullptr));
  REQUIRE(access.values[lane] == (bytes == nullptr ? 0 : bits_at(bytes, size)));
  REQUIRE(access.high_values[lane] == (bytes == nullptr || size < 16 ? 0 : bits_at(bytes + 8, 8)));
}

}  // namespace

TEST_CASE("vectors: loads of every width from shared and global memory, in and out of bounds") {
  std::mt19937 random(5);
  for (int i = 0; i < 3000; ++i) {
    HandMade warp;
    const bool is_shared = random() % 2 == 0;
    const Shape shape = is_shared ? kSharedLoads[random() % 6] : kGenericLoads[random() % 6];
    const uint32_t count = random_count(random, shape.size);
    const uint32_t bytes = count * shape.size;
    warp.emit(shape.op, kValue, kAddress, static_cast<uint16_t>(count), 0, 16);
    warp.emit(Op::kEnd);
    warp.shared_memory(1024);
    const uint64_t array = warp.global_array(1024);
    warp.start(true);
    for (size_t k = 0; k < 1024; ++k) warp.shared[k] = static_cast<std::byte>(random());
    const bool all_inside = random() % 2 == 0;
    uint64_t offsets[32];
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint64_t limit = all_inside ? (1024 - bytes - 16) / bytes : 80;
      offsets[lane] = random() % (limit + 1) * bytes;
      if (random() % 50 == 0 && !all_inside) offsets[lane] += 1;  // misaligned is no fault
      if (is_shared) {
        warp.set<uint32_t>(kAddress, lane, static_cast<uint32_t>(offsets[lane]));
      } else {
        warp.set<uint64_t>(kAddress, lane, array + offsets[lane]);
      }
    }
    if (random() % 2 == 0) warp.warp.mask = static_cast<uint32_t>(random()) | 1;
    const uint32_t mask = warp.warp.mask;
    REQUIRE(warp.run() == WarpStop::kEnd);
    REQUIRE(warp.log.accesses.size() == 1);
    const LoggedAccess& access = warp.log.accesses[0];
    REQUIRE(access.head.space == (is_shared ? Space::kShared : Space::kGlobal));
    const std::byte* held =
        is_shared ? warp.shared.data() : warp.memory.array(0).bytes.view(0).bytes;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      const uint64_t offset = offsets[lane] + 16;
      const std::byte* from = offset + bytes <= 1024 ? held + offset : nullptr;
      REQUIRE(access.addresses[lane] == (is_shared ? 0 : array) + offset);
      for (uint32_t k = 0; k < count; ++k) {
        const uint64_t bits = from == nullptr ? 0 : bits_at(from + k * shape.size, shape.size);
        REQUIRE(component(warp, shape.size, k, lane) == widened(bits, shape));
        const uint64_t origin = access.addresses[lane] + k * shape.size;
        REQUIRE(warp.warp.origins[(kValue + k * (shape.size == 8 ? 2 : 1)) * 32 + lane] ==
                (from == nullptr ? 0 : origin | (is_shared ? trace::kSharedOrigin : 0)));
      }
      check_told(access, lane, bytes, from);
    }
  }
}

TEST_CASE("vectors: stores of every width, and the undo of those to global memory") {
  std::mt19937 random(6);
  for (int i = 0; i < 3000; ++i) {
    HandMade warp;
    const bool is_shared = random() % 2 == 0;
    const Shape shape = is_shared ? kSharedStores[random() % 4] : kGenericStores[random() % 4];
    const uint32_t count = random_count(random, shape.size);
    const uint32_t bytes = count * shape.size;
    warp.emit(shape.op, static_cast<uint16_t>(count), kAddress, kValue, 0, -16);
    warp.emit(Op::kEnd);
    warp.shared_memory(1024);
    const uint64_t array = warp.global_array(1024);
    warp.start(true);
    fill_values(warp, random);
    const std::vector<std::byte> before =
        is_shared ? warp.shared : warp.memory.array(0).bytes.to_vector();
    std::vector<std::byte> expected = before;
    if (random() % 2 == 0) warp.warp.mask = static_cast<uint32_t>(random()) | 1;
    const uint32_t mask = warp.warp.mask;
    const uint64_t limit = random() % 2 == 0 ? 1024 / bytes : 1100 / bytes;
    uint64_t offsets[32];
    for (uint32_t lane = 0; lane < 32; ++lane) {
      offsets[lane] = random() % limit * bytes;
      if (is_shared) {
        warp.set<uint32_t>(kAddress, lane, static_cast<uint32_t>(offsets[lane] + 16));
      } else {
        warp.set<uint64_t>(kAddress, lane, array + offsets[lane] + 16);
      }
    }
    const uint32_t group = bytes > 8 ? 8 : bytes > 4 ? 16 : 32;  // of these the lowest wins
    for (uint32_t turn = 0; turn < 32; ++turn) {
      const uint32_t lane = turn / group * group + (group - 1 - turn % group);
      if ((mask >> lane & 1) == 0 || offsets[lane] + bytes > 1024) continue;
      for (uint32_t k = 0; k < count; ++k) {
        const uint64_t value = component(warp, shape.size, k, lane);
        std::memcpy(expected.data() + offsets[lane] + k * shape.size, &value, shape.size);
      }
    }
    REQUIRE(warp.run() == WarpStop::kEnd);
    REQUIRE((is_shared ? warp.shared : warp.memory.array(0).bytes.to_vector()) == expected);
    REQUIRE(warp.log.accesses.size() == 1);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      std::byte stored[16] = {};
      for (uint32_t k = 0; k < count; ++k) {
        const uint64_t value = component(warp, shape.size, k, lane);
        std::memcpy(stored + k * shape.size, &value, shape.size);
      }
      const LoggedAccess& access = warp.log.accesses[0];
      REQUIRE(access.head.bytes == bytes);
      REQUIRE((access.head.out_of_bounds >> lane & 1) == (offsets[lane] + bytes > 1024));
      REQUIRE(access.values[lane] == bits_at(stored, bytes));
      REQUIRE(access.high_values[lane] == bits_at(stored + 8, 8));
    }
    if (is_shared) REQUIRE(warp.undo.empty());
    for (size_t k = warp.undo.size(); k-- > 0;) {
      const UndoEntry& entry = warp.undo[k];
      warp.memory.write(entry.address,
                        std::as_bytes(std::span(&entry.old_bits, 1)).first(entry.bytes));
    }
    if (!is_shared) REQUIRE(warp.memory.array(0).bytes.to_vector() == before);
  }
}

TEST_CASE("vectors: local memory holds them, bounds are of the whole vector, and is not reported") {
  std::mt19937 random(7);
  for (int i = 0; i < 600; ++i) {
    HandMade warp;
    const uint32_t at = static_cast<uint32_t>(random() % 4);
    const bool through_pointer = random() % 2 == 0;
    const Shape store = through_pointer ? kGenericStores[at] : kLocalStores[at];
    const uint32_t load_at = at == 0 ? 1 : at == 1 ? 3 : at + 2;
    const Shape load = through_pointer ? kGenericLoads[load_at] : kLocalLoads[load_at];
    const uint32_t count = random_count(random, store.size);
    const uint32_t bytes = count * store.size;
    warp.emit(store.op, static_cast<uint16_t>(count), kAddress, kValue);
    warp.emit(load.op, kOther, kAddress, static_cast<uint16_t>(count));
    warp.emit(Op::kEnd);
    warp.local_memory(64);
    warp.start(true);
    fill_values(warp, random);
    uint32_t outside = 0, misaligned = 0;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint32_t offset = static_cast<uint32_t>(random() % 40 * 2);
      if (offset + bytes > 64)
        outside |= 1u << lane;
      else if (offset % bytes != 0)
        misaligned |= 1u << lane;
      if (through_pointer) {
        warp.set<uint64_t>(kAddress, lane, code::kLocalPointerBase + offset);
      } else {
        warp.set<uint32_t>(kAddress, lane, offset);
      }
      warp.warp.origins[kValue * 32 + lane] = 4096 + lane;
    }
    REQUIRE(warp.run() == WarpStop::kEnd);
    CHECK(warp.log.accesses.empty());
    REQUIRE(warp.log.faults.size() == (outside != 0 ? 2 : 0) + (misaligned != 0 ? 2 : 0));
    for (const trace::LocalFault& fault : warp.log.faults) {
      CHECK(fault.mask == (fault.kind == trace::LocalFault::Kind::kOutside ? outside : misaligned));
      CHECK(fault.bytes == bytes);
    }
    const uint64_t kept = store.size == 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * store.size) - 1;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      for (uint32_t k = 0; k < count; ++k) {
        const uint64_t value = component(warp, store.size, k, lane) & kept;
        const uint64_t found =
            store.size == 8 ? warp.lane<uint64_t>(static_cast<uint16_t>(kOther + 2 * k), lane)
                            : warp.lane<uint32_t>(static_cast<uint16_t>(kOther + k), lane);
        REQUIRE(found == ((outside >> lane & 1) != 0 ? 0 : value));
      }
    }
  }
}

TEST_CASE("vectors: a copy keeps its origin, also by way of local memory; a mixed one has none") {
  HandMade warp;
  const uint64_t array = warp.global_array(1024);
  const uint64_t other = warp.global_array(1024);
  warp.constant32(6, 0);
  warp.emit(Op::kLoadVecGenericI32, kValue, kAddress, 4);
  warp.emit(Op::kStoreVecLocalI32, 4, 6, kValue);
  warp.emit(Op::kLoadVecLocalI32, kOther, 6, 4);
  warp.emit(Op::kStoreVecGenericI32, 4, kAddress + 2, kOther);
  warp.emit(Op::kAddI32, kOther + 2, kOther + 2, kOther + 2);  // one component is computed
  warp.emit(Op::kStoreVecGenericI32, 4, kAddress + 2, kOther);
  warp.emit(Op::kEnd);
  warp.local_memory(16);
  warp.start(true);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    warp.set<uint64_t>(kAddress, lane, array + 16 * lane);
    warp.set<uint64_t>(kAddress + 2, lane, other + 16 * lane);
  }
  warp.run();
  REQUIRE(warp.log.accesses.size() == 3);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    CHECK(warp.log.accesses[1].origins[lane] == array + 16 * lane);
    CHECK(warp.log.accesses[2].origins[lane] == 0);
  }
}

TEST_CASE("constant memory: loads read it, stores and atomics there are out of bounds") {
  HandMade warp;
  warp.context->constants.resize(64);
  for (size_t i = 0; i < 64; ++i) warp.context->constants[i] = static_cast<std::byte>(i);
  warp.emit(Op::kLoadGenericI32, kValue, kAddress);
  warp.emit(Op::kLoadVecGenericI32, kOther, kAddress, 4);
  warp.emit(Op::kStoreGenericI32, 0, kAddress, kValue);
  warp.emit(Op::kAtomicAddGenericI32, kValue + 1, kAddress, kValue);
  warp.emit(Op::kEnd);
  warp.start(true);
  for (uint32_t lane = 0; lane < 32; ++lane)
    warp.set<uint64_t>(kAddress, lane, code::kConstantPointerBase + lane % 16 * 4);
  warp.run();
  REQUIRE(warp.log.accesses.size() == 4);
  for (const LoggedAccess& access : warp.log.accesses) CHECK(access.head.space == Space::kConstant);
  CHECK(warp.log.accesses[0].head.out_of_bounds == 0);
  CHECK(warp.log.accesses[1].head.out_of_bounds == 0xe000e000);
  CHECK(warp.log.accesses[2].head.out_of_bounds == ~0u);
  CHECK(warp.log.accesses[3].head.out_of_bounds == ~0u);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint32_t first = lane % 16 * 4;
    CHECK(warp.lane<uint32_t>(kValue, lane) == first * 0x01010101 + 0x03020100);
    CHECK(warp.log.accesses[0].addresses[lane] == first);
    CHECK(warp.warp.origins[kValue * 32 + lane] == 0);
  }
  CHECK(warp.context->constants[5] == std::byte{5});
}

TEST_CASE("pointers to four memories in one load: one access for each but the local one") {
  HandMade warp;
  warp.context->constants.assign(16, std::byte{1});
  const uint64_t array = warp.global_array(64);
  warp.shared_memory(64);
  warp.local_memory(16);
  warp.emit(Op::kLoadGenericI32, kValue, kAddress);
  warp.emit(Op::kEnd);
  warp.start(true);
  std::fill(warp.shared.begin(), warp.shared.end(), std::byte{2});
  std::fill_n(warp.warp.local.data(), warp.warp.local.size(), std::byte{3});
  const uint64_t pointers[] = {array, code::kSharedPointerBase, code::kLocalPointerBase,
                               code::kConstantPointerBase};
  for (uint32_t lane = 0; lane < 32; ++lane) warp.set<uint64_t>(kAddress, lane, pointers[lane % 4]);
  for (const Space space : {Space::kShared, Space::kConstant, Space::kGlobal}) {
    CHECK(warp.run(1) == WarpStop::kBudget);
    REQUIRE_FALSE(warp.log.accesses.empty());
    CHECK(warp.log.accesses.back().head.space == space);
  }
  CHECK(warp.run() == WarpStop::kEnd);
  REQUIRE(warp.log.accesses.size() == 3);
  CHECK(warp.log.accesses[0].head.mask == 0x22222222);
  CHECK(warp.log.accesses[1].head.mask == 0x88888888);
  CHECK(warp.log.accesses[2].head.mask == 0x11111111);
  CHECK(warp.lane<uint32_t>(kValue, 1) == 0x02020202);
  CHECK(warp.lane<uint32_t>(kValue, 2) == 0x03030303);
  CHECK(warp.lane<uint32_t>(kValue, 3) == 0x01010101);
  CHECK(warp.warp.steps == 4);
}
