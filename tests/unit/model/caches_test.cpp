// The model of caches in cases small enough to be worked out by hand.
#include "sim/model/caches.hpp"

#include <doctest/doctest.h>

#include <set>

#include "sim/model/lru_cache.hpp"
#include "sim/model/memory_system.hpp"

using namespace warplens::model;
namespace base = warplens::base;

namespace {

StreamLine load(uint64_t line, uint8_t sectors, uint16_t warp = 0, uint32_t block = 0) {
  StreamLine result;
  result.line = line;
  result.sectors = sectors;
  result.warp = warp;
  result.block = block;
  return result;
}

StreamLine with(StreamLine line, base::Operation op) {
  line.op = op;
  return line;
}

MemoryStream stream_of(std::vector<StreamLine> lines) {
  MemoryStream stream;
  stream.lines = std::move(lines);
  return stream;
}

constexpr Placement kOne{1, 1};
constexpr CacheSizes kSmall{2 * 128, 4 * 128, 1, 1};  // two lines in L1, four in L2

std::vector<uint64_t> order_of(const MemoryStream& stream, const Placement& placement) {
  Interleaver order(stream, placement);
  base::Slice whole(base::Slice::kWhole);
  order.place(whole);
  std::vector<uint64_t> lines;
  for (Interleaver::Turn turn; order.next(turn);) {
    for (size_t i = turn.begin; i < turn.end; ++i) lines.push_back(stream.lines[i].line);
  }
  return lines;
}

}  // namespace

TEST_CASE("lru: what was used least recently goes, with what it held") {
  LruCache cache(2);
  std::optional<LruCache::Entry> evicted;
  cache.insert(10, evicted).dirty = 5;
  cache.insert(20, evicted);
  CHECK_FALSE(evicted);
  REQUIRE(cache.find(20) != nullptr);
  cache.insert(30, evicted);
  REQUIRE(evicted);
  CHECK(evicted->line == 10);
  CHECK(evicted->dirty == 5);
  CHECK(cache.find(10) == nullptr);
  cache.erase(20);
  CHECK(cache.find(20) == nullptr);
  CHECK(cache.find(30) != nullptr);
  cache.insert(40, evicted);
  CHECK_FALSE(evicted);
}

TEST_CASE("lru: what is held is found however many more come") {
  LruCache cache(5000);
  std::optional<LruCache::Entry> evicted;
  for (uint64_t line = 0; line < 4000; ++line) {
    cache.insert(line * 4096, evicted).valid = static_cast<uint8_t>(line % 15 + 1);
    if (line % 3 == 2) cache.erase((line - 1) * 4096);
  }
  for (uint64_t line = 0; line < 4000; ++line) {
    CAPTURE(line);
    const LruCache::Entry* entry = cache.find(line * 4096);
    REQUIRE((entry != nullptr) == (line % 3 != 1));
    if (entry != nullptr) CHECK(entry->valid == line % 15 + 1);
  }
}

TEST_CASE("lru: many lines come and go, and exactly the last ones are held") {
  LruCache cache(100);
  std::optional<LruCache::Entry> evicted;
  for (uint64_t line = 0; line < 5000; ++line) cache.insert(line * 4096, evicted);
  for (uint64_t line = 0; line < 5000; ++line) {
    CAPTURE(line);
    CHECK((cache.find(line * 4096) != nullptr) == (line >= 4900));
  }
}

TEST_CASE("caches: a sector is read from DRAM once, then found in L1") {
  const auto result = run_caches(stream_of({load(1, 0b0011), load(1, 0b0111)}), kSmall, kOne);
  CHECK(result.all.loads == 5);
  CHECK(result.all.load_hits == 2);
  CHECK(result.all.l2_reads == 3);
  CHECK(result.all.l2_read_hits == 0);
  CHECK(result.all.dram_reads == 3);
}

TEST_CASE("caches: what L1 is too small for is found in L2, and what L2 is, in DRAM") {
  std::vector<StreamLine> lines;
  for (int round = 0; round < 2; ++round) {
    for (uint64_t line = 0; line < 3; ++line) lines.push_back(load(line, 0b1111));
  }
  const auto three = run_caches(stream_of(lines), kSmall, kOne);
  CHECK(three.all.load_hits == 0);
  CHECK(three.all.l2_reads == 24);
  CHECK(three.all.l2_read_hits == 12);
  CHECK(three.all.dram_reads == 12);
  lines.clear();
  for (int round = 0; round < 2; ++round) {
    for (uint64_t line = 0; line < 5; ++line) lines.push_back(load(line, 0b0001));
  }
  const auto five = run_caches(stream_of(lines), kSmall, kOne);
  CHECK(five.all.l2_read_hits == 0);
  CHECK(five.all.dram_reads == 10);
}

TEST_CASE("caches: stores stay in L2 until their line goes; loads find them there, not in L1") {
  std::vector<StreamLine> lines{with(load(0, 0b1111), base::Operation::kStore), load(0, 0b1111)};
  const auto held = run_caches(stream_of(lines), kSmall, kOne);
  CHECK(held.all.load_hits == 0);
  CHECK(held.all.l2_read_hits == 4);
  CHECK(held.all.from_dram() == 0);
  CHECK(held.dirty == 4);
  for (uint64_t line = 1; line < 5; ++line) lines.push_back(load(line, 0b0001));
  const auto gone = run_caches(stream_of(lines), kSmall, kOne);
  CHECK(gone.all.dram_writes == 4);
  CHECK(gone.dirty == 0);
  const DramRequest& written = gone.dram[gone.dram.size() - 2];  // makes room for line 4
  CHECK(written.is_write);
  CHECK(written.sector == 0);
  CHECK(written.sectors == 4);
}

