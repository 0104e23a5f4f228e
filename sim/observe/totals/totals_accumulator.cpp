// The hot path is access(): the site's remembered cost, else the model's. Everything with names and
// text happens once, in finish(), which merges the instructions of one place and forms the totals
// from the rows.
#include "sim/observe/totals/totals_accumulator.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "sim/model/coalescing.hpp"
#include "sim/model/constant.hpp"
#include "sim/model/shared_cost.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/observe/totals/access_work.hpp"
#include "sim/observe/totals/copy_cost.hpp"
#include "sim/observe/totals/shared_op.hpp"
#include "sim/observe/totals/step_cost.hpp"

namespace warplens::observe {
namespace {

constexpr uint64_t kRoundsToBegin = 3;  // the work of grouping an atomic's lanes

using trace::Space;

// Lanes of the mask whose address is no multiple of the access's width.
uint32_t misaligned_lanes(const trace::WarpAccess& access) {
  const std::array<uint64_t, trace::kWarpSize>& addresses = *access.addresses;
  uint64_t any = 0;
  for (uint64_t address : addresses) any |= address;
  const uint64_t low = access.bytes - uint64_t{1};
  if ((any & low) == 0) return 0;  // the common case, inactive lanes included
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((access.mask >> lane & 1) != 0 && (addresses[lane] & low) != 0) lanes |= 1u << lane;
  }
  return lanes;
}

template <class T>
void add_once(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

// A bulk copy's row as one of its memory.
void put_bulk(AccessRow& row) {
  if (row.space == Space::kShared)
    row.shared.requests = row.bulk.copies;
  else
    row.global = global_of(row.bulk);
}

void add_call(AccessRow& row, const SourceLocation& text) {
  add_once(row.functions, text.function);
  if (text.call_line != 0) add_once(row.call_lines, text.call_line);
}

}  // namespace

TotalsAccumulator::TotalsAccumulator(std::shared_ptr<const code::Program> program,
                                     MemoryLayout layout, std::array<uint32_t, 3> block_extent,
                                     model::Device device, bool are_races_looked_for,
                                     uint64_t most_work)
    : program_(std::move(program)),
      layout_(std::move(layout)),
      device_(std::move(device)),
      sites_(program_->sites.size()),
      findings_(program_->sites.size(), block_extent),
      are_races_looked_for_(are_races_looked_for),
      most_work_(most_work) {
  bank_period_ = model::bank_period(device_);
  for (size_t i = 0; i < sites_.size(); ++i) {
    sites_[i].rule = shared_rule(program_->sites[i]);
    sites_[i].is_loop = model::is_loop(sites_[i].rule.op);
  }
  if (program_->shared.size() < 2) return;  // past the only array is outside shared memory
  std::unordered_map<const lang::Variable*, uint64_t> begins;
  for (const code::VariableHome& home : program_->homes) {
    if (home.place == code::VariableHome::Place::kSharedMemory)
      begins.emplace(home.variable, home.offset);
  }
  for (size_t i = 0; i < sites_.size(); ++i) {
    const lang::Variable* root = program_->sites[i].root;
    if (root == nullptr || root->storage != lang::Storage::kShared) continue;
    const auto begin = begins.find(root);
    if (begin == begins.end()) continue;
    sites_[i].named_begin = begin->second;
    sites_[i].named_bytes = lang::size_of(root->type);
  }
}

// The range of bases for which an access with this pattern is in the same array and no lane, active
// or not, is outside the array that the text names.
void TotalsAccumulator::set_bases(const Site& site, const trace::WarpAccess& access, uint32_t index,
                                  KnownCost& known) {
  const trace::LanePattern& pattern = *access.addresses.pattern();
  const int32_t first = pattern.offsets[static_cast<size_t>(std::countr_zero(access.mask))];
  auto begin = static_cast<int64_t>(site.sums[index].begin) - first;
  int64_t end = begin + static_cast<int64_t>(site.sums[index].bytes);
  if (site.named_bytes >= access.bytes && access.space == Space::kShared) {
    const auto named = static_cast<int64_t>(site.named_begin);
    begin = std::max(begin, named - pattern.low);
    end = std::min(
        end, named + static_cast<int64_t>(site.named_bytes - access.bytes) - pattern.high + 1);
  }
  known.begin = static_cast<uint64_t>(begin);
  known.bases = static_cast<uint64_t>(std::max<int64_t>(end - begin, 0));
}

// Lanes outside the array that the text names, but in shared memory.
uint32_t TotalsAccumulator::lanes_outside_named(const trace::WarpAccess& access) const {
  const Site& site = sites_[access.site];
  if (site.named_bytes < access.bytes || access.space != Space::kShared) return 0;
  const uint64_t last = site.named_bytes - access.bytes;
  uint32_t any = 0;
  for (const uint64_t address : *access.addresses) any |= address - site.named_begin > last ? 1 : 0;
  if (any == 0) return 0;  // the common case, inactive lanes included
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const bool is_active = (access.mask >> lane & 1) != 0;
    if (is_active && (*access.addresses)[lane] - site.named_begin > last) lanes |= 1u << lane;
  }
  return lanes;
}

