// The accumulator on hand-made accesses: what is summed where, and what is merged.
#include "sim/observe/totals/totals_accumulator.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using trace::Operation;
using trace::Space;

namespace {

constexpr uint64_t kWindow = uint64_t{1} << 36;
using Lanes = std::array<uint64_t, trace::kWarpSize>;

Lanes affine(uint64_t base, uint64_t stride) {
  Lanes lanes{};
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) lanes[lane] = base + lane * stride;
  return lanes;
}

// Three sites: two loads at one place in the text, and a store.
std::shared_ptr<const code::Program> make_program() {
  auto unit = std::make_shared<lang::Unit>();
  unit->file = base::SourceFile("made.cu", "first line\n  a[i] = b[i];\n");
  auto program = std::make_shared<code::Program>();
  program->unit = unit;
  code::AccessSite site;
  site.span = {20, 24};
  program->sites = {site, site, site};
  program->sites[2].span = {13, 17};
  program->sites[2].operation = code::Operation::kStore;
  return program;
}

observe::MemoryLayout make_layout() {
  observe::MemoryLayout layout;
  layout.shared = {{"tile", 0, 4096, 4, {32, 32}}};
  layout.global = {{"a", kWindow, 4096, 4, {1024}}, {"b", 2 * kWindow, 256, 4, {64}}};
  return layout;
}

trace::WarpAccess make_access(uint32_t site, Space space, Operation operation, const Lanes& lanes,
                              uint32_t mask = 0xffffffff) {
  trace::WarpAccess access;
  access.site = site;
  access.space = space;
  access.operation = operation;
  access.mask = mask;
  access.addresses = &lanes;
  return access;
}

}  // namespace

TEST_CASE("accumulator: rows of one place are merged by array, in order") {
  observe::TotalsAccumulator totals(make_program(), make_layout(), {32, 1, 1},
                                    model::default_device());
  totals.block_begins({});
  const Lanes in_b = affine(2 * kWindow, 4), in_a = affine(kWindow, 128), column = affine(0, 128);
  totals.access(make_access(0, Space::kGlobal, Operation::kLoad, in_b));
  totals.access(make_access(1, Space::kGlobal, Operation::kLoad, in_b));
  totals.access(make_access(0, Space::kGlobal, Operation::kLoad, in_a));
  totals.access(make_access(0, Space::kGlobal, Operation::kLoad, in_b, 0xffff));
  totals.access(make_access(2, Space::kShared, Operation::kStore, column));
  const observe::Summary summary = totals.finish();

  REQUIRE(summary.accesses.size() == 3);
  const observe::AccessRow& store = summary.accesses[0];
  CHECK(store.line == 2);
  CHECK(store.column == 3);
  CHECK(store.array == "tile");
  CHECK(store.shared == observe::SharedTotal{1, 32, 31});
  CHECK(store.lanes == 32);
  const observe::AccessRow& strided = summary.accesses[1];
  CHECK(strided.array == "a");
  CHECK(strided.global == observe::GlobalTotal{1, 32, 32, 128, 128, 1024, 4, 4});
  const observe::AccessRow& row = summary.accesses[2];
  CHECK(row.column == 10);
  CHECK(row.array == "b");
  CHECK(row.sites == std::vector<uint32_t>{0, 1});
  CHECK(row.global == observe::GlobalTotal{3, 10, 3, 320, 320, 320, 10, 10});
  CHECK(row.lanes == 80);
  CHECK(summary.totals.global[0].requests == 4);
  CHECK(summary.totals.shared[1].wavefronts == 32);
  CHECK(summary.findings.empty());
}

TEST_CASE("accumulator: a copy is a load of one memory and a store of another") {
  observe::TotalsAccumulator totals(make_program(), make_layout(), {32, 1, 1},
                                    model::default_device());
  totals.block_begins({});
  const Lanes read = affine(kWindow, 16), written = affine(0, 128);
  trace::Side source;
  source.bytes = 16;
  source.mask = 0xffffffff;
  source.addresses = &read;
  trace::WarpAccess copy = make_access(2, Space::kShared, Operation::kCopy, written);
  copy.source = &source;
  totals.access(copy);
  totals.access(copy);
  const observe::Summary summary = totals.finish();

  REQUIRE(summary.accesses.size() == 2);
  const observe::AccessRow& store = summary.accesses[0];
  CHECK(store.array == "tile");
  CHECK(store.operation == Operation::kStore);
  CHECK(store.shared == observe::SharedTotal{2, 64, 62});
  const observe::AccessRow& load = summary.accesses[1];
  CHECK(load.array == "a");
  CHECK(load.operation == Operation::kLoad);
  CHECK(load.global.sectors == 32);
  CHECK(load.global.bytes_requested == 1024);
  CHECK(summary.totals.shared[1].wavefronts == 64);
  CHECK(summary.totals.global[0].requests == 2);
}

TEST_CASE("accumulator: findings keep the first occurrence and a count") {
  observe::TotalsAccumulator totals(make_program(), make_layout(), {8, 16, 1},
                                    model::default_device());
  const Lanes lanes = affine(2 * kWindow + 200, 4);
  trace::WarpAccess access = make_access(1, Space::kGlobal, Operation::kLoad, lanes);
  access.warp = 1;
  access.out_of_bounds = 0xffffc000;
  totals.block_begins({3, 1, 0});
  totals.access(access);
  totals.block_begins({4, 1, 0});
  totals.access(access);
  const Lanes odd = affine(kWindow + 2, 4);
  totals.access(make_access(0, Space::kGlobal, Operation::kLoad, odd, 0x3));
  const observe::Summary summary = totals.finish();
  REQUIRE(summary.findings.size() == 2);
  CHECK(summary.findings[0].kind == observe::FindingKind::kOutOfBounds);
  CHECK(summary.findings[0].count == 36);
  CHECK(summary.findings[0].block == trace::BlockId{3, 1, 0});
  CHECK(summary.findings[0].thread[0] == 6);
  CHECK(summary.findings[0].thread[1] == 5);
  const auto& detail = std::get<observe::AccessDetail>(summary.findings[0].detail);
  CHECK(detail.is_load);
  CHECK(detail.array == "b");
  CHECK(detail.element == 64);
  CHECK(detail.elements == 64);
  CHECK(summary.findings[1].kind == observe::FindingKind::kMisaligned);
  CHECK(summary.findings[1].count == 2);
}
