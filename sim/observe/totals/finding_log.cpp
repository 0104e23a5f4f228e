// While the grid runs only a count and the first occurrence are kept for each instruction; the
// sentences are written at the end, from the program's text and the arrays' names and shapes.
#include "sim/observe/totals/finding_log.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>
#include <variant>

#include "sim/code/opcodes.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"

namespace warplens::observe {
namespace {

using trace::Space;

// The array that the text names for an access, else the last one that begins before the address.
const ArrayInfo* named_array_of(const code::AccessSite& site, const std::vector<ArrayInfo>& arrays,
                                uint64_t address) {
  const ArrayInfo* before = nullptr;
  for (const ArrayInfo& array : arrays) {
    if (site.root != nullptr && site.root->name == array.name) return &array;
    if (array.base <= address) before = &array;
  }
  return before;
}

uint32_t frame_of(const code::Program& program, uint32_t pc) {
  return pc < program.frames_of.size() ? program.frames_of[pc] : 0;
}

// What is `offset` bytes into a value: ".pos.x", ".v[2]", or "" for the value.
std::string path_to(const lang::Type* type, uint64_t offset) {
  std::string path;
  while (type->is_array() || type->is_record()) {
    if (type->is_array()) {
      type = type->element;
      path += "[" + std::to_string(offset / lang::size_of(type)) + "]";
      offset %= lang::size_of(type);
      continue;
    }
    const std::vector<lang::Field>& fields = type->record->fields;
    const auto behind = std::find_if(fields.begin(), fields.end(),
                                     [&](const auto& field) { return field.offset > offset; });
    if (behind == fields.begin()) break;  // a struct without members
    const lang::Field& field = *std::prev(behind);
    path += "." + field.name;
    offset -= field.offset;
    type = field.type;
  }
  return path;
}

size_t side_of(const trace::WarpAccess& access) {
  return 2 * size_t{access.site} + (access.operation == trace::Operation::kLoad ? 0 : 1);
}

int64_t floor_divide(int64_t distance, uint64_t unit) {
  const auto size = static_cast<int64_t>(unit);
  return (distance < 0 ? distance - size + 1 : distance) / size;
}

// The struct or vector that the array consists of: its own, or what the kernel's pointer says of an
// array of as many scalars. Null: scalars.
const lang::Type* record_of(const ArrayInfo& array, const code::AccessSite& site) {
  if (array.struct_type != nullptr) return array.struct_type;
  if (site.root == nullptr || array.extents.size() < 2) return nullptr;
  const lang::Type* type = site.root->type;
  while (type->is_pointer() || type->is_array()) type = type->element;
  const uint64_t bytes = array.element_bytes * array.extents.back();
  return type->is_record() && lang::size_of(type) == bytes ? type : nullptr;
}

// What of the array is accessed. A block's or a thread's offset below 0 comes as a large 32-bit
// number.
void put_element(AccessDetail& detail, const ArrayInfo& array, const lang::Type* record,
                 uint64_t address, bool is_offset) {
  detail.array = array.name;
  detail.offset = is_offset ? static_cast<int32_t>(address - array.base)
                            : static_cast<int64_t>(address - array.base);
  if (record != nullptr) {
    const uint64_t size = lang::size_of(record);
    detail.element = floor_divide(detail.offset, size);
    const auto inside =
        static_cast<uint64_t>(detail.offset - detail.element * static_cast<int64_t>(size));
    if (detail.bytes != size) detail.member = path_to(record, inside);
    detail.elements = array.bytes / size;
    return;
  }
  const uint32_t unit = std::max(array.element_bytes, 1u);
  detail.element = floor_divide(detail.offset, unit);
  detail.element_bytes = unit;
  detail.elements = array.bytes / unit;
  detail.is_counted_through = is_offset && array.extents.size() > 1;
  uint64_t product = 1;
  for (const uint64_t extent : array.extents) product *= extent;
  if (array.extents.size() > 1 && product == detail.elements) detail.extents = array.extents;
}

// Of a frame; null where no array of the text is.
const code::LocalArray* local_array_at(const code::Program& program, uint32_t offset) {
  for (const code::LocalArray& array : program.local_arrays) {
    if (array.variable != nullptr && array.begin <= offset && offset < array.end) return &array;
  }
  return nullptr;
}

bool is_atomic(const AccessDetail& access) {
  return !access.is_load && !access.is_store;
}

// Whether the operations of one are among those of the other.
bool is_within(const AccessDetail& one, const AccessDetail& other) {
  if (is_atomic(one) || is_atomic(other)) return is_atomic(one) == is_atomic(other);
  return (other.is_load || !one.is_load) && (other.is_store || !one.is_store);
}

}  // namespace

FindingLog::FindingLog(size_t sites, std::array<uint32_t, 3> block_extent)
    : block_extent_(block_extent), out_of_bounds_(2 * sites), misaligned_(2 * sites) {}

void FindingLog::add(Occurrences& seen, const trace::WarpAccess& access, uint32_t lanes,
                     trace::BlockId block) {
  if (seen.count == 0) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    seen.address = (*access.addresses)[lane];
    seen.bytes = access.bytes;
    seen.space = access.space;
    seen.block = block;
    seen.thread = access.warp * trace::kWarpSize + lane;
    seen.lanes = lanes;
  }
  seen.count += static_cast<uint64_t>(std::popcount(lanes));
  is_empty_ = false;
}

