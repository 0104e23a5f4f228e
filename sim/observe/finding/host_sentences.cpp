// Mistakes of host code: what it does with the device, with memory of both sides, with launches.
#include <cstdint>
#include <string>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding.hpp"

namespace warplens::observe {

namespace {

using base::grouped;

std::string host_pointer(const HostDetail& of) {
  return say(
      "kernel '{kernel}' is given memory of the host as '{parameter}', which no kernel can access: "
      "the launch breaks off there. Allocate memory of the device with cudaMalloc, copy the values "
      "there, and pass that pointer",
      "kernel"_a = of.kernel, "parameter"_a = of.parameter);
}

std::string device_pointer(const HostDetail& of) {
  if (of.line == 0)
    return say(
        "host code accesses memory of the device, which only kernels can: copy the values to an "
        "array of the host with cudaMemcpy first");
  return say(
      "host code accesses memory of the device, allocated in line {line}, which only kernels can: "
      "copy the values to an array of the host with cudaMemcpy first",
      "line"_a = of.line);
}

std::string direction(const HostDetail& of) {
  return say(
      "the kind of this copy contradicts its pointers, so it fails and copies nothing, and line "
      "{used} uses what it should have written. The target comes first; the kind is "
      "cudaMemcpyHostToDevice if it is memory of the device, and cudaMemcpyDeviceToHost if it is "
      "the host's",
      "used"_a = of.used);
}

std::string copy_size(const HostDetail& of) {
  if (of.bytes == 8)
    return say(
        "this copies {bytes} of the array's {all} bytes, and line {used} uses what depends on the "
        "rest: 8 bytes are the size of a pointer, which sizeof gives of one; give the number of "
        "elements times the size of one",
        "bytes"_a = grouped(of.bytes), "all"_a = grouped(of.of_bytes), "used"_a = of.used);
  return say(
      "this copies {bytes} of the array's {all} bytes, and line {used} uses what depends on the "
      "rest: cudaMemcpy takes a number of bytes, not of elements; multiply the number of elements "
      "by sizeof their type",
      "bytes"_a = grouped(of.bytes), "all"_a = grouped(of.of_bytes), "used"_a = of.used);
}

std::string past_end(const HostDetail& of) {
  if (of.is_host)
    return say(
        "this accesses {bytes} bytes, but only {all} are left of the block that line {line} "
        "allocates: the rest is memory that belongs to something else",
        "bytes"_a = grouped(of.bytes), "all"_a = grouped(of.of_bytes), "line"_a = of.line);
  return say(
      "this copies {bytes} bytes, but the array that line {line} allocates has {all}: the copy "
      "fails and copies nothing, and line {used} uses what it should have written",
      "bytes"_a = grouped(of.bytes), "all"_a = grouped(of.of_bytes), "line"_a = of.line,
      "used"_a = of.used);
}

std::string allocation(const HostDetail& of) {
  if (!of.kernel.empty())
    return say(
        "this allocates {bytes} bytes, but kernel '{kernel}', which line {line} launches, is told "
        "of "
        "{elements} elements ('{parameter}'), which take {needed}: cudaMalloc takes a number of "
        "bytes, not of elements; multiply the number of elements by sizeof their type",
        "bytes"_a = grouped(of.bytes), "kernel"_a = of.kernel, "line"_a = of.line,
        "elements"_a = grouped(of.elements), "parameter"_a = of.parameter,
        "needed"_a = grouped(of.of_bytes));
  return say(
      "this allocates {bytes} bytes, but line {line} copies {needed}, which fails, and line {used} "
      "uses what it should have written: cudaMalloc takes a number of bytes, not of elements; "
      "multiply the number of elements by sizeof their type",
      "bytes"_a = grouped(of.bytes), "needed"_a = grouped(of.of_bytes), "line"_a = of.line,
      "used"_a = of.used);
}

std::string no_copy_back(const HostDetail& of) {
  return say(
      "what '{kernel}' stores here is never copied to the host: line {used} uses the host's array, "
      "which still has its old values. Copy the result back with cudaMemcpy(..., "
      "cudaMemcpyDeviceToHost) first",
      "kernel"_a = of.kernel, "used"_a = of.used);
}

std::string unwritten(const HostDetail& of) {
  if (of.is_host)
    return say(
        "line {used} uses what depends on a value of these {bytes} bytes that nothing has written: "
        "it is whatever was left there",
        "used"_a = of.used, "bytes"_a = grouped(of.bytes));
  return say(
      "line {used} uses what depends on a value of the {bytes} bytes allocated here that neither a "
      "copy nor a kernel has written: it is whatever was left there. Copy the input to the device, "
      "or set it with cudaMemset, before the launch",
      "used"_a = of.used, "bytes"_a = grouped(of.bytes));
}

std::string failed_launch(const HostDetail& of) {
  if (of.used == 0)
    return say(
        "the launch of '{kernel}' fails ({reason}), and no thread of it runs. A launch returns no "
        "error code: ask for it with cudaGetLastError() directly after it",
        "kernel"_a = of.kernel, "reason"_a = of.reason);
  return say(
      "the launch of '{kernel}' fails ({reason}), no thread of it runs, and line {used} uses what "
      "it should have stored. A launch returns no error code: ask for it with cudaGetLastError() "
      "directly after it",
      "kernel"_a = of.kernel, "reason"_a = of.reason, "used"_a = of.used);
}

std::string small_grid(const HostDetail& of) {
  if (!of.axes.empty())
    return say(
        "the grid has too few blocks: {threads} threads are started, none stores to {elements} "
        "elements of '{array}', the first of them element {first}, and one block more along {axes} "
        "would. Line {used} uses what depends on them. Round the number of blocks up: (elements + "
        "threads of a block - 1) / threads of a block",
        "threads"_a = grouped(of.threads), "elements"_a = grouped(of.elements),
        "array"_a = of.array, "first"_a = of.first, "axes"_a = of.axes, "used"_a = of.used);
  if (of.parameter.empty())
    return say(
        "{threads} threads are started for an array of {elements} elements: those from {threads} "
        "on "
        "are never stored to, and line {used} uses them. Round the number of blocks up: (elements "
        "+ "
        "threads of a block - 1) / threads of a block",
        "threads"_a = grouped(of.threads), "elements"_a = grouped(of.elements), "used"_a = of.used);
  return say(
      "{threads} threads are started for {elements} elements ('{parameter}'): those from {threads} "
      "on are never stored to, and line {used} uses them. Round the number of blocks up: "
      "({parameter} + threads of a block - 1) / threads of a block",
      "threads"_a = grouped(of.threads), "elements"_a = grouped(of.elements),
      "parameter"_a = of.parameter, "used"_a = of.used);
}

std::string sizes(const HostDetail& of) {
  return say(
      "kernel '{kernel}' is told of {elements} elements ('{parameter}'), which take {needed} "
      "bytes, "
      "and leaves an array that line {line} allocates with {bytes}: allocate, copy and launch with "
      "one and the same number",
      "kernel"_a = of.kernel, "elements"_a = grouped(of.elements), "parameter"_a = of.parameter,
      "needed"_a = grouped(of.of_bytes), "line"_a = of.line, "bytes"_a = grouped(of.bytes));
}

std::string out_of_bounds(const HostDetail& of) {
  if (of.is_declared)
    return say(
        "host code accesses byte {offset} of an array that line {line} declares, which has {bytes} "
        "bytes: the index is too large. The first element has index 0, so the last one's is their "
        "number less 1",
        "offset"_a = grouped(of.bytes), "line"_a = of.line, "bytes"_a = grouped(of.of_bytes));
  return say(
      "host code accesses byte {offset} of a block that line {line} allocates with {bytes} bytes: "
      "an index is too large, or the block too small (malloc takes a number of bytes, not of "
      "elements)",
      "offset"_a = grouped(of.bytes), "line"_a = of.line, "bytes"_a = grouped(of.of_bytes));
}

std::string leak(const HostDetail& of) {
  return say(
      "memory that was allocated here ({bytes} bytes) is not freed, and nothing points to it any "
      "more: it is lost while the program goes on. Free it before its pointer gets another value",
      "bytes"_a = grouped(of.bytes));
}

std::string use_after_free(const HostDetail& of) {
  if (!of.kernel.empty())
    return say("kernel '{kernel}' accesses memory that was freed in line {line}",
               "kernel"_a = of.kernel, "line"_a = of.line);
  return say("memory that was freed in line {line} is used here", "line"_a = of.line);
}

std::string double_free(const HostDetail& of) {
  if (of.line == 0)
    return say("this memory has been freed before; perhaps another pointer is meant");
  return say(
      "this memory has been freed in line {line} already; perhaps another pointer is meant, whose "
      "memory is never freed",
      "line"_a = of.line);
}

std::string not_waited(const HostDetail& of) {
  if (!of.writes)
    return say(
        "host code reads here what line {line} lets the device change, and does not wait for it: "
        "it may read the old value. Call cudaDeviceSynchronize() first",
        "line"_a = of.line);
  if (of.other_writes)
    return say(
        "host code writes here to memory that line {line} lets the device change, and does not "
        "wait for it: either value may remain. Call cudaDeviceSynchronize() first",
        "line"_a = of.line);
  return say(
      "host code writes here to memory that line {line} lets the device read, and does not wait "
      "for it: the device may read the new value already. Call cudaDeviceSynchronize(), or wait "
      "for that stream, first",
      "line"_a = of.line);
}

std::string stream_race(const HostDetail& of) {
  if (!of.writes)
    return say(
        "this reads what line {line} writes in another stream, and nothing makes it wait for that: "
        "it may read the old values, and line {used} uses what depends on them. Work of two "
        "streams may run at the same time or in either order. Record an event after line {line} "
        "(cudaEventRecord) and let this stream wait for it (cudaStreamWaitEvent), or give both to "
        "one stream",
        "line"_a = of.line, "used"_a = of.used);
  if (of.other_writes)
    return say(
        "this writes to what line {line} writes in another stream, and nothing orders the two: the "
        "values of either may remain, and line {used} uses what depends on them. Work of two "
        "streams may run at the same time or in either order. Record an event after line {line} "
        "(cudaEventRecord) and let this stream wait for it (cudaStreamWaitEvent), or give both to "
        "one stream",
        "line"_a = of.line, "used"_a = of.used);
  return say(
      "this writes to what line {line} reads in another stream, and nothing makes it wait until "
      "that is done: line {line} may read the new values already, and line {used} uses what "
      "depends on them. Work of two streams may run at the same time or in either order. Record an "
      "event after line {line} (cudaEventRecord) and let this stream wait for it "
      "(cudaStreamWaitEvent), or give both to one stream",
      "line"_a = of.line, "used"_a = of.used);
}

}  // namespace

std::string HostDetail::sentence(const Finding& finding) const {
  switch (finding.kind) {
    case FindingKind::kHostPointer:
      return host_pointer(*this);
    case FindingKind::kHostDevicePointer:
      return device_pointer(*this);
    case FindingKind::kHostDirection:
      return direction(*this);
    case FindingKind::kHostCopySize:
      return copy_size(*this);
    case FindingKind::kHostPastEnd:
      return past_end(*this);
    case FindingKind::kHostAllocation:
      return allocation(*this);
    case FindingKind::kHostNoCopyBack:
      return no_copy_back(*this);
    case FindingKind::kHostFailedLaunch:
      return failed_launch(*this);
    case FindingKind::kHostSmallGrid:
      return small_grid(*this);
    case FindingKind::kHostSizes:
      return sizes(*this);
    case FindingKind::kHostOutOfBounds:
      return out_of_bounds(*this);
    case FindingKind::kHostLeak:
      return leak(*this);
    case FindingKind::kHostNeverLaunched:
      return say(
          "no kernel is launched: this branch turns away from the launch in line {line}. Perhaps "
          "its condition is the wrong way round",
          "line"_a = line);
    case FindingKind::kHostUseAfterFree:
      return use_after_free(*this);
    case FindingKind::kHostDoubleFree:
      return double_free(*this);
    case FindingKind::kHostNotWaited:
      return not_waited(*this);
    case FindingKind::kHostStreamRace:
      return stream_race(*this);
    default:
      return unwritten(*this);
  }
}

}  // namespace warplens::observe
