#include "app/course/program_counts.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace warplens::course {

namespace {

using prepare::JournalArray;
using prepare::JournalStep;
using Kind = JournalStep::Kind;

struct CopyCounts {
  uint64_t copies = 0, bytes = 0;
  void add(const JournalStep& step) {
    ++copies;
    bytes += step.bytes;
  }
};

bool is_in_host_memory(const prepare::Journal& journal, std::optional<uint32_t> array) {
  if (!array) return false;
  const JournalArray::Side side = journal.arrays[*array].side;
  return side == JournalArray::Side::kHost || side == JournalArray::Side::kPinned;
}

}  // namespace

study::Section counted(const prepare::ReachedProgram& program) {
  const prepare::Journal& journal = program.journal;
  study::Section section;
  if (journal.steps.size() < journal.all_steps || program.launches.size() < program.all_launches)
    return section;
  CopyCounts all, to_device, to_host;
  uint64_t allocations = 0, allocated = 0, frees = 0, blocks = 0, threads = 0;
  for (const JournalStep& step : journal.steps) {
    if (step.has_failed) continue;
    if (step.kind == Kind::kAllocate) {
      ++allocations;
      allocated += step.bytes;
    }
    if (step.kind == Kind::kFree && step.to) ++frees;
    if (step.kind != Kind::kCopy) continue;
    const bool is_from_host = is_in_host_memory(journal, step.from);
    const bool is_to_host = is_in_host_memory(journal, step.to);
    all.add(step);
    if (is_from_host && !is_to_host) to_device.add(step);
    if (is_to_host && !is_from_host) to_host.add(step);
  }
  for (const prepare::ReachedLaunch& launch : program.launches) {
    blocks += launch.context->grid.count();
    threads += launch.context->grid.count() * launch.context->block.count();
  }
  section.fact("launches", program.all_launches);
  section.fact("blocks", blocks);
  section.fact("threads", threads);
  section.fact("copies", all.copies);
  section.fact("copies_to_device", to_device.copies);
  section.fact("copies_to_host", to_host.copies);
  section.fact("bytes_copied", all.bytes);
  section.fact("bytes_to_device", to_device.bytes);
  section.fact("bytes_to_host", to_host.bytes);
  section.fact("allocations", allocations);
  section.fact("bytes_allocated", allocated);
  section.fact("arrays_left", allocations - std::min(allocations, frees));
  return section;
}

}  // namespace warplens::course
