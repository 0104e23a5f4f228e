// Every atomic function on shared, global and local memory against lanes that go one after the
// other.
#include <doctest/doctest.h>

#include <bit>
#include <functional>
#include <random>
#include <span>

#include "hand_made.hpp"
#include "sim/code/pointer.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using code::Op;

namespace {

constexpr uint16_t kAddress = 0, kValue = 4, kNew = 8, kResult = 12;

struct Atomic {
  Op shared, generic;
  uint32_t size;
  std::function<uint64_t(uint64_t old, uint64_t value, uint64_t wanted)> function;
  bool is_swap = false;  // a compare-and-swap: reports the new value
};

template <class T, class Function>
auto on(Function function) {
  return [function](uint64_t old, uint64_t value, uint64_t wanted) {
    T x, y, z;
    std::memcpy(&x, &old, sizeof(T));
    std::memcpy(&y, &value, sizeof(T));
    std::memcpy(&z, &wanted, sizeof(T));
    const T result = function(x, y, z);
    uint64_t bits = 0;
    std::memcpy(&bits, &result, sizeof(T));
    return bits;
  };
}

const auto kAdd = [](auto x, auto y, auto) { return static_cast<decltype(x)>(x + y); };
const auto kMin = [](auto x, auto y, auto) { return std::min(x, y); };
const auto kMax = [](auto x, auto y, auto) { return std::max(x, y); };
const auto kAnd = [](auto x, auto y, auto) { return x & y; };
const auto kOr = [](auto x, auto y, auto) { return x | y; };
const auto kXor = [](auto x, auto y, auto) { return x ^ y; };
const auto kExch = [](auto, auto y, auto) { return y; };
const auto kCas = [](auto x, auto y, auto z) { return x == y ? z : x; };
// CUDA C++ Programming Guide, "atomicInc()" and "atomicDec()", word for word.
const auto kInc = [](auto x, auto y, auto) { return x >= y ? 0u : x + 1; };
const auto kDec = [](auto x, auto y, auto) { return x == 0 || x > y ? y : x - 1; };

std::vector<Atomic> all_atomics() {
  return {
      {Op::kAtomicAddSharedI32, Op::kAtomicAddGenericI32, 4, on<uint32_t>(kAdd)},
      {Op::kAtomicAddSharedI64, Op::kAtomicAddGenericI64, 8, on<uint64_t>(kAdd)},
      {Op::kAtomicAddSharedF32, Op::kAtomicAddGenericF32, 4, on<float>(kAdd)},
      {Op::kAtomicAddSharedF64, Op::kAtomicAddGenericF64, 8, on<double>(kAdd)},
      {Op::kAtomicMinSharedS32, Op::kAtomicMinGenericS32, 4, on<int32_t>(kMin)},
      {Op::kAtomicMinSharedU32, Op::kAtomicMinGenericU32, 4, on<uint32_t>(kMin)},
      {Op::kAtomicMinSharedS64, Op::kAtomicMinGenericS64, 8, on<int64_t>(kMin)},
      {Op::kAtomicMinSharedU64, Op::kAtomicMinGenericU64, 8, on<uint64_t>(kMin)},
      {Op::kAtomicMaxSharedS32, Op::kAtomicMaxGenericS32, 4, on<int32_t>(kMax)},
      {Op::kAtomicMaxSharedU32, Op::kAtomicMaxGenericU32, 4, on<uint32_t>(kMax)},
      {Op::kAtomicMaxSharedS64, Op::kAtomicMaxGenericS64, 8, on<int64_t>(kMax)},
      {Op::kAtomicMaxSharedU64, Op::kAtomicMaxGenericU64, 8, on<uint64_t>(kMax)},
      {Op::kAtomicAndSharedI32, Op::kAtomicAndGenericI32, 4, on<uint32_t>(kAnd)},
      {Op::kAtomicAndSharedI64, Op::kAtomicAndGenericI64, 8, on<uint64_t>(kAnd)},
      {Op::kAtomicOrSharedI32, Op::kAtomicOrGenericI32, 4, on<uint32_t>(kOr)},
      {Op::kAtomicOrSharedI64, Op::kAtomicOrGenericI64, 8, on<uint64_t>(kOr)},
      {Op::kAtomicXorSharedI32, Op::kAtomicXorGenericI32, 4, on<uint32_t>(kXor)},
      {Op::kAtomicXorSharedI64, Op::kAtomicXorGenericI64, 8, on<uint64_t>(kXor)},
      {Op::kAtomicExchSharedI32, Op::kAtomicExchGenericI32, 4, on<uint32_t>(kExch)},
      {Op::kAtomicExchSharedI64, Op::kAtomicExchGenericI64, 8, on<uint64_t>(kExch)},
      {Op::kAtomicIncSharedU32, Op::kAtomicIncGenericU32, 4, on<uint32_t>(kInc)},
      {Op::kAtomicDecSharedU32, Op::kAtomicDecGenericU32, 4, on<uint32_t>(kDec)},
      {Op::kAtomicCasSharedI32, Op::kAtomicCasGenericI32, 4, on<uint32_t>(kCas), true},
      {Op::kAtomicCasSharedI64, Op::kAtomicCasGenericI64, 8, on<uint64_t>(kCas), true},
  };
}

uint64_t number(std::mt19937_64& random, uint32_t size, bool is_float) {
  const auto small = static_cast<int64_t>(random() % 9) - 3;
  if (is_float && size == 4) return std::bit_cast<uint32_t>(static_cast<float>(small));
  if (is_float) return std::bit_cast<uint64_t>(static_cast<double>(small));
  const uint64_t bits = random() % 4 == 0 ? random() : static_cast<uint64_t>(small);
  return size == 4 ? static_cast<uint32_t>(bits) : bits;
}

void set_bits(HandMade& warp, uint16_t slot, uint32_t lane, uint32_t size, uint64_t bits) {
  if (size == 8) return warp.set<uint64_t>(slot, lane, bits);
  warp.set<uint32_t>(slot, lane, static_cast<uint32_t>(bits));
}

}  // namespace

