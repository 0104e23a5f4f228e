// Copies in bulk and of tensors' boxes: where each piece of 16 bytes goes, when it is there, what
// is reported, and mistakes beside twins that are right.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "sim/base/half.hpp"
#include "sim/base/tensor_map.hpp"
#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using base::TensorMap;
using base::TensorSwizzle;
using base::TensorType;
using machine::test::Launched;
using machine::test::LoggedAccess;
using trace::BulkCopy;
using trace::BulkFault;

namespace {

// A kernel k(data, out) with `body`: s(i) is where tile[i] is, bar where the mbarrier is.
std::string kernel(const std::string& body, const std::string& parameters = "") {
  return "__global__ void k(int* data" + parameters +
         ", int* out) {\n"
         "  __shared__ __align__(1024) int tile[2048];\n"
         "  __shared__ unsigned long long word;\n"
         "  const int t = threadIdx.x;\n"
         "  const unsigned bar = (unsigned)__cvta_generic_to_shared(&word);\n"
         "#define s(i) ((unsigned)__cvta_generic_to_shared(&tile[i]))\n"
         "  if (t == 0) warplens_mbarrier_init(bar, 1);\n"
         "  __syncthreads();\n" +
         body + "}\n";
}

std::vector<int> counted(size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

// Thread 0 begins `copy` and announces so many bytes; all wait and write what has come to `out`.
std::string loading(const std::string& copy, uint32_t bytes) {
  const std::string size = std::to_string(bytes);
  return "  if (t == 0) { warplens_mbarrier_expect_tx(bar, " + size +
         "); warplens_mbarrier_arrive(bar, 1); " + copy +
         " }\n  warplens_mbarrier_wait(bar, 0);\n"
         "  for (int i = t; i < 2048; i += blockDim.x) out[i] = tile[i];\n";
}

std::vector<int> placed(const std::vector<int>& values, size_t at, size_t count) {
  std::vector<int> all(2048);
  std::copy_n(values.begin(), count, all.begin() + static_cast<ptrdiff_t>(at));
  return all;
}

GridEnd by_turns(Launched& launched, launch::Order order, bool independent_lanes) {
  GridOptions options;
  options.step_limit = 5'000'000;
  options.scheduling.emplace();
  options.scheduling->schedule.order = order;
  options.scheduling->schedule.independent_lanes = independent_lanes;
  options.scheduling->schedule.resident = 1;
  return run_grid(launched.context(), launched.memory, nullptr, options);
}

struct Order {
  launch::Order order;
  bool lanes;
};
const std::vector<Order> kOrders{{launch::Order::kRoundRobin, false},
                                 {launch::Order::kRoundRobin, true},
                                 {launch::Order::kAdversarial, false},
                                 {launch::Order::kAdversarial, true}};

TensorMap map_of(TensorType type, std::vector<uint64_t> sizes, std::vector<uint32_t> box,
                 TensorSwizzle swizzle = TensorSwizzle::kNone) {
  TensorMap map;
  map.type = type;
  map.swizzle = swizzle;
  map.rank = static_cast<uint32_t>(sizes.size());
  uint64_t stride = base::bytes_of(type);
  for (uint32_t i = 0; i < map.rank; ++i) {
    map.sizes[i] = sizes[i];
    map.box[i] = box[i];
    map.steps[i] = 1;
    stride *= sizes[i];
    if (i + 1 < map.rank) map.strides[i] = stride;
  }
  return map;
}

// The map of the first array, as the parameter behind it.
Launched& give(Launched& launched, TensorMap map) {
  map.address = launched.context()->parameter_bits.front();
  for (const uint64_t word : map.words()) launched.scalar(word);
  return launched;
}

constexpr const char* kMap = ", const __grid_constant__ CUtensorMap map";

// What a box of a tensor of two dimensions, of 16-bit elements that count from 1 on, becomes in
// 8 KiB of shared memory, computed element by element.
std::vector<int> box_in_shared(const TensorMap& map, int x0, int y0, uint32_t base) {
  std::vector<uint16_t> halves(4096);
  const uint32_t span = base::span_of(map.swizzle);
  const uint32_t pitch = std::max(map.box[0] * 2, span);
  for (uint32_t y = 0; y < map.box[1]; ++y) {
    for (uint32_t x = 0; x < map.box[0]; ++x) {
      const int64_t column = x0 + int64_t{x}, row = y0 + int64_t{y};
      const bool is_inside =
          column >= 0 && row >= 0 && column < int64_t(map.sizes[0]) && row < int64_t(map.sizes[1]);
      uint32_t at = base + y * pitch + x * 2;
      if (span != 0) at ^= (at >> 7 & (span / 16 - 1)) << 4;
      const auto value = static_cast<uint16_t>(row * int64_t(map.sizes[0]) + column + 1);
      halves[at / 2] = is_inside ? value : 0;
    }
  }
  std::vector<int> words(2048);
  for (size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<int>(halves[2 * i] | uint32_t{halves[2 * i + 1]} << 16);
  return words;
}

std::vector<uint16_t> halves_from_one(size_t count) {
  std::vector<uint16_t> halves(count);
  std::iota(halves.begin(), halves.end(), uint16_t{1});
  return halves;
}

BulkFault only_fault(const Launched& run) {
  REQUIRE(run.log.bulk_faults.size() == 1);
  return run.log.bulk_faults.front();
}

}  // namespace

TEST_CASE("bulk copies: bytes come to shared memory, however long the copy is") {
  for (const uint32_t bytes : {16u, 48u, 512u, 528u, 4096u, 8192u}) {
    CAPTURE(bytes);
    const std::string copy = "warplens_bulk_load(s(0), data, " + std::to_string(bytes) + ", bar);";
    Launched run(kernel(loading(copy, bytes)));
    run.array(counted(2048)).array(std::vector<int>(2048)).block(64).run();
    CHECK(run.end.reason == StopReason::kDone);
    CHECK(run.read<int>(1) == placed(counted(2048), 0, bytes / 4));
    CHECK(run.log.bulk_faults.empty());
  }
}

TEST_CASE("bulk copies: the same by turns, where copies come as late as they may, too") {
  for (const Order& one : kOrders) {
    CAPTURE(static_cast<int>(one.order));
    CAPTURE(one.lanes);
    Launched run(kernel(loading("warplens_bulk_load(s(4), data + 8, 1024, bar);", 1024)));
    run.array(counted(2048)).array(std::vector<int>(2048)).block(64);
    CHECK(by_turns(run, one.order, one.lanes).reason == StopReason::kDone);
    std::vector<int> from = counted(2048);
    from.erase(from.begin(), from.begin() + 8);
    CHECK(run.read<int>(1) == placed(from, 4, 256));
  }
}

TEST_CASE("bulk copies: who does not wait sees old values, where copies are late") {
  const std::string body =
      "  if (t == 0) { warplens_mbarrier_expect_tx(bar, 256); warplens_mbarrier_arrive(bar, 1);"
      " warplens_bulk_load(s(0), data, 256, bar); }\n"
      "  __syncthreads();\n"
      "  out[t] = tile[t];\n";
  Launched late(kernel(body));
  late.array(counted(64)).array(std::vector<int>(64)).block(64);
  by_turns(late, launch::Order::kAdversarial, false);
  CHECK(late.read<int>(1) == std::vector<int>(64));
  Launched early(kernel(body));
  early.array(counted(64)).array(std::vector<int>(64)).block(64).run();
  CHECK(early.read<int>(1) == counted(64));
}

TEST_CASE("bulk copies: each lane may begin one of its own") {
  Launched run(
      kernel("  warplens_mbarrier_expect_tx(bar, 32);\n"
             "  warplens_bulk_load(s(8 * t), data + 8 * (63 - t), 32, bar);\n"
             "  __syncthreads();\n"
             "  if (t == 0) warplens_mbarrier_arrive(bar, 1);\n"
             "  warplens_mbarrier_wait(bar, 0);\n"
             "  for (int i = 0; i < 8; ++i) out[8 * t + i] = tile[8 * t + i];\n"));
  run.array(counted(512)).array(std::vector<int>(512)).block(64).run();
  std::vector<int> wanted(512);
  for (int t = 0; t < 64; ++t) {
    for (int i = 0; i < 8; ++i) wanted[static_cast<size_t>(8 * t + i)] = 8 * (63 - t) + i + 1;
  }
  CHECK(run.read<int>(1) == wanted);
}

TEST_CASE("bulk copies: out of shared memory, in groups that are waited for") {
  const std::string body =
      "  tile[t] = t + 5; tile[64 + t] = t + 100;\n"
      "  warplens_proxy_fence();\n"
      "  __syncthreads();\n"
      "  if (t == 0) {\n"
      "    warplens_bulk_store(out, s(0), 256); warplens_bulk_commit();\n"
      "    warplens_bulk_store(out + 64, s(64), 256); warplens_bulk_commit();\n"
      "    warplens_bulk_wait(1, 1);\n"
      "    tile[0] = 7;\n"
      "    warplens_bulk_wait(0, 0);\n"
      "  }\n";
  std::vector<int> wanted(128);
  for (int t = 0; t < 64; ++t) {
    wanted[static_cast<size_t>(t)] = t + 5;
    wanted[static_cast<size_t>(64 + t)] = t + 100;
  }
  Launched run(kernel(body));
  run.array(std::vector<int>(1)).array(std::vector<int>(128)).block(64).run();
  CHECK(run.read<int>(1) == wanted);
  for (const Order& one : kOrders) {
    Launched turns(kernel(body));
    turns.array(std::vector<int>(1)).array(std::vector<int>(128)).block(64);
    by_turns(turns, one.order, one.lanes);
    CHECK(turns.read<int>(1) == wanted);
  }
}

TEST_CASE("bulk copies: what is written before the wait may be what is stored") {
  const auto stored = [](const std::string& wait) {
    Launched run(
        kernel("  if (t == 0) {\n"
               "    tile[0] = 5; warplens_bulk_store(out, s(0), 16); warplens_bulk_commit();\n" +
               wait + "    tile[0] = 7;\n    warplens_bulk_wait(0, 0);\n  }\n"));
    run.array(std::vector<int>(1)).array(std::vector<int>(4)).block(32);
    by_turns(run, launch::Order::kAdversarial, false);
    return run.read<int>(1)[0];
  };
  CHECK(stored("") == 7);
  CHECK(stored("    warplens_bulk_wait(0, 1);\n") == 5);
}

TEST_CASE("bulk copies: numbers of each type are added") {
  const auto added = [](int type, std::vector<uint32_t> words) {
    Launched run(
        kernel("  if (t < 4) tile[t] = data[t];\n  __syncthreads();\n"
               "  if (t < 2) { warplens_bulk_add(out, s(0), 16, " +
               std::to_string(type) + "); warplens_bulk_commit(); warplens_bulk_wait(0, 0); }\n"));
    run.array(words).array(words).grid(3).block(32).run();
    return run.read<uint32_t>(1);  // the words, six times more
  };
  const auto bits = [](auto value) {
    std::vector<uint32_t> words(16 / sizeof value * sizeof value / 4);
    for (size_t at = 0; at < 16; at += sizeof value)
      std::memcpy(reinterpret_cast<std::byte*>(words.data()) + at, &value, sizeof value);
    return words;
  };
  CHECK(added(0, bits(uint32_t{0xf0000001})) == bits(uint32_t{0x90000007}));
  CHECK(added(1, bits(int32_t{-3})) == bits(int32_t{-21}));
  CHECK(added(2, bits(uint64_t{0x100000001})) == bits(uint64_t{0x700000007}));
  CHECK(added(3, bits(base::half_from_double(1.5))) == bits(base::half_from_double(10.5)));
  CHECK(added(4, bits(base::bfloat_from_double(0.25))) == bits(base::bfloat_from_double(1.75)));
  CHECK(added(5, bits(0.5f)) == bits(3.5f));
  CHECK(added(6, bits(-0.125)) == bits(-0.875));
}

TEST_CASE("bulk copies: parts of up to 32 pieces are reported, whole cuts at a time") {
  Launched run(kernel(loading("warplens_bulk_load(s(12), data + 4, 752, bar);", 752)));
  run.array(counted(2048)).array(std::vector<int>(2048)).block(32).follow().run();
  REQUIRE(run.log.bulk_copies.size() == 1);
  CHECK(run.log.bulk_copies[0].kind == BulkCopy::Kind::kLoad);
  CHECK(run.log.bulk_copies[0].bytes == 752);
  std::vector<LoggedAccess> parts;
  for (const LoggedAccess& access : run.log.accesses)
    if (access.head.operation == trace::Operation::kCopy) parts.push_back(access);
  // From byte 48 on: 5 pieces up to byte 128, then 8 each.
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].head.layout == trace::Layout::kBulk);
  CHECK(parts[0].head.mask == (1u << 29) - 1);
  CHECK(parts[0].head.value_mask == (1u | 1u << 5 | 1u << 13 | 1u << 21));
  CHECK_FALSE(parts[0].head.continues);
  CHECK(parts[0].addresses[28] == 48 + 28 * 16);
  CHECK(parts[0].source_addresses[28] - parts[0].source_addresses[0] == 28 * 16);
  CHECK(parts[0].values[1] == (9 | uint64_t{10} << 32));
  CHECK(parts[1].head.mask == (1u << 18) - 1);
  CHECK(parts[1].head.value_mask == (1u | 1u << 8 | 1u << 16));
  CHECK(parts[1].head.continues);
  CHECK(parts[1].head.bytes == 16);
}

