// While the grid runs only a count and the first occurrence are kept for each instruction; the
// sentences are written at the end, from the program's text and the arrays' names and shapes.
#include "sim/observe/totals/finding_log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <iterator>

#include "sim/base/say.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::observe {
namespace {

using trace::Space;

// Which operations a finding is about, as bits of code::Operation.
constexpr uint32_t bit_of(code::Operation operation) {
  return 1u << static_cast<uint32_t>(operation);
}
constexpr uint32_t kLoadAndStore = bit_of(code::Operation::kLoad) | bit_of(code::Operation::kStore);

// `object`: a phrase that says what was accessed and why that is wrong.
std::string access_sentence(uint32_t operations, const std::string& object,
                            const std::string& thread) {
  if (operations == kLoadAndStore)
    return say("load and store of {object} ({thread})", "object"_a = object, "thread"_a = thread);
  if (operations == bit_of(code::Operation::kLoad))
    return say("load of {object} ({thread})", "object"_a = object, "thread"_a = thread);
  if (operations == bit_of(code::Operation::kStore))
    return say("store to {object} ({thread})", "object"_a = object, "thread"_a = thread);
  return say("atomic on {object} ({thread})", "object"_a = object, "thread"_a = thread);
}

// "m[260], but m has 16 x 16 = 256 elements"; the extents only where they count the same elements,
// and not the scalars of records or vectors.
std::string outside_words(const std::string& element, const std::string& array, uint64_t elements,
                          const std::vector<uint64_t>& extents) {
  uint64_t product = 1;
  for (const uint64_t extent : extents) product *= extent;
  if (extents.size() < 2 || product != elements) {
    return say_count("{element}, but {array} has {count} element",
                     "{element}, but {array} has {count} elements", elements, "element"_a = element,
                     "array"_a = array);
  }
  return say_count("{element}, but {array} has {extents} = {count} element",
                   "{element}, but {array} has {extents} = {count} elements", elements,
                   "element"_a = element, "array"_a = array,
                   "extents"_a = fmt::to_string(fmt::join(extents, " x ")));
}

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

int64_t floor_divide(int64_t distance, uint64_t unit) {
  const auto size = static_cast<int64_t>(unit);
  return (distance < 0 ? distance - size + 1 : distance) / size;
}

// "p[10].pos.x, but p has 10 elements", of an array of structs or vectors.
std::string member_words(const ArrayInfo& array, const lang::Type* element_type, int64_t distance,
                         uint32_t bytes) {
  const uint64_t size = lang::size_of(element_type);
  const int64_t element = floor_divide(distance, size);
  const auto offset = static_cast<uint64_t>(distance - element * static_cast<int64_t>(size));
  const std::string path = bytes == size ? "" : path_to(element_type, offset);
  return outside_words(fmt::format("{}[{}]{}", array.name, element, path), array.name,
                       array.bytes / size, {});
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

// "m[260], but m has 256 elements"; a wider access begins at the element, a narrower one is a part
// of it. A block's or a thread's offset below 0 comes as a large 32-bit number.
std::string element_words(const ArrayInfo& array, const lang::Type* record, uint64_t address,
                          uint32_t bytes, bool is_offset) {
  const int64_t distance = is_offset ? static_cast<int32_t>(address - array.base)
                                     : static_cast<int64_t>(address - array.base);
  if (record != nullptr) return member_words(array, record, distance, bytes);
  const uint32_t unit = std::max(array.element_bytes, 1u);
  const int64_t element = floor_divide(distance, unit);
  const bool is_matrix = is_offset && array.extents.size() > 1;
  std::string name =
      is_matrix ? say("element {index} of {array}", "index"_a = element, "array"_a = array.name)
                : fmt::format("{}[{}]", array.name, element);
  if (bytes > unit)
    name = say("{bytes} bytes from {element} on", "bytes"_a = bytes, "element"_a = name);
  if (bytes < unit)
    name = say_count("{count} byte of {element}", "{count} bytes of {element}", bytes,
                     "element"_a = name);
  return outside_words(name, array.name, array.bytes / unit, array.extents);
}

std::string misaligned_words(uint32_t bytes, uint64_t offset, const std::string& array) {
  return say("{bytes} bytes at byte {offset} of {array}, which is not a multiple of {bytes} bytes",
             "bytes"_a = bytes, "offset"_a = offset, "array"_a = array);
}

// Of a frame; null where no array of the text is.
const code::LocalArray* local_array_at(const code::Program& program, uint32_t offset) {
  for (const code::LocalArray& array : program.local_arrays) {
    if (array.variable != nullptr && array.begin <= offset && offset < array.end) return &array;
  }
  return nullptr;
}

constexpr size_t kMostRanges = 4;

// "2 to 5, 8, 10, 11"; of many the first ones.
std::string lane_list(uint32_t lanes) {
  std::string list;
  for (size_t ranges = 0; lanes != 0; ++ranges) {
    if (ranges > 0) list += ", ";
    if (ranges == kMostRanges) return list + "...";
    const auto first = static_cast<uint32_t>(std::countr_zero(lanes));
    const auto count = static_cast<uint32_t>(std::countr_one(lanes >> first));
    const uint32_t last = first + count - 1;
    lanes = last == trace::kWarpSize - 1 ? 0 : lanes & ~0u << (last + 1);
    list += std::to_string(first);
    if (count == 2) list += ", " + std::to_string(last);
    if (count > 2) list = say("{list} to {last}", "list"_a = list, "last"_a = last);
  }
  return list;
}

// " (likewise lanes 2 to 5 of its warp)"
std::string likewise_words(uint32_t others) {
  if (others == 0) return "";
  return " " +
         say_count("(likewise lane {list} of its warp)", "(likewise lanes {list} of its warp)",
                   static_cast<uint64_t>(std::popcount(others)), "list"_a = lane_list(others));
}

}  // namespace

FindingLog::FindingLog(size_t sites, std::array<uint32_t, 3> block_extent)
    : block_extent_(block_extent), out_of_bounds_(sites), misaligned_(sites) {}

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
  *this = FindingLog(out_of_bounds_.size(), block_extent_);
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
  for (const auto& [event, seen] : later.events_) merge(events_[event], seen);
}

