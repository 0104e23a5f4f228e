// Matrices, asynchronous copies, bulk copies and wmma's fragments by hand, against the reference on
// random accesses, and by properties.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>

#include "sim/model/reference.hpp"
#include "sim/model/wmma_rule.hpp"
#include "tests/support/long_tests.hpp"

using namespace warplens::model;

namespace {

template <class Function>
Addresses by_lane(Function address) {
  Addresses out{};
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    out[lane] = static_cast<uint64_t>(address(lane));
  return out;
}

// The rows that ldmatrix.x4 takes of a tile of 16 rows of `pitch` bytes.
Addresses tile_rows(uint32_t pitch) {
  return by_lane([pitch](uint32_t l) { return l % 16 * pitch + 16 * (l / 16); });
}

AsyncCopyCost past_l1(const Addresses& targets, const Addresses& sources) {
  return async_copy_cost({16, true, false, ~0u, ~0u}, targets, sources);
}

// Chunks in rows of so many, the target's rows so many bytes apart.
AsyncCopyCost past_l1_in_rows(uint32_t chunks, uint32_t pitch, bool is_swizzled = false) {
  const Addresses sources = by_lane([](uint32_t l) { return 16 * l; });
  return past_l1(by_lane([&](uint32_t l) {
                   const uint32_t row = l / chunks, chunk = l % chunks;
                   return row * pitch + 16 * (is_swizzled ? chunk ^ row % chunks : chunk);
                 }),
                 sources);
}

class RandomCopies {
 public:
  explicit RandomCopies(uint64_t seed) : random_(seed) {}
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  uint32_t mask() {
    const uint32_t some = static_cast<uint32_t>(random_());
    return below(3) == 0 ? ~0u : some == 0 ? 1 : some;
  }
  // Rows, shifted or padded, permuted chunks, or any place of few lines.
  Addresses addresses(uint32_t bytes) {
    const uint32_t pitch = bytes * (1 + below(40)), shift = bytes * below(9);
    const uint32_t per_row = 1u << below(6), flips = below(32);
    const uint32_t kind = below(3), places = 1 + below(128);
    return by_lane([&](uint32_t lane) -> uint64_t {
      const uint32_t at = kind == 1 ? lane ^ flips : lane;
      if (kind == 2) return uint64_t{bytes} * below(places);
      return uint64_t{shift} + at / per_row * pitch + at % per_row * bytes;
    });
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("matrices: each is served by itself, and its rows may share a bank's word") {
  const Device& device = default_device();
  // 16 halves a row: rows 0 and 4 of a matrix meet; 24: they do not; 64: all meet.
  CHECK(matrix_cost(device, ~0u, tile_rows(32)).wavefronts == std::array<uint32_t, 4>{2, 2, 2, 2});
  CHECK(matrix_cost(device, ~0u, tile_rows(48)).sum() == SharedCost{4, 4});
  CHECK(matrix_cost(device, ~0u, tile_rows(128)).sum() == SharedCost{32, 4});
  CHECK(matrix_cost(device, ~0u, tile_rows(128)).sum().conflicts() == 28);
  CHECK(matrix_cost(device, 0xff, tile_rows(128)).wavefronts ==
        std::array<uint32_t, 4>{8, 0, 0, 0});
  CHECK(matrix_cost(device, 0xffff, tile_rows(16)).sum() == SharedCost{2, 2});
  CHECK(matrix_cost(device, ~0u, by_lane([](uint32_t) { return 256; })).sum() == SharedCost{4, 4});
}

TEST_CASE("matrices: random rows equal the slow reference") {
  RandomCopies random(45);
  for (uint32_t i = 0; i < warplens::test::up_to(50'000); ++i) {
    const uint32_t mask = random.mask();
    const Addresses rows = random.addresses(i % 7 == 0 ? 4 : 16);
    const MatrixCost slow = reference::matrix_cost(mask, rows);
    REQUIRE(matrix_cost(default_device(), mask, rows) == slow);
  }
}

TEST_CASE("copies through L1: a source out of order costs what such a target does") {
  const Addresses row = by_lane([](uint32_t l) { return 4 * l; });
  const Addresses column = by_lane([](uint32_t l) { return 128 * l; });
  const AsyncCopy words{4, false, false, ~0u, ~0u};
  CHECK(async_copy_cost(words, row, row) == AsyncCopyCost{{1, 1}, 4, 1});
  CHECK(async_copy_cost(words, column, row) == AsyncCopyCost{{32, 1}, 4, 1});
  CHECK(async_copy_cost(words, row, column) == AsyncCopyCost{{32, 1}, 32, 32});
  // Equal addresses do not merge.
  CHECK(async_copy_cost(words, row, by_lane([](uint32_t) { return 64; })).shared.wavefronts == 32);
  const Addresses chunks = by_lane([](uint32_t l) { return 16 * l; });
  CHECK(async_copy_cost({16, false, false, ~0u, ~0u}, chunks, chunks) ==
        AsyncCopyCost{{4, 4}, 16, 4});
}

TEST_CASE("copies through L1: lanes that read nothing cost nothing, but their group does") {
  const Addresses row = by_lane([](uint32_t l) { return 8 * l; });
  const Addresses column = by_lane([](uint32_t l) { return 256 * l; });
  CHECK(async_copy_cost({8, false, true, ~0u, 0x3}, column, row) ==
        AsyncCopyCost{{2 + 1, 2}, 1, 1});
  CHECK(async_copy_cost({8, false, true, ~0u, 0}, column, row) == AsyncCopyCost{{2, 2}, 0, 0});
}

TEST_CASE("copies past L1: aligned, shifted, swizzled and padded rows") {
  const Addresses row = by_lane([](uint32_t l) { return 16 * l; });
  const auto shifted = [&](uint32_t by) {
    return past_l1(by_lane([by](uint32_t l) { return 16 * l + by; }), row);
  };
  CHECK(shifted(0) == AsyncCopyCost{{4, 4}, 16, 4});
  CHECK(shifted(16) == AsyncCopyCost{{12, 12}, 32, 4});
  CHECK(shifted(32) == AsyncCopyCost{{8, 8}, 16, 4});
  CHECK(shifted(48) == AsyncCopyCost{{16, 16}, 32, 4});
  CHECK(past_l1_in_rows(8, 128, true) == AsyncCopyCost{{4, 4}, 16, 4});
  CHECK(past_l1_in_rows(8, 144) == AsyncCopyCost{{10, 10}, 24, 4});
  CHECK(past_l1_in_rows(4, 80) == AsyncCopyCost{{15, 15}, 24, 4});
}

TEST_CASE("copies past L1: with a number of bytes both rules are added, and zeros need no sector") {
  const Addresses row = by_lane([](uint32_t l) { return 16 * l; });
  CHECK(async_copy_cost({16, true, true, ~0u, 0xff}, row, row) == AsyncCopyCost{{8, 8}, 4, 1});
}

TEST_CASE("copies: random ones equal the slow reference") {
  RandomCopies random(46);
  for (uint32_t i = 0; i < warplens::test::up_to(50'000); ++i) {
    AsyncCopy copy;
    copy.bytes = 4u << random.below(3);
    copy.passes_by_l1 = copy.bytes == 16 && random.below(3) != 0;
    copy.gives_size = random.below(4) == 0;
    copy.mask = random.mask();
    copy.reading = copy.gives_size ? copy.mask & random.mask() : copy.mask;
    const Addresses targets = random.addresses(copy.bytes), sources = random.addresses(copy.bytes);
    REQUIRE(async_copy_cost(copy, targets, sources) ==
            reference::async_copy_cost(copy, targets, sources));
  }
}

TEST_CASE("bulk copies: cut at the lines of shared memory, not at those of global memory") {
  const auto from = [](uint64_t address) {
    return by_lane([address](uint32_t l) { return address + 16 * l; });
  };
  using Direction = BulkDirection;
  // 128 bytes from a sector's middle on, in one cut and in two.
  CHECK(bulk_cost({Direction::kIntoShared, 0xff, 1, ~0u}, from(16)) == BulkCost{32, 5});
  CHECK(bulk_cost({Direction::kIntoShared, 0xff, 0x10, ~0u}, from(16)) == BulkCost{32, 6});
  CHECK(bulk_cost({Direction::kFromShared, 0xff, 1, ~0u}, from(0)) == BulkCost{32, 4});
  // Outside: zeros are written as if they were read from aligned bytes; nothing is stored.
  CHECK(bulk_cost({Direction::kIntoShared, 0xff, 0x9, 0x7}, from(16)) == BulkCost{32, 2 + 3});
  CHECK(bulk_cost({Direction::kFromShared, 0xff, 0x9, 0x7}, from(16)) == BulkCost{12, 2});
}

TEST_CASE("bulk copies: random ones equal the slow reference") {
  RandomCopies random(47);
  for (uint32_t i = 0; i < warplens::test::up_to(50'000); ++i) {
    BulkPieces pieces;
    pieces.direction = i % 2 == 0 ? BulkDirection::kIntoShared : BulkDirection::kFromShared;
    const uint32_t count = 1 + random.below(32);
    pieces.mask = ~0u >> (32 - count);
    pieces.begins = random.mask() & random.mask();
    pieces.inside = random.mask();
    const uint64_t first = 16 * random.below(64);
    const Addresses global = by_lane([first](uint32_t l) { return first + 16 * l; });
    REQUIRE(bulk_cost(pieces, global) == reference::bulk_cost(pieces, global));
  }
}

TEST_CASE("wmma: the instructions of every fragment touch each of its bytes once") {
  using Use = FragmentUse;
  using Type = FragmentType;
  const std::map<Type, uint32_t> bytes{{Type::kInt8, 1},  {Type::kHalf, 2},  {Type::kBfloat16, 2},
                                       {Type::kTf32, 4},  {Type::kFloat, 4}, {Type::kInt32, 4},
                                       {Type::kDouble, 8}};
  size_t known = 0;
  for (const auto& [type, size] : bytes) {
    for (const auto& [m, n, k] :
         {std::array{16u, 16u, 16u}, std::array{32u, 8u, 16u}, std::array{8u, 32u, 16u},
          std::array{16u, 16u, 8u}, std::array{8u, 8u, 4u}}) {
      for (const Use use : {Use::kA, Use::kB, Use::kAccumulator}) {
        for (const bool is_column_major : {false, true}) {
          const uint32_t rows = use == Use::kB ? k : m, columns = use == Use::kA ? k : n;
          const uint32_t lines = is_column_major ? columns : rows;
          const uint32_t length = (is_column_major ? rows : columns) * size;
          const uint64_t begin = 4096, pitch = 64;
          const auto instructions =
              wmma_instructions({use, m, n, k, type, is_column_major}, begin, pitch);
          if (instructions.empty()) continue;
          ++known;
          std::map<uint64_t, uint32_t> touched;
          for (const WmmaInstruction& one : instructions) {
            for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
              if ((one.mask >> lane & 1) == 0) continue;
              for (uint64_t i = 0; i < one.bytes; ++i) ++touched[one.addresses[lane] + i];
            }
          }
          CHECK(touched.size() == lines * length);
          for (const auto& [byte, times] : touched) {
            CHECK(times == 1);
            CHECK((byte - begin) / (pitch * size) < lines);
            CHECK((byte - begin) % (pitch * size) < length);
          }
        }
      }
    }
  }
  CHECK(known == 2 * (3 * 2 + 3 * 3 + 3 * 2 + 2 + 4 + 3 + 3));
}

TEST_CASE("wmma: a pitch of 16, 32 or 64 halves conflicts, 24, 40 or 72 do not") {
  const auto passes = [](uint64_t pitch) {
    const auto load = wmma_instructions(WmmaFragment{}, 0, pitch);
    REQUIRE(load.size() == 1);
    return wmma_cost(default_device(), load[0], false).wavefronts;
  };
  CHECK(passes(16) == 8);
  CHECK(passes(32) == 16);
  CHECK(passes(64) == 32);
  for (const uint64_t pitch : {24, 40, 72}) CHECK(passes(pitch) == 4);
}
