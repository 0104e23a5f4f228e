// A row for each compute capability.
//
// Sources by column. Threads, blocks, registers and shared memory of a multiprocessor, of a block
// and of a thread: "Technical Specifications per Compute Capability" in the CUDA C++ Programming
// Guide 13.0; of 5.0 to 7.2, which it no longer has, in the guide 12.9; of 1.x to 3.x in the guides
// 3.2 and 8.0. Units, parts and what the system reserves: the toolkits' occupancy calculators; all
// from 3.0 on but 12.1 are held against the toolkit's header (tests/data/occupancy.csv).
// Schedulers: the guides' "Architecture". Carve-outs: the guides' "Shared Memory".
#include "sim/model/multiprocessor.hpp"

#include <utility>

namespace warplens::model {
namespace {

constexpr uint32_t kKiB = 1024;

std::vector<uint32_t> kib(std::vector<uint32_t> sizes) {
  for (uint32_t& size : sizes) size *= kKiB;
  return sizes;
}

Multiprocessor tesla() {
  Multiprocessor result{.major = 1, .minor = 0, .threads = 768, .blocks = 8};
  result.registers = result.block_registers = 8 * kKiB;
  result.thread_registers = 124;
  result.shared = result.block_shared = 16 * kKiB;
  result.block_threads = 512;
  result.reserved_shared = 0;
  result.register_unit = 256;
  result.registers_by_block = true;
  result.shared_unit = 512;
  result.parts = 2;
  result.schedulers = 1;
  return result;
}

Multiprocessor fermi(int minor) {
  Multiprocessor result{.major = 2, .minor = minor, .threads = 1536, .blocks = 8};
  result.registers = result.block_registers = 32 * kKiB;
  result.thread_registers = 63;
  result.shared = result.block_shared = 48 * kKiB;
  result.reserved_shared = 0;
  result.register_unit = 64;
  result.shared_unit = 128;
  result.parts = result.schedulers = 2;
  result.carve_outs = kib({16, 48});
  result.with_l1 = 64 * kKiB;
  return result;
}

// 3.x to 6.x: 48 KB a block, whatever the multiprocessor has.
Multiprocessor until_pascal(int major, int minor, uint32_t blocks, uint32_t shared_kib) {
  Multiprocessor result{.major = major, .minor = minor, .blocks = blocks};
  result.shared = shared_kib * kKiB;
  result.block_shared = 48 * kKiB;
  result.reserved_shared = 0;
  result.shared_unit = 256;
  return result;
}

Multiprocessor kepler(int minor) {
  Multiprocessor result = until_pascal(3, minor, 16, 48);
  result.carve_outs = kib({16, 32, 48});
  result.with_l1 = 64 * kKiB;
  if (minor == 0) result.thread_registers = 63;
  if (minor == 7) {
    result.registers = 128 * kKiB;
    result.shared = 112 * kKiB;
    result.carve_outs = kib({80, 96, 112});
    result.with_l1 = 128 * kKiB;
  }
  return result;
}

// Boards for cars and the like (3.2, 5.3, 6.2) give half of the registers to a block.
Multiprocessor small(Multiprocessor result) {
  result.block_registers = 32 * kKiB;
  return result;
}

Multiprocessor pascal_p100() {
  Multiprocessor result = until_pascal(6, 0, 32, 64);
  result.parts = result.schedulers = 2;
  return result;
}

// From Volta on shared memory and L1 have one memory.
Multiprocessor volta(int minor, uint32_t threads, uint32_t blocks, std::vector<uint32_t> carve_outs,
                     uint32_t with_l1_kib) {
  Multiprocessor result{.major = 7, .minor = minor, .threads = threads, .blocks = blocks};
  result.carve_outs = kib(std::move(carve_outs));
  result.shared = result.block_shared = result.carve_outs.back();
  result.reserved_shared = 0;
  result.shared_unit = 256;
  result.with_l1 = with_l1_kib * kKiB;
  return result;
}

// From Ampere on the system takes 1 KB of each block.
Multiprocessor since_ampere(int major, int minor, uint32_t threads, uint32_t blocks,
                            std::vector<uint32_t> carve_outs, uint32_t with_l1_kib) {
  Multiprocessor result{.major = major, .minor = minor, .threads = threads, .blocks = blocks};
  result.carve_outs = kib(std::move(carve_outs));
  result.shared = result.carve_outs.back();
  result.block_shared = result.shared - kKiB;
  result.with_l1 = with_l1_kib * kKiB;
  return result;
}

std::vector<Multiprocessor> make_multiprocessors() {
  const std::vector<uint32_t> upto100{0, 8, 16, 32, 64, 100};
  const std::vector<uint32_t> upto164{0, 8, 16, 32, 64, 100, 132, 164};
  const std::vector<uint32_t> upto228{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
  return {
      tesla(),
      fermi(0),
      fermi(1),
      kepler(0),
      small(kepler(2)),
      kepler(5),
      kepler(7),
      until_pascal(5, 0, 32, 64),
      until_pascal(5, 2, 32, 96),
      small(until_pascal(5, 3, 32, 64)),
      pascal_p100(),
      until_pascal(6, 1, 32, 96),
      small(until_pascal(6, 2, 32, 64)),
      volta(0, 2048, 32, {0, 8, 16, 32, 64, 96}, 128),
      volta(2, 2048, 32, {0, 8, 16, 32, 64, 96}, 128),
      volta(5, 1024, 16, {32, 64}, 96),
      since_ampere(8, 0, 2048, 32, upto164, 192),
      since_ampere(8, 6, 1536, 16, upto100, 128),
      since_ampere(8, 7, 1536, 16, upto164, 192),
      since_ampere(8, 9, 1536, 24, upto100, 128),
      since_ampere(9, 0, 2048, 32, upto228, 256),
      since_ampere(10, 0, 2048, 32, upto228, 256),
      since_ampere(10, 3, 2048, 32, upto228, 256),
      since_ampere(11, 0, 1536, 24, upto228, 256),
      since_ampere(12, 0, 1536, 24, upto100, 128),
      since_ampere(12, 1, 1536, 24, upto100, 128),
  };
}

}  // namespace

const std::vector<Multiprocessor>& multiprocessors() {
  static const std::vector<Multiprocessor> kMultiprocessors = make_multiprocessors();
  return kMultiprocessors;
}

const Multiprocessor* find_multiprocessor(int major, int minor) {
  for (const Multiprocessor& row : multiprocessors()) {
    if (row.major == major && row.minor == minor) return &row;
  }
  return nullptr;
}

}  // namespace warplens::model
