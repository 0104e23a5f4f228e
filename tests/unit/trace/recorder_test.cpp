// Packing and the recorder: what goes in comes out, a cut is shown, phases are shared by a block's
// warps.
#include <doctest/doctest.h>

#include <random>
#include <tuple>

#include "sim/trace/pack.hpp"
#include "sim/trace/recording.hpp"

using namespace warplens::trace;

namespace {

Lanes masked(const Lanes& lanes, uint32_t mask) {
  Lanes result{};
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane) & 1) result[lane] = lanes[lane];
  }
  return result;
}

Lanes round_trip(const Lanes& lanes, uint32_t mask, Shape expected) {
  std::vector<std::byte> bytes(3);  // an entry may start anywhere
  const Shape shape = pack(lanes, mask, bytes);
  CHECK(shape == expected);
  uint64_t offset = 3;
  Lanes out{};
  unpack(shape, mask, bytes, offset, out);
  CHECK(offset == bytes.size());
  return out;
}

// A number from one of several ranges, so that every width and shape comes up.
Lanes random_lanes(std::mt19937_64& random) {
  Lanes lanes{};
  const uint64_t start = random() >> (random() % 64);
  const uint64_t step = random() % 3 == 0 ? random() : random() % 300;
  const uint64_t kind = random() % 5;
  const uint32_t bits = static_cast<uint32_t>(random() % 64);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (kind == 0) lanes[lane] = start;
    if (kind == 1) lanes[lane] = start + step * lane;
    if (kind == 2) lanes[lane] = start - step * lane;
    if (kind >= 3) lanes[lane] = start + (random() >> bits);
  }
  return lanes;
}

WarpAccess access_of(uint32_t warp, uint32_t site, uint32_t mask, const Lanes* addresses) {
  WarpAccess access;
  access.warp = warp;
  access.site = site;
  access.mask = mask;
  access.addresses = addresses;
  return access;
}

}  // namespace

TEST_CASE("recorder: a copy has both its sides, a matrix the lanes that get values") {
  Recorder recorder({}, 1, 1 << 20);
  recorder.block_begins({});
  Lanes read{}, written{}, rows{}, values{};
  for (uint32_t lane = 0; lane < 32; ++lane) {
    read[lane] = 4096 + 16 * lane;
    written[lane] = 7 * lane;
    rows[lane] = 128 * lane;
    values[lane] = lane * lane;
  }
  Side source;
  source.bytes = 16;
  source.mask = 0x0000ffff;
  source.out_of_bounds = 0x8000;
  source.addresses = &read;
  WarpAccess copy = access_of(0, 3, 0x00ff00ff, &written);
  copy.space = Space::kShared;
  copy.operation = Operation::kCopy;
  copy.source = &source;
  copy.group = 2;
  recorder.access(access_of(0, 1, 0xffffffff, &read));
  recorder.access(copy);
  WarpAccess matrix = access_of(0, 4, 0x000000ff, &rows);
  matrix.space = Space::kShared;
  matrix.layout = Layout::kMatrix8x8;
  matrix.value_mask = 0xffffffff;
  matrix.values = &values;
  recorder.access(matrix);
  const auto recording = recorder.finish();

  REQUIRE(recording->size() == 3);
  CHECK_FALSE(recording->at(0).source.has_value());
  const Access copied = recording->at(1);
  CHECK(copied.operation == Operation::kCopy);
  CHECK(copied.group == 2);
  CHECK(copied.addresses == masked(written, 0x00ff00ff));
  REQUIRE(copied.source.has_value());
  CHECK(copied.source->space == Space::kGlobal);
  CHECK(copied.source->bytes == 16);
  CHECK(copied.source->mask == 0x0000ffff);
  CHECK(copied.source->out_of_bounds == 0x8000);
  CHECK(copied.source->addresses == masked(read, 0x00ffffff));  // also of lanes that read nothing
  const Access loaded = recording->at(2);
  CHECK(loaded.layout == Layout::kMatrix8x8);
  CHECK(loaded.addresses == masked(rows, 0x000000ff));
  CHECK(loaded.values == masked(values, 0x000000ff));
  CHECK(loaded.value_lanes() == 0xffffffff);
}