TEST_CASE("bulk copies: an access is a stop, a copy of the block goes on from anywhere") {
  Launched run(kernel(loading("warplens_bulk_load(s(0), data, 4096, bar);", 4096)));
  run.array(counted(2048)).array(std::vector<int>(2048)).block(32).run();
  const size_t accesses = run.log.accesses.size();
  Launched cut(kernel(loading("warplens_bulk_load(s(0), data, 4096, bar);", 4096)));
  cut.array(counted(2048)).array(std::vector<int>(2048)).block(32);
  BlockRun block(cut.context(), {}, true);
  size_t stops = 0;
  uint64_t steps = 0;
  for (StopReason reason = StopReason::kAccess;
       reason == StopReason::kAccess || reason == StopReason::kStepLimit;) {
    uint64_t budget = 5;
    reason = block.run(cut.memory, nullptr, budget, true);
    steps += 5 - budget;
    stops += reason == StopReason::kAccess ? 1 : 0;
    block = BlockRun(block);
  }
  CHECK(stops == accesses);
  CHECK(steps == run.end.steps);
  CHECK(cut.read<int>(1) == placed(counted(2048), 0, 1024));
}

TEST_CASE("bulk copies: bytes that are announced and do not come are waited for in vain") {
  Launched run(kernel(loading("warplens_bulk_load(s(0), data, 64, bar);", 80)));
  run.array(counted(64)).array(std::vector<int>(2048)).block(32).run();
  CHECK(run.end.reason == StopReason::kDeadlock);
  REQUIRE(run.end.stuck.size() == 1);
  CHECK(trace::MbarrierState::of(run.end.stuck[0].mbarrier.word).bytes == 16);
  CHECK(by_turns(run, launch::Order::kAdversarial, true).reason == StopReason::kDeadlock);
}

