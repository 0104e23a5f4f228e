// One pass over the recording, each step unpacked once. Snapshots of "who wrote this last" are
// taken at even distances, so that any step is reached by applying the few stores since.
#include "app/scene/backdrop.hpp"

#include <algorithm>
#include <utility>

namespace warplens::scene {
namespace {

constexpr uint64_t kSnapshotBudget = uint64_t{64} << 20;  // [bytes]
constexpr uint32_t kSnapshotDistance = 1024;              // [steps] at least
constexpr size_t kMaxStatementSteps = 8192;
constexpr uint64_t kWorkOfStep = 16;  // as base::Slice counts

// Of an access or its head.
template <class Access>
bool writes_shared(const Access& access) {
  return access.space == trace::Space::kShared && access.operation != trace::Operation::kLoad;
}

// The columns that pictures draw: of a tile with padding those that the block uses.
uint64_t used_columns(const Array& array, const Box& box) {
  const bool can_be_padded = array.space == trace::Space::kShared && array.rows > 1 &&
                             array.extents.size() > 1 && array.columns == array.extents.back() &&
                             !box.empty();
  return can_be_padded ? box.column_end : array.columns;
}

}  // namespace

void Box::include(uint64_t row, uint64_t column) {
  if (empty()) {
    *this = {row, row + 1, column, column + 1};
    return;
  }
  row_begin = std::min(row_begin, row);
  row_end = std::max(row_end, row + 1);
  column_begin = std::min(column_begin, column);
  column_end = std::max(column_end, column + 1);
}

void Box::include(const Box& other) {
  if (other.empty()) return;
  include(other.row_begin, other.column_begin);
  include(other.row_end - 1, other.column_end - 1);
}

Backdrop::Backdrop(const run::Run& run, Unread)
    : arrays_(arrays_of(run)), product_(matrices_of(run).product), facts_(run, arrays_) {
  touched_.resize(arrays_.size());
}

Backdrop Backdrop::whole(const run::Run& run) {
  Making making(run);
  base::Slice slice(base::Slice::kWhole);
  making.advance(slice);
  return making.take();
}

Backdrop::Backdrop(const run::Run& run) : Backdrop(whole(run)) {}

Backdrop::Making::Making(const run::Run& run) : run_(run), made_(run, Unread()) {
  if (!run.recording) return;
  const size_t phases = std::max<size_t>(run.recording->phases.size(), 1);
  made_.phase_boxes_.resize(phases * made_.arrays_.size());
  made_.phase_ranges_.resize(phases);
  writes_.resize(made_.plan_snapshots(*run.recording));
}

base::Progress Backdrop::Making::advance(base::Slice& slice) {
  const uint32_t size = run_.recording ? run_.recording->size() : 0;
  for (; step_ < size; ++step_) {
    if (slice.is_over()) return base::Progress::kMore;
    if (step_ % made_.snapshot_interval_ == 0) made_.snapshots_.push_back({writes_});
    const trace::Access access = run_.recording->at(step_);
    PhaseRange& range = made_.phase_ranges_[access.phase];
    range.first = std::min(range.first, step_);
    range.last = std::max(range.last, step_);
    phases_.read(access);
    made_.include(access);
    if (writes_shared(access)) made_.apply_store(access, writes_);
    slice.spend(kWorkOfStep);
  }
  return base::Progress::kDone;
}

Backdrop Backdrop::Making::take() {
  if (!run_.recording) return std::move(made_);
  if (step_ % made_.snapshot_interval_ == 0) made_.snapshots_.push_back({writes_});
  made_.phase_parts_ = phases_.parts();
  made_.barriers_ = UnevenBarriers(*run_.recording);
  for (size_t i = 0; i < made_.arrays_.size(); ++i)
    made_.used_columns_.push_back(scene::used_columns(made_.arrays_[i], made_.touched_[i].box()));
  return std::move(made_);
}

void Backdrop::include(const trace::Access& access) {
  bool& strays = phase_ranges_[access.phase].strays;
  strays |= access.out_of_bounds != 0;
  for_each_lane(arrays_, access, [&](uint32_t, uint32_t array, uint64_t begin, uint64_t end) {
    Box& phase_box = phase_boxes_[access.phase * arrays_.size() + array];
    const uint64_t columns = arrays_[array].columns;
    strays |= begin * arrays_[array].element_bytes + access.bytes > arrays_[array].bytes;
    for (uint64_t e = begin; e < end; ++e) {
      phase_box.include(e / columns, e % columns);
      touched_[array].include(e / columns, e % columns);
    }
  });
}

Box Backdrop::focus(uint32_t array, uint32_t phase) const {
  const size_t phases = phase_ranges_.size();
  for (size_t p = phase + 1; p-- > 0;) {
    const Box& box = phase_boxes_[p * arrays_.size() + array];
    if (!box.empty()) return box;
  }
  for (size_t p = phase + 1; p < phases; ++p) {
    const Box& box = phase_boxes_[p * arrays_.size() + array];
    if (!box.empty()) return box;
  }
  return {};
}

void Backdrop::apply_store(const trace::Access& access, std::vector<LastWrite>& writes) const {
  for_each_lane(arrays_, access, [&](uint32_t lane, uint32_t array, uint64_t begin, uint64_t end) {
    for (uint64_t e = begin; e < end; ++e) {
      writes[static_cast<size_t>(write_offset_[array] + e)] = {access.step + 1,
                                                               static_cast<uint8_t>(lane)};
    }
  });
}

size_t Backdrop::plan_snapshots(const trace::Recording& recording) {
  uint64_t elements = 0;
  for (const Array& array : arrays_) {
    write_offset_.push_back(elements);
    if (array.space == trace::Space::kShared) elements += array.count();
  }
  const uint64_t all = uint64_t{recording.size()} * elements * sizeof(LastWrite);
  snapshot_interval_ =
      std::max(kSnapshotDistance, static_cast<uint32_t>(all / kSnapshotBudget + 1));
  return static_cast<size_t>(elements);
}

std::vector<LastWrite> Backdrop::last_writes(const trace::Recording& recording,
                                             uint32_t step_end) const {
  std::vector<LastWrite> writes = snapshots_[step_end / snapshot_interval_].writes;
  for (uint32_t step = step_end - step_end % snapshot_interval_; step < step_end; ++step) {
    if (writes_shared(recording.heads[step])) apply_store(recording.at(step), writes);
  }
  return writes;
}

std::vector<uint32_t> Backdrop::steps_of(const run::Run& run, uint32_t warp, uint32_t phase,
                                         const lang::Stmt* statement) const {
  std::vector<uint32_t> steps;
  const std::span<const uint32_t> all = run.recording->steps().of_warp(warp);
  const PhaseRange& range = phase_ranges_[phase];
  for (auto at = std::lower_bound(all.begin(), all.end(), range.first);
       at != all.end() && *at <= range.last && steps.size() < kMaxStatementSteps; ++at) {
    const trace::AccessHead& head = run.recording->heads[*at];
    if (head.phase == phase && run.program->sites[head.site].statement == statement) {
      steps.push_back(*at);
    }
  }
  return steps;
}

}  // namespace warplens::scene