TEST_CASE("recorder: what becomes of copies is kept with the step that follows it") {
  Recorder recorder({0, 0, 0}, 2, 1 << 20);
  recorder.block_begins({0, 0, 0});
  const Lanes lanes{};
  WarpAccess load = access_of(0, 0, ~0u, &lanes), copy = access_of(1, 1, 0xff, &lanes);
  copy.operation = Operation::kCopy;
  recorder.access(load);
  recorder.access(copy);
  recorder.copies_commit(1, 7, 0xff);
  recorder.barrier_releases();
  recorder.access(load);
  recorder.access(copy);
  CopyWait wait;
  wait.mask = 0xf0;
  wait.newest.fill(2);
  recorder.copy_arrives(1, 1, 0xf0);
  recorder.copies_wait(1, 9, wait);
  recorder.copies_hand_over(1, 11, 0xf);
  const auto recording = recorder.finish();
  using Kind = CopyNote::Kind;
  REQUIRE(recording->copies.size() == 4);
  const auto& [commit, arrival, waited, handed] = std::tie(
      recording->copies[0], recording->copies[1], recording->copies[2], recording->copies[3]);
  CHECK(commit.kind == Kind::kCommit);
  CHECK(commit.step == 2);
  CHECK(commit.interval == 0);
  CHECK(commit.warp == 1);
  CHECK(commit.pc == 7);
  CHECK(commit.mask == 0xff);
  CHECK(arrival.kind == Kind::kArrival);
  CHECK(arrival.copy == 3);  // the step of the second copy
  CHECK(arrival.mask == 0xf0);
  CHECK(waited.kind == Kind::kWait);
  CHECK(waited.newest == 2);
  CHECK(waited.step == 4);
  CHECK(waited.interval == 1);
  CHECK(handed.kind == Kind::kHandOver);
}

TEST_CASE("pack: each shape is recognised and comes back") {
  Lanes lanes{};
  CHECK(round_trip(lanes, 0xffffffff, Shape::kZero) == lanes);
  lanes.fill(77);
  CHECK(round_trip(lanes, 0xffffffff, Shape::kEqual) == lanes);
  for (uint32_t lane = 0; lane < 32; ++lane) lanes[lane] = 1000 - 4 * lane;
  CHECK(round_trip(lanes, 0xffffffff, Shape::kAffine) == lanes);
  CHECK(round_trip(lanes, 0x80000010, Shape::kAffine) == masked(lanes, 0x80000010));
  CHECK(round_trip(lanes, 0x00000010, Shape::kEqual) == masked(lanes, 0x10));
  lanes[31] = ~uint64_t{0};
  CHECK(round_trip(lanes, 0xffffffff, Shape::kRaw) == lanes);
}

