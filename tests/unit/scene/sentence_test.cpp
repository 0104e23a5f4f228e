// Sentences over accesses made by hand.
#include "app/scene/words/sentence.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <optional>

#include "sim/model/constant.hpp"

using namespace warplens;
using trace::Operation;

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
  CHECK(scene::lanes_text(0x55555555, true) == "Lanes 0, 2, 4 ... 30 (16 lanes)");
}

TEST_CASE("sentence: the sketch's padded copy names lanes 0 and 31") {
  CHECK(shared(Operation::kStore, [](uint64_t lane) { return 4 * (lane % 16 * 17 + lane / 16); }) ==
        "Lanes 0 and 31 need different words of bank 0 (words 0 and 256), so this store takes 2 "
        "wavefronts instead of 1. 1 of 32 banks is not used at all.");
}

TEST_CASE("sentence: shared accesses that need no more than they must") {
  CHECK(shared(Operation::kLoad, [](uint64_t) { return 12; }) ==
        "All 32 lanes read the same word: one broadcast, 1 wavefront.");
  CHECK(shared(
            Operation::kLoad, [](uint64_t) { return 12; }, 0x1f) ==
        "All 5 active lanes read the same word: one broadcast, 1 wavefront.");
  CHECK(shared(Operation::kStore, [](uint64_t lane) { return 4 * lane; }) ==
        "32 lanes write 32 words in 32 different banks: 1 wavefront.");
  CHECK(shared(Operation::kLoad, [](uint64_t lane) { return lane / 8 * 32; }) ==
        "32 lanes read 4 words in 4 different banks; a word feeds 8 lanes at once (multicast): 1 "
        "wavefront.");
  CHECK(shared(
            Operation::kStore, [](uint64_t) { return 20; }, 0x100) ==
        "Only lane 8 is active: it writes word 5, 1 wavefront.");
}

TEST_CASE("sentence: lanes that share a word, not all words alike") {
  const auto byte = [](uint64_t lane) { return lane % 27; };
  CHECK(shared(Operation::kStore, byte, 0xffffffff, 1) ==
        "32 lanes write 7 words in 7 different banks; up to 8 lanes write into the same word at "
        "once: 1 wavefront.");
  CHECK(shared(Operation::kLoad, byte, 0xffffffff, 1) ==
        "32 lanes read 7 words in 7 different banks; a word feeds up to 8 lanes at once "
        "(multicast): 1 wavefront.");
}

TEST_CASE("sentence: conflicts name the busiest bank, its lanes and its words") {
  CHECK(shared(Operation::kLoad, [](uint64_t lane) { return 128 * lane; }) ==
        "Lanes 0 to 31 need 32 different words of bank 0, so this load takes 32 wavefronts instead "
        "of 1. 31 of 32 banks are not used at all.");
  CHECK(shared(Operation::kStore, [](uint64_t lane) { return 8 * lane; }) ==
        "Lanes 0 and 16 need different words of bank 0 (words 0 and 32), so this store takes 2 "
        "wavefronts instead of 1. 16 of 32 banks are not used at all.");
}

TEST_CASE("sentence: an atomic serialises equal addresses") {
  CHECK(shared(
            Operation::kAtomic, [](uint64_t) { return 0; }, 0x3f) ==
        "Lanes 0 to 5 add in bank 0, one after another even where the address is the same, so this "
        "atomic takes 6 wavefronts instead of 1. 31 of 32 banks are not used at all.");
}

TEST_CASE("sentence: a compare-and-swap passes twice, and a loop says that it is one") {
  const auto of = [](model::SharedOp op, const Address& address, uint8_t bytes = 4,
                     uint32_t mask = 0xffffffff) {
    return shared(Operation::kAtomic, address, mask, bytes, "h200", 0, op);
  };
  const auto swap = model::SharedOp::kCompareSwap, loop = model::SharedOp::kCasLoop;
  CHECK(of(swap, [](uint64_t lane) { return lane * 4; }) ==
        "All 32 lanes compare and swap, no two in one bank at a time; that takes two passes: 2 "
        "wavefronts, the least possible.");
  CHECK(of(
            swap, [](uint64_t) { return 0; }, 4, 8) ==
        "Only lane 3 is active and compares and swaps; that takes two passes: 2 wavefronts.");
  CHECK(of(
            swap, [](uint64_t lane) { return lane % 16 * 128; }, 8) ==
        "Lanes 0 to 15 compare and swap in bank 0, one after another even where the address is the "
        "same and in two passes each, so this atomic takes 64 wavefronts instead of 4. Its 2 "
        "groups of up to 16 lanes need two each; 60 wavefronts are beyond that.");
  CHECK(of(loop, [](uint64_t lane) { return lane * 4; }) ==
        "The GPU has no instruction for this atomic on shared memory: it loads, computes, and "
        "compares and swaps until every lane is through, here in 1 round. That takes 3 wavefronts, "
        "the least possible.");
  CHECK(of(loop, [](uint64_t lane) { return lane % 4 * 4; }) ==
        "The GPU has no instruction for this atomic on shared memory: it loads, computes, and "
        "compares and swaps until every lane is through, here in 8 rounds. That takes 24 "
        "wavefronts, where 3 would be the least.");
}