TEST_CASE("bulk copies: the rest of a size that is no multiple of 16 is left out") {
  Launched run(kernel(loading("warplens_bulk_load(s(0), data, 40, bar);", 32)));
  run.array(counted(64)).array(std::vector<int>(2048)).block(32).run();
  CHECK(run.end.reason == StopReason::kDone);
  CHECK(run.read<int>(1) == placed(counted(64), 0, 8));
  CHECK(only_fault(run).kind == BulkFault::Kind::kSize);
  CHECK(only_fault(run).number == 40);
  Launched nothing(kernel("  if (t == 0) warplens_bulk_load(s(0), data, 8, bar);\n"));
  nothing.array(counted(64)).array(std::vector<int>(4)).block(32).run();
  CHECK(nothing.end.reason == StopReason::kDone);
  CHECK(only_fault(nothing).number == 8);
}

TEST_CASE("bulk copies: an address that is no multiple of 16 ends the launch") {
  const auto fault = [](const std::string& copy) {
    Launched run(kernel("  if (t == 0) " + copy + "\n  out[0] = 1;\n"));
    run.array(counted(64)).array(std::vector<int>(64)).block(32).run();
    CHECK(run.end.reason == StopReason::kTrapped);
    CHECK(run.read<int>(1)[0] == 0);
    return only_fault(run);
  };
  CHECK(fault("warplens_bulk_load(s(2), data, 64, bar);").kind == BulkFault::Kind::kShared);
  CHECK(fault("warplens_bulk_load(s(0), data + 2, 64, bar);").kind == BulkFault::Kind::kGlobal);
  CHECK(fault("warplens_bulk_store(out, s(2), 64);").kind == BulkFault::Kind::kShared);
  CHECK(fault("warplens_bulk_store(out + 2, s(0), 64);").kind == BulkFault::Kind::kGlobal);
}

