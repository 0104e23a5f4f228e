// Sentences over accesses made by hand.
#include "app/scene/words/sentence.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <optional>

#include "sim/model/constant.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using trace::Operation;
using warplens::test::golden;

namespace {

using Address = std::function<uint64_t(uint64_t lane)>;

trace::Access make_access(Operation operation, uint8_t bytes, uint32_t mask,
                          const Address& address) {
  trace::Access access;
  access.operation = operation;
  access.bytes = bytes;
  access.mask = mask;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) != 0) access.addresses[lane] = address(lane);
  }
  return access;
}

std::string shared(Operation operation, const Address& address, uint32_t mask = 0xffffffff,
                   uint8_t bytes = 4, const std::string& device = "h200", uint32_t outside = 0,
                   std::optional<model::SharedOp> atomic = std::nullopt) {
  const model::SharedOp op = atomic.value_or(static_cast<model::SharedOp>(operation));
  trace::Access access = make_access(operation, bytes, mask, address);
  access.space = trace::Space::kShared;
  access.out_of_bounds = outside;
  const model::Device* found = model::find_device(device);
  REQUIRE(found != nullptr);
  return scene::shared_sentence(*found, op, access,
                                model::bank_schedule(*found, op, bytes, mask, access.addresses));
}

std::string global(Operation operation, const Address& address, uint32_t mask = 0xffffffff,
                   uint8_t bytes = 4, uint32_t outside = 0) {
  trace::Access access = make_access(operation, bytes, mask, address);
  access.out_of_bounds = outside;
  return scene::global_sentence(access, model::global_cost(bytes, mask, access.addresses));
}

}  // namespace

TEST_CASE("sentence: lists of lanes") {
  CHECK(scene::lanes_text(1u << 5, true) == "Lane 5");
  CHECK(scene::lanes_text(0x80000001, false) == "lanes 0 and 31");
  CHECK(scene::lanes_text(0x0000ffff, true) == "Lanes 0 to 15");
  CHECK(scene::lanes_text(0x00000051, false) == "lanes 0, 4 and 6");
  CHECK(scene::lanes_text(0x55555555, true) == golden("scene.lanes.every_second"));
}

TEST_CASE("sentence: the sketch's padded copy names lanes 0 and 31") {
  CHECK(shared(Operation::kStore, [](uint64_t lane) { return 4 * (lane % 16 * 17 + lane / 16); }) ==
        golden("scene.access.two_words_of_a_bank"));
}

TEST_CASE("sentence: shared accesses that need no more than they must") {
  CHECK(shared(Operation::kLoad, [](uint64_t) { return 12; }) == golden("scene.access.broadcast"));
  CHECK(shared(
            Operation::kLoad, [](uint64_t) { return 12; }, 0x1f) ==
        golden("scene.access.broadcast_to_active"));
  CHECK(shared(Operation::kStore, [](uint64_t lane) { return 4 * lane; }) ==
        golden("scene.access.different_banks"));
  CHECK(shared(Operation::kLoad, [](uint64_t lane) { return lane / 8 * 32; }) ==
        golden("scene.access.multicast"));
  CHECK(shared(
            Operation::kStore, [](uint64_t) { return 20; }, 0x100) ==
        golden("scene.access.one_lane"));
}

TEST_CASE("sentence: lanes that share a word, not all words alike") {
  const auto byte = [](uint64_t lane) { return lane % 27; };
  CHECK(shared(Operation::kStore, byte, 0xffffffff, 1) == golden("scene.access.bytes_of_one_word"));
  CHECK(shared(Operation::kLoad, byte, 0xffffffff, 1) == golden("scene.access.multicast_of_bytes"));
}

TEST_CASE("sentence: conflicts name the busiest bank, its lanes and its words") {
  CHECK(shared(Operation::kLoad, [](uint64_t lane) { return 128 * lane; }) ==
        golden("scene.access.column"));
  CHECK(shared(Operation::kStore, [](uint64_t lane) { return 8 * lane; }) ==
        golden("scene.access.every_second_word"));
}

TEST_CASE("sentence: an atomic serialises equal addresses") {
  CHECK(shared(
            Operation::kAtomic, [](uint64_t) { return 0; }, 0x3f) ==
        golden("scene.access.atomics_in_one_bank"));
}

TEST_CASE("sentence: a compare-and-swap passes twice, and a loop says that it is one") {
  const auto of = [](model::SharedOp op, const Address& address, uint8_t bytes = 4,
                     uint32_t mask = 0xffffffff) {
    return shared(Operation::kAtomic, address, mask, bytes, "h200", 0, op);
  };
  const auto swap = model::SharedOp::kCompareSwap, loop = model::SharedOp::kCasLoop;
  CHECK(of(swap, [](uint64_t lane) { return lane * 4; }) == golden("scene.access.swaps"));
  CHECK(of(
            swap, [](uint64_t) { return 0; }, 4, 8) == golden("scene.access.one_swap"));
  CHECK(of(
            swap, [](uint64_t lane) { return lane % 16 * 128; }, 8) ==
        golden("scene.access.swaps_in_one_bank"));
  CHECK(of(loop, [](uint64_t lane) { return lane * 4; }) == golden("scene.access.swap_loop"));
  CHECK(of(loop, [](uint64_t lane) { return lane % 4 * 4; }) ==
        golden("scene.access.swap_loop_of_more_rounds"));
}