TotalsAccumulator::ArraySums& TotalsAccumulator::search_sums(const trace::WarpAccess& access,
                                                             trace::Operation operation,
                                                             uint64_t address) {
  Site& site = sites_[access.site];
  const Space space = access.space;
  const uint32_t array = layout_.find(space, address);
  for (uint32_t i = 0; i < site.sums.size(); ++i) {
    const ArraySums& known = site.sums[i];
    if (known.array == array && known.space == space && known.operation == operation) {
      site.latest = i;
      return site.sums[i];
    }
  }
  ArraySums sums;
  sums.space = space;
  sums.operation = operation;
  sums.kind = kind_of(operation, access.layout);
  sums.is_source =
      operation == trace::Operation::kCopy && access.operation == trace::Operation::kLoad;
  sums.array = array;
  if (array != kNoArray) {
    sums.begin = layout_.arrays(space)[array].base;
    sums.bytes = layout_.arrays(space)[array].bytes;
  }
  site.latest = static_cast<uint32_t>(site.sums.size());
  site.sums.push_back(sums);
  return site.sums.back();
}

TotalsAccumulator::ArraySums& TotalsAccumulator::sums_of(const trace::WarpAccess& access,
                                                         trace::Operation operation) {
  Site& site = sites_[access.site];
  const uint64_t address =
      access.addresses.of(static_cast<uint32_t>(std::countr_zero(access.mask)));
  if (site.latest < site.sums.size()) {
    ArraySums& sums = site.sums[site.latest];
    if (address - sums.begin < sums.bytes && sums.space == access.space &&
        sums.operation == operation)
      return sums;
  }
  return search_sums(access, operation, address);
}

AccessCost TotalsAccumulator::count(const trace::WarpAccess& access) const {
  const model::AtomicRule& rule = sites_[access.site].rule;
  const auto values = cas_values(rule, access.values, access.results);
  AccessCost cost;
  put_cost(cost, device_, access.space, access.bytes, access.mask, *access.addresses, rule.op,
           values ? &*values : nullptr);
  cost.work = access_work(access, are_races_looked_for_);
  cost.misaligned = misaligned_lanes(access);
  return cost;
}

void TotalsAccumulator::access(const trace::WarpAccess& access) {
  Site& site = sites_[access.site];
  if (access.operation == trace::Operation::kCopy) return count_copy(access);
  if (!may_repeat(site, access)) return count_alone(access);
  const uint32_t phase = phase_of(access);
  KnownCost& known = site.costs.known_cost_of(access, phase);
  if (!known.is_of(access, phase)) return remember(access, phase, known);
  if (++known.pending == kMostPending) flush(site, known);
  work_ += known.cost.work;
}

trace::StepCost TotalsAccumulator::cost_of(const trace::WarpAccess& access) const {
  const Site& site = sites_[access.site];
  if (access.operation == trace::Operation::kCopy)
    return copy_cost(program_->sites[access.site], sides_of(access)).step;
  if (may_repeat(site, access)) {
    const KnownCost* known = site.costs.find(access, phase_of(access));
    if (known != nullptr) return known->cost.step;
  }
  return count(access).step;
}

// Each side is a row of its own.
void TotalsAccumulator::count_copy(const trace::WarpAccess& access) {
  const code::AccessSite& site = program_->sites[access.site];
  const CopyCost whole = copy_cost(site, sides_of(access));
  access.for_each_side([&](const trace::WarpAccess& side) {
    const bool is_read = side.operation == trace::Operation::kLoad;
    AccessCost cost{is_read ? whole.read : whole.written};
    cost.work = access_work(side, are_races_looked_for_);
    cost.misaligned = misaligned_lanes(side);
    add(side, trace::Operation::kCopy, cost);
    ArraySums& sums = sums_of(side, trace::Operation::kCopy);
    if (access.layout == trace::Layout::kBulk)
      sums.bulk += {access.continues ? 0u : 1u, whole.bulk.words * 4, whole.bulk.sectors};
    else if (site.passes_by_l1 && !is_read)
      sums.shared.untimed_wavefronts += cost.shared.wavefronts;
  });
}

void TotalsAccumulator::count_alone(const trace::WarpAccess& access) {
  add(access, access.operation, count(access));
}

// Counts an access and remembers its cost for those like it.
void TotalsAccumulator::remember(const trace::WarpAccess& access, uint32_t phase,
                                 KnownCost& known) {
  Site& site = sites_[access.site];
  flush(site, known);
  const AccessCost cost = count(access);
  add(access, access.operation, cost);
  if (cost.misaligned != 0) return;
  known.pattern = access.addresses.pattern()->id;
  known.mask = access.mask;
  known.phase = phase;
  known.sums = site.latest;
  known.cost = cost;
  set_bases(site, access, known.sums, known);
}

