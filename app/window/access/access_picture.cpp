#include "app/window/access/access_picture.hpp"

#include <algorithm>

#include "app/window/access/doors.hpp"
#include "app/window/access/matrix_picture.hpp"

namespace warplens::views {

void draw_access(const PassView& view) {
  switch (view.moment.passes.work) {
    case scene::Work::kWavefronts:
      // Beside each other, two accesses queue over the same banks.
      if (is_access_of_matrices(view.moment) && view.model.split.run == nullptr)
        return draw_matrices(view);
      return draw_doors(view);
    case scene::Work::kBroadcasts:
      return draw_broadcasts(view);
    case scene::Work::kSectors:
      return draw_sectors(view);
  }
}

namespace {

// No picture of the run's accesses is high: few wavefronts, rows of words and lines.
bool is_low(const gui::State& model) {
  constexpr uint64_t kFewRows = 8, kFewLines = 4;
  const run::Run& run = *model.run;
  const uint64_t row_bytes = std::max<uint64_t>(1, run.device.banks * run.device.bank_bytes);
  if (run.context->shared_bytes > kFewRows * row_bytes) return false;
  return !has_wavefronts_over(model, kManyWavefronts) && !has_lines_over(model, kFewLines);
}

}  // namespace

bool has_wavefronts_over(const gui::State& model, uint64_t most) {
  if (model.run == nullptr || counts_hidden(model)) return false;
  return std::any_of(model.run->accesses.begin(), model.run->accesses.end(),
                     [most](const observe::AccessRow& row) {
                       return row.space == trace::Space::kShared &&
                              row.shared.wavefronts > most * row.shared.requests;
                     });
}

bool has_lines_over(const gui::State& model, uint64_t most) {
  if (model.run == nullptr || counts_hidden(model)) return false;
  return std::any_of(model.run->accesses.begin(), model.run->accesses.end(),
                     [most](const observe::AccessRow& row) {
                       return row.space == trace::Space::kGlobal &&
                              row.global.lines > most * row.global.requests;
                     });
}

AccessHeight access_height(const gui::State& model) {
  constexpr uint64_t kTallWavefronts = 16;
  if (model.run == nullptr || counts_hidden(model)) return AccessHeight::kUsual;
  if (has_matrices(model)) return AccessHeight::kTall;
  const bool has_doors = steps_by_pass(model) && has_wavefronts_over(model, 0);
  if (has_doors || has_wavefronts_over(model, kTallWavefronts)) return AccessHeight::kTall;
  return is_low(model) ? AccessHeight::kLow : AccessHeight::kUsual;
}

}  // namespace warplens::views
