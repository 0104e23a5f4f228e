#include "same_runs.hpp"

#include <doctest/doctest.h>

#include <string>

namespace warplens::test {
namespace {

template <class T>
void same_list(const std::vector<T>& a, const std::vector<T>& b, const char* what, auto same) {
  CHECK_MESSAGE(a.size() == b.size(), what);
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (same(a[i], b[i])) continue;
    CHECK_MESSAGE(false, what << " differ at " << i);
    return;
  }
}

bool same_row(const analysis::AccessRow& a, const analysis::AccessRow& b) {
  return a.line == b.line && a.column == b.column && a.file == b.file &&
         a.functions == b.functions && a.call_lines == b.call_lines && a.space == b.space &&
         a.operation == b.operation && a.array == b.array && a.sites == b.sites &&
         a.shared == b.shared && a.global == b.global && a.constant == b.constant &&
         a.lanes == b.lanes;
}

bool same_finding(const analysis::Finding& a, const analysis::Finding& b) {
  return a.severity == b.severity && a.kind == b.kind && a.file == b.file && a.line == b.line &&
         a.column == b.column && a.count == b.count && a.block == b.block &&
         std::equal(a.thread, a.thread + 3, b.thread) && a.message == b.message;
}

bool same_print(const analysis::PrintLine& a, const analysis::PrintLine& b) {
  return a.block == b.block && std::equal(a.thread, a.thread + 3, b.thread) && a.line == b.line &&
         a.text == b.text;
}

void same_memory(const machine::GlobalMemory& a, const machine::GlobalMemory& b, const char* when) {
  REQUIRE(a.array_count() == b.array_count());
  for (uint32_t i = 0; i < a.array_count(); ++i) {
    CHECK_MESSAGE(a.array(i).bytes == b.array(i).bytes, when << ": " << a.array(i).name);
  }
}

void same_recording(const engine::Run& a, const engine::Run& b) {
  REQUIRE((a.recording == nullptr) == (b.recording == nullptr));
  if (a.recording == nullptr) return;
  const trace::Recording &x = *a.recording, &y = *b.recording;
  CHECK(x.block == y.block);
  CHECK(x.lanes.bytes == y.lanes.bytes);
  CHECK(x.releases == y.releases);
  CHECK(x.accesses_in_block == y.accesses_in_block);
  same_list(x.heads, y.heads, "steps", [](const auto& m, const auto& n) {
    return m.warp == n.warp && m.site == n.site && m.mask == n.mask && m.phase == n.phase;
  });
  CHECK(*a.costs == *b.costs);
  same_memory(*a.memory_before_block, *b.memory_before_block, "before the recorded block");
}

}  // namespace

void check_same(const engine::Run& a, const engine::Run& b) {
  CHECK(a.ending == b.ending);
  CHECK(a.steps == b.steps);
  CHECK(a.set_up == b.set_up);
  CHECK(a.flops == b.flops);
  CHECK(a.totals == b.totals);
  same_list(a.accesses, b.accesses, "rows", same_row);
  same_list(a.findings, b.findings, "findings", same_finding);
  same_list(a.prints.lines, b.prints.lines, "prints", same_print);
  CHECK(a.prints.dropped == b.prints.dropped);
  same_memory(*a.memory_after, *b.memory_after, "after");
  same_recording(a, b);
}

std::shared_ptr<const engine::Run> check_on_threads(engine::Request request) {
  const auto run = [&](uint32_t threads, uint64_t chunk) {
    request.launch.threads = threads;
    request.chunk_sizes = {chunk, 1};
    const auto result = engine::run(request);
    REQUIRE_MESSAGE(result.ok(), base::render(result.error(), request.file));
    return *result;
  };
  const auto in_order = run(1, 1);
  CHECK_FALSE(in_order->one_thread.has_value());
  const auto apart = run(3, 1);
  check_same(*in_order, *apart);
  check_same(*in_order, *run(2, 3 * in_order->steps / in_order->context->grid.count()));
  return apart;
}

}  // namespace warplens::test
