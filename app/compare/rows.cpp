#include "app/compare/rows.hpp"

#include <algorithm>

#include "sim/base/names.hpp"
#include "sim/model/shared_cost.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/observe/totals/shared_op.hpp"

namespace warplens::compare {
namespace {

measure::Operation operation_of(observe::AccessKind kind) {
  switch (kind) {
    case observe::AccessKind::kLoad:
    case observe::AccessKind::kLdmatrix:
      return measure::Operation::kLoad;
    case observe::AccessKind::kStore:
    case observe::AccessKind::kStmatrix:
      return measure::Operation::kStore;
    case observe::AccessKind::kAtomic:
      return measure::Operation::kAtomic;
    case observe::AccessKind::kCpAsync:
      return measure::Operation::kCpAsync;
    case observe::AccessKind::kBulk:
      break;
  }
  return measure::Operation::kBulk;
}

// Constant memory is read by global loads where it is not read by instructions of its own.
measure::Space space_of(trace::Space space) {
  return space == trace::Space::kShared ? measure::Space::kShared : measure::Space::kGlobal;
}

// The record or vector that a site moves as a whole or in part; null for a plain scalar.
const lang::Type* record_of(const code::AccessSite& site) {
  if (site.type != nullptr && site.type->is_record()) return site.type;
  const lang::Type* whole = site.lvalue == nullptr ? nullptr : site.lvalue->type;
  return whole != nullptr && whole->is_record() ? whole : nullptr;
}

void note_records(const run::Run& run, const observe::AccessRow& row, SimulatedRow& to) {
  uint64_t requests =
      row.space == trace::Space::kShared ? row.shared.requests : row.global.requests;
  uint64_t lanes = row.lanes;
  for (const uint32_t index : row.sites) {
    const code::AccessSite& site = run.program->sites[index];
    const lang::Type* record = record_of(site);
    if (record == nullptr) continue;
    const bool is_other = to.record_requests > 0 && to.record_bytes != site.bytes;
    to.record_bytes = is_other ? 0 : site.bytes;
    to.record_type = record->record->name;
    to.record_requests += requests;
    to.record_lanes += lanes;
    requests = lanes = 0;  // the row's are one sum over its sites
  }
}

measure::Counts shared_counts(uint64_t requests, uint64_t wavefronts,
                              std::optional<uint64_t> lanes) {
  measure::Counts counts;
  counts.lanes = lanes;
  counts.requests = requests;
  counts.wavefronts = wavefronts;
  return counts;
}

measure::Counts global_counts(uint64_t requests, uint64_t sectors, uint64_t lines, uint64_t lanes) {
  measure::Counts counts;
  counts.lanes = lanes;
  counts.requests = requests;
  counts.sectors = sectors;
  counts.lines = lines;
  return counts;
}

void note_shared(const run::Run& run, const observe::AccessRow& row, SimulatedRow& to) {
  if (row.space != trace::Space::kShared) return;
  if (!run.device.has_current_banks()) to.older_device = run.device.id;
  for (const uint32_t index : row.sites) {
    const code::AccessSite& site = run.program->sites[index];
    const bool is_load = site.operation == code::Operation::kLoad;
    to.has_wide_loads = to.has_wide_loads || (is_load && site.bytes > 4 && !site.is_matrix);
    to.has_matrices = to.has_matrices || site.is_matrix;
    to.has_loops = to.has_loops || model::is_loop(observe::shared_op(site));
  }
}

bool takes_group(const base::SourceFile& file, const lang::Function& function) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const lang::Variable* parameter) {
                       if (!parameter->type->is_record()) return false;
                       const base::Span span = parameter->type->record->span;
                       return !span.empty() && !file.is_own(span.begin);
                     });
}

void note_groups(const run::Run& run, SimulatedRows& rows) {
  const base::SourceFile& file = run.program->unit->file;
  for (size_t i = 1; i < run.program->frames.size(); ++i) {
    const code::Frame& frame = run.program->frames[i];
    if (!frame.function->is_own || !takes_group(file, *frame.function)) continue;
    const observe::SourceLocation place =
        observe::source_location(*run.program, frame.call, frame.parent);
    for (auto& [key, row] : rows) {
      if (key.file == place.file && key.line == place.line) row.passes_group = true;
    }
  }
}

// An atomic that is a loop on the hardware counts there as so many loads and atomics of the line,
// of lanes that depend on who wins.
void add_shared(const observe::AccessRow& access, SimulatedRow& to, SimulatedRows& rows) {
  const observe::SharedTotal& shared = access.shared;
  if (access.operation != trace::Operation::kAtomic || shared.loop_loads == 0) {
    const bool is_copy = access.operation == trace::Operation::kCopy;
    add(to.counts, shared_counts(shared.requests, shared.wavefronts,
                                 is_copy ? std::nullopt : std::optional(access.lanes)));
    return;
  }
  add(to.counts,
      shared_counts(shared.atomics, shared.wavefronts - shared.loop_load_wavefronts, std::nullopt));
  const RowKey loads{access.file, access.line, measure::Space::kShared, measure::Operation::kLoad};
  add(rows[loads].counts,
      shared_counts(shared.loop_loads, shared.loop_load_wavefronts, std::nullopt));
}