// Adds an access to its sums, as many times as it happened.
void TotalsAccumulator::add_to(ArraySums& sums, uint32_t mask, const AccessCost& cost,
                               uint64_t times) {
  sums.lanes += times * trace::lane_count(mask);
  if (sums.kind == AccessKind::kBulk) return;
  if (sums.space == Space::kShared) {
    sums.shared.requests += times;
    sums.shared.wavefronts += times * cost.shared.wavefronts;
    sums.shared.conflicts += times * cost.shared.conflicts();
    if (sums.operation == trace::Operation::kAtomic) {
      sums.shared.atomics += times * cost.shared.atomics;
      sums.shared.loop_loads += times * cost.shared.loads;
      sums.shared.loop_load_wavefronts += times * cost.shared.load_wavefronts;
    }
  } else if (sums.space == Space::kConstant) {
    sums.constant.requests += times;
    sums.constant.broadcasts += times * cost.broadcasts;
  } else {
    sums.global.requests += times;
    sums.global.sectors += times * cost.counted_sectors;
    sums.global.lines += times * cost.global.lines;
    sums.global.bytes_requested += times * cost.global.bytes_requested;
    sums.global.bytes_used += times * cost.global.bytes_used;
    sums.global.bytes_moved += times * cost.global.bytes_moved();
    sums.global.ideal_sectors += times * cost.global.ideal_sectors();
    sums.global.packed_sectors += times * cost.global.packed_sectors();
  }
}

void TotalsAccumulator::flush(Site& site, KnownCost& known) {
  if (known.pending == 0) return;
  add_to(site.sums[known.sums], known.mask, known.cost, known.pending);
  known.pending = 0;
}

void TotalsAccumulator::add(const trace::WarpAccess& access, trace::Operation operation,
                            const AccessCost& cost) {
  work_ += cost.work;
  add_to(sums_of(access, operation), access.mask, cost, 1);
  if (access.space == Space::kShared && sites_[access.site].is_loop)
    work_ += kWorkOfRound * (cost.shared.loads + kRoundsToBegin);
  if (const uint32_t lanes = access.out_of_bounds | lanes_outside_named(access); lanes != 0) {
    findings_.out_of_bounds(access, lanes, block_);
  }
  if (cost.misaligned != 0) findings_.misaligned(access, cost.misaligned, block_);
}

std::vector<TotalsAccumulator::ArraySums> TotalsAccumulator::summed(const Site& site) {
  std::vector<ArraySums> rows = site.sums;
  site.costs.for_each_pending([&](const KnownCost& known) {
    add_to(rows[known.sums], known.mask, known.cost, known.pending);
  });
  return rows;
}

Summary TotalsAccumulator::finish() const {
  Summary summary;
  using Key = std::tuple<uint32_t, uint32_t, uint32_t, Space, AccessKind, std::string>;
  std::map<Key, AccessRow> merged;
  for (uint32_t index = 0; index < sites_.size(); ++index) {
    const code::AccessSite& place = program_->sites[index];
    const SourceLocation text = source_location(*program_, place.span, place.frame);
    for (const ArraySums& sums : summed(sites_[index])) {
      const trace::Operation operation = sums.operation;
      const std::string array =
          sums.array == kNoArray ? "" : layout_.arrays(sums.space)[sums.array].name;
      AccessRow& out = merged[{text.part, text.line, text.column, sums.space, sums.kind, array}];
      if (out.sites.empty()) {
        out.line = text.line;
        out.column = text.column;
        out.file = text.file;
        out.span = text.span;
        out.space = sums.space;
        out.operation = operation;
        out.kind = sums.kind;
        out.array = array;
      }
      out.sites.push_back(index);
      add_call(out, text);
      out.shared += sums.shared;
      out.global += sums.global;
      out.constant += sums.constant;
      out.bulk += sums.bulk;
      out.lanes += sums.lanes;
      if (sums.kind == AccessKind::kBulk) {
        // Counted once, with the side that is written.
        const bool is_load = sums.space == Space::kShared;
        if (!sums.is_source) summary.totals.bulk[is_load ? 0 : 1] += sums.bulk;
        continue;
      }
      summary.totals.shared[static_cast<size_t>(sums.kind)] += sums.shared;
      summary.totals.global[static_cast<size_t>(operation)] += sums.global;
      summary.totals.constant += sums.constant;
    }
  }
  for (auto& [key, row] : merged) {
    if (row.kind == AccessKind::kBulk) put_bulk(row);
    summary.accesses.push_back(std::move(row));
  }
  summary.findings = findings_.finish(*program_, layout_);
  return summary;
}

}  // namespace warplens::observe