void FindingLog::out_of_bounds(const trace::WarpAccess& access, uint32_t lanes,
                               trace::BlockId block) {
  add(out_of_bounds_[access.site], access, lanes, block);
}

void FindingLog::misaligned(const trace::WarpAccess& access, uint32_t lanes, trace::BlockId block) {
  add(misaligned_[access.site], access, lanes, block);
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
  const bool is_misaligned = kind == trace::LocalFault::Kind::kMisaligned;
  Described described{&seen, bit_of(code::info(program.instrs[pc].op).operation), {}, "", {}};
  Finding& finding = described.finding;
  finding.kind = is_misaligned ? FindingKind::kMisaligned : FindingKind::kOutOfBounds;
  const code::Instr& instr = program.instrs[pc];
  const uint32_t site = program.sites_of[pc];
  place(finding, seen, site == code::kNoSite ? program.spans[pc] : program.sites[site].span,
        frame_of(program, pc), program);
  std::string& what = described.what;
  if (is_misaligned) {
    const code::LocalArray* local = local_array_at(program, static_cast<uint32_t>(seen.address));
    what = local == nullptr
               ? say("{bytes} bytes at byte {offset} of the thread's local memory, which is not a "
                     "multiple of {bytes} bytes",
                     "bytes"_a = seen.bytes, "offset"_a = seen.address)
               : misaligned_words(seen.bytes, seen.address - local->begin, local->variable->name);
  } else if (site == code::kNoSite) {
    const code::LocalArray& local = program.local_arrays[instr.c];
    ArrayInfo array;
    array.name = local.variable->name;
    array.base = local.begin;
    array.bytes = local.end - local.begin;
    array.extents = lang::extents_of(local.variable->type);
    const lang::Type* element = lang::array_base(local.variable->type);
    array.element_bytes = static_cast<uint32_t>(lang::size_of(element));
    if (element->is_record()) array.struct_type = element;
    what = element_words(array, array.struct_type, seen.address, seen.bytes, true);
  } else {
    what = say("byte {offset} of the thread's local memory, which has {bytes} bytes",
               "offset"_a = static_cast<int32_t>(seen.address), "bytes"_a = program.local_bytes);
  }
  return described;
}

FindingLog::Described FindingLog::describe(const Occurrences& seen, const code::AccessSite& site,
                                           const code::Program& program, const MemoryLayout& layout,
                                           AccessFault fault) const {
  Described described{&seen, bit_of(site.operation), {}, "", {}};
  Finding& finding = described.finding;
  finding.kind =
      fault == AccessFault::kMisaligned ? FindingKind::kMisaligned : FindingKind::kOutOfBounds;
  place(finding, seen, site.span, site.frame, program);

  const ArrayInfo* array = nullptr;
  if (seen.space != Space::kGlobal) {
    array = named_array_of(site, layout.arrays(seen.space), seen.address);
  } else if (const uint32_t index = layout.find(Space::kGlobal, seen.address); index != kNoArray) {
    array = &layout.global[index];
  }
  std::string& what = described.what;
  if (fault == AccessFault::kMisaligned && array == nullptr) {
    what = say("{bytes} bytes at address {address:#x}, which is not a multiple of {bytes} bytes",
               "bytes"_a = seen.bytes, "address"_a = seen.address);
  } else if (fault == AccessFault::kMisaligned) {
    what = misaligned_words(seen.bytes, seen.address - array->base, array->name);
  } else if (array == nullptr) {
    what = say("{bytes} bytes at address {address:#x}, which is in no array",
               "bytes"_a = seen.bytes, "address"_a = seen.address);
  } else if (seen.space == Space::kConstant && site.operation != code::Operation::kLoad) {
    what = say("{array}, which is __constant__: a kernel cannot write it", "array"_a = array->name);
  } else {
    what = element_words(*array, record_of(*array, site), seen.address, seen.bytes,
                         seen.space != Space::kGlobal);
  }
  return described;
}

