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

// 16 bytes a lane into shared memory, by the program's store.
trace::WarpAccess make_copy(const Lanes& written, const Lanes& read, trace::Side& source) {
  source.bytes = 16;
  source.mask = 0xffffffff;
  source.addresses = &read;
  trace::WarpAccess copy = make_access(2, Space::kShared, Operation::kCopy, written);
  copy.bytes = 16;
  copy.source = &source;
  return copy;
}

observe::SharedTotal of_kind(const observe::Summary& summary, observe::AccessKind kind) {
  return summary.totals.shared[static_cast<size_t>(kind)];
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

TEST_CASE("accumulator: an asynchronous copy is a kind of its own, with a row for each side") {
  observe::TotalsAccumulator totals(make_program(), make_layout(), {32, 1, 1},
                                    model::default_device());
  totals.block_begins({});
  const Lanes read = affine(kWindow, 16), written = affine(0, 128);
  trace::Side source;
  trace::WarpAccess copy = make_copy(written, read, source);
  totals.access(copy);
  totals.access(copy);
  const observe::Summary summary = totals.finish();

  REQUIRE(summary.accesses.size() == 2);
  const observe::AccessRow& store = summary.accesses[0];
  CHECK(store.array == "tile");
  CHECK(store.kind == observe::AccessKind::kCpAsync);
  CHECK(store.shared ==
        observe::SharedTotal{2, 64, 56});  // all targets on one bank, in groups of 8
  const observe::AccessRow& load = summary.accesses[1];
  CHECK(load.array == "a");
  CHECK(load.space == Space::kGlobal);
  CHECK(load.operation == Operation::kCopy);
  CHECK(load.global.sectors == 32);
  CHECK(load.global.bytes_requested == 1024);
  CHECK(of_kind(summary, observe::AccessKind::kCpAsync) == store.shared);
  CHECK(of_kind(summary, observe::AccessKind::kStore).requests == 0);
  CHECK(summary.totals.global[0].requests == 0);  // no load
  CHECK(summary.totals.global[static_cast<size_t>(Operation::kCopy)].requests == 2);
  // Wavefronts, ideal ones, the source's lines.
  CHECK(totals.cost_of(copy) == trace::StepCost{32, 4, 4});
}

TEST_CASE("accumulator: a copy past L1 has no conflicts, and moves what is there once") {
  auto program = std::make_shared<code::Program>(*make_program());
  program->sites[2].passes_by_l1 = true;
  observe::TotalsAccumulator totals(program, make_layout(), {32, 1, 1}, model::default_device());
  totals.block_begins({});
  const Lanes read = affine(kWindow, 16), written = affine(16, 16);  // shifted by half a sector
  trace::Side source;
  trace::WarpAccess copy = make_copy(written, read, source);
  totals.access(copy);
  // The zeros of half of the lanes are no sectors; both rules count.
  source.mask = 0x0000ffff;
  totals.access(copy);
  // Nothing is read: no row for the source.
  copy.source = nullptr;
  totals.access(copy);
  const observe::Summary summary = totals.finish();
  const observe::SharedTotal shared = of_kind(summary, observe::AccessKind::kCpAsync);
  CHECK(shared.requests == 3);
  CHECK(shared.wavefronts == 12 + (12 + 4) + (6 + 4));
  CHECK(shared.conflicts == 0);
  CHECK(shared.untimed_wavefronts == shared.wavefronts);
  CHECK(shared.ideal() == shared.wavefronts);
  const observe::GlobalTotal& global = summary.totals.global[3];
  CHECK(global.requests == 2);
  CHECK(global.sectors == 32 + 16);        // as counted
  CHECK(global.bytes_moved == 512 + 256);  // as they are
  CHECK(summary.totals.global_sum() == global);
}

TEST_CASE("accumulator: matrices are loaded and stored as kinds of their own") {
  auto program = std::make_shared<code::Program>(*make_program());
  program->sites[0].is_matrix = program->sites[2].is_matrix = true;
  observe::TotalsAccumulator totals(program, make_layout(), {32, 1, 1}, model::default_device());
  totals.block_begins({});
  const Lanes rows = affine(0, 64), same = affine(0, 0);
  trace::WarpAccess matrix = make_access(0, Space::kShared, Operation::kLoad, rows);
  matrix.bytes = 16;
  matrix.layout = trace::Layout::kMatrix8x8Turned;
  matrix.value_mask = 0xffffffff;
  totals.access(matrix);
  CHECK(totals.cost_of(matrix) == trace::StepCost{16, 4, 0});
  matrix.mask = 0x000000ff;  // one matrix
  totals.access(matrix);
  trace::WarpAccess stored = matrix;
  stored.site = 2;
  stored.operation = Operation::kStore;
  stored.mask = 0xffffffff;
  stored.addresses = &same;
  totals.access(stored);
  totals.access(make_access(1, Space::kShared, Operation::kLoad, rows));
  const observe::Summary summary = totals.finish();
  CHECK(of_kind(summary, observe::AccessKind::kLdmatrix) == observe::SharedTotal{2, 20, 15});
  CHECK(of_kind(summary, observe::AccessKind::kStmatrix) == observe::SharedTotal{1, 4, 0});
  CHECK(of_kind(summary, observe::AccessKind::kLoad) == observe::SharedTotal{1, 16, 15});
  CHECK(of_kind(summary, observe::AccessKind::kStore).requests == 0);
  CHECK(summary.totals.shared_sum().wavefronts == 40);
  CHECK(summary.accesses.size() == 3);  // a matrix and a load at one place are apart
}

TEST_CASE("accumulator: bulk copies have bytes and sectors, but no wavefronts") {
  observe::TotalsAccumulator totals(make_program(), make_layout(), {32, 1, 1},
                                    model::default_device());
  totals.block_begins({});
  // 576 bytes, from the middle of a sector to the middle of a line of shared memory, in two events.
  Lanes read = affine(kWindow + 16, 16), written = affine(64, 16);
  trace::Side source;
  trace::WarpAccess copy = make_copy(written, read, source);
  copy.layout = trace::Layout::kBulk;
  copy.mask = source.mask = 0x0fffffff;
  copy.value_mask = 0x00101011;  // 64 and three times 128 bytes
  totals.access(copy);
  read = affine(kWindow + 16 + 28 * 16, 16);
  written = affine(512, 16);
  copy.mask = source.mask = 0x000000ff;
  copy.value_mask = 0x1;
  copy.continues = true;
  totals.access(copy);
  // And 64 bytes back.
  trace::Side from;
  from.space = Space::kShared;
  from.bytes = 16;
  from.mask = 0xf;
  from.addresses = &written;
  trace::WarpAccess store = make_access(1, Space::kGlobal, Operation::kCopy, read, 0xf);
  store.bytes = 16;
  store.layout = trace::Layout::kBulk;
  store.value_mask = 0x1;
  store.source = &from;
  totals.access(store);
  const observe::Summary summary = totals.finish();
  CHECK(summary.totals.bulk[0] == observe::BulkTotal{1, 28 * 16 + 128, 3 + 3 * 5 + 5});
  CHECK(summary.totals.bulk[1] == observe::BulkTotal{1, 64, 3});
  CHECK(summary.totals.shared_sum() == observe::SharedTotal{});
  REQUIRE(summary.accesses.size() == 4);  // each has two sides
  CHECK(summary.accesses[0].shared == observe::SharedTotal{1, 0, 0});
  CHECK(summary.accesses[1].global.sectors == 23);
  CHECK(summary.totals.global_sum().bytes_moved == (23 + 3) * 32);
  CHECK(totals.cost_of(copy) == trace::StepCost{0, 0, 0});
  CHECK(totals.cost_of(store) == trace::StepCost{3, 2, 0});
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
