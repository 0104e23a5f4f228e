#include "app/gui/session/making.hpp"

#include <optional>
#include <utility>

#include "sim/whatif/another_block.hpp"
#include "sim/whatif/another_device.hpp"
#include "sim/whatif/suggest_guard.hpp"

namespace warplens::gui {
namespace {

// Executed once more, without a recording, for its totals alone.
std::optional<Made> count(const prepare::Request& request, const run::Runs& from,
                          const run::AfterSlice& after_slice) {
  prepare::Request counting = request;
  counting.record = counting.keeps_contents = false;
  counting.starts_budget = 0;
  base::Checked<run::Runs> counted = run::run_sequence(std::move(counting), after_slice);
  if (!counted || counted->back()->ending == run::Ending::kCancelled)
    return Made{std::move(counted), true};
  if (std::optional<run::Runs> runs = whatif::with_counts(from, *counted))
    return Made{std::move(*runs), true};
  return std::nullopt;
}

std::optional<Made> make_from(const prepare::Request& request, const run::Runs& from, Making making,
                              const run::AfterSlice& after_slice) {
  if (from.empty()) return std::nullopt;
  std::optional<run::Runs> runs;
  switch (making) {
    case Making::kExecute:
      break;
    case Making::kBlock:
      runs = whatif::with_block(from, request);
      break;
    case Making::kDevice:
      runs = whatif::on_device(from, request.launch.device);
      break;
    case Making::kCounts:
      return count(request, from, after_slice);
  }
  if (!runs) return std::nullopt;
  return Made{std::move(*runs), false};
}

}  // namespace

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

Made make_runs(prepare::Request request, const run::Runs& from, Making making,
               const run::AfterSlice& after_slice) {
  if (std::optional<Made> made = make_from(request, from, making, after_slice))
    return std::move(*made);
  base::Checked<run::Runs> runs = run::run_sequence(request, after_slice);
  if (runs) whatif::suggest_guards(request, *runs);
  return {std::move(runs), true};
}

}  // namespace warplens::gui