TEST_CASE("sentence: wide accesses leave in groups") {
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 8 * lane; }, 0xffffffff, 8) ==
        golden("scene.access.wide_load"));
  CHECK(shared(
            Operation::kStore, [](uint64_t lane) { return 16 * lane; }, 0xffffffff, 16) ==
        golden("scene.access.wide_store"));
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 16 * lane; }, 0x00ff0307, 16) ==
        golden("scene.access.wide_groups"));
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 8 * (lane / 2); }, 0xffffffff, 8) ==
        golden("scene.access.wide_neighbours"));
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 16 * (lane / 4 * 2 + lane % 2); },
            0xffffffff, 16) == golden("scene.access.wide_two_apart"));
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 16 * (lane / 2); }, 0x55555555, 16) ==
        golden("scene.access.wide_with_gaps"));
  const std::string wide = shared(
      Operation::kLoad, [](uint64_t lane) { return 16 * lane; }, 0xffffffff, 8);
  CHECK(wide.find("takes 4 wavefronts instead of 2") != std::string::npos);
  CHECK(wide.find("Its 2 groups of up to 16 lanes need one each; 2 wavefronts are excessive.") !=
        std::string::npos);
}

TEST_CASE("sentence: an old device serves half-warps") {
  std::string id;
  for (const model::Device& device : model::devices()) {
    if (device.lanes_per_pass == 16) id = device.id;
  }
  REQUIRE_FALSE(id.empty());
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 4 * lane; }, 0xffffffff, 4, id) ==
        golden("scene.access.half_warps"));
}

TEST_CASE("sentence: global accesses say sectors, lines and bytes") {
  CHECK(global(Operation::kLoad, [](uint64_t lane) { return 4 * lane; }) ==
        golden("scene.access.sectors"));
  CHECK(global(Operation::kStore, [](uint64_t lane) { return 64 * lane; }) ==
        golden("scene.access.scattered_sectors"));
  CHECK(global(
            Operation::kLoad, [](uint64_t) { return 64; }, 0xffff) ==
        golden("scene.access.one_sector"));
  CHECK(global(
            Operation::kLoad, [](uint64_t lane) { return 4 * lane; }, 1) ==
        golden("scene.access.one_lane_of_global"));
}

TEST_CASE("sentence: a low share of few lanes is named as one of a small size") {
  constexpr const char* kFew = "lanes work, and a sector is the least that is transferred";
  const auto row = [](uint64_t lane) { return 4 * lane; };
  CHECK(global(Operation::kLoad, row, 0xf).find(std::string("4 of 32 ") + kFew) !=
        std::string::npos);
  CHECK(global(Operation::kLoad, row, 0xff).find(kFew) == std::string::npos);    // all is used
  CHECK(global(Operation::kLoad, row, 0xffff).find(kFew) == std::string::npos);  // two sectors
  CHECK(global(Operation::kLoad, row, 1).find(kFew) == std::string::npos);  // one thread's work
  const std::string spread = global(
      Operation::kLoad, [](uint64_t lane) { return 64 * lane; }, 0xff);
  CHECK(spread.find(kFew) == std::string::npos);  // waste
}

TEST_CASE("sentence: a wide global access that uses all it moves wastes nothing") {
  CHECK(global(
            Operation::kLoad, [](uint64_t lane) { return 16 * lane; }, 0xffffffff, 16) ==
        golden("scene.access.wide_sectors"));
  const std::string apart = global(
      Operation::kLoad, [](uint64_t lane) { return 64 * lane; }, 0xffffffff, 16);
  CHECK(apart.find("16 sectors are ideal") != std::string::npos);
}

TEST_CASE("sentence: constant memory broadcasts one value at a time") {
  const auto constant = [](const Address& address, uint32_t mask) {
    const trace::Access access = make_access(Operation::kLoad, 4, mask, address);
    return scene::constant_sentence(access, model::constant_broadcasts(4, mask, access.addresses));
  };
  CHECK(constant([](uint64_t) { return 8; }, 0xffffffff) ==
        golden("scene.access.constant_broadcast"));
  CHECK(constant([](uint64_t lane) { return 4 * (lane % 5); }, 0xffffffff) ==
        golden("scene.access.constant_words"));
  CHECK(constant([](uint64_t) { return 8; }, 0x10) == golden("scene.access.constant_of_one_lane"));
}

TEST_CASE("sentence: lanes outside every array are named") {
  const auto row = [](uint64_t lane) { return 4 * lane; };
  CHECK(global(Operation::kLoad, row, 0xffffffff, 4, 0xc0000000) ==
        golden("scene.access.lanes_outside"));
  CHECK(shared(Operation::kStore, row, 0xffffffff, 4, "h200", 0x80000000) ==
        golden("scene.access.store_outside"));
}

TEST_CASE("sentence: matrices say which rows meet, and what each lane has of them") {
  const auto matrices = [](Operation operation, uint32_t pitch, uint32_t mask, trace::Layout layout,
                           uint32_t outside) {
    trace::Access access =
        make_access(operation, 16, mask, [&](uint64_t lane) { return lane * pitch; });
    access.space = trace::Space::kShared;
    access.layout = layout;
    access.value_mask = ~0u;
    access.out_of_bounds = outside;
    const model::Device& device = *model::find_device("h200");
    return scene::shared_sentence(
        device, model::SharedOp::kStore, access,
        model::bank_schedule(device, model::SharedOp::kStore, 16, mask, access.addresses));
  };
  using trace::Layout;
  CHECK(matrices(Operation::kLoad, 80, ~0u, Layout::kMatrix8x8, 0) ==
        golden("scene.access.matrices_loaded"));
  CHECK(matrices(Operation::kStore, 16, 0xff, Layout::kMatrix8x8Turned, 0) ==
        golden("scene.access.matrix_stored"));
  CHECK(matrices(Operation::kLoad, 64, 0xffff, Layout::kMatrix8x8Turned, 0) ==
        golden("scene.access.matrices_meet"));
  CHECK(matrices(Operation::kStore, 128, 0xff, Layout::kMatrix8x8, 0x4) ==
        golden("scene.access.matrix_meets_outside"));
}