void FindingLog::clear() {
  if (is_empty_) return;
  *this = FindingLog(out_of_bounds_.size() / 2, block_extent_);
}

void FindingLog::merge(Occurrences& seen, const Occurrences& later) {
  const uint64_t count = seen.count + later.count;
  if (seen.count == 0) seen = later;
  seen.count = count;
}

void FindingLog::merge(const FindingLog& later) {
  if (later.is_empty_) return;
  is_empty_ = false;
  for (size_t i = 0; i < out_of_bounds_.size(); ++i) {
    merge(out_of_bounds_[i], later.out_of_bounds_[i]);
    merge(misaligned_[i], later.misaligned_[i]);
  }
  for (const auto& [fault, seen] : later.local_) merge(local_[fault], seen);
  for (const auto& [fault, seen] : later.bulk_) {
    BulkOccurrences& known = bulk_[fault];
    if (known.count == 0) known.first = seen.first;
    merge(known, seen);
  }
  for (const auto& [fault, seen] : later.mbarriers_) merge(mbarriers_[fault], seen);
  for (const auto& [event, seen] : later.events_) merge(events_[event], seen);
}

void FindingLog::out_of_bounds(const trace::WarpAccess& access, uint32_t lanes,
                               trace::BlockId block) {
  add(out_of_bounds_[side_of(access)], access, lanes, block);
}

void FindingLog::misaligned(const trace::WarpAccess& access, uint32_t lanes, trace::BlockId block) {
  add(misaligned_[side_of(access)], access, lanes, block);
}

void FindingLog::local_fault(const trace::LocalFault& fault, trace::BlockId block) {
  trace::WarpAccess access;
  access.warp = fault.warp;
  access.bytes = fault.bytes;
  access.addresses = fault.addresses;
  add(local_[{fault.kind, fault.pc}], access, fault.mask, block);
}

void FindingLog::lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t lanes,
                            trace::BlockId block) {
  if (event == trace::LaneEvent::kAbsentSource) return;  // none where the value is not used
  const std::array<uint64_t, trace::kWarpSize> nowhere{};
  trace::WarpAccess access;
  access.warp = warp;
  access.addresses = &nowhere;
  add(events_[{event, index}], access, lanes, block);
}

