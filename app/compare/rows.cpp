#include "app/compare/rows.hpp"

#include "sim/analysis/text_place.hpp"
#include "sim/model/banks.hpp"
#include "sim/model/coalescing.hpp"

namespace warplens::compare {
namespace {

measure::Operation operation_of(trace::Operation operation) {
  if (operation == trace::Operation::kLoad) return measure::Operation::kLoad;
  return operation == trace::Operation::kStore ? measure::Operation::kStore
                                               : measure::Operation::kAtomic;
}

// Constant memory is read by global loads where it is not read by instructions of its own.
measure::Space space_of(trace::Space space) {
  return space == trace::Space::kShared ? measure::Space::kShared : measure::Space::kGlobal;
}

model::SharedOp shared_op(trace::Operation operation) {
  if (operation == trace::Operation::kLoad) return model::SharedOp::kLoad;
  return operation == trace::Operation::kStore ? model::SharedOp::kStore : model::SharedOp::kAtomic;
}

// The record or vector that a site moves as a whole or in part; null for a plain scalar.
const lang::Type* record_of(const code::AccessSite& site) {
  if (site.type != nullptr && site.type->is_record()) return site.type;
  const lang::Type* whole = site.lvalue == nullptr ? nullptr : site.lvalue->type;
  return whole != nullptr && whole->is_record() ? whole : nullptr;
}

void note_records(const engine::Run& run, const analysis::AccessRow& row, SimulatedRow& to) {
  uint64_t requests =
      row.space == trace::Space::kShared ? row.shared.requests : row.global.requests;
  for (const uint32_t index : row.sites) {
    const code::AccessSite& site = run.program->sites[index];
    const lang::Type* record = record_of(site);
    if (record == nullptr) continue;
    const bool is_other = to.record_requests > 0 && to.record_bytes != site.bytes;
    to.record_bytes = is_other ? 0 : site.bytes;
    to.record_type = record->record->name;
    to.record_requests += requests;
    requests = 0;  // the row's are one sum over its sites
  }
}

measure::Counts shared_counts(uint64_t requests, uint64_t wavefronts) {
  measure::Counts counts;
  counts.requests = requests;
  counts.wavefronts = wavefronts;
  return counts;
}

measure::Counts global_counts(uint64_t requests, uint64_t sectors, uint64_t lines) {
  measure::Counts counts;
  counts.requests = requests;
  counts.sectors = sectors;
  counts.lines = lines;
  return counts;
}

void add(std::optional<uint64_t>& to, const std::optional<uint64_t>& from) {
  if (from) to = to.value_or(0) + *from;
}

}  // namespace

void add(measure::Counts& to, const measure::Counts& from) {
  add(to.requests, from.requests);
  add(to.wavefronts, from.wavefronts);
  add(to.sectors, from.sectors);
  add(to.lines, from.lines);
}

void add(SimulatedRow& to, const SimulatedRow& from) {
  add(to.counts, from.counts);
  to.constant_requests += from.constant_requests;
  if (from.record_requests == 0) return;
  const bool is_other = to.record_requests > 0 && to.record_bytes != from.record_bytes;
  to.record_bytes = is_other ? 0 : from.record_bytes;
  to.record_type = from.record_type;
  to.record_requests += from.record_requests;
}

RowKey key_of(const engine::Run& run, uint32_t site, trace::Space space,
              trace::Operation operation) {
  const code::AccessSite& at = run.program->sites[site];
  const analysis::TextPlace place = analysis::text_place(*run.program, at.span, at.frame);
  return {place.file, place.line, space_of(space), operation_of(operation)};
}

SimulatedRows rows_of(const engine::Run& run) {
  SimulatedRows rows;
  for (const analysis::AccessRow& access : run.accesses) {
    SimulatedRow& row =
        rows[{access.file, access.line, space_of(access.space), operation_of(access.operation)}];
    switch (access.space) {
      case trace::Space::kShared:
        add(row.counts, shared_counts(access.shared.requests, access.shared.wavefronts));
        break;
      case trace::Space::kGlobal:
        add(row.counts,
            global_counts(access.global.requests, access.global.sectors, access.global.lines));
        break;
      case trace::Space::kConstant:
        add(row.counts, global_counts(0, 0, 0));
        row.constant_requests += access.constant.requests;
        continue;
    }
    note_records(run, access, row);
  }
  return rows;
}

SimulatedRows rows_of_recording(const engine::Run& run) {
  SimulatedRows rows = rows_of(run);
  for (auto& [key, row] : rows) {
    row.counts =
        key.space == measure::Space::kShared ? shared_counts(0, 0) : global_counts(0, 0, 0);
  }
  for (uint32_t step = 0; step < run.recording->size(); ++step) {
    const trace::Access access = run.recording->at(step);
    if (access.space == trace::Space::kConstant) continue;
    SimulatedRow& row = rows[key_of(run, access.site, access.space, access.operation)];
    if (access.space == trace::Space::kShared) {
      const model::SharedCost cost = model::shared_cost(
          run.device, shared_op(access.operation), access.bytes, access.mask, access.addresses);
      add(row.counts, shared_counts(1, cost.wavefronts));
    } else {
      const model::GlobalCost cost =
          model::global_cost(access.bytes, access.mask, access.addresses);
      add(row.counts, global_counts(1, cost.sectors, cost.lines));
    }
  }
  return rows;
}

}  // namespace warplens::compare
