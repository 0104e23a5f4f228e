// A run from its request to its end, at once.
#include "sim/run/run.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "sim/run/sequence_run.hpp"

namespace warplens::run {

base::Checked<std::shared_ptr<const Run>> run(prepare::Request request) {
  std::vector<prepare::Request> only{request};
  SequenceRun sequence(std::move(request), std::make_unique<ListedLaunches>(std::move(only)));
  while (sequence.advance(base::Slice::kWhole) == base::Progress::kMore) {
  }
  base::Checked<Runs> runs = sequence.take();
  if (!runs.ok()) return base::fail(runs.error());
  return runs->front();
}

base::Checked<Runs> run_sequence(prepare::Request request, const AfterSlice& after_slice) {
  SequenceRun sequence(request);
  while (sequence.advance(base::Slice::kUsual) == base::Progress::kMore) {
    if (after_slice) after_slice(sequence);
  }
  return sequence.take();
}

}  // namespace warplens::run