void FindingLog::mbarrier_fault(const trace::MbarrierFault& fault, trace::BlockId block) {
  std::array<uint64_t, trace::kWarpSize> addresses{};
  addresses.fill(fault.address);
  trace::WarpAccess access;
  access.warp = fault.warp;
  access.space = Space::kShared;
  access.addresses = &addresses;
  Occurrences& seen = mbarriers_[{fault.kind, fault.pc}];
  if (seen.count == 0) seen.number = fault.number;
  add(seen, access, fault.mask, block);
}

void FindingLog::bulk_fault(const trace::BulkFault& fault, trace::BlockId block) {
  const std::array<uint64_t, trace::kWarpSize> nowhere{};
  trace::WarpAccess access;
  access.warp = fault.warp;
  access.addresses = &nowhere;
  BulkOccurrences& seen = bulk_[{fault.kind, fault.pc}];
  if (seen.count == 0) seen.first = fault;
  add(seen, access, 1u << fault.lane, block);
}

AccessDetail FindingLog::detail_of(const Occurrences& seen, code::Operation operation) {
  AccessDetail detail;
  detail.space = seen.space;
  detail.is_load = operation == code::Operation::kLoad;
  detail.is_store = operation == code::Operation::kStore;
  detail.bytes = seen.bytes;
  detail.offset = static_cast<int64_t>(seen.address);
  return detail;
}

// Where it happened first, and how often.
void FindingLog::place(Finding& finding, const Occurrences& seen, base::Span span, uint32_t frame,
                       const code::Program& program) const {
  put_place(finding, program, span, frame);
  put_thread(finding, seen.block, seen.thread, extent());
  finding.count = seen.count;
}

// A local array by its name, or the frame that a pointer leaves.
FindingLog::Described FindingLog::describe_local(trace::LocalFault::Kind kind, uint32_t pc,
                                                 const Occurrences& seen,
                                                 const code::Program& program) const {
  Described described{&seen, {}, {}};
  Finding& finding = described.finding;
  const code::Instr& instr = program.instrs[pc];
  const uint32_t site = program.sites_of[pc];
  place(finding, seen, site == code::kNoSite ? program.spans[pc] : program.sites[site].span,
        frame_of(program, pc), program);
  AccessDetail detail = detail_of(seen, code::info(instr.op).operation);
  detail.space = Space::kLocal;
  if (kind == trace::LocalFault::Kind::kMisaligned) {
    finding.kind = FindingKind::kMisaligned;
    detail.fault = AccessDetail::Fault::kMisaligned;
    if (const auto* local = local_array_at(program, static_cast<uint32_t>(seen.address))) {
      detail.array = local->variable->name;
      detail.offset -= local->begin;
    }
  } else if (site == code::kNoSite) {
    const code::LocalArray& local = program.local_arrays[instr.c];
    ArrayInfo array;
    array.name = local.variable->name;
    array.base = local.begin;
    array.bytes = local.end - local.begin;
    array.extents = lang::extents_of(local.variable->type);
    const lang::Type* element = lang::array_base(local.variable->type);
    array.element_bytes = static_cast<uint32_t>(lang::size_of(element));
    put_element(detail, array, element->is_record() ? element : nullptr, seen.address, true);
  } else {
    detail.fault = AccessDetail::Fault::kNowhere;
    detail.offset = static_cast<int32_t>(seen.address);
    detail.memory_bytes = program.local_bytes;
  }
  finding.detail = std::move(detail);
  return described;
}

FindingLog::Described FindingLog::describe_mbarrier(trace::MbarrierFault::Kind kind, uint32_t pc,
                                                    const Occurrences& seen,
                                                    const code::Program& program,
                                                    const MemoryLayout& layout) const {
  Described described{&seen, {}, {}};
  Finding& finding = described.finding;
  finding.kind = FindingKind::kMbarrier;
  if (kind == trace::MbarrierFault::Kind::kAgain) finding.severity = base::Severity::kHint;
  place(finding, seen, program.spans[pc], frame_of(program, pc), program);
  finding.detail =
      MbarrierDetail{kind, layout.element_at(Space::kShared, seen.address), seen.number};
  return described;
}

