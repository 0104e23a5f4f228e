// DRAM and the roofline in cases small enough to be worked out by hand.
#include "sim/model/dram.hpp"

#include <doctest/doctest.h>

#include "sim/model/roofline.hpp"

using namespace warplens::model;

namespace {

// DDR4-3200: two channels, rows of 8 KiB, 16 banks, bursts of 64 B in 2.5 ns.
const DramTimings& ddr4() {
  return dram_timings(DramKind::kDdr4);
}

// The first byte of channel 0's so-manieth 8 KiB.
uint64_t row_of_channel(uint64_t row) {
  return row * 8192 * 2;
}

DramPlan plan(const std::vector<uint64_t>& bursts, DramOptions options = {}) {
  options.most_steps = 100;
  return run_dram(bursts, ddr4(), options);
}

}  // namespace

TEST_CASE("dram: 256 bytes by channel, then a row, then the next bank") {
  CHECK(place_of(0, ddr4(), false).channel == 0);
  CHECK(place_of(256, ddr4(), false).channel == 1);
  CHECK(place_of(512, ddr4(), false).channel == 0);
  CHECK(place_of(row_of_channel(1), ddr4(), false).bank == 1);
  CHECK(place_of(row_of_channel(1), ddr4(), false).row == 0);
  CHECK(place_of(row_of_channel(16), ddr4(), false).bank == 0);
  CHECK(place_of(row_of_channel(16), ddr4(), false).row == 1);
  CHECK(place_of(row_of_channel(3), ddr4(), true).bank == 0);
  CHECK(place_of(row_of_channel(3), ddr4(), true).row == 3);
}

TEST_CASE("dram: a closed row, a hit and a conflict take what their timings add up to") {
  const DramPlan result = plan({row_of_channel(0), 64, row_of_channel(16)});
  REQUIRE(result.steps.size() == 3);
  CHECK(result.steps[0].event == RowEvent::kClosed);
  CHECK(result.steps[0].begin == doctest::Approx(13.75 + 13.75));
  CHECK(result.steps[1].event == RowEvent::kHit);
  CHECK(result.steps[1].begin == doctest::Approx(27.5 + 2.5));
  // Row 1 of the bank: row 0 stays open for 32 ns, then precharge, activation, column access.
  CHECK(result.steps[2].event == RowEvent::kConflict);
  CHECK(result.steps[2].begin == doctest::Approx(32 + 3 * 13.75));
  CHECK(result.all.hits == 1);
  CHECK(result.all.activations() == 2);
  CHECK(result.all.ns == doctest::Approx(32 + 3 * 13.75 + 2.5));
}

TEST_CASE("dram: banks work beside each other, one bank is the worst case") {
  std::vector<uint64_t> rows;
  for (uint64_t row = 0; row < 16; ++row) rows.push_back(row_of_channel(row));
  const DramPlan spread = plan(rows);
  // All are opened at once; then the wires are what limits.
  CHECK(spread.all.ns == doctest::Approx(27.5 + 16 * 2.5));
  DramOptions one;
  one.in_one_bank = true;
  const DramPlan same = plan(rows, one);
  CHECK(same.all.conflicts == 15);
  CHECK(same.all.ns > 15 * (32 + 13.75));  // each row is open for 32 ns, then written back
}

TEST_CASE("dram: row hits first opens each row once, where first come goes to and fro") {
  std::vector<uint64_t> bursts;
  for (uint64_t i = 0; i < 4; ++i) {
    bursts.push_back(row_of_channel(0) + 64 * i % 256);
    bursts.push_back(row_of_channel(16) + 64 * i % 256);
  }
  CHECK(plan(bursts).all.activations() == 8);
  DramOptions first;
  first.order = DramOrder::kRowHitFirst;
  CHECK(plan(bursts, first).all.activations() == 2);
  CHECK(plan(bursts, first).all.ns < plan(bursts).all.ns);
}

TEST_CASE("dram: a refresh closes all rows") {
  // 8 KiB of one row again and again, for longer than 7.8 us: 4,000 bursts of 2.5 ns.
  const DramPlan result = plan(std::vector<uint64_t>(4000, 0));
  CHECK(result.all.refreshes == 1);
  CHECK(result.all.closed == 2);
  CHECK(result.all.hits == 3998);
}

TEST_CASE("dram: sectors are bursts, arrays are one behind another") {
  const std::vector<StreamArray> arrays{{"a", uint64_t{1} << 36, 4096},
                                        {"b", uint64_t{2} << 36, 64}};
  DramRequest of_a, of_b;
  of_a.sector = arrays[0].base / 32 + 1;  // the second half of a burst of 64 bytes
  of_b.sector = arrays[1].base / 32;
  of_b.sectors = 4;
  CHECK(bursts_of(std::vector<DramRequest>{of_a, of_b}, arrays, ddr4()) ==
        std::vector<uint64_t>{0, uint64_t{2} << 20, (uint64_t{2} << 20) + 64});
}

TEST_CASE("roofline: bandwidth times intensity until the peak") {
  const Roof roof{150, 1000};
  CHECK(roof.at(0.25) == 37.5);
  CHECK(roof.at(4) == 600);
  CHECK(roof.at(8) == 1000);  // a tile of 32: the peak
  CHECK(roof.ridge() == doctest::Approx(6.6667));
  CHECK(Roof{}.ridge() == 0);
}