TEST_CASE("bulk copies: pieces outside of an array read zeros and write nothing") {
  Launched run(kernel(loading("warplens_bulk_load(s(0), data, 64, bar);", 64)));
  run.array(counted(8)).array(std::vector<int>(2048)).block(32).run();
  CHECK(run.read<int>(1) == placed(counted(8), 0, 8));
  CHECK(std::any_of(run.log.accesses.begin(), run.log.accesses.end(), [](const auto& access) {
    return access.head.operation == trace::Operation::kCopy && access.source.out_of_bounds == 0xc;
  }));
}

TEST_CASE("tensor copies: each piece is where the swizzle of its own address takes it") {
  struct Case {
    TensorSwizzle swizzle;
    uint32_t width, height, base;  // of the box [elements], and where it is [bytes]
    int x, y;
  };
  const std::vector<Case> cases{{TensorSwizzle::kNone, 64, 16, 0, 0, 0},
                                {TensorSwizzle::kNone, 24, 5, 128, 8, 3},
                                {TensorSwizzle::k32, 16, 9, 0, 16, 2},
                                {TensorSwizzle::k64, 32, 8, 256, 8, 0},
                                {TensorSwizzle::k128, 64, 16, 0, 0, 16},
                                {TensorSwizzle::k128, 64, 8, 128, 0, 0},
                                {TensorSwizzle::k128, 64, 8, 640, 0, 0},
                                // Narrower than the span: rows leave holes.
                                {TensorSwizzle::k128, 8, 12, 0, 8, 1},
                                {TensorSwizzle::k64, 16, 7, 384, 0, 0},
                                // Partly, or wholly, outside.
                                {TensorSwizzle::kNone, 32, 8, 0, -16, -3},
                                {TensorSwizzle::k64, 32, 8, 0, 48, 28},
                                {TensorSwizzle::k128, 64, 8, 0, 64, 0},
                                {TensorSwizzle::k32, 16, 4, 0, 0, 1000}};
  for (const Case& one : cases) {
    CAPTURE(static_cast<int>(one.swizzle));
    CAPTURE(one.base);
    CAPTURE(one.x);
    const TensorMap map = map_of(TensorType::kU16, {64, 32}, {one.width, one.height}, one.swizzle);
    const std::string copy = "warplens_tma_load(s(" + std::to_string(one.base / 4) +
                             "), &map, 2, " + std::to_string(one.x) + ", " + std::to_string(one.y) +
                             ", 0, bar);";
    Launched run(kernel(loading(copy, one.width * one.height * 2), kMap));
    give(run.array(halves_from_one(64 * 32)), map).array(std::vector<int>(2048)).block(64).run();
    CHECK(run.end.reason == StopReason::kDone);
    CHECK(run.read<int>(1) == box_in_shared(map, one.x, one.y, one.base));
  }
}

