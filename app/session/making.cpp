#include "app/session/making.hpp"

#include <new>
#include <utility>

#include "sim/prepare/prepare.hpp"
#include "sim/whatif/another_run.hpp"
#include "sim/whatif/suggest_guard.hpp"

namespace warplens::gui {

Making making_of(const prepare::Request& shown, const prepare::Request& wanted) {
  launch::Launch launch = wanted.launch;
  launch.device = shown.launch.device;
  if (!(launch == shown.launch) || wanted.program != shown.program ||
      wanted.file.text() != shown.file.text())
    return Making::kExecute;
  const bool has_same_block = wanted.recorded_block == shown.recorded_block;
  const bool has_same_device = wanted.launch.device == shown.launch.device;
  if (has_same_block == has_same_device) return Making::kExecute;  // nothing or both differ
  return has_same_device ? Making::kBlock : Making::kDevice;
}

RunMaking::RunMaking(prepare::Request request, run::Runs from, Making making)
    : request_(std::move(request)), from_(std::move(from)), making_(making) {}

base::Progress RunMaking::advance(base::Slice& slice) {
  try {
    if (!std::exchange(has_begun_, true)) begin();
    if (!made_ && sequence_->advance(slice) == base::Progress::kDone) end_sequence();
  } catch (const std::bad_alloc&) {
    sequence_.reset();
    made_ = Made{base::fail(prepare::out_of_memory()), true};
  }
  return made_ ? base::Progress::kDone : base::Progress::kMore;
}

void RunMaking::begin() {
  std::optional<run::Runs> runs;
  if (making_ == Making::kBlock && !from_.empty()) runs = whatif::with_block(from_, request_);
  if (making_ == Making::kDevice && !from_.empty())
    runs = whatif::on_device(from_, request_.launch.device);
  if (runs) {
    made_ = Made{std::move(*runs), false};
    return;
  }
  is_counting_ = making_ == Making::kCounts && !from_.empty();
  execute();
}

// For its totals alone without a recording.
void RunMaking::execute() {
  prepare::Request request = request_;
  if (is_counting_) {
    request.record = request.keeps_contents = false;
    request.starts_budget = 0;
  }
  sequence_ = std::make_unique<run::SequenceRun>(request);
}

void RunMaking::end_sequence() {
  base::Checked<run::Runs> runs = sequence_->take();
  sequence_.reset();
  if (!is_counting_) {
    if (runs) whatif::suggest_guards(request_, *runs);
    made_ = Made{std::move(runs), true};
    return;
  }
  if (!runs || runs->back()->ending == run::Ending::kCancelled) {
    made_ = Made{std::move(runs), true};
  } else if (std::optional<run::Runs> counted = whatif::with_counts(from_, *runs)) {
    made_ = Made{std::move(*counted), true};
  } else {
    is_counting_ = false;
    execute();
  }
}

Made RunMaking::take() {
  return std::move(*made_);
}

}  // namespace warplens::gui