// A copy by lanes is one instruction, which the row of shared memory counts; of one in bulk only
// whole instructions and sectors are counted.
void add_global(const observe::AccessRow& access, SimulatedRow& to) {
  measure::Counts counts = global_counts(access.global.requests, access.global.sectors,
                                         access.global.lines, access.lanes);
  if (access.operation == trace::Operation::kCopy) counts.lanes = std::nullopt;
  if (access.kind == observe::AccessKind::kCpAsync) counts.requests = std::nullopt;
  if (access.kind == observe::AccessKind::kBulk) counts.lines = std::nullopt;
  add(to.counts, counts);
}

}  // namespace

void add(SimulatedRow& to, const SimulatedRow& from) {
  add(to.counts, from.counts);
  to.constant_requests += from.constant_requests;
  to.constant_lanes += from.constant_lanes;
  to.chance = std::max(to.chance, from.chance);
  if (to.older_device.empty()) to.older_device = from.older_device;
  to.has_wide_loads = to.has_wide_loads || from.has_wide_loads;
  to.has_loops = to.has_loops || from.has_loops;
  to.has_matrices = to.has_matrices || from.has_matrices;
  to.passes_group = to.passes_group || from.passes_group;
  if (from.record_requests == 0) return;
  const bool is_other = to.record_requests > 0 && to.record_bytes != from.record_bytes;
  to.record_bytes = is_other ? 0 : from.record_bytes;
  to.record_type = from.record_type;
  to.record_requests += from.record_requests;
  to.record_lanes += from.record_lanes;
}

std::string_view line_text(const run::Run& run, const RowKey& key) {
  const base::SourceFile& file = run.program->unit->file;
  for (uint32_t part = 0; part < file.part_count(); ++part) {
    if (part == 0 ? key.file.empty() : file.name(part) == key.file)
      return file.line_text(key.line, part);
  }
  return "";
}

std::string kept_constant(const run::Run& run, const RowKey& key) {
  const std::string_view line = line_text(run, key);
  for (const auto& constant : run.program->unit->constants) {
    const bool is_kept = constant->type->is_scalar() && base::is_floating(constant->type->scalar);
    if (is_kept && base::holds_name(line, constant->name)) return constant->name;
  }
  return "";
}

RowKey key_of(const run::Run& run, uint32_t site, trace::Space space, trace::Operation operation) {
  const code::AccessSite& at = run.program->sites[site];
  const observe::SourceLocation place = observe::source_location(*run.program, at.span, at.frame);
  return {place.file, place.line, space_of(space),
          operation_of(observe::kind_of(operation, trace::Layout::kLane))};
}

bool may_be_replayed(const run::Run& run, const trace::AccessHead& access) {
  return access.operation != trace::Operation::kCopy && !run.program->sites[access.site].is_matrix;
}

SimulatedRows rows_of(const run::Run& run, const std::map<uint32_t, Chance>& sites_by_chance) {
  SimulatedRows rows;
  for (const observe::AccessRow& access : run.accesses) {
    const bool is_bulk = access.kind == observe::AccessKind::kBulk;
    // No counter sees a bulk copy's side in shared memory.
    if (is_bulk && access.space == trace::Space::kShared) continue;
    SimulatedRow& row =
        rows[{access.file, access.line, space_of(access.space), operation_of(access.kind)}];
    for (const uint32_t site : access.sites) {
      if (const auto at = sites_by_chance.find(site); at != sites_by_chance.end())
        row.chance = std::max(row.chance, std::optional(at->second));
    }
    note_shared(run, access, row);
    switch (access.space) {
      case trace::Space::kShared:
        add_shared(access, row, rows);
        break;
      case trace::Space::kGlobal:
        add_global(access, row);
        break;
      case trace::Space::kConstant:
        add(row.counts, global_counts(0, 0, 0, 0));
        row.constant_requests += access.constant.requests;
        row.constant_lanes += access.lanes;
        continue;
      case trace::Space::kLocal:
      case trace::Space::kRegisters:
      case trace::Space::kHost:
        break;
    }
    note_records(run, access, row);
  }
  note_groups(run, rows);
  return rows;
}

SimulatedRows rows_of_recording(const run::Run& run) {
  SimulatedRows rows = rows_of(run, {});
  for (auto& [key, row] : rows) {
    row.counts =
        key.space == measure::Space::kShared ? shared_counts(0, 0, 0) : global_counts(0, 0, 0, 0);
  }
  for (uint32_t step = 0; step < run.recording->size(); ++step) {
    const trace::AccessHead& access = run.recording->heads[step];
    const trace::StepCost& cost = (*run.costs)[step];
    if (access.space == trace::Space::kConstant || !may_be_replayed(run, access)) continue;
    SimulatedRow& row = rows[key_of(run, access.site, access.space, access.operation)];
    const uint64_t lanes = trace::lane_count(access.mask);
    add(row.counts, access.space == trace::Space::kShared
                        ? shared_counts(1, cost.paid, lanes)
                        : global_counts(1, cost.paid, cost.lines, lanes));
  }
  return rows;
}

}  // namespace warplens::compare