TEST_CASE("tensor copies: of one and three dimensions, and a row's end within a piece") {
  const TensorMap line = map_of(TensorType::kU32, {10}, {8});
  Launched run(kernel(loading("warplens_tma_load(s(0), &map, 1, 8, 0, 0, bar);", 32), kMap));
  give(run.array(counted(10)), line).array(std::vector<int>(2048)).block(32).run();
  CHECK(run.read<int>(1) == placed({9, 10}, 0, 2));

  const TensorMap cube = map_of(TensorType::kU32, {8, 3, 4}, {4, 2, 2});
  Launched box(kernel(loading("warplens_tma_load(s(0), &map, 3, 4, 1, 3, bar);", 64), kMap));
  give(box.array(counted(96)), cube).array(std::vector<int>(2048)).block(32).run();
  std::vector<int> wanted(2048);
  for (size_t y = 0; y < 2; ++y) {
    for (size_t x = 0; x < 4; ++x)
      wanted[4 * y + x] = static_cast<int>(3 * 24 + (1 + y) * 8 + 4 + x + 1);
  }
  CHECK(box.read<int>(1) == wanted);
}

TEST_CASE("tensor copies: steps between elements, and NaN for what is outside") {
  TensorMap map = map_of(TensorType::kF32, {8, 6}, {4, 5});
  map.steps[1] = 2;
  map.fills_with_nan = true;
  Launched run(kernel(loading("warplens_tma_load(s(0), &map, 2, 0, 3, 0, bar);", 48), kMap));
  give(run.array(counted(48)), map).array(std::vector<int>(2048)).block(32).run();
  std::vector<int> wanted(2048);
  for (int x = 0; x < 4; ++x) {
    wanted[static_cast<size_t>(x)] = 3 * 8 + x + 1;
    wanted[static_cast<size_t>(4 + x)] = 5 * 8 + x + 1;
    wanted[static_cast<size_t>(8 + x)] = 0x7fffffff;
  }
  CHECK(run.read<int>(1) == wanted);
}