TEST_CASE("atomics: every function on every memory, lanes in ascending order") {
  std::mt19937_64 random(9);
  const std::vector<Atomic> atomics = all_atomics();
  for (size_t i = 0; i < 40 * atomics.size(); ++i) {
    const Atomic& atomic = atomics[i % atomics.size()];
    const bool is_float =
        atomic.shared == Op::kAtomicAddSharedF32 || atomic.shared == Op::kAtomicAddSharedF64;
    enum Where { kShared, kGlobal, kSharedByPointer, kLocal };
    const auto where = static_cast<Where>(random() % 4);
    HandMade warp;
    warp.emit(where == kShared ? atomic.shared : atomic.generic, kResult, kAddress, kValue, kNew);
    warp.emit(Op::kEnd);
    const uint64_t array = warp.global_array(64);
    warp.shared_memory(64);
    warp.local_memory(64);
    warp.start(random() % 2 == 0);
    std::byte* held =
        where == kGlobal ? warp.memory.array(0).bytes.view_to_write(0).bytes : warp.shared.data();
    std::vector<std::byte> frames(32 * 64);  // of 32 lanes, one after the other
    if (where == kLocal) held = frames.data();
    // Places of a lane's local memory are its own; of the other memories, the lanes share them.
    const uint64_t lane_stride = where == kLocal ? 64 : 0;
    const uint32_t places = 64 / atomic.size;
    for (uint64_t k = 0; k < (where == kLocal ? 32 : 1) * uint64_t{places}; ++k) {
      const uint64_t bits = number(random, atomic.size, is_float);
      std::memcpy(held + k * atomic.size, &bits, atomic.size);
    }
    for (uint32_t lane = 0; lane < 32 && where == kLocal; ++lane)
      warp.warp.local.write(lane, 0, frames.data() + lane * 64, 64);
    if (random() % 2 == 0) warp.warp.mask = static_cast<uint32_t>(random()) | 1;
    const uint32_t mask = warp.warp.mask;
    std::vector<std::byte> expected(held, held + (where == kLocal ? 32 * 64 : 64));
    const std::vector<std::byte> before = expected;
    uint64_t results[32] = {}, reported[32] = {};
    for (uint32_t lane = 0; lane < 32; ++lane) {
      const uint64_t offset = random() % (1 + places / 2) * atomic.size;
      const uint64_t value = number(random, atomic.size, is_float);
      const uint64_t wanted = number(random, atomic.size, is_float);
      reported[lane] = atomic.is_swap ? wanted : value;
      set_bits(warp, kValue, lane, atomic.size, value);
      set_bits(warp, kNew, lane, atomic.size, wanted);
      const uint64_t bases[] = {0, array, code::kSharedPointerBase, code::kLocalPointerBase};
      set_bits(warp, kAddress, lane, where == kShared ? 4 : 8, bases[where] + offset);
      if ((mask >> lane & 1) == 0) continue;
      std::byte* place = expected.data() + lane * lane_stride + offset;
      std::memcpy(&results[lane], place, atomic.size);
      const uint64_t becomes = atomic.function(results[lane], value, wanted);
      std::memcpy(place, &becomes, atomic.size);
    }
    REQUIRE(warp.run() == WarpStop::kEnd);
    for (uint32_t lane = 0; lane < 32 && where == kLocal; ++lane)
      warp.warp.local.read(lane, 0, frames.data() + lane * 64, 64);
    REQUIRE(std::memcmp(held, expected.data(), expected.size()) == 0);
    REQUIRE(warp.log.accesses.size() == (where == kLocal ? 0 : 1));
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      REQUIRE((atomic.size == 8 ? warp.lane<uint64_t>(kResult, lane)
                                : warp.lane<uint32_t>(kResult, lane)) == results[lane]);
      if (!warp.follows || where == kLocal) continue;
      REQUIRE(warp.log.accesses[0].values[lane] == reported[lane]);
      REQUIRE(warp.log.accesses[0].results[lane] == results[lane]);
    }
    for (size_t k = warp.undo.size(); k-- > 0;) {
      warp.memory.write(
          warp.undo[k].address,
          std::as_bytes(std::span(&warp.undo[k].old_bits, 1)).first(warp.undo[k].bytes));
    }
    if (where == kGlobal) REQUIRE(std::memcmp(held, before.data(), before.size()) == 0);
  }
}
