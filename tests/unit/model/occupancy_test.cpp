// Occupancy against the CUDA Toolkit's own functions (tests/data/occupancy.csv), against the tables
// of old guides where the toolkit knows them no more, and the numbers of a lecture.
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/occupancy.hpp"

using namespace warplens::model;

namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

const Multiprocessor& multiprocessor(int major, int minor) {
  const Multiprocessor* found = find_multiprocessor(major, minor);
  REQUIRE(found != nullptr);
  return *found;
}

}  // namespace

TEST_CASE("the toolkit's functions give as many blocks, for every combination") {
  std::ifstream file(WARPLENS_TEST_DATA "/occupancy.csv");
  REQUIRE(file.good());
  std::string line;
  std::getline(file, line);
  REQUIRE(line.starts_with("# CUDA"));
  std::getline(file, line);
  const std::vector<std::string> header = cells_of(line);
  int combinations = 0, on_a_gpu = 0;
  std::set<std::string> compared;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    REQUIRE(cells.size() == header.size());
    compared.insert(cells[1]);
    const size_t dot = cells[1].find('.');
    const Multiprocessor& on =
        multiprocessor(std::stoi(cells[1].substr(0, dot)), std::stoi(cells[1].substr(dot + 1)));
    BlockNeeds block;
    block.threads = static_cast<uint32_t>(std::stoul(cells[2]));
    block.registers = static_cast<uint32_t>(std::stoul(cells[3]));
    // The toolkit's header grants every 3.x what 3.5 grants a thread; the guide's table gives 63.
    if (on.major == 3 && on.minor == 0 && block.registers > on.thread_registers) continue;
    for (size_t i = 4; i < cells.size(); ++i) {
      block.shared = std::stoul(header[i]);
      CAPTURE(line);
      CAPTURE(block.shared);
      CHECK(occupancy(on, block).blocks == std::stoul(cells[i]));
      ++combinations;
      on_a_gpu += cells[0] == "runtime" ? 1 : 0;
    }
  }
  CHECK(combinations > 12'000);
  CHECK(on_a_gpu > 500);
  for (const Multiprocessor& on : multiprocessors()) {
    const std::string name = std::to_string(on.major) + "." + std::to_string(on.minor);
    CAPTURE(name);
    CHECK(is_compared_with_toolkit(on) == compared.contains(name));
  }
}

TEST_CASE("compute capabilities before the toolkit's are as their calculators had them") {
  struct Row {
    int major, minor;
    BlockNeeds block;
    uint32_t blocks;
    double fraction;
  };
  // 20 registers fill a 2.0 and 10 a 1.0; one more each and a block no longer fits.
  const Row rows[] = {
      {2, 0, {256, 20, 0}, 6, 1.0},
      {2, 0, {256, 21, 0}, 5, 40 / 48.0},
      {2, 0, {256, 32, 0}, 4, 32 / 48.0},
      {2, 0, {192, 20, 6 * 1024}, 8, 1.0},
      {2, 0, {192, 20, 6 * 1024 + 1}, 7, 42 / 48.0},
      {2, 0, {1024, 32, 0}, 1, 32 / 48.0},
      {1, 0, {256, 10, 0}, 3, 1.0},
      {1, 0, {256, 11, 0}, 2, 16 / 24.0},
      {1, 0, {512, 16, 4096}, 1, 16 / 24.0},
      {1, 0, {64, 4, 3 * 1024}, 5, 10 / 24.0},
  };
  for (const Row& row : rows) {
    const Occupancy result = occupancy(multiprocessor(row.major, row.minor), row.block);
    CAPTURE(row.block.threads);
    CAPTURE(row.block.registers);
    CHECK(result.blocks == row.blocks);
    CHECK(result.fraction == doctest::Approx(row.fraction));
  }
}