TEST_CASE("tensor copies: a box is stored from where the swizzle has it, and not past the edge") {
  const TensorMap map = map_of(TensorType::kU16, {24, 6}, {32, 4}, TensorSwizzle::k64);
  const std::string body =
      "  for (int i = t; i < 128; i += 32) {\n"
      "    const int at = 64 * (i / 32) + 2 * (i % 32);\n"
      "    ((unsigned short*)tile)[(at ^ (at >> 3 & 0x30)) / 2] = (unsigned short)(1000 + i);\n"
      "  }\n"
      "  warplens_proxy_fence();\n"
      "  __syncthreads();\n"
      "  if (t == 0) { warplens_tma_store(&map, 2, 8, 3, 0, s(0)); warplens_bulk_commit();"
      " warplens_bulk_wait(0, 0); }\n";
  std::vector<uint16_t> wanted(24 * 6);
  for (size_t y = 0; y < 3; ++y) {
    for (size_t x = 0; x < 16; ++x)
      wanted[(3 + y) * 24 + 8 + x] = static_cast<uint16_t>(1000 + 32 * y + x);
  }
  Launched run(kernel(body, kMap));
  give(run.array(std::vector<uint16_t>(24 * 6)), map).array(std::vector<int>(1)).block(32).run();
  CHECK(run.end.reason == StopReason::kDone);
  CHECK(run.read<uint16_t>(0) == wanted);
  for (const Order& one : kOrders) {
    Launched turns(kernel(body, kMap));
    give(turns.array(std::vector<uint16_t>(24 * 6)), map).array(std::vector<int>(1)).block(32);
    by_turns(turns, one.order, one.lanes);
    CHECK(turns.read<uint16_t>(0) == wanted);
  }
}

TEST_CASE("tensor copies: a row that begins between pieces, another rank, no map, no alignment") {
  const TensorMap map = map_of(TensorType::kU16, {64, 8}, {8, 8});
  const auto fault = [&](const std::string& copy, const TensorMap& given) {
    Launched run(kernel("  if (t == 0) " + copy + "\n", kMap));
    give(run.array(halves_from_one(512)), given).array(std::vector<int>(1)).block(32).run();
    CHECK(run.end.reason == StopReason::kTrapped);
    return only_fault(run);
  };
  const BulkFault between = fault("warplens_tma_load(s(0), &map, 2, 4, 0, 0, bar);", map);
  CHECK(between.kind == BulkFault::Kind::kCoordinate);
  CHECK(between.number == 4);
  CHECK(between.element_bytes == 2);
  CHECK(fault("warplens_tma_load(s(0), &map, 2, -1, 0, 0, bar);", map).number == -1);
  const BulkFault rank = fault("warplens_tma_load(s(0), &map, 3, 0, 0, 0, bar);", map);
  CHECK(rank.kind == BulkFault::Kind::kRank);
  CHECK(rank.number == 2);
  CHECK(rank.wanted == 3);
  CHECK(fault("warplens_tma_load(s(0), data, 2, 0, 0, 0, bar);", map).kind ==
        BulkFault::Kind::kMap);
  const BulkFault place = fault("warplens_tma_load(s(16), &map, 2, 0, 0, 0, bar);", map);
  CHECK(place.kind == BulkFault::Kind::kShared);
  CHECK(place.wanted == 128);
  Launched right(kernel(loading("warplens_tma_load(s(0), &map, 2, 8, 0, 0, bar);", 128), kMap));
  give(right.array(halves_from_one(512)), map).array(std::vector<int>(2048)).block(32).run();
  CHECK(right.end.reason == StopReason::kDone);
  CHECK(right.log.bulk_faults.empty());
}