TEST_CASE("caches: atomics pass by L1 and are carried out in L2") {
  const auto atomic = with(load(7, 0b0001), base::Operation::kAtomic);
  const auto result = run_caches(stream_of({load(7, 1), atomic, atomic, load(7, 1)}), kSmall, kOne);
  CHECK(result.all.atomics == 2);
  CHECK(result.all.load_hits == 0);  // the atomic has changed it
  CHECK(result.all.l2_read_hits == 1);
  CHECK(result.all.dram_reads == 1);
  CHECK(result.dirty == 1);
}

TEST_CASE("caches: DRAM may be read by two sectors, and no cache asks it for each") {
  CacheSizes pairs = kSmall;
  pairs.dram_sectors = 2;
  const auto result = run_caches(stream_of({load(0, 0b0100), load(0, 0b1000)}), pairs, kOne);
  CHECK(result.all.dram_reads == 2);
  CHECK(result.all.l2_read_hits == 1);
  const auto bare = run_caches(stream_of({load(0, 1), load(0, 1)}), CacheSizes{}, kOne);
  CHECK(bare.all.load_hits == 0);
  CHECK(bare.all.dram_reads == 2);
}

TEST_CASE("caches: of two parts of L2 each multiprocessor's own is asked first") {
  CacheSizes two = kSmall;
  two.l1 = 0;
  two.l2_parts = 2;
  const Placement both{2, 1};
  // Blocks 0 and 1 on different multiprocessors read one sector twice: one of them is at home.
  std::vector<StreamLine> lines;
  for (uint32_t block = 0; block < 2; ++block) {
    for (int time = 0; time < 2; ++time) lines.push_back(load(3, 1, 0, block));
  }
  const auto result = run_caches(stream_of(lines), two, both);
  CHECK(result.all.l2_reads == 4);
  CHECK(result.all.l2_from_other == 1);
  CHECK(result.all.dram_reads == 1);
}

TEST_CASE("interleave: blocks are spread, multiprocessors and warps take turns") {
  // Two blocks of two warps with two requests each; the line says which.
  std::vector<StreamLine> lines;
  for (uint32_t block = 0; block < 2; ++block) {
    for (uint16_t warp = 0; warp < 2; ++warp) {
      for (uint64_t turn = 0; turn < 2; ++turn)
        lines.push_back(load(100 * block + 10 * warp + turn, 1, warp, block));
    }
  }
  const MemoryStream stream = stream_of(lines);
  CHECK(order_of(stream, {2, 1}) == std::vector<uint64_t>{0, 100, 10, 110, 1, 101, 11, 111});
  CHECK(order_of(stream, {1, 1}) == std::vector<uint64_t>{0, 10, 1, 11, 100, 110, 101, 111});
  CHECK(order_of(stream, {1, 2}) == std::vector<uint64_t>{0, 10, 100, 110, 1, 11, 101, 111});
}

TEST_CASE("interleave: a warp waits at a barrier, and the lines of a request stay together") {
  std::vector<StreamLine> lines{load(0, 1, 0), load(1, 1, 0), load(2, 1, 0), load(10, 1, 1)};
  lines[1].begins = false;  // 0 and 1 are one request
  lines[2].interval = 1;    // behind the barrier
  CHECK(order_of(stream_of(lines), kOne) == std::vector<uint64_t>{0, 1, 10, 2});
}

TEST_CASE("memory system: most devices have figures, and L1 is what shared memory leaves") {
  const std::set<std::string> without{"cc12.1", "cc11.0", "cc10.3", "cc10.0", "cc8.7",
                                      "cc7.2",  "cc6.2",  "cc5.3",  "cc3.2"};
  for (const Device& device : devices()) {
    CAPTURE(device.id);
    if (without.contains(device.id)) {
      CHECK(memory_figures(device) == nullptr);
      CHECK(shown_memory_figures(device).board == "H200");
      CHECK(cache_sizes(device, 256, 0).l2 == 60 << 20);
      continue;
    }
    REQUIRE(memory_figures(device) != nullptr);
    CHECK(memory_figures(device)->bandwidth > 50);
    CHECK(memory_figures(device)->peak > 100);
    const Peak of_double = peak_for(*memory_figures(device), Arithmetic::kDouble);
    CHECK(of_double.is_of_double == (device.id != "cc1.0"));
    CHECK(of_double.value <= memory_figures(device)->peak);
  }
  // 8 blocks of 256 threads take 1 KiB each for the system: the step of 8 KiB.
  CHECK(cache_sizes(default_device(), 256, 0).l1 == (256 - 8) * 1024);
  // 8 blocks of 3 KiB: the step of 32 KiB.
  CHECK(cache_sizes(default_device(), 256, 2048).l1 == (256 - 32) * 1024);
  CHECK(cache_sizes(*find_device("cc3.0"), 256, 0).l1 == 0);
  CHECK(cache_sizes(*find_device("cc5.2"), 256, 0).l1 == 0);  // by default
  CHECK(cache_sizes(*find_device("cc1.0"), 256, 0).l2 == 0);
  CHECK(placement_of(default_device(), 256, 0).resident == 8);
}
