// A device's limits, and launches held against them; numbers from the guide's table of compute
// capabilities.
#include "sim/model/device_limits.hpp"

#include <doctest/doctest.h>

#include <set>

#include "sim/model/memory_system.hpp"

using namespace warplens::model;

namespace {

const Device& device(const char* id) {
  return *find_device(id);
}

std::optional<uint64_t> value(const char* id, LimitKind kind) {
  return limits_of(device(id)).at(static_cast<size_t>(kind)).value;
}

LimitUse use(const char* id, const LaunchNeeds& needs, LimitKind kind) {
  return check_limits(device(id), needs).at(static_cast<size_t>(kind));
}

}  // namespace

TEST_CASE("device limits: the guide's figures") {
  CHECK(value("h200", LimitKind::kGridX) == 2147483647);
  CHECK(value("cc2.0", LimitKind::kGridX) == 65535);
  CHECK(value("cc1.0", LimitKind::kGridZ) == 1);
  CHECK(value("cc1.0", LimitKind::kBlockThreads) == 512);
  CHECK(value("cc8.6", LimitKind::kWarps) == 48);
  CHECK(value("cc8.6", LimitKind::kBlocks) == 16);
  CHECK(value("cc7.5", LimitKind::kThreads) == 1024);
  CHECK(value("h200", LimitKind::kBlockShared) == 227 * 1024);
  CHECK(value("h200", LimitKind::kStaticShared) == 48 * 1024);
  CHECK(value("cc1.0", LimitKind::kThreadLocal) == 16 * 1024);
  CHECK(value("cc12.1", LimitKind::kShared) == 100 * 1024);
  CHECK(value("cc8.7", LimitKind::kShared) == 164 * 1024);
  CHECK(value("cc2.1", LimitKind::kRegisters) == 32 * 1024);
}

TEST_CASE("device limits: every one has a word, a name and a meaning of its own") {
  std::set<std::string> words, names, meanings;
  for (const Limit& limit : limits_of(default_device())) {
    words.insert(word(limit.kind));
    names.insert(name(limit.kind));
    meanings.insert(meaning(limit.kind));
  }
  CHECK(words.size() == kLimits);
  CHECK(names.size() == kLimits);
  CHECK(meanings.size() == kLimits);
}

TEST_CASE("device limits: what differs by board has no figure, and nothing is held against it") {
  for (const Device& one : devices()) {
    for (const LimitUse& limit : check_limits(one, {}))
      if (!limit.limit.value) CHECK(limit.state == LimitState::kNotAsked);
  }
  CHECK_FALSE(value("cc10.0", LimitKind::kL2));
}

TEST_CASE("device limits: L2 and memory are the boards' of the page Caches, which is named") {
  CHECK(value("h200", LimitKind::kL2) == 60 * 1024 * 1024);
  for (const Device& one : devices()) {
    const MemoryFigures* board = memory_figures(one);
    const Limit l2 = limits_of(one).at(static_cast<size_t>(LimitKind::kL2));
    CHECK(l2.value.has_value() == (board != nullptr));
    if (board == nullptr) continue;
    CHECK(l2.value == board->l2);
    CHECK(l2.board == (one.id == "h200" ? "" : board->board));
  }
  CHECK(value("h200", LimitKind::kMemory) == 150'109'880'320);  // assets/measurements/h200.json
  CHECK_FALSE(value("cc7.0", LimitKind::kMemory));              // V100: 16 or 32 GB
  CHECK(limits_of(device("cc7.0")).at(static_cast<size_t>(LimitKind::kMemory)).board.empty());
}

TEST_CASE("device limits: what a launch takes of a multiprocessor, and which limit is reached") {
  // 256 threads and 60 KiB: 228 / 61 = 3 blocks of 8 warps.
  LaunchNeeds needs;
  needs.grid = {1000, 1, 1};
  needs.block = {16, 16, 1};
  needs.static_shared = 1024;
  needs.shared = 60 * 1024;
  CHECK(use("h200", needs, LimitKind::kBlocks).used == 3);
  CHECK(use("h200", needs, LimitKind::kWarps).used == 24);
  CHECK(use("h200", needs, LimitKind::kThreads).used == 768);
  CHECK(use("h200", needs, LimitKind::kShared).used == 3 * 61 * 1024);
  CHECK(use("h200", needs, LimitKind::kShared).is_limiter);
  CHECK_FALSE(use("h200", needs, LimitKind::kBlocks).is_limiter);
  CHECK(use("h200", needs, LimitKind::kBlockThreads).used == 256);
  CHECK(use("h200", needs, LimitKind::kThreadRegisters).state == LimitState::kNotAsked);
  CHECK(exceeded_limits(device("h200"), needs).empty());
  needs.registers = 64;
  CHECK(use("h200", needs, LimitKind::kRegisters).used == 3 * 256 * 64);
}

TEST_CASE("device limits: a block whose threads take too many registers does not start") {
  LaunchNeeds needs;
  needs.block = {1024, 1, 1};
  needs.registers = 128;
  const std::vector<LimitUse> over = exceeded_limits(device("h200"), needs);
  REQUIRE(over.size() == 1);
  CHECK(over[0].limit.kind == LimitKind::kBlockRegisters);
  CHECK(over[0].used == 131072);
}

TEST_CASE("device limits: what keeps a launch from starting, on each device") {
  LaunchNeeds needs;
  needs.block = {32, 32, 1};
  const std::vector<LimitUse> old = exceeded_limits(device("cc1.0"), needs);
  REQUIRE(old.size() == 1);
  CHECK(old[0].limit.kind == LimitKind::kBlockThreads);
  CHECK(old[0].used == 1024);
  CHECK(exceeded_limits(device("cc2.0"), needs).empty());
  needs.shared = 100 * 1024;
  CHECK(exceeded_limits(device("cc8.6"), needs).size() == 1);
  CHECK(exceeded_limits(device("cc8.0"), needs).empty());
  needs.grid = {1, 70000, 1};
  CHECK(exceeded_limits(device("cc8.0"), needs).front().limit.kind == LimitKind::kGridY);
}
