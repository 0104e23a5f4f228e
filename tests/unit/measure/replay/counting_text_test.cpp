#include "kernels/measure/replay/kernel_texts.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace warplens;
using namespace warplens::measure;
using namespace warplens::measure::replay;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

AccessKind kind(Space space, Operation operation, uint32_t bytes, const std::string& atomic = "") {
  WarpAccess access;
  access.space = space;
  access.operation = operation;
  access.bytes_per_lane = bytes;
  access.atomic = atomic;
  access.mask = 1;
  return kind_of(access);
}

}  // namespace

TEST_CASE("counting text: each access is alone on the line reported for it") {
  const std::vector<AccessKind> kinds{kind(Space::kShared, Operation::kLoad, 16),
                                      kind(Space::kGlobal, Operation::kStore, 2),
                                      kind(Space::kGlobal, Operation::kAtomic, 8, "min.u64"),
                                      kind(Space::kShared, Operation::kAtomic, 4, "red.add.f32")};
  const CountingText text = counting_text(kinds);
  const std::vector<std::string> lines = lines_of(text.text);
  REQUIRE(text.lines.size() == kinds.size());
  const char* instructions[] = {"ld.volatile.shared.v4.u32", "st.volatile.global.u16",
                                "atom.min.u64", "red.add.f32"};
  for (size_t i = 0; i < kinds.size(); ++i) {
    REQUIRE(text.lines[i] <= lines.size());
    const std::string& line = lines[text.lines[i] - 1];
    CHECK(line.starts_with("asm volatile(\"" + std::string(instructions[i]) + " "));
    CHECK(line.find("asm") == line.rfind("asm"));
  }
}

TEST_CASE("counting text: every repeat of an atomic finds the memory that the first one found") {
  const CountingText text = counting_text({kind(Space::kShared, Operation::kAtomic, 8, "min.u64")});
  const std::vector<std::string> lines = lines_of(text.text);
  const std::string& before = lines[text.lines[0] - 3];
  CHECK(before.find("*(volatile unsigned long long*)at = 2;") != std::string::npos);
  CHECK(before.find("__syncwarp();") != std::string::npos);
}