TEST_CASE("recorder: 2000 random accesses come back as they were reported") {
  std::mt19937_64 random(7);
  Recorder recorder({1, 2, 0}, 4, 1 << 24);
  recorder.block_begins({1, 2, 0});
  struct ReportedAccess {
    WarpAccess head;
    Lanes addresses, values, results, high_values;
    std::array<Origin, 32> origins;
  };
  std::vector<ReportedAccess> all;
  for (int i = 0; i < 2000; ++i) {
    ReportedAccess event{
        {}, random_lanes(random), random_lanes(random), random_lanes(random), random_lanes(random),
        {}};
    event.origins = random_lanes(random);
    event.head = access_of(static_cast<uint32_t>(random() % 4), static_cast<uint32_t>(random() % 9),
                           static_cast<uint32_t>(random() | 1), nullptr);
    event.head.operation = static_cast<Operation>(random() % 3);
    event.head.space = static_cast<Space>(random() % 3);
    event.head.bytes = static_cast<uint8_t>(1u << random() % 5);
    event.head.out_of_bounds = static_cast<uint32_t>(random()) & event.head.mask;
    all.push_back(event);
    WarpAccess access = event.head;
    access.addresses = &event.addresses;
    access.values = &event.values;
    if (event.head.bytes == 16) access.high_values = &event.high_values;
    if (event.head.operation == Operation::kAtomic) access.results = &event.results;
    if (event.head.operation == Operation::kStore) access.origins = &event.origins;
    recorder.access(access);
  }
  recorder.block_ends({1, 2, 0});
  const auto recording = recorder.finish();
  REQUIRE(recording);
  REQUIRE(recording->size() == all.size());
  CHECK_FALSE(recording->is_cut);
  for (uint32_t i = 0; i < recording->size(); ++i) {
    const ReportedAccess& event = all[i];
    const Access access = recording->at(i);
    const uint32_t mask = event.head.mask;
    CHECK(access.step == i);
    CHECK(access.warp == event.head.warp);
    CHECK(access.site == event.head.site);
    CHECK(access.mask == mask);
    CHECK(access.bytes == event.head.bytes);
    CHECK(access.out_of_bounds == event.head.out_of_bounds);
    CHECK(access.addresses == masked(event.addresses, mask));
    CHECK(access.space == event.head.space);
    CHECK(access.values == masked(event.values, mask));
    CHECK(access.high_values ==
          (event.head.bytes == 16 ? masked(event.high_values, mask) : Lanes{}));
    const bool atomic = event.head.operation == Operation::kAtomic;
    const bool store = event.head.operation == Operation::kStore;
    CHECK(access.results == (atomic ? masked(event.results, mask) : Lanes{}));
    CHECK(access.origins == (store ? masked(event.origins, mask) : Lanes{}));
  }
}

TEST_CASE("recorder: other blocks are ignored, a block that never ran gives nothing") {
  Lanes addresses{};
  Recorder recorder({1, 0, 0}, 1, 1 << 20);
  recorder.block_begins({0, 0, 0});
  recorder.access(access_of(0, 0, 1, &addresses));
  recorder.block_ends({0, 0, 0});
  CHECK(recorder.finish() == nullptr);
}