TEST_CASE("what limits the number of blocks is named, all of it") {
  const Multiprocessor& h200 = multiprocessor(9, 0);
  const Occupancy shared = occupancy(h200, {256, 32, 60 * 1024});
  CHECK(shared.blocks == 3);
  CHECK(shared.fraction == doctest::Approx(0.375));
  CHECK(shared.is_limited_by(Resource::kShared));
  CHECK_FALSE(shared.is_limited_by(Resource::kRegisters));
  CHECK_FALSE(shared.is_limited_by(Resource::kWarps));

  const Occupancy full = occupancy(h200, {256, 32, 27 * 1024 + 512});
  CHECK(full.fraction == 1.0);
  CHECK(full.is_limited_by(Resource::kShared));
  CHECK(full.is_limited_by(Resource::kRegisters));
  CHECK(full.is_limited_by(Resource::kWarps));
  CHECK_FALSE(full.is_limited_by(Resource::kBlocks));

  const Occupancy unknown = occupancy(h200, {32, 0, 0});
  CHECK(unknown.is_limited_by(Resource::kBlocks));
  CHECK(unknown.fraction == 0.5);
  CHECK(unknown.room[static_cast<size_t>(Resource::kRegisters)] == Occupancy::kUnlimited);
}

TEST_CASE("a launch that fails says why, and holds no block") {
  const Multiprocessor& h200 = multiprocessor(9, 0);
  const auto why = [&](const Multiprocessor& on, const BlockNeeds& block) {
    const Occupancy result = occupancy(on, block);
    CHECK(result.blocks == 0);
    CHECK(result.fraction == 0);
    for (const Resource resource :
         {Resource::kBlocks, Resource::kWarps, Resource::kRegisters, Resource::kShared})
      CHECK_FALSE(result.is_limited_by(resource));
    return result.cannot_launch;
  };
  CHECK(why(h200, {0, 16, 0}) == CannotLaunch::kNoThreads);
  CHECK(why(h200, {1025, 16, 0}) == CannotLaunch::kThreads);
  CHECK(why(h200, {UINT32_MAX, 16, 0}) == CannotLaunch::kThreads);
  CHECK(why(h200, {32, 16, 227 * 1024 + 1}) == CannotLaunch::kShared);
  CHECK(why(h200, {32, 16, UINT64_MAX}) == CannotLaunch::kShared);
  CHECK(why(h200, {32, 256, 0}) == CannotLaunch::kRegistersOfAThread);
  CHECK(why(h200, {32, UINT32_MAX, 0}) == CannotLaunch::kRegistersOfAThread);
  CHECK(why(h200, {1024, 65, 0}) == CannotLaunch::kRegistersOfABlock);
  CHECK(occupancy(h200, {1024, 64, 0}).blocks == 1);
  CHECK(why(multiprocessor(6, 0), {32, 16, 48 * 1024 + 1}) == CannotLaunch::kShared);
}

TEST_CASE("the smallest carve-out that holds the resident blocks is found") {
  const Multiprocessor& h200 = multiprocessor(9, 0);
  const auto carve_out = [&](const Multiprocessor& on, const BlockNeeds& block) {
    return carve_out_for(on, occupancy(on, block)) / 1024;
  };
  CHECK(carve_out(h200, {1024, 32, 1024}) == 8);        // 2 blocks of 2 KB
  CHECK(carve_out(h200, {256, 32, 60 * 1024}) == 196);  // 3 of 61 KB
  CHECK(carve_out(h200, {256, 32, 227 * 1024}) == 228);
  CHECK(carve_out(multiprocessor(2, 0), {256, 20, 2048}) == 16);  // 6 of 2 KB
  CHECK(carve_out(multiprocessor(3, 5), {256, 32, 3072}) == 32);  // 8 of 3 KB
  CHECK(carve_out(multiprocessor(6, 0), {256, 32, 1024}) == 64);  // apart from L1
}

TEST_CASE(
    "a lecture's budget: 48 KB for 8 blocks are 6 KB a block, of which a 16 x 16 tile takes 1") {
  const Multiprocessor& kepler = multiprocessor(3, 5);
  CHECK(occupancy(kepler, {256, 32, 6 * 1024}).blocks == 8);
  CHECK(occupancy(kepler, {256, 32, 6 * 1024}).fraction == 1.0);
  CHECK(occupancy(kepler, {256, 32, 6 * 1024 + 1}).blocks == 7);
  CHECK(occupancy(kepler, {256, 32, 16 * 16 * sizeof(float)}).is_limited_by(Resource::kWarps));
}

