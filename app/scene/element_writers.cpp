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

bool are_paired(const run::Run& run, const JournalStep& launch, const Journal& journal,
                const std::array<uint32_t, 2>& arrays, uint64_t element) {
  std::array<std::set<uint32_t>, 2> writers, readers;
  for (size_t i = 0; i < 2; ++i) {
    for (const trace::Touch& touch : touches_of(run, launch, journal, arrays[i], element)) {
      const bool is_load = touch.operation == trace::Operation::kLoad;
      (is_load ? readers[i] : writers[i]).insert(thread_of(run, touch));
    }
  }
  const auto reads_other = [&](size_t changed) {
    const std::set<uint32_t>& loading = readers[1 - changed];
    return std::any_of(writers[changed].begin(), writers[changed].end(),
                       [&](uint32_t thread) { return loading.contains(thread); });
  };
  return reads_other(0) || reads_other(1);
}

}  // namespace warplens::scene