FindingLog::Described FindingLog::describe_bulk(const BulkOccurrences& seen,
                                                const code::Program& program) const {
  Described described{&seen, {}, {}};
  Finding& finding = described.finding;
  const trace::BulkFault& first = seen.first;
  finding.kind = FindingKind::kBulkCopy;
  place(finding, seen, program.spans[first.pc], frame_of(program, first.pc), program);
  finding.detail = BulkDetail{first.kind, first.number, first.wanted, first.element_bytes};
  return described;
}

FindingLog::Described FindingLog::describe(const Occurrences& seen, const code::AccessSite& site,
                                           code::Operation side, const code::Program& program,
                                           const MemoryLayout& layout, AccessFault fault) const {
  Described described{&seen, {}, {}};
  Finding& finding = described.finding;
  place(finding, seen, site.span, site.frame, program);

  const ArrayInfo* array = nullptr;
  if (seen.space != Space::kGlobal) {
    array = named_array_of(site, layout.arrays(seen.space), seen.address);
  } else if (const uint32_t index = layout.find(Space::kGlobal, seen.address); index != kNoArray) {
    array = &layout.global[index];
  }
  AccessDetail detail = detail_of(seen, side);
  if (fault == AccessFault::kMisaligned) {
    finding.kind = FindingKind::kMisaligned;
    detail.fault = AccessDetail::Fault::kMisaligned;
    if (array != nullptr) {
      detail.array = array->name;
      detail.offset -= static_cast<int64_t>(array->base);
    }
  } else if (array == nullptr) {
    detail.fault = AccessDetail::Fault::kNowhere;
  } else if (seen.space == Space::kConstant && side != code::Operation::kLoad) {
    detail.fault = AccessDetail::Fault::kConstant;
    detail.array = array->name;
  } else {
    put_element(detail, *array, record_of(*array, site), seen.address,
                seen.space != Space::kGlobal);
  }
  finding.detail = std::move(detail);
  return described;
}

// Of a warp that has fewer threads than lanes, its first one.
void FindingLog::put_missing(Finding& finding, const Occurrences& seen) const {
  const uint32_t threads = block_extent_[0] * block_extent_[1] * block_extent_[2];
  if (seen.thread < threads) {
    finding.detail = MissingDetail{seen.lanes & (seen.lanes - 1), 0};
    return;
  }
  const uint32_t first = seen.thread - seen.thread % trace::kWarpSize;
  put_thread(finding, seen.block, first, extent());
  finding.detail = MissingDetail{0, threads - first};
}

FindingLog::Described FindingLog::describe_event(trace::LaneEvent event, uint32_t index,
                                                 const Occurrences& seen,
                                                 const code::Program& program) const {
  Described described{&seen, event, {}};
  Finding& finding = described.finding;
  base::Span span;
  uint32_t frame = 0;
  switch (event) {
    case trace::LaneEvent::kAssertFailed:
      finding.kind = FindingKind::kAssert;
      span = program.asserts[index].span;
      finding.detail = StopDetail{program.asserts[index].text, ""};
      break;
    case trace::LaneEvent::kTrap:
      finding.kind = FindingKind::kTrap;
      span = program.asserts[index].span;
      finding.detail = StopDetail{};
      break;
    case trace::LaneEvent::kStackFull: {
      const code::Subroutine& subroutine = program.subroutines[index];
      finding.kind = FindingKind::kStackFull;
      span = program.frames[subroutine.frame].call;
      frame = program.frames[subroutine.frame].parent;
      finding.detail = StopDetail{"", subroutine.function->name};
      break;
    }
    case trace::LaneEvent::kMaskOmits:
    case trace::LaneEvent::kMaskNames:
    case trace::LaneEvent::kAbsentSource:
      finding.kind = FindingKind::kSyncMask;
      span = program.spans[index];
      frame = frame_of(program, index);
      finding.detail =
          MaskDetail{event == trace::LaneEvent::kMaskNames, seen.lanes & (seen.lanes - 1)};
      break;
    case trace::LaneEvent::kMissing:
      finding.kind = FindingKind::kMissingLanes;
      span = program.spans[index];
      frame = frame_of(program, index);
      place(finding, seen, span, frame, program);
      put_missing(finding, seen);
      return described;
  }
  place(finding, seen, span, frame, program);
  return described;
}

