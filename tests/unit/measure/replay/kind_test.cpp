// What can be replayed, and the text of the kernel that does.
#include "kernels/measure/replay/kind.hpp"

#include <doctest/doctest.h>

#include "kernels/measure/replay/kernel_texts.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens::measure;
using namespace warplens::measure::replay;
using warplens::test::golden;

namespace {

WarpAccess row(uint32_t bytes) {
  WarpAccess access;
  access.bytes_per_lane = bytes;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) access.addresses[lane] = uint64_t{lane} * bytes;
  return access;
}

size_t occurrences(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("replay: what no GPU executes is refused in words") {
  CHECK(refusal(row(4)) == "");
  WarpAccess access = row(4);
  access.mask = 0;
  CHECK(refusal(access) == "no lane is active");
  access = row(4);
  access.bytes_per_lane = 3;
  CHECK(refusal(access) == golden("measure.replay.bytes_of_a_lane"));
  access = row(4);
  access.addresses[5] = 21;
  CHECK(refusal(access) == golden("measure.replay.not_a_multiple"));
  access.mask = 0xff;
  access.addresses[5] = 20;
  access.addresses[9] = 3;
  CHECK(refusal(access) == "");  // an inactive lane's does not matter
  access = row(4);
  access.operation = Operation::kAtomic;
  CHECK(refusal(access) == "");
  access.atomic = "add.u64";
  CHECK(refusal(access) == golden("measure.replay.bytes_of_an_atomic"));
  access.atomic = "mul.u32";
  CHECK(refusal(access) == golden("measure.replay.unknown_atomic"));
}

TEST_CASE("replay: kinds are named, and an atomic without a name adds") {
  WarpAccess access = row(8);
  CHECK(print(kind_of(access)) == "shared load of 8 bytes");
  access = row(4);
  access.operation = Operation::kAtomic;
  CHECK(print(kind_of(access)) == "shared add.u32");
  access.space = Space::kGlobal;
  access.atomic = "cas.b32";
  CHECK(print(kind_of(access)) == "global cas.b32");
  access = row(1);
  access.operation = Operation::kStore;
  CHECK(print(kind_of(access)) == "shared store of 1 byte");
}

TEST_CASE("replay: an access far out is moved down without changing its banks and lines") {
  WarpAccess access = row(4);
  for (uint64_t& address : access.addresses) address += (uint64_t{7} << 36) + 1024 + 60;
  const Placement place = placement(access);
  CHECK(place.base == (uint64_t{7} << 36) + 1024);
  CHECK(place.bytes == 60 + 128);
  access.mask = 1;
  CHECK(placement(access).bytes == 64);
}

TEST_CASE("replay: the kernel repeats the access, volatile or atomic, and branches around it") {
  const std::string load = timing_ptx({Space::kShared, Operation::kLoad, 4, ""});
  CHECK(occurrences(load, "ld.volatile.shared.u32 %value, [%at];") == 2 * kUnrolled);
  CHECK(occurrences(load, "add.u32 %at, %at, %value;") == 2 * kUnrolled);
  CHECK(occurrences(load, "@%idle bra SKIP;") == 1);
  const std::string wide = timing_ptx({Space::kGlobal, Operation::kStore, 16, ""});
  CHECK(
      occurrences(wide, "st.volatile.global.v4.u32 [%at64], {%first, %second, %third, %value};") ==
      2 * kUnrolled);
  const std::string swap = timing_ptx({Space::kShared, Operation::kAtomic, 4, "cas.b32"});
  CHECK(occurrences(swap, "atom.shared.cas.b32 %value, [%at], %one, %one;") == 2 * kUnrolled);
  const std::string sum = timing_ptx({Space::kGlobal, Operation::kAtomic, 8, "add.f64"});
  CHECK(occurrences(sum, "atom.global.add.f64 %value_f64, [%at64], 0d3FF0000000000000;") ==
        2 * kUnrolled);
}

TEST_CASE("replay: loads wait for each other, stores are streamed by several warps") {
  CHECK(loop_of({Space::kShared, Operation::kLoad, 4, ""}) == Loop::kChain);
  CHECK(warps_of({Space::kShared, Operation::kLoad, 4, ""}) == 1);
  CHECK(loop_of({Space::kShared, Operation::kStore, 4, ""}) == Loop::kStream);
  CHECK(warps_of({Space::kShared, Operation::kStore, 4, ""}) > 1);
  CHECK(loop_of({Space::kGlobal, Operation::kAtomic, 4, "add.u32"}) == Loop::kChain);
}