FindingLog::Described FindingLog::describe_event(trace::LaneEvent event, uint32_t index,
                                                 const Occurrences& seen,
                                                 const code::Program& program) const {
  Described described{&seen, 0, event, "", {}};
  Finding& finding = described.finding;
  base::Span span;
  uint32_t frame = 0;
  std::string& what = described.what;
  switch (event) {
    case trace::LaneEvent::kAssertFailed:
      finding.kind = FindingKind::kAssert;
      span = program.asserts[index].span;
      what = say("the assertion failed: {condition}", "condition"_a = program.asserts[index].text);
      break;
    case trace::LaneEvent::kTrap:
      finding.kind = FindingKind::kTrap;
      span = program.asserts[index].span;
      what = say("__trap() was executed, which ends the grid");
      break;
    case trace::LaneEvent::kStackFull: {
      const code::Subroutine& subroutine = program.subroutines[index];
      finding.kind = FindingKind::kStackFull;
      span = program.frames[subroutine.frame].call;
      frame = program.frames[subroutine.frame].parent;
      what =
          say("the recursion of '{function}' is deeper than the thread's stack; the lane stops "
              "here",
              "function"_a = subroutine.function->name);
      break;
    }
    case trace::LaneEvent::kMaskOmits:
    case trace::LaneEvent::kMaskNames:
    case trace::LaneEvent::kAbsentSource:
      finding.kind = FindingKind::kSyncMask;
      span = program.spans[index];
      frame = frame_of(program, index);
      break;
  }
  place(finding, seen, span, frame, program);
  return described;
}

bool FindingLog::is_same_mistake(const Described& one, const Described& other) {
  const Finding &a = one.finding, &b = other.finding;
  if (a.kind != b.kind || a.line != b.line || a.file != b.file || one.event != other.event)
    return false;
  if ((one.operations | other.operations) == one.operations)
    return a.column == b.column || a.is_at(b.span);
  // A load and its store: the same element, first by the same thread.
  return ((one.operations | other.operations) & ~kLoadAndStore) == 0 &&
         one.first->address == other.first->address && one.first->bytes == other.first->bytes &&
         one.first->space == other.first->space && one.first->thread == other.first->thread &&
         one.first->block == other.first->block && one.what == other.what;
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
  same->operations |= described.operations;
  std::vector<base::Span>& alike = same->finding.alike;
  const base::Span span = described.finding.span;
  if (!(span == same->finding.span) && std::find(alike.begin(), alike.end(), span) == alike.end())
    alike.push_back(span);
}

std::string FindingLog::sentence(const Described& one, const std::string& thread) {
  if (one.operations != 0) return access_sentence(one.operations, one.what, thread);
  if (one.event == trace::LaneEvent::kMaskOmits)
    return say(
        "{thread} executes this, but its mask leaves it out{likewise}: the mask has to name "
        "exactly the lanes that execute this together, the calling one among them",
        "thread"_a = thread,
        "likewise"_a = likewise_words(one.first->lanes & (one.first->lanes - 1)));
  if (one.event == trace::LaneEvent::kMaskNames)
    return say(
        "the mask names {thread}, which does not execute this with the others: call it "
        "outside of the branch, or name only the lanes that are in it",
        "thread"_a = thread);
  return say("{problem} ({thread})", "problem"_a = one.what, "thread"_a = thread);
}

std::vector<Finding> FindingLog::finish(const code::Program& program,
                                        const MemoryLayout& layout) const {
  std::vector<Described> found;
  const auto collect = [&](const std::vector<Occurrences>& occurrences, AccessFault fault) {
    for (size_t i = 0; i < occurrences.size(); ++i) {
      if (occurrences[i].count == 0) continue;
      take(found, describe(occurrences[i], program.sites[i], program, layout, fault));
    }
  };
  collect(out_of_bounds_, AccessFault::kOutOfBounds);
  collect(misaligned_, AccessFault::kMisaligned);
  for (const auto& [fault, seen] : local_)
    take(found, describe_local(fault.first, fault.second, seen, program));
  for (const auto& [key, seen] : events_)
    take(found, describe_event(key.first, key.second, seen, program));
  std::vector<Finding> findings;
  for (Described& one : found) {
    Finding& finding = one.finding;
    const std::string who =
        say("{thread} of {block}", "thread"_a = thread_words(finding.thread, extent()),
            "block"_a = block_words(finding.block));
    finding.message = sentence(one, who);
    findings.push_back(std::move(finding));
  }
  sort_by_place(findings);
  return findings;
}

}  // namespace warplens::observe
