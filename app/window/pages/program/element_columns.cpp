#include "app/window/pages/program/program.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "app/study/format.hpp"

namespace warplens::views {
namespace {

// Letters that a value takes at most; longer ones are shortened.
size_t letters_of(base::Scalar scalar, const study::ArraySummary* summary) {
  constexpr size_t kFloat = 9, kWhole = 6, kMost = 12;
  if (base::is_floating(scalar)) return scalar == base::Scalar::kDouble ? kMost : kFloat;
  if (scalar == base::Scalar::kBool) return 5;
  if (summary == nullptr || !summary->least) return kWhole;
  return std::clamp(std::max(summary->least->text.size(), summary->most->text.size()), size_t{1},
                    kMost);
}

// As long as the rows of the launch that is shown, whose parameter points to the array.
uint64_t given_row_length(const gui::State& model, uint32_t array) {
  for (const prepare::JournalStep& step : model.program_run->journal.steps) {
    for (const prepare::JournalStep::Content& content : step.contents) {
      if (content.array != array || content.parameter.empty()) continue;
      const auto grid =
          std::find_if(model.moment->grids.begin(), model.moment->grids.end(),
                       [&](const scene::Grid& one) { return one.name == content.parameter; });
      if (grid != model.moment->grids.end() && grid->row_length != 0) return grid->row_length;
    }
  }
  return 0;
}

// The same of an array that no launch is given, but that is copied from or to one of its size that
// is.
uint64_t row_length_of(const gui::State& model, uint32_t array) {
  if (model.moment == nullptr) return 0;
  if (const uint64_t length = given_row_length(model, array); length != 0) return length;
  const prepare::Journal& journal = model.program_run->journal;
  std::set<uint32_t> partners;
  for (const prepare::JournalStep& step : journal.steps) {
    if (step.kind != prepare::JournalStep::Kind::kCopy || !step.from || !step.to) continue;
    if (*step.from == array) partners.insert(*step.to);
    if (*step.to == array) partners.insert(*step.from);
  }
  for (const uint32_t partner : partners) {
    if (journal.arrays[partner].bytes != journal.arrays[array].bytes) continue;
    if (const uint64_t length = given_row_length(model, partner); length != 0) return length;
  }
  return 0;
}

constexpr float kLeastCell = 5;  // [pixels at scale 1] of one without digits

// As many values as have room: a row of the matrix or a whole part of one, else one of the numbers
// by which people count.
uint64_t columns_in(float room, float cell, uint64_t row_length) {
  constexpr uint64_t kMostParts = 8;
  for (uint64_t parts = 1; row_length != 0 && parts <= kMostParts; ++parts) {
    if (row_length % parts == 0 && static_cast<float>(row_length / parts) * cell <= room)
      return row_length / parts;
  }
  constexpr uint64_t kCounts[] = {32, 20, 16, 10, 8, 5, 4, 2};
  for (const uint64_t count : kCounts) {
    if (static_cast<float>(count) * cell <= room) return count;
  }
  return 1;
}

}  // namespace

ElementColumns columns_of(const ui::Ui& ui, const ShownArray& shown, float left, float width) {
  ElementColumns columns{left, width};
  const float letter = ui::text_size(ui.fonts.mono, "0").x;
  const size_t digits = std::max(study::grouped(shown.state.count()).size(), size_t{3});
  columns.head = letter * static_cast<float>(digits) + ui.theme.unit;
  const auto width_of = [&](size_t letters) {
    return letter * static_cast<float>(letters) + ui.theme.unit * (letters > 1 ? 1.25f : 0.5f);
  };
  using Member = study::ArrayState::Member;
  if (!shown.state.is_struct()) {
    const base::Scalar scalar = shown.state.members().front().scalar;
    columns.cell = width_of(letters_of(scalar, shown.summary));
    const float room = width - columns.head;
    columns.count = columns_in(room, columns.cell, shown.row_length);
    // A board is recognised by its rows.
    const float small =
        std::floor(room / static_cast<float>(std::max<uint64_t>(shown.row_length, 1)));
    if (columns.count < shown.row_length && small >= kLeastCell * ui.scale) {
      columns.count = shown.row_length;
      columns.cell = std::min(small, ui.theme.unit * 1.5f);
      columns.is_small = true;
    }
    return columns;
  }
  columns.cells.push_back(columns.head);
  for (const Member& member : shown.state.members()) {
    const size_t letters = std::max(letters_of(member.scalar, nullptr), member.path.size());
    const float end = columns.cells.back() + width_of(letters);
    if (end > width && columns.members() > 0) break;
    columns.cells.push_back(end);
  }
  return columns;
}

namespace {

// Whether one array alone has room for what two beside each other, each `half` as wide, have not.
bool needs_all_width(const ui::Ui& ui, const std::vector<ShownArray>& shown, float width,
                     float half) {
  return std::any_of(shown.begin(), shown.end(), [&](const ShownArray& one) {
    if (one.state.is_struct()) return true;
    const uint64_t row = one.row_length;
    const ElementColumns alone = columns_of(ui, one, 0, width), both = columns_of(ui, one, 0, half);
    return row != 0 && alone.count == row &&
           (both.count < row || (both.is_small && !alone.is_small));
  });
}

}  // namespace

std::vector<ShownArray> shown_arrays(const ui::Ui& ui, const gui::State& model, float width,
                                     float gap) {
  std::vector<ShownArray> shown;
  const gui::ProgramSummaries* summaries = model.program_summaries.results.get();
  const auto add = [&](std::optional<uint32_t> array, bool is_left) {
    if (!array) return;
    study::ArrayState state(*model.program_run, *array, chosen_program_index(model));
    if (state.count() == 0) return;
    ShownArray one{*array, is_left, std::move(state), nullptr, row_length_of(model, *array)};
    if (summaries != nullptr) {
      const std::optional<study::ArraySummary>& of = is_left ? summaries->left : summaries->right;
      if (of) one.summary = &*of;
    }
    shown.push_back(std::move(one));
  };
  add(model.program_arrays.left, true);
  add(model.program_arrays.right, false);
  // What is copied from or to a matrix has its rows.
  if (shown.size() == 2 && shown[0].state.count() == shown[1].state.count()) {
    const uint64_t length = std::max(shown[0].row_length, shown[1].row_length);
    shown[0].row_length = shown[1].row_length = length;
  }
  if (shown.size() > 1 && needs_all_width(ui, shown, width, (width - gap) / 2)) {
    const std::optional<uint32_t> wanted = model.options.program_elements.array;
    const bool is_first =
        wanted && (shown.front().array == *wanted || shown.back().array == *wanted)
            ? shown.front().array == *wanted
            : shown.front().state.is_changed();
    shown.erase(is_first ? shown.end() - 1 : shown.begin());
  }
  return shown;
}

}  // namespace warplens::views
