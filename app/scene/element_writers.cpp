#include "app/scene/element_writers.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "sim/lang/tree/type.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/whatif/edit_sentences.hpp"

namespace warplens::scene {
namespace {

using prepare::Journal;
using prepare::JournalStep;

// The accesses of the recorded block to the element's first byte, in their order.
std::vector<trace::Touch> touches_of(const run::Run& run, const JournalStep& launch,
                                     const Journal& journal, uint32_t array, uint64_t element) {
  const lang::Type* const type = journal.arrays[array].element;
  const auto given = std::find_if(launch.contents.begin(), launch.contents.end(),
                                  [&](const auto& one) { return one.array == array; });
  if (run.recording == nullptr || type == nullptr || given == launch.contents.end()) return {};
  const auto known = std::find_if(run.arrays.begin(), run.arrays.end(),
                                  [&](const auto& one) { return one.name == given->parameter; });
  const uint64_t offset = element * lang::size_of(type);
  if (known == run.arrays.end() || offset >= known->bytes) return {};
  return run.recording->steps().touches(trace::Space::kGlobal, known->address + offset);
}

uint32_t thread_of(const run::Run& run, const trace::Touch& touch) {
  return run.recording->heads[touch.step].warp * trace::kWarpSize + touch.lane;
}

}  // namespace

std::optional<ElementWriters> element_writers(const run::Run& run, const JournalStep& launch,
                                              const Journal& journal, uint32_t array,
                                              uint64_t element) {
  ElementWriters writers;
  std::set<uint32_t> threads;
  writers.are_atomic = true;
  uint32_t last = 0;
  for (const trace::Touch& touch : touches_of(run, launch, journal, array, element)) {
    if (touch.operation == trace::Operation::kLoad) continue;
    last = thread_of(run, touch);
    threads.insert(last);
    writers.are_atomic = writers.are_atomic && touch.operation == trace::Operation::kAtomic;
  }
  if (threads.empty()) return std::nullopt;
  writers.threads = static_cast<uint32_t>(threads.size());
  writers.is_one_of_blocks = run.context->grid.count() > 1;
  writers.block = observe::block_words(run.recording->block);
  writers.thread = whatif::thread_text(run, last);
  return writers;
}

bool is_read_by_writer(const run::Run& run, const JournalStep& launch, const Journal& journal,
                       uint32_t changed, uint32_t read, uint64_t element) {
  std::set<uint32_t> writers;
  for (const trace::Touch& touch : touches_of(run, launch, journal, changed, element)) {
    if (touch.operation != trace::Operation::kLoad) writers.insert(thread_of(run, touch));
  }
  if (writers.empty()) return false;
  const std::vector<trace::Touch> reads = touches_of(run, launch, journal, read, element);
  return std::any_of(reads.begin(), reads.end(), [&](const trace::Touch& touch) {
    return touch.operation == trace::Operation::kLoad && writers.contains(thread_of(run, touch));
  });
}

}  // namespace warplens::scene