TEST_CASE("recorder: the budget cuts the recording and says so") {
  Lanes addresses{};
  for (uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = lane * lane;
  Recorder recorder({0, 0, 0}, 1, 1000);
  recorder.block_begins({0, 0, 0});
  for (int i = 0; i < 100; ++i) recorder.access(access_of(0, 0, 0xffffffff, &addresses));
  recorder.block_ends({0, 0, 0});
  const auto recording = recorder.finish();
  CHECK(recording->is_cut);
  CHECK(recording->size() > 0);
  CHECK(recording->size() < 20);
  CHECK(recording->accesses_in_block == 100);
  CHECK(recording->lanes.steps.size() == recording->size());
  CHECK(recording->at(recording->size() - 1).addresses == addresses);
}

TEST_CASE("recorder: phases and barriers without an access take of the budget, too") {
  Recorder recorder({0, 0, 0}, 1, 10'000);
  recorder.block_begins({0, 0, 0});
  for (int64_t i = 0; i < 1000; ++i) {
    recorder.phase(0, 0, true, true, i);
    recorder.barrier_arrives(0, 7, 0xffffffff);
    recorder.barrier_releases();
  }
  recorder.block_ends({0, 0, 0});
  const auto recording = recorder.finish();
  CHECK(recording->is_cut);
  CHECK(recording->phases.size() > 10);
  CHECK(recording->phases.size() < 100);
  CHECK(recording->waits.size() > 10);
  CHECK(recording->waits.size() < 100);
  CHECK(recording->releases.size() < 100);
}

TEST_CASE(
    "recorder: warps share the phase of an iteration; the text after the loop is a phase of its "
    "own") {
  Lanes addresses{};
  Recorder recorder({0, 0, 0}, 2, 1 << 20);
  recorder.block_begins({0, 0, 0});
  for (uint32_t warp = 0; warp < 2; ++warp) recorder.access(access_of(warp, 0, 1, &addresses));
  for (int64_t iteration = 0; iteration < 2; ++iteration) {
    for (uint32_t warp = 0; warp < 2; ++warp) {
      recorder.phase(warp, 0, true, true, iteration * 8);
      recorder.access(access_of(warp, 1, 1, &addresses));
      recorder.barrier_arrives(warp, 5, 1);
    }
    recorder.barrier_releases();
  }
  for (uint32_t warp = 0; warp < 2; ++warp) {
    recorder.phase(warp, 0, false, false, 0);
    recorder.access(access_of(warp, 2, 1, &addresses));
  }
  recorder.block_ends({0, 0, 0});
  const auto recording = recorder.finish();
  REQUIRE(recording->phases.size() == 4);
  CHECK(recording->phases[0].loop == Phase::kOutside);
  CHECK(recording->phases[1].loop == 0);
  CHECK(recording->phases[2].iteration == 1);
  CHECK(recording->phases[2].value == 8);
  CHECK(recording->phases[3].loop == Phase::kOutside);
  CHECK(recording->phases[3].iteration == 1);
  const std::vector<uint32_t> expected{0, 0, 1, 1, 2, 2, 3, 3};
  for (uint32_t i = 0; i < expected.size(); ++i) CHECK(recording->heads[i].phase == expected[i]);
  REQUIRE(recording->waits.size() == 4);
  CHECK(recording->waits[0].step == 3);
  CHECK(recording->waits[0].release_step == 4);
  CHECK(recording->waits[3].interval == 1);
  CHECK(recording->releases == std::vector<uint32_t>{4, 6});
  CHECK(recording->heads[4].interval == 1);
}

TEST_CASE(
    "recorder: a loop entered again goes on counting, and an outer phase goes on after an inner "
    "loop") {
  Lanes addresses{};
  Recorder recorder({0, 0, 0}, 2, 1 << 20);
  recorder.block_begins({0, 0, 0});
  for (uint32_t warp = 0; warp < 2; ++warp) {
    for (int outer = 0; outer < 2; ++outer) {
      recorder.phase(warp, 1, true, true, outer);
      // The second warp makes one iteration fewer in the first entry, and still shares the second
      // entry's phases.
      for (int inner = 0; inner < 2 - (warp == 1 && outer == 0 ? 1 : 0); ++inner) {
        recorder.phase(warp, 0, true, true, inner);
        recorder.access(access_of(warp, 0, 1, &addresses));
      }
      recorder.phase(warp, 0, false, false, 0);
      recorder.access(access_of(warp, 1, 1, &addresses));
    }
    recorder.phase(warp, 1, false, false, 0);
  }
  recorder.block_ends({0, 0, 0});
  const auto recording = recorder.finish();
  // 0 outside, 1 outer 0, 2 3 inner of the first entry, 4 outer 1, 5 6 inner of the second.
  REQUIRE(recording->phases.size() == 7);
  CHECK(recording->phases[6].loop == 0);
  CHECK(recording->phases[6].iteration == 3);
  CHECK(recording->phases[6].value == 1);
  const std::vector<uint32_t> expected{2, 3, 1, 5, 6, 4, 2, 1, 5, 6, 4};
  REQUIRE(recording->size() == expected.size());
  for (uint32_t i = 0; i < expected.size(); ++i) CHECK(recording->heads[i].phase == expected[i]);
}

TEST_CASE("recorder: leaving a loop without an iteration changes nothing") {
  Lanes addresses{};
  Recorder recorder({0, 0, 0}, 1, 1 << 20);
  recorder.block_begins({0, 0, 0});
  recorder.phase(0, 0, false, false, 0);
  recorder.access(access_of(0, 0, 1, &addresses));
  recorder.block_ends({0, 0, 0});
  CHECK(recorder.finish()->phases.size() == 1);
}

TEST_CASE("recorder: only 16-byte values take room for their second half") {
  Lanes addresses{}, values{};
  for (uint32_t lane = 0; lane < 32; ++lane) values[lane] = lane * lane;
  const auto bytes_of = [&](const Lanes* high_values) {
    Recorder recorder({0, 0, 0}, 1, 1 << 20);
    recorder.block_begins({0, 0, 0});
    WarpAccess access = access_of(0, 0, 0xffffffff, &addresses);
    access.values = &values;
    access.high_values = high_values;
    recorder.access(access);
    return recorder.finish()->lanes.bytes.size();
  };
  CHECK(sizeof(PackedStep) == 16);
  CHECK(bytes_of(nullptr) == 8 + 1 + 32 * 2);
  CHECK(bytes_of(&values) == 2 * (8 + 1 + 32 * 2));
}

TEST_CASE("recorder: prints and lane events are kept with the step that follows them") {
  Lanes addresses{}, first{}, second{};
  for (uint32_t lane = 0; lane < 32; ++lane) {
    first[lane] = lane;
    second[lane] = ~uint64_t{lane};
  }
  Recorder recorder({0, 0, 0}, 2, 1 << 20);
  recorder.prints(0, 9, 1, {});  // before the block: not its own
  recorder.block_begins({0, 0, 0});
  recorder.access(access_of(0, 0, 1, &addresses));
  recorder.prints(1, 2, 0x5, {{first, second}, {}});
  recorder.access(access_of(0, 0, 1, &addresses));
  recorder.prints(0, 0, 0x1, {});
  recorder.lane_event(1, LaneEvent::kMaskNames, 77, 0xff);
  recorder.lane_event(0, LaneEvent::kAssertFailed, 3, 0x2);
  recorder.block_ends({0, 0, 0});
  const auto recording = recorder.finish();
  REQUIRE(recording->prints.size() == 2);
  CHECK(recording->prints[0].step == 1);
  CHECK(recording->prints[0].warp == 1);
  CHECK(recording->prints[0].print == 2);
  CHECK(recording->prints[0].mask == 0x5);
  REQUIRE(recording->prints[0].arguments.size() == 2);
  CHECK(recording->prints[0].arguments[0] == masked(first, 0x5));
  CHECK(recording->prints[0].arguments[1] == masked(second, 0x5));
  CHECK(recording->prints[1].step == 2);
  REQUIRE(recording->notes.size() == 2);
  CHECK(recording->notes[0].event == LaneEvent::kMaskNames);
  CHECK(recording->notes[0].index == 77);
  CHECK(recording->notes[1].warp == 0);
  CHECK(recording->notes[1].mask == 0x2);
  CHECK(recording->prints_in_block == 2);
  CHECK(recording->notes_in_block == 2);
}

TEST_CASE("recorder: prints are capped, counted and of the budget") {
  Lanes lanes{};
  const auto record = [&](uint64_t budget) {
    Recorder recorder({0, 0, 0}, 1, budget);
    recorder.block_begins({0, 0, 0});
    for (int i = 0; i < 10'000; ++i) {
      recorder.prints(0, 0, 1, {{lanes}, {}});
      recorder.lane_event(0, LaneEvent::kMaskNames, 0, 1);
    }
    return recorder.finish();
  };
  const auto capped = record(1 << 26);
  CHECK_FALSE(capped->is_cut);
  CHECK(capped->prints.size() == Recording::kMaxNotes);
  CHECK(capped->notes.size() == Recording::kMaxNotes);
  CHECK(capped->prints_in_block == 10'000);
  const auto cut = record(10'000);
  CHECK(cut->is_cut);
  CHECK(cut->prints.size() < 40);
  CHECK(cut->prints.size() > 10);
  CHECK(cut->prints_in_block == 10'000);
  CHECK(cut->notes_in_block == 10'000);
}

TEST_CASE("events: a thread's number in its block is three indices, x fastest") {
  const BlockId block{4, 3, 2};
  for (uint32_t thread = 0; thread < 24; ++thread) {
    const auto [x, y, z] = thread_at(thread, block);
    CHECK((x < 4 && y < 3 && z < 2));
    CHECK(index_of({x, y, z}, block) == thread);
  }
}
