// A run from its request to its end, at once.
#include "sim/run/run.hpp"

#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "sim/prepare/prepare.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::run {

namespace {

base::Checked<Runs> finish(SequenceRun& sequence, uint64_t steps, const AfterSlice& after_slice) {
  while (sequence.advance(steps) == base::Progress::kMore) {
    if (after_slice) after_slice(sequence);
  }
  return sequence.take();
}

}  // namespace

base::Checked<std::shared_ptr<const Run>> run(prepare::Request request) {
  try {
    std::vector<prepare::Request> only{request};
    SequenceRun sequence(std::move(request), std::make_unique<ListedLaunches>(std::move(only)));
    base::Checked<Runs> runs = finish(sequence, base::Slice::kWhole, {});
    if (!runs.ok()) return base::fail(runs.error());
    return runs->front();
  } catch (const std::bad_alloc&) {
    return base::fail(prepare::out_of_memory());
  }
}

base::Checked<Runs> run_sequence(prepare::Request request, const AfterSlice& after_slice) {
  try {
    SequenceRun sequence(request);
    return finish(sequence, base::Slice::kUsual, after_slice);
  } catch (const std::bad_alloc&) {
    return base::fail(prepare::out_of_memory());
  }
}

}  // namespace warplens::run
