// The host's memory: blocks, bounds, what is freed.
#include "sim/host/memory.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using host::Memory;

namespace {

code::Program with_static(uint64_t bytes) {
  code::Program program;
  program.host_static = {1, 2, 3};
  program.host_static_bytes = bytes;
  return program;
}

constexpr uint64_t kMiB = uint64_t{1} << 20;

}  // namespace

TEST_CASE("host memory: static variables are there, and zero behind their values") {
  const Memory memory(with_static(100), kMiB);
  const std::byte* bytes = memory.at(Memory::first_address(), 100);
  REQUIRE(bytes != nullptr);
  CHECK(bytes[2] == std::byte{3});
  CHECK(bytes[99] == std::byte{0});
  CHECK(memory.at(0, 1) == nullptr);
  CHECK(memory.at(Memory::first_address() - 1, 1) == nullptr);
  CHECK(memory.at(Memory::first_address() + memory.reachable(), 1) == nullptr);
  CHECK(memory.at(Memory::first_address(), ~uint64_t{0}) == nullptr);
}

TEST_CASE("host memory: blocks do not overlap, and what is freed is given again") {
  Memory memory(with_static(0), kMiB);
  const uint64_t a = memory.allocate(100), b = memory.allocate(1);
  CHECK(a % 16 == 0);
  CHECK(b >= a + 100);
  CHECK(memory.size_of(a) == 112);
  CHECK(memory.free(a) == Memory::Freed::kFine);
  CHECK(memory.free(a) == Memory::Freed::kTwice);
  CHECK(memory.free(b + 16) == Memory::Freed::kNoBlock);
  CHECK_FALSE(memory.size_of(a).has_value());
  CHECK(memory.allocate(110) == a);
  CHECK(memory.allocate(64, 4096) % 4096 == 0);
}

TEST_CASE("host memory: some bytes behind the last block can be accessed") {
  Memory memory(with_static(0), kMiB);
  const uint64_t block = memory.allocate(64);
  CHECK(memory.at(block + 64, 100'000) != nullptr);
  CHECK(memory.at(block + 64, kMiB / 2) == nullptr);
  CHECK(memory.allocate(64) < block + 256);
}

TEST_CASE("host memory: more than there may be is none") {
  Memory memory(with_static(0), kMiB);
  CHECK(memory.allocate(kMiB + 1) == 0);
  CHECK(memory.allocate(~uint64_t{0}) == 0);
  const uint64_t half = memory.allocate(kMiB / 2);
  CHECK(half != 0);
  CHECK(memory.allocate(kMiB / 2 + 16) == 0);
  memory.free(half);
  CHECK(memory.allocate(kMiB / 2 + 16) != 0);
}

TEST_CASE("host memory: a text ends at its zero, or nowhere") {
  Memory memory(with_static(0), kMiB);
  const uint64_t text = memory.keep("warp");
  CHECK(memory.text_at(text) == "warp");
  CHECK(memory.text_at(text + 2) == "rp");
  CHECK_FALSE(memory.text_at(0).has_value());
}