TEST_CASE("sentence: wide accesses leave in groups") {
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 8 * lane; }, 0xffffffff, 8) ==
        "Each lane reads 8 bytes: 32 lanes need 256 bytes, the banks deliver 128 at a time: 2 "
        "wavefronts are the least, 0 conflicts.");
  CHECK(shared(
            Operation::kStore, [](uint64_t lane) { return 16 * lane; }, 0xffffffff, 16) ==
        "Each lane writes 16 bytes: 32 lanes need 512 bytes, the banks take 128 at a time: 4 "
        "wavefronts are the least, 0 conflicts.");
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 16 * lane; }, 0x00ff0307, 16) ==
        "Each lane reads 16 bytes and the banks deliver 128 at a time, so lanes leave in groups of "
        "8; 3 of them have active lanes: 3 wavefronts are the least, 0 conflicts.");
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 8 * (lane / 2); }, 0xffffffff, 8) ==
        "Lanes next to each other (0 and 1 ...) read the same 8 bytes, so 32 lanes leave together: "
        "1 wavefront is the least, 0 conflicts.");
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 16 * (lane / 4 * 2 + lane % 2); },
            0xffffffff, 16) ==
        "Lanes two apart (0 and 2 ...) read the same 16 bytes, so 16 lanes leave together: 2 "
        "wavefronts are the least, 0 conflicts.");
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 16 * (lane / 2); }, 0x55555555, 16) ==
        "Of lanes next to each other (0 and 1 ...) only one each is active, so 16 lanes leave "
        "together: 2 wavefronts are the least, 0 conflicts.");
  const std::string wide = shared(
      Operation::kLoad, [](uint64_t lane) { return 16 * lane; }, 0xffffffff, 8);
  CHECK(wide.find("takes 4 wavefronts instead of 2") != std::string::npos);
  CHECK(wide.find("Its 2 groups of up to 16 lanes need one each; 2 "
                  "wavefronts are beyond that.") != std::string::npos);
}

TEST_CASE("sentence: an old device serves half-warps") {
  std::string id;
  for (const model::Device& device : model::devices()) {
    if (device.lanes_per_pass == 16) id = device.id;
  }
  REQUIRE_FALSE(id.empty());
  CHECK(shared(
            Operation::kLoad, [](uint64_t lane) { return 4 * lane; }, 0xffffffff, 4, id) ==
        "This device serves 16 lanes at a time, so the load leaves in 2 groups; none asks a bank "
        "twice: 2 wavefronts, the least possible.");
}

TEST_CASE("sentence: global accesses say sectors, lines and bytes") {
  CHECK(global(Operation::kLoad, [](uint64_t lane) { return 4 * lane; }) ==
        "32 lanes touch 4 sectors of 1 line; 128 of 128 bytes moved are used.");
  CHECK(global(Operation::kStore, [](uint64_t lane) { return 64 * lane; }) ==
        "32 lanes touch 32 sectors of 16 lines; 128 of 1,024 bytes moved are used. 4 sectors could "
        "hold them.");
  CHECK(
      global(
          Operation::kLoad, [](uint64_t) { return 64; }, 0xffff) ==
      "All 16 active lanes read the same 4 bytes: 1 sector; 4 of 32 bytes moved are used. 16 of 32 "
      "lanes work, and a sector is the least that is moved: the share says little about larger "
      "sizes.");
  CHECK(global(
            Operation::kLoad, [](uint64_t lane) { return 4 * lane; }, 1) ==
        "1 lane touches 1 sector of 1 line; 4 of 32 bytes moved are used.");
}

TEST_CASE("sentence: a low share of few lanes is said to be one of a small size") {
  constexpr const char* kFew = "lanes work, and a sector is the least that is moved";
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
        "Each lane reads 16 bytes: 32 lanes touch 16 sectors of 4 lines. 16 sectors are needed for "
        "512 bytes: nothing is wasted.");
  const std::string apart = global(
      Operation::kLoad, [](uint64_t lane) { return 64 * lane; }, 0xffffffff, 16);
  CHECK(apart.find("16 sectors could hold them") != std::string::npos);
}

TEST_CASE("sentence: constant memory broadcasts one value at a time") {
  const auto constant = [](const Address& address, uint32_t mask) {
    const trace::Access access = make_access(Operation::kLoad, 4, mask, address);
    return scene::constant_sentence(access, model::constant_broadcasts(4, mask, access.addresses));
  };
  CHECK(constant([](uint64_t) { return 8; }, 0xffffffff) ==
        "All 32 lanes read the same word: one broadcast.");
  CHECK(constant([](uint64_t lane) { return 4 * (lane % 5); }, 0xffffffff) ==
        "32 lanes ask for 5 different words of constant memory: 5 broadcasts one after the other, "
        "where 1 would be the best.");
  CHECK(constant([](uint64_t) { return 8; }, 0x10) == "Only lane 4 is active: one broadcast.");
}

TEST_CASE("sentence: lanes outside every array are said") {
  const auto row = [](uint64_t lane) { return 4 * lane; };
  CHECK(global(Operation::kLoad, row, 0xffffffff, 4, 0xc0000000) ==
        "32 lanes touch 4 sectors of 1 line; 128 of 128 bytes moved are used. Lanes 30 and 31 are "
        "outside every array and read 0.");
  CHECK(shared(Operation::kStore, row, 0xffffffff, 4, "h200", 0x80000000) ==
        "32 lanes write 32 words in 32 different banks: 1 wavefront. Lane 31 is outside every "
        "array; nothing is stored there.");
}
