// Accesses that are wrong by themselves, and threads that stop.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cstdint>

#include "sim/base/say.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/words.hpp"

namespace warplens::observe {

namespace {

std::string who(const Finding& finding) {
  return say("{thread} of {block}", "thread"_a = thread_words(finding.thread, finding.extent),
             "block"_a = block_words(finding.block));
}

// "m[260], but m has 16 x 16 = 256 elements"
std::string outside_words(const std::string& element, const AccessDetail& access) {
  if (access.extents.empty()) {
    return say_count("{element}, but {array} has {count} element",
                     "{element}, but {array} has {count} elements", access.elements,
                     "element"_a = element, "array"_a = access.array);
  }
  return say_count("{element}, but {array} has {extents} = {count} element",
                   "{element}, but {array} has {extents} = {count} elements", access.elements,
                   "element"_a = element, "array"_a = access.array,
                   "extents"_a = fmt::to_string(fmt::join(access.extents, " x ")));
}

// A wider access begins at the element, a narrower one is a part of it.
std::string element_words(const AccessDetail& access) {
  std::string name =
      access.is_counted_through
          ? say("element {index} of {array}", "index"_a = access.element, "array"_a = access.array)
          : fmt::format("{}[{}]{}", access.array, access.element, access.member);
  if (access.element_bytes == 0) return name;
  if (access.bytes > access.element_bytes)
    return say("{bytes} bytes from {element} on", "bytes"_a = access.bytes, "element"_a = name);
  if (access.bytes < access.element_bytes)
    return say_count("{count} byte of {element}", "{count} bytes of {element}", access.bytes,
                     "element"_a = name);
  return name;
}

std::string misaligned_words(const AccessDetail& access) {
  if (!access.array.empty())
    return say(
        "{bytes} bytes at byte {offset} of {array}, which is not a multiple of {bytes} bytes",
        "bytes"_a = access.bytes, "offset"_a = access.offset, "array"_a = access.array);
  if (access.space == base::Space::kLocal)
    return say(
        "{bytes} bytes at byte {offset} of the thread's local memory, which is not a multiple of "
        "{bytes} bytes",
        "bytes"_a = access.bytes, "offset"_a = access.offset);
  return say("{bytes} bytes at address {address:#x}, which is not a multiple of {bytes} bytes",
             "bytes"_a = access.bytes, "address"_a = static_cast<uint64_t>(access.offset));
}

// What was accessed, and why that is wrong.
std::string object_words(const AccessDetail& access) {
  switch (access.fault) {
    case AccessDetail::Fault::kMisaligned:
      return misaligned_words(access);
    case AccessDetail::Fault::kConstant:
      return say("{array}, which is __constant__: a kernel cannot write it",
                 "array"_a = access.array);
    case AccessDetail::Fault::kNowhere:
      if (access.space == base::Space::kLocal)
        return say("byte {offset} of the thread's local memory, which has {bytes} bytes",
                   "offset"_a = access.offset, "bytes"_a = access.memory_bytes);
      return say("{bytes} bytes at address {address:#x}, which is in no array",
                 "bytes"_a = access.bytes, "address"_a = static_cast<uint64_t>(access.offset));
    case AccessDetail::Fault::kOutside:
      break;
  }
  return outside_words(element_words(access), access);
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

std::string stop_words(FindingKind kind, const StopDetail& stop) {
  if (kind == FindingKind::kAssert)
    return say("the assertion failed: {condition}", "condition"_a = stop.condition);
  if (kind == FindingKind::kTrap) return say("__trap() was executed, which ends the grid");
  return say("the recursion of '{function}' is deeper than the thread's stack; the lane stops here",
             "function"_a = stop.function);
}

}  // namespace

std::string AccessDetail::sentence(const Finding& finding) const {
  const std::string object = object_words(*this), thread = who(finding);
  if (is_load && is_store)
    return say("load and store of {object} ({thread})", "object"_a = object, "thread"_a = thread);
  if (is_load) return say("load of {object} ({thread})", "object"_a = object, "thread"_a = thread);
  if (is_store)
    return say("store to {object} ({thread})", "object"_a = object, "thread"_a = thread);
  return say("atomic on {object} ({thread})", "object"_a = object, "thread"_a = thread);
}

std::string StopDetail::sentence(const Finding& finding) const {
  return say("{problem} ({thread})", "problem"_a = stop_words(finding.kind, *this),
             "thread"_a = who(finding));
}

std::string MaskDetail::sentence(const Finding& finding) const {
  if (is_named)
    return say(
        "the mask names {thread}, which does not execute this with the others: call it outside of "
        "the branch, or name only the lanes that are in it",
        "thread"_a = who(finding));
  if (also_lanes == 0)
    return say(
        "{thread} executes this, but its mask leaves it out: the mask has to name exactly the "
        "lanes that execute this together, the calling one among them",
        "thread"_a = who(finding));
  return say_count(
      "{thread} executes this, but its mask leaves it out (likewise lane {list} of its warp): the "
      "mask has to name exactly the lanes that execute this together, the calling one among them",
      "{thread} executes this, but its mask leaves it out (likewise lanes {list} of its warp): the "
      "mask has to name exactly the lanes that execute this together, the calling one among them",
      static_cast<uint64_t>(std::popcount(also_lanes)), "thread"_a = who(finding),
      "list"_a = lane_list(also_lanes));
}

std::string MissingDetail::sentence(const Finding& finding) const {
  if (threads_of_warp != 0)
    return say_count(
        "all 32 lanes of a warp have to execute this together, but the warp of {thread} has only "
        "{count} thread: let the block have a multiple of 32 threads",
        "all 32 lanes of a warp have to execute this together, but the warp of {thread} has only "
        "{count} threads: let the block have a multiple of 32 threads",
        threads_of_warp, "thread"_a = who(finding));
  if (also_lanes == 0)
    return say(
        "all 32 lanes of a warp have to execute this together, but {thread} does not: put it "
        "outside of the branch, and behind no return",
        "thread"_a = who(finding));
  return say_count(
      "all 32 lanes of a warp have to execute this together, but {thread} does not (nor does lane "
      "{list} of its warp): put it outside of the branch, and behind no return",
      "all 32 lanes of a warp have to execute this together, but {thread} does not (nor do lanes "
      "{list} of its warp): put it outside of the branch, and behind no return",
      static_cast<uint64_t>(std::popcount(also_lanes)), "thread"_a = who(finding),
      "list"_a = lane_list(also_lanes));
}

std::string MbarrierDetail::sentence(const Finding& finding) const {
  const std::string thread = who(finding), name = observe::element_words(element);
  switch (fault) {
    case Fault::kOutside:
      return say("an mbarrier at byte {offset} of shared memory, which is in no array ({thread})",
                 "offset"_a = element.address, "thread"_a = thread);
    case Fault::kMisaligned:
      return say(
          "an mbarrier at {element}, whose offset of {offset} bytes is no multiple of 8 "
          "({thread}): "
          "declare it as uint64_t",
          "element"_a = name, "offset"_a = element.address, "thread"_a = thread);
    case Fault::kNone:
      return say(
          "{element} is no initialised mbarrier ({thread}): one thread executes mbarrier.init, and "
          "a barrier of the block comes before the others use it",
          "element"_a = name, "thread"_a = thread);
    case Fault::kCount:
      return say("mbarrier {element} for {number} arrivals ({thread}): there may be 1 to {most}",
                 "element"_a = name, "number"_a = number, "thread"_a = thread,
                 "most"_a = trace::MbarrierState::kMostArrivals);
    case Fault::kArrivals:
      return say_count(
          "{number} arrival at mbarrier {element} ({thread}), more than its phase still waits for: "
          "it was initialised for fewer",
          "{number} arrivals at mbarrier {element} ({thread}), more than its phase still waits "
          "for: it was initialised for fewer",
          number, "number"_a = number, "element"_a = name, "thread"_a = thread);
    case Fault::kBytes:
      return say(
          "with {number} bytes mbarrier {element} ({thread}) has more to count than it can: a "
          "phase waits for {most} bytes at most",
          "number"_a = number, "element"_a = name, "thread"_a = thread,
          "most"_a = trace::MbarrierState::kMostBytes);
    case Fault::kAgain:
      break;
  }
  return say(
      "mbarrier {element} is initialised again ({thread}), which PTX leaves undefined without "
      "mbarrier.inval: one thread initialises it, once",
      "element"_a = name, "thread"_a = thread);
}

std::string BulkDetail::sentence(const Finding& finding) const {
  const std::string thread = who(finding);
  switch (fault) {
    case Fault::kSize:
      return say(
          "a copy in bulk of {number} bytes ({thread}): it moves multiples of {wanted}, and a GPU "
          "leaves out the rest without a word",
          "number"_a = number, "thread"_a = thread, "wanted"_a = wanted);
    case Fault::kShared:
      return say(
          "a copy in bulk at byte {number} of shared memory ({thread}), which is no multiple of "
          "{wanted}: the launch ends here with \"misaligned address\"; declare the array with "
          "__align__({wanted})",
          "number"_a = number, "thread"_a = thread, "wanted"_a = wanted);
    case Fault::kGlobal:
      return say(
          "a copy in bulk at an address of global memory that is no multiple of {wanted} bytes "
          "({thread}): the launch ends here with \"misaligned address\"",
          "wanted"_a = wanted, "thread"_a = thread);
    case Fault::kMap:
      return say(
          "a tensor copy without a tensor map ({thread}): its operand is the address of what "
          "cuTensorMapEncodeTiled() has filled, a parameter const __grid_constant__ CUtensorMap",
          "thread"_a = thread);
    case Fault::kRank:
      return say(
          "a tensor copy with {wanted} coordinates of a map with {number} dimensions ({thread}): "
          "the launch ends here with \"illegal instruction\"",
          "wanted"_a = wanted, "number"_a = number, "thread"_a = thread);
    case Fault::kCoordinate:
      break;
  }
  return say(
      "a box that begins at element {number} of {size} bytes in its row ({thread}), at no multiple "
      "of {wanted} bytes: the launch ends here with \"illegal instruction\"",
      "number"_a = number, "size"_a = element_bytes, "thread"_a = thread, "wanted"_a = wanted);
}

}  // namespace warplens::observe
