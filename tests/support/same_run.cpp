#include "tests/support/same_run.hpp"

#include <doctest/doctest.h>

#include <tuple>

namespace warplens::test {
namespace {

auto parts_of(const observe::AccessRow& row) {
  return std::tie(row.line, row.column, row.file, row.functions, row.call_lines, row.space,
                  row.operation, row.array, row.sites, row.shared, row.global, row.constant,
                  row.lanes);
}
auto parts_of(const observe::Finding& finding) {
  return std::tie(finding.kind, finding.line, finding.column, finding.count, finding.block,
                  finding.message);
}
auto parts_of(const observe::PrintLine& line) {
  return std::tie(line.block, line.text);
}
auto parts_of(const trace::AccessHead& head) {
  return std::tie(head.warp, head.site, head.mask, head.interval, head.phase, head.space,
                  head.operation, head.bytes);
}
auto parts_of(const trace::PackedStep& entry) {
  return std::tie(entry.offset, entry.shapes, entry.out_of_bounds);
}
auto parts_of(const trace::Phase& phase) {
  return std::tie(phase.loop, phase.iteration, phase.has_value, phase.value);
}
auto parts_of(const trace::BarrierWait& wait) {
  return std::tie(wait.warp, wait.pc, wait.mask, wait.step, wait.release_step, wait.interval);
}
auto parts_of(const trace::Print& print) {
  return std::tie(print.step, print.warp, print.print, print.mask, print.arguments);
}
auto parts_of(const trace::LaneNote& note) {
  return std::tie(note.step, note.warp, note.event, note.index, note.mask);
}

template <class T>
bool are_same(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (parts_of(a[i]) != parts_of(b[i])) return false;
  }
  return true;
}

void check_same_memory(const std::shared_ptr<prepare::KeptMemory>& kept,
                       const std::shared_ptr<prepare::KeptMemory>& expected_kept) {
  REQUIRE((kept == nullptr) == (expected_kept == nullptr));
  if (kept == nullptr) return;
  const auto memory = kept->get(), expected = expected_kept->get();
  REQUIRE((memory == nullptr) == (expected == nullptr));
  if (memory == nullptr) return;
  REQUIRE(memory->array_count() == expected->array_count());
  for (uint32_t i = 0; i < memory->array_count(); ++i)
    CHECK(memory->array(i).bytes == expected->array(i).bytes);
}

}  // namespace

void check_same_counts(const run::Run& run, const run::Run& expected) {
  CHECK(run.device.id == expected.device.id);
  CHECK(run.is_counted == expected.is_counted);
  CHECK(run.totals == expected.totals);
  CHECK(are_same(run.accesses, expected.accesses));
}

void check_same_recording(const run::Run& run, const run::Run& expected) {
  CHECK(run.request.recorded_block == expected.request.recorded_block);
  check_same_memory(run.memory_before_block, expected.memory_before_block);
  REQUIRE((run.recording == nullptr) == (expected.recording == nullptr));
  REQUIRE((run.costs == nullptr) == (expected.costs == nullptr));
  if (run.recording == nullptr) return;
  const trace::Recording& a = *run.recording;
  const trace::Recording& b = *expected.recording;
  CHECK(a.block == b.block);
  CHECK(a.warps == b.warps);
  CHECK(a.is_cut == b.is_cut);
  CHECK(a.accesses_in_block == b.accesses_in_block);
  CHECK(a.prints_in_block == b.prints_in_block);
  CHECK(a.notes_in_block == b.notes_in_block);
  CHECK(a.releases == b.releases);
  CHECK(are_same(a.phases, b.phases));
  CHECK(are_same(a.waits, b.waits));
  CHECK(are_same(a.prints, b.prints));
  CHECK(are_same(a.notes, b.notes));
  CHECK(are_same(a.heads, b.heads));
  CHECK(are_same(a.lanes.steps, b.lanes.steps));
  CHECK(a.lanes.bytes == b.lanes.bytes);
  CHECK(*run.costs == *expected.costs);
}

void check_same_run(const run::Run& run, const run::Run& expected) {
  CHECK(run.request.launch == expected.request.launch);
  check_same_results(run, expected);
}

void check_same_results(const run::Run& run, const run::Run& expected) {
  check_same_counts(run, expected);
  check_same_recording(run, expected);
  CHECK(run.set_up == expected.set_up);
  CHECK(run.prints.dropped == expected.prints.dropped);
  CHECK(run.ending == expected.ending);
  CHECK(run.steps == expected.steps);
  CHECK(run.flops == expected.flops);
  CHECK(are_same(run.findings, expected.findings));
  CHECK(are_same(run.other_findings, expected.other_findings));
  CHECK(run.check_stops.size() == expected.check_stops.size());
  CHECK(run.one_way_lines == expected.one_way_lines);
  CHECK((run.fetches == nullptr) == (expected.fetches == nullptr));
  CHECK((run.patterns == nullptr) == (expected.patterns == nullptr));
  CHECK((run.stream == nullptr) == (expected.stream == nullptr));
  CHECK(are_same(run.prints.lines, expected.prints.lines));
  check_same_memory(run.memory_after, expected.memory_after);
}

}  // namespace warplens::test