bool FindingLog::is_same_mistake(const Described& one, const Described& other) {
  const Finding &a = one.finding, &b = other.finding;
  if (a.kind != b.kind || a.line != b.line || a.file != b.file || one.event != other.event)
    return false;
  const auto* mbarrier = std::get_if<MbarrierDetail>(&a.detail);
  if (mbarrier != nullptr && mbarrier->fault != std::get<MbarrierDetail>(b.detail).fault)
    return false;
  const auto* access = std::get_if<AccessDetail>(&a.detail);
  const auto* second = std::get_if<AccessDetail>(&b.detail);
  if (access == nullptr || second == nullptr || is_within(*second, *access))
    return a.column == b.column || a.is_at(b.span);
  // A load and its store: the same element, first by the same thread.
  AccessDetail alike = *second;
  alike.is_load = access->is_load;
  alike.is_store = access->is_store;
  return !is_atomic(*access) && !is_atomic(*second) && *access == alike &&
         one.first->address == other.first->address && one.first->space == other.first->space &&
         one.first->thread == other.first->thread && one.first->block == other.first->block;
}

void FindingLog::take(std::vector<Described>& found, Described described) {
  const auto same = std::find_if(found.begin(), found.end(), [&](const Described& one) {
    return is_same_mistake(one, described);
  });
  if (same == found.end()) {
    found.push_back(std::move(described));
    return;
  }
  same->finding.count += described.finding.count;
  if (auto* access = std::get_if<AccessDetail>(&same->finding.detail)) {
    const auto& other = std::get<AccessDetail>(described.finding.detail);
    access->is_load |= other.is_load;
    access->is_store |= other.is_store;
  }
  std::vector<base::Span>& alike = same->finding.alike;
  const base::Span span = described.finding.span;
  if (!(span == same->finding.span) && std::find(alike.begin(), alike.end(), span) == alike.end())
    alike.push_back(span);
}

std::vector<Finding> FindingLog::finish(const code::Program& program,
                                        const MemoryLayout& layout) const {
  std::vector<Described> found;
  const auto collect = [&](const std::vector<Occurrences>& occurrences, AccessFault fault) {
    for (size_t i = 0; i < occurrences.size(); ++i) {
      if (occurrences[i].count == 0) continue;
      const code::AccessSite& site = program.sites[i / 2];
      const code::Operation side = site.operation != code::Operation::kCopy ? site.operation
                                   : i % 2 == 0                             ? code::Operation::kLoad
                                                : code::Operation::kStore;
      take(found, describe(occurrences[i], site, side, program, layout, fault));
    }
  };
  collect(out_of_bounds_, AccessFault::kOutOfBounds);
  collect(misaligned_, AccessFault::kMisaligned);
  for (const auto& [fault, seen] : local_)
    take(found, describe_local(fault.first, fault.second, seen, program));
  for (const auto& [fault, seen] : bulk_) take(found, describe_bulk(seen, program));
  for (const auto& [fault, seen] : mbarriers_)
    take(found, describe_mbarrier(fault.first, fault.second, seen, program, layout));
  for (const auto& [key, seen] : events_)
    take(found, describe_event(key.first, key.second, seen, program));
  std::vector<Finding> findings;
  for (Described& one : found) {
    one.finding.message = sentence(one.finding);
    findings.push_back(std::move(one.finding));
  }
  sort_by_place(findings);
  return findings;
}

}  // namespace warplens::observe
