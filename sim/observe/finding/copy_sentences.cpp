// Asynchronous copies, and who reads or writes what they have not filled or read yet.
#include <cstdint>

#include "sim/base/say.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/words.hpp"

namespace warplens::observe {

namespace {

struct CopyParts {
  std::string thread, owner, copy, element;  // copy: "the copy of line 7 by thread 3"
  uint32_t copied = 0, here = 0;             // lines
};

CopyParts parts_of(const Finding& finding, const CopyDetail& detail) {
  const uint32_t line = finding.other->line;
  const std::string owner = thread_words(finding.other->thread, finding.extent);
  return {thread_words(finding.thread, finding.extent),
          owner,
          detail.is_own
              ? say("its own copy of line {line}", "line"_a = line)
              : say("the copy of line {line} by {thread}", "line"_a = line, "thread"_a = owner),
          element_words(detail.element),
          line,
          finding.line};
}

// Why the wait that is there, or none, is not enough.
std::string missing_wait(const CopyParts& of, const CopyDetail& copy) {
  switch (copy.cause) {
    case CopyDetail::Cause::kTooMany:
      return say_count(
          "the wait in line {wait} leaves out the newest group ({newest}), and that is the copy's: "
          "it may leave out {allowed}",
          "the wait in line {wait} leaves out the newest {newest} groups, and the copy is in one "
          "of them: it may leave out {allowed}",
          copy.newest, "wait"_a = copy.wait_line, "newest"_a = copy.newest,
          "allowed"_a = copy.allowed);
    case CopyDetail::Cause::kNotCommitted:
      if (copy.wait_line == 0)
        return say(
            "commit it (cp.async.commit_group, __pipeline_commit), and wait for it before line "
            "{line}",
            "line"_a = of.here);
      return say(
          "the wait in line {wait} is for groups that are committed, and the copy is in none: "
          "commit it before (cp.async.commit_group, __pipeline_commit)",
          "wait"_a = copy.wait_line);
    case CopyDetail::Cause::kMbarrier:
      return say("wait for the phase of its mbarrier before line {line}", "line"_a = of.here);
    case CopyDetail::Cause::kBulkWait:
    case CopyDetail::Cause::kNoWait:
      break;
  }
  if (copy.is_own)
    return say(
        "a wait (cp.async.wait_group, __pipeline_wait_prior) is missing between line {copy} and "
        "line {line}",
        "copy"_a = of.copied, "line"_a = of.here);
  return say(
      "a wait (cp.async.wait_group, __pipeline_wait_prior), and behind it __syncthreads(), is "
      "missing between line {copy} and line {line}",
      "copy"_a = of.copied, "line"_a = of.here);
}

std::string read_early(const CopyParts& of, const CopyDetail& copy) {
  const std::string wait = missing_wait(of, copy);
  if (copy.cause == CopyDetail::Cause::kMbarrier)
    return say(
        "{thread} reads {element} without having waited for {owner}'s copy of line {line}, which "
        "fills it: the old value may still be there; {wait}",
        "thread"_a = of.thread, "element"_a = of.element, "owner"_a = of.owner,
        "line"_a = of.copied, "wait"_a = wait);
  return say(
      "{thread} reads {element} before {copy}, which fills it, has been waited for: the old value "
      "may still be there; {wait}",
      "thread"_a = of.thread, "element"_a = of.element, "copy"_a = of.copy, "wait"_a = wait);
}

std::string overwritten(const CopyParts& of, const CopyDetail& copy) {
  if (copy.cause == CopyDetail::Cause::kBulkWait)
    return say(
        "{thread} writes {element} while {owner}'s copy of line {line} may still have to read it; "
        "that thread waits before (cp.async.bulk.wait_group.read), and others behind a barrier",
        "thread"_a = of.thread, "element"_a = of.element, "owner"_a = of.owner,
        "line"_a = of.copied);
  if (copy.is_source)
    return say(
        "{thread} writes {element} while {copy} may still have to read it; wait for the copy "
        "before",
        "thread"_a = of.thread, "element"_a = of.element, "copy"_a = of.copy);
  if (copy.operation == base::Operation::kCopy)
    return say(
        "{thread} copies to {element} while {copy} to it is on its way: either of the two may "
        "arrive last; wait for the first before the second begins",
        "thread"_a = of.thread, "element"_a = of.element, "copy"_a = of.copy);
  return say(
      "{thread} writes {element} while {copy} to it is on its way, which may replace the value at "
      "any moment; wait for the copy before",
      "thread"_a = of.thread, "element"_a = of.element, "copy"_a = of.copy);
}

}  // namespace

std::string CopyDetail::sentence(const Finding& finding) const {
  const CopyParts parts = parts_of(finding, *this);
  if (finding.kind == FindingKind::kCopyNotWaited) return read_early(parts, *this);
  if (finding.kind == FindingKind::kCopyOverwritten) return overwritten(parts, *this);
  if (finding.kind == FindingKind::kNoProxyFence)
    return say(
        "{thread} copies {element} in bulk, which {owner} has stored in line {line}: a copy in "
        "bulk need not see stores of threads; fence.proxy.async is missing, which each thread that "
        "has stored executes before the barrier",
        "thread"_a = parts.thread, "element"_a = parts.element, "owner"_a = parts.owner,
        "line"_a = parts.copied);
  return say(
      "{thread} reads {element}, which {owner} has copied in line {line} and waited for in line "
      "{wait}: each thread waits for its own copies alone; a __syncthreads() is missing between "
      "line "
      "{wait} and line {here}",
      "thread"_a = parts.thread, "element"_a = parts.element, "owner"_a = parts.owner,
      "line"_a = parts.copied, "wait"_a = wait_line, "here"_a = parts.here);
}

std::string GroupDetail::sentence(const Finding& finding) const {
  const std::string thread = thread_words(finding.thread, finding.extent);
  if (is_committed)
    return say(
        "{thread} never waits for this copy: nobody can rely on what it fills; wait for its group "
        "(cp.async.wait_group, __pipeline_wait_prior) before the last use",
        "thread"_a = thread);
  return say(
      "{thread} never commits this copy, so that no wait for groups covers it; commit it "
      "(cp.async.commit_group, __pipeline_commit), and wait for the group",
      "thread"_a = thread);
}

}  // namespace warplens::observe
