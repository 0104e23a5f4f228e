// Registers, shared memory and stack of recorded cubins, against what `ptxas -v` printed when NVRTC
// 13.0 made them. tests/unit/measure/gpu/registers_test.cpp compares with NVRTC where it is.
#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "kernels/measure/cubin/kernel_code.hpp"
#include "support.hpp"

namespace warplens::measure::cubin {
namespace {

struct Row {
  const char* target;
  const char* kernel;
  uint32_t registers;
  uint64_t static_shared, stack;
};

constexpr Row kRows[] = {
    {"sm_75", "_Z8short_ifPfi", 10, 0, 0},        {"sm_75", "_Z7long_ifPfPKii", 44, 1088, 0},
    {"sm_75", "_Z11local_arrayPfi", 64, 0, 160},  {"sm_75", "_Z7guardedPfii", 22, 0, 0},
    {"sm_90", "_Z8short_ifPfi", 12, 0, 0},        {"sm_90", "_Z7long_ifPfPKii", 32, 1088, 0},
    {"sm_90", "_Z11local_arrayPfi", 32, 0, 160},  {"sm_90", "_Z7guardedPfii", 25, 0, 0},
    {"sm_120", "_Z8short_ifPfi", 12, 0, 0},       {"sm_120", "_Z7long_ifPfPKii", 39, 1088, 0},
    {"sm_120", "_Z11local_arrayPfi", 46, 0, 160}, {"sm_120", "_Z7guardedPfii", 23, 0, 0},
};

}  // namespace

TEST_CASE("resources: registers, shared bytes and stack of recorded kernels") {
  for (const Row& row : kRows) {
    CAPTURE(row.target);
    CAPTURE(row.kernel);
    const std::string bytes = recorded(row.target);
    const auto elf = read_elf(bytes);
    REQUIRE(elf.ok());
    const std::optional<Resources> found = resources_of(*elf, row.kernel);
    REQUIRE(found);
    CHECK(found->registers == row.registers);
    CHECK(found->static_shared == row.static_shared);
    CHECK(found->stack == row.stack);
  }
}

TEST_CASE("resources: what is no kernel of the file has none") {
  const std::string bytes = recorded("sm_90");
  const auto elf = read_elf(bytes);
  REQUIRE(elf.ok());
  CHECK_FALSE(resources_of(*elf, "_Z7missingv"));
  CHECK_FALSE(resources_of(*elf, ""));
  const auto kernels =
      kernels_of({bytes.begin(), bytes.end()}, {{"nested", "_Z6nestedPii"}, {"&table", "table"}});
  REQUIRE(kernels.ok());
  REQUIRE(kernels->size() == 1);
  CHECK(kernels->front().kernel == "nested");
  CHECK(kernels->front().registers == 8);
}

}  // namespace warplens::measure::cubin
