// Numbers become texts here, and rows of two runs are brought together by operation; what the words
// around them are is the view's.
#include "app/scene/pages/comparison_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/scene/pages/totals_table.hpp"
#include "app/study/format.hpp"

namespace warplens::scene {
namespace {

trace::Space space_of(measure::Space space) {
  return space == measure::Space::kShared ? trace::Space::kShared : trace::Space::kGlobal;
}

trace::Operation operation_of(measure::Operation operation) {
  switch (operation) {
    case measure::Operation::kLoad:
      return trace::Operation::kLoad;
    case measure::Operation::kStore:
      return trace::Operation::kStore;
    case measure::Operation::kAtomic:
      return trace::Operation::kAtomic;
    case measure::Operation::kCpAsync:
    case measure::Operation::kBulk:
      break;
  }
  return trace::Operation::kCopy;
}

// Wavefronts of shared memory, sectors of global memory.
std::optional<uint64_t> cost_of(const measure::Counts& counts, measure::Space space) {
  return space == measure::Space::kShared ? counts.wavefronts : counts.sectors;
}

std::string text_of(const std::optional<uint64_t>& count) {
  return count ? study::grouped(*count) : "";
}

ComparedCell cell_of(const measure::Counts& counts, measure::Space space) {
  ComparedCell cell;
  cell.requests = text_of(counts.requests);
  cell.cost = text_of(cost_of(counts, space));
  cell.is_known = !cell.requests.empty() || !cell.cost.empty();
  return cell;
}

ComparedCell cell_of(const std::optional<compare::Cell>& cell, measure::Space space) {
  if (!cell) return {};
  ComparedCell result = cell_of(cell->counts, space);
  result.method = cell->method;
  result.verdict = cell->verdict;
  result.cause = cell->cause;
  result.is_known = true;
  if (cell->simulated) result.beside = text_of(cost_of(*cell->simulated, space));
  if (cell->difference != 0 && cell->verdict != compare::Verdict::kNotComparable) {
    const auto size =
        static_cast<uint64_t>(cell->difference < 0 ? -cell->difference : cell->difference);
    result.difference = (cell->difference < 0 ? "−" : "+") + study::grouped(size);
  }
  return result;
}

// Of what the text does: constant memory, though a GPU is measured by its global loads.
trace::Space space_of(const compare::Row& row) {
  return row.constant_requests > 0 ? trace::Space::kConstant : space_of(row.space);
}

bool is_in_recording(const run::Run& run, const compare::Row& row) {
  if (run.recording == nullptr) return false;
  for (const observe::AccessRow& access : run.accesses) {
    if (access.line != row.line || access.file != row.file || access.space != space_of(row) ||
        access.operation != operation_of(row.operation)) {
      continue;
    }
    for (const uint32_t site : access.sites)
      if (!run.recording->steps().at_site(site).empty()) return true;
  }
  return false;
}

ComparedRow row_of(const run::Run& run, const compare::Row& row) {
  ComparedRow result;
  result.file = row.file;
  result.line = row.line;
  result.source_text = row.source_text;
  result.space = space_of(row);
  result.operation = operation_of(row.operation);
  result.cells = {cell_of(row.simulated, row.space), cell_of(row.as_written, row.space),
                  cell_of(row.as_compiled, row.space), cell_of(row.recorded, row.space),
                  cell_of(row.recorded_as_compiled, row.space)};
  if (row.constant_requests > 0) {
    result.cells[0].requests = study::grouped(row.constant_requests);
    result.cells[0].cost.clear();
  }
  for (const ComparedCell& cell : result.cells) {
    if (cell.cause.empty() || result.causes.find(cell.cause) != std::string::npos) continue;
    result.causes += (result.causes.empty() ? "" : "; ") + cell.cause;
  }
  result.is_of_text = row.simulated.requests != uint64_t{0} || row.constant_requests > 0;
  result.is_recorded = row.line > 0 && is_in_recording(run, row);
  return result;
}

// What the same accesses would cost at best.
uint64_t needed_of(const run::Run& run, trace::Space space, trace::Operation operation) {
  return space == trace::Space::kShared
             ? run.totals.shared_of(operation).ideal()
             : run.totals.global[static_cast<size_t>(operation)].ideal_sectors;
}

bool is_compiled(Column column) {
  return column == Column::kAsCompiled || column == Column::kRecordedAsCompiled;
}

ComparedBar count_bar(Column column, bool is_before, uint64_t cost, uint64_t needed) {
  ComparedBar bar;
  bar.column = column;
  bar.is_before = is_before;
  // The optimised build makes other accesses: what they would need is not known.
  const uint64_t base = is_compiled(column) ? cost : std::min(cost, needed);
  bar.needed = static_cast<double>(base);
  bar.surplus = static_cast<double>(cost - base);
  bar.value = study::grouped(cost);
  if (cost > base) bar.surplus_text = study::grouped(cost - base);
  return bar;
}

void add_count_bars(BarCard& card, const run::Run& run, const std::vector<compare::Row>& totals,
                    bool is_before) {
  const uint64_t needed = needed_of(run, card.space, card.operation);
  for (const compare::Row& row : totals) {
    if (space_of(row.space) != card.space || operation_of(row.operation) != card.operation)
      continue;
    const auto add = [&](Column column, const measure::Counts& counts) {
      if (const auto cost = cost_of(counts, row.space)) {
        card.bars.push_back(count_bar(column, is_before, *cost, needed));
      }
    };
    add(Column::kSimulated, row.simulated);
    if (row.as_written) add(Column::kAsWritten, row.as_written->counts);
    if (row.as_compiled) add(Column::kAsCompiled, row.as_compiled->counts);
    if (row.recorded) add(Column::kRecorded, row.recorded->counts);
    if (row.recorded_as_compiled) {
      add(Column::kRecordedAsCompiled, row.recorded_as_compiled->counts);
    }
  }
}

void add_time_bar(BarCard& card, Column column, bool is_before,
                  const std::optional<measure::Times>& times) {
  if (!times) return;
  ComparedBar bar;
  bar.column = column;
  bar.is_before = is_before;
  bar.needed = times->median_us;
  bar.value = time_text(times->median_us);
  bar.spread = times->spread;
  bar.is_settled = times->settled;
  card.bars.push_back(std::move(bar));
}

void add_time_bars(BarCard& card, const compare::LaunchComparison& launch, bool is_before) {
  add_time_bar(card, Column::kAsWritten, is_before, launch.as_written_time);
  add_time_bar(card, Column::kAsCompiled, is_before, launch.as_compiled_time);
  add_time_bar(card, Column::kRecorded, is_before, launch.recorded_time);
  add_time_bar(card, Column::kRecordedAsCompiled, is_before, launch.recorded_as_compiled_time);
}

bool is_same(const ComparedBar& a, const ComparedBar& b) {
  return a.column == b.column && a.is_of_both == b.is_of_both && a.value == b.value &&
         a.surplus_text == b.surplus_text;
}

// The optimised build's bar only where it says something else than the text's, and the run before
// only where it does.
void leave_out_repeated(BarCard& card) {
  std::vector<ComparedBar> before, now;
  for (ComparedBar& bar : card.bars) {
    std::vector<ComparedBar>& kept = bar.is_before ? before : now;
    const bool is_second = (bar.column == Column::kAsCompiled && !kept.empty() &&
                            kept.back().column == Column::kAsWritten) ||
                           (bar.column == Column::kRecordedAsCompiled && !kept.empty() &&
                            kept.back().column == Column::kRecorded);
    if (is_second && kept.back().value == bar.value) {
      kept.back().is_of_both = true;
    } else {
      kept.push_back(std::move(bar));
    }
  }
  card.is_unchanged =
      !before.empty() && std::equal(before.begin(), before.end(), now.begin(), now.end(), is_same);
  card.bars.clear();
  if (!card.is_unchanged) card.bars = std::move(before);
  card.bars.insert(card.bars.end(), now.begin(), now.end());
}

void finish(BarCard& card, std::vector<BarCard>& cards) {
  if (!card.is_time) leave_out_repeated(card);
  for (const ComparedBar& bar : card.bars) {
    card.longest = std::max(card.longest, bar.needed + bar.surplus);
  }
  if (card.longest > 0) cards.push_back(std::move(card));
}

// Loads and stores of one memory are drawn on one scale.
void share_scales(std::vector<BarCard>& cards) {
  std::map<trace::Space, double> longest;
  for (const BarCard& card : cards)
    longest[card.space] = std::max(longest[card.space], card.longest);
  for (BarCard& card : cards) card.longest = longest[card.space];
}

const compare::LaunchComparison* launch_at(const Compared* compared, size_t index) {
  const bool is_there = compared != nullptr && index < compared->comparison.launches.size() &&
                        index < compared->runs.size();
  return is_there ? &compared->comparison.launches[index] : nullptr;
}

std::vector<BarCard> cards_of(const Compared& now, const Compared* before, size_t index) {
  std::vector<BarCard> cards;
  const compare::LaunchComparison& launch = now.comparison.launches[index];
  const compare::LaunchComparison* earlier = launch_at(before, index);
  for (const compare::Row& total : launch.totals) {
    BarCard card;
    card.space = space_of(total.space);
    card.operation = operation_of(total.operation);
    if (earlier != nullptr) add_count_bars(card, *before->runs[index], earlier->totals, true);
    add_count_bars(card, *now.runs[index], launch.totals, false);
    finish(card, cards);
  }
  share_scales(cards);
  BarCard time;
  time.is_time = true;
  if (earlier != nullptr) add_time_bars(time, *earlier, true);
  add_time_bars(time, launch, false);
  finish(time, cards);
  return cards;
}

Tally tally_of(const std::vector<ComparedRow>& rows, size_t column) {
  Tally tally;
  for (const ComparedRow& row : rows) {
    const ComparedCell& cell = row.cells[column];
    if (!cell.is_known || (is_compiled(static_cast<Column>(column)) && !row.is_of_text)) continue;
    uint32_t* const counts[] = {&tally.equal, &tally.compiler, &tally.arbitration,
                                &tally.not_comparable, &tally.differs};
    ++*counts[static_cast<size_t>(cell.verdict)];
  }
  return tally;
}

std::array<Tally, kColumns> tallies_of(const ComparedLaunch& launch) {
  std::array<Tally, kColumns> tallies;
  for (size_t i = 1; i < kColumns; ++i) {
    tallies[i] = tally_of(launch.lines, i);
    if (tallies[i].compared() + tallies[i].not_comparable > 0) continue;
    tallies[i] = tally_of(launch.totals, i);
    tallies[i].is_of_totals = true;
  }
  return tallies;
}

}  // namespace

std::string time_text(double microseconds) {
  if (microseconds >= 10'000) return fmt::format("{:.1f} ms", microseconds / 1000);
  if (microseconds >= 1000) return fmt::format("{:.2f} ms", microseconds / 1000);
  return fmt::format("{:.{}f} µs", microseconds, microseconds < 10 ? 2 : 1);
}

std::shared_ptr<const ComparisonScene> make_comparison_scene(const Compared& now,
                                                             const Compared* before) {
  auto scene = std::make_shared<ComparisonScene>();
  scene->problem = now.problem;
  if (before != nullptr && !before->runs.empty() && !now.runs.empty()) {
    const TotalsTable table = make_totals_table(*now.runs.front(), before->runs.front().get());
    scene->has_before = table.has_before;
    scene->now_name = table.now_name;
    scene->before_name = table.before_name;
  }
  if (!scene->has_before) before = nullptr;
  scene->arrays = now.comparison.arrays;
  scene->sources = now.comparison.sources;
  for (size_t i = 0; i < now.comparison.launches.size() && i < now.runs.size(); ++i) {
    const compare::LaunchComparison& launch = now.comparison.launches[i];
    ComparedLaunch compared;
    compared.kernel = launch.kernel;
    for (const compare::Row& row : launch.totals) {
      compared.totals.push_back(row_of(*now.runs[i], row));
    }
    for (const compare::Row& row : launch.lines) {
      compared.lines.push_back(row_of(*now.runs[i], row));
    }
    compared.cards = cards_of(now, before, i);
    compared.tallies = tallies_of(compared);
    for (const std::vector<ComparedRow>* rows : {&compared.totals, &compared.lines}) {
      for (const ComparedRow& row : *rows) {
        for (size_t column = 0; column < kColumns; ++column) {
          scene->has_column[column] |= row.cells[column].is_known;
        }
      }
    }
    scene->launches.push_back(std::move(compared));
  }
  const auto has = [&](Column column) { return scene->has_column[static_cast<size_t>(column)]; };
  scene->is_measured = has(Column::kAsWritten) || has(Column::kAsCompiled);
  scene->is_recorded = has(Column::kRecorded) || has(Column::kRecordedAsCompiled);
  return scene;
}

}  // namespace warplens::scene