TEST_CASE("boards for cars and the like: half of the registers to a block, or Volta's memory") {
  // 3.2: 1,024 threads of 33 registers take more than the 32,768 that a block may have; 3.5 has
  // more.
  CHECK(occupancy(multiprocessor(3, 2), {1024, 33, 0}).cannot_launch ==
        CannotLaunch::kRegistersOfABlock);
  CHECK(occupancy(multiprocessor(3, 5), {1024, 33, 0}).blocks == 1);
  CHECK(occupancy(multiprocessor(3, 2), {128, 255, 0}).blocks == 2);  // 255, where 3.0 has 63
  CHECK(occupancy(multiprocessor(3, 0), {128, 255, 0}).cannot_launch ==
        CannotLaunch::kRegistersOfAThread);
  // 7.2: as 7.0, of 96 KiB of shared memory; 7.5 has 64 KiB and half of the threads.
  CHECK(occupancy(multiprocessor(7, 2), {256, 32, 96 * 1024}).blocks == 1);
  CHECK(occupancy(multiprocessor(7, 2), {256, 32, 0}).blocks == 8);
  CHECK(occupancy(multiprocessor(7, 5), {256, 32, 96 * 1024}).cannot_launch ==
        CannotLaunch::kShared);
}

// By hand from the guide's table: blocks of 32 threads are limited by their number, blocks of 256
// by threads, blocks of 16 KiB by shared memory (of which the system takes 1 KiB each from 8.0 on).
TEST_CASE(
    "every compute capability from 5.0 on that the guide tables is a device, with its limits") {
  struct Row {
    const char* id;
    uint32_t small, of_256, of_16_kib;
  };
  const Row rows[] = {
      {"cc5.0", 32, 8, 4},   {"cc5.2", 32, 8, 6},  {"cc5.3", 32, 8, 4},   {"cc6.0", 32, 8, 4},
      {"cc6.1", 32, 8, 6},   {"cc6.2", 32, 8, 4},  {"cc7.0", 32, 8, 6},   {"cc7.2", 32, 8, 6},
      {"cc7.5", 16, 4, 4},   {"cc8.0", 32, 8, 9},  {"cc8.6", 16, 6, 5},   {"cc8.7", 16, 6, 9},
      {"cc8.9", 24, 6, 5},   {"cc9.0", 32, 8, 13}, {"cc10.0", 32, 8, 13}, {"cc10.3", 32, 8, 13},
      {"cc11.0", 24, 6, 13}, {"cc12.0", 24, 6, 5}, {"cc12.1", 24, 6, 5}};
  for (const Row& row : rows) {
    CAPTURE(row.id);
    const Device* device = find_device(row.id);
    REQUIRE(device != nullptr);
    const Multiprocessor& on = device->multiprocessor;
    CHECK(occupancy(on, {32, 16, 0}).blocks == row.small);
    CHECK(occupancy(on, {256, 32, 0}).blocks == row.of_256);
    CHECK(occupancy(on, {64, 0, 16 * 1024}).blocks == row.of_16_kib);
    // 85 registers of 32 threads are 2,816 in whole units: 5 warps of a part of 16,384, or 11 of
    // 32,768.
    CHECK(occupancy(on, {128, 85, 0}).blocks == 5);
    CHECK(device->has_current_banks());
    // The guide gives a block 32 Ki registers on 5.3 and 6.2, and 64 Ki on the others.
    const bool is_small = row.id == std::string("cc5.3") || row.id == std::string("cc6.2");
    CHECK((occupancy(on, {1024, 33, 0}).cannot_launch == CannotLaunch::kRegistersOfABlock) ==
          is_small);
    CHECK((occupancy(on, {32, 16, 48 * 1024 + 1}).cannot_launch == CannotLaunch::kShared) ==
          (on.major < 7));
  }
}
