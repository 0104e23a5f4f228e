// Accesses that nothing orders, and threads that wait.
#include <cstdint>

#include "sim/base/say.hpp"
#include "sim/observe/finding/finding.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/words.hpp"

namespace warplens::observe {

namespace {

using base::Operation;

template <class Placed>
std::string who(const Placed& placed, const Finding& finding, const RaceDetail& race) {
  const std::string thread = thread_words(placed.thread, finding.extent);
  if (!race.is_between_blocks) return thread;
  return say("{thread} of {block}", "thread"_a = thread, "block"_a = block_words(placed.block));
}

// The words of one race.
struct Parts {
  Operation later, earlier;
  std::string thread, other, element;  // in the finding, and in its other access
  uint32_t line = 0;                   // of the other access, which came first
};

Parts parts_of(const Finding& finding, const RaceDetail& race) {
  return {race.operation,
          race.other_operation,
          who(finding, finding, race),
          who(*finding.other, finding, race),
          element_words(race.element),
          finding.other->line};
}

// The threads did what the text has in another order: the wrong value was read or left.
std::string in_wrong_order(const Parts& of) {
  if (of.later == Operation::kLoad)
    return say("{reader} reads {element} only after {writer} has overwritten it in line {line}",
               "reader"_a = of.thread, "element"_a = of.element, "writer"_a = of.other,
               "line"_a = of.line);
  if (of.earlier == Operation::kLoad)
    return say("{writer} writes {element} only after {reader} has read it in line {line}",
               "writer"_a = of.thread, "element"_a = of.element, "reader"_a = of.other,
               "line"_a = of.line);
  return say("{one} writes {element} only after {other} has written it in line {line}",
             "one"_a = of.thread, "element"_a = of.element, "other"_a = of.other,
             "line"_a = of.line);
}

// They did it in the order of the text, this time.
std::string in_right_order(const Parts& of) {
  if (of.later == Operation::kLoad)
    return say(
        "{reader} reads {element} without waiting for {writer}, which writes it in line {line}",
        "reader"_a = of.thread, "element"_a = of.element, "writer"_a = of.other,
        "line"_a = of.line);
  if (of.earlier == Operation::kLoad)
    return say(
        "{writer} writes {element} without waiting for {reader}, which reads it in line {line}",
        "writer"_a = of.thread, "element"_a = of.element, "reader"_a = of.other,
        "line"_a = of.line);
  return say("{one} writes {element} without waiting for {other}, which writes it in line {line}",
             "one"_a = of.thread, "element"_a = of.element, "other"_a = of.other,
             "line"_a = of.line);
}

std::string in_no_order(const Parts& of) {
  if (of.later == Operation::kLoad)
    return say("{reader} reads {element}, and {writer} writes it in line {line}",
               "reader"_a = of.thread, "element"_a = of.element, "writer"_a = of.other,
               "line"_a = of.line);
  if (of.earlier == Operation::kLoad)
    return say("{writer} writes {element}, and {reader} reads it in line {line}",
               "writer"_a = of.thread, "element"_a = of.element, "reader"_a = of.other,
               "line"_a = of.line);
  return say("{one} writes {element}, and {other} writes it in line {line}", "one"_a = of.thread,
             "element"_a = of.element, "other"_a = of.other, "line"_a = of.line);
}

// One copies, the other reads.
std::string with_copy(const Parts& of, bool is_reversed) {
  if (of.later == Operation::kLoad) {
    if (is_reversed)
      return say(
          "{reader} reads {element} only after {writer} has begun to copy to it in line {line}",
          "reader"_a = of.thread, "element"_a = of.element, "writer"_a = of.other,
          "line"_a = of.line);
    return say(
        "{reader} reads {element} without waiting for {writer}, which copies to it in line {line}",
        "reader"_a = of.thread, "element"_a = of.element, "writer"_a = of.other,
        "line"_a = of.line);
  }
  if (is_reversed)
    return say("{writer} copies to {element} only after {reader} has read it in line {line}",
               "writer"_a = of.thread, "element"_a = of.element, "reader"_a = of.other,
               "line"_a = of.line);
  return say(
      "{writer} copies to {element} without waiting for {reader}, which reads it in line {line}",
      "writer"_a = of.thread, "element"_a = of.element, "reader"_a = of.other, "line"_a = of.line);
}

std::string accesses(const Parts& of, const RaceDetail& race) {
  if (race.is_same_value)
    return say("{one} writes {element}, and {other} writes the same value to it in line {line}",
               "one"_a = of.thread, "element"_a = of.element, "other"_a = of.other,
               "line"_a = of.line);
  const bool is_copy_read = (of.later == Operation::kCopy && of.earlier == Operation::kLoad) ||
                            (of.later == Operation::kLoad && of.earlier == Operation::kCopy);
  if (is_copy_read && race.order != RaceDetail::Order::kNone)
    return with_copy(of, race.order == RaceDetail::Order::kReversed);
  switch (race.order) {
    case RaceDetail::Order::kReversed:
      return in_wrong_order(of);
    case RaceDetail::Order::kOfText:
      return in_right_order(of);
    case RaceDetail::Order::kNone:
      break;
  }
  return in_no_order(of);
}

// That orders the two threads with a flag.
std::string fence(const RaceDetail& race) {
  return race.is_between_blocks ? "__threadfence()" : "__threadfence_block()";
}

std::string barrier(const RaceDetail& race) {
  return race.is_in_warp ? say("__syncwarp() or __syncthreads()") : "__syncthreads()";
}

// Where a barrier belongs.
std::string missing(const RaceDetail& race) {
  switch (race.place) {
    case RaceDetail::Place::kAnywhere:
      return say("no {barrier} is between the two", "barrier"_a = barrier(race));
    case RaceDetail::Place::kAfterLoad:
      return say("load into a variable first, then {barrier} outside of any if, then store",
                 "barrier"_a = barrier(race));
    case RaceDetail::Place::kTurnEnd:
      return say("a {barrier} is missing at the end of each turn of the loop, outside of any if",
                 "barrier"_a = barrier(race));
    case RaceDetail::Place::kNextTurn:
      return say(
          "a {barrier} is missing between line {behind} and line {before} of the loop's next turn",
          "barrier"_a = barrier(race), "behind"_a = race.behind, "before"_a = race.before);
    case RaceDetail::Place::kBetween:
      break;
  }
  if (race.behind == race.before)
    return say("a {barrier} is missing between the two", "barrier"_a = barrier(race));
  return say("a {barrier} is missing between line {behind} and line {before}",
             "barrier"_a = barrier(race), "behind"_a = race.behind, "before"_a = race.before);
}

std::string cure_words(const RaceDetail& race) {
  switch (race.cure) {
    case RaceDetail::Cure::kAcquire:
      return say("the writer's fence is there, but the reader has none after the flag");
    case RaceDetail::Cure::kFences:
      return say(
          "one waits for the other at a flag or a lock, but that orders other memory only with "
          "fences: {fence} is needed before its store and after its load",
          "fence"_a = fence(race));
    case RaceDetail::Cure::kNothing:
      return say("whichever comes last, it ends the same");
    case RaceDetail::Cure::kAtomic:
      return say(
          "test and write are two steps: an atomic function (atomicMax, atomicCAS) makes them one");
    case RaceDetail::Cure::kLaunch:
      return say(
          "blocks run in any order, and no barrier is for several of them: only a second launch "
          "comes after all");
    case RaceDetail::Cure::kBarrier:
      break;
  }
  if (race.is_behind_copy)
    return say("a thread waits for its own copies alone: behind the wait {missing}",
               "missing"_a = missing(race));
  if (race.is_in_warp)
    return say("lanes of a warp need not run in step: {missing}", "missing"_a = missing(race));
  return missing(race);
}

// Threads that change a place and lose what others did.
std::string lost_update(const Parts& of, const RaceDetail& race) {
  if (race.cure == RaceDetail::Cure::kAtomic)
    return say(
        "{one} and {other} load {element}, change it and store it, and neither waits for the "
        "other: what one of them adds is lost; an atomic function does it in one step",
        "one"_a = of.other, "other"_a = of.thread, "element"_a = of.element);
  return say(
      "{one} and {other} load {element}, change it and store it, one after the other by a lock; "
      "but a lock orders other memory only with fences: {missing}",
      "one"_a = of.other, "other"_a = of.thread, "element"_a = of.element,
      "missing"_a =
          race.cure == RaceDetail::Cure::kAcquire
              ? say("{fence} is missing after the atomic that takes it", "fence"_a = fence(race))
              : say("{fence} is needed after the atomic that takes it and before what gives it "
                    "back",
                    "fence"_a = fence(race)));
}

// What the end of a phase lacks.
std::string missing_words(const DeadlockDetail::Waiting& waiting) {
  const trace::MbarrierState& phase = waiting.missing;
  const bool is_untouched = phase.pending == phase.expected && phase.bytes == 0;
  if (phase.expected == 0)
    return say("a phase of parity {parity}, but all threads have dropped out",
               "parity"_a = waiting.parity);
  // The first phase has parity 0: before this one, another has ended.
  if (is_untouched && waiting.parity == 1)
    return say(
        "the phase of parity {parity}, at which nobody has arrived; that of parity {other} has "
        "ended: is the parity right?",
        "parity"_a = waiting.parity, "other"_a = 1 - waiting.parity);
  if (phase.bytes < 0)
    return say(
        "the phase of parity {parity}, to which {bytes} bytes more were sent than it expects",
        "parity"_a = waiting.parity, "bytes"_a = -int64_t{phase.bytes});
  const std::string arrivals =
      say_count("{number} arrival of {all}", "{number} arrivals of {all}", phase.pending,
                "number"_a = phase.pending, "all"_a = phase.expected);
  if (phase.bytes == 0)
    return say("{arrivals} in the phase of parity {parity}", "arrivals"_a = arrivals,
               "parity"_a = waiting.parity);
  const std::string bytes = say_count("{number} byte", "{number} bytes",
                                      static_cast<uint64_t>(phase.bytes), "number"_a = phase.bytes);
  if (phase.pending == 0)
    return say("{bytes} that nobody sends, in the phase of parity {parity}", "bytes"_a = bytes,
               "parity"_a = waiting.parity);
  return say("{bytes} that nobody sends and {arrivals}, in the phase of parity {parity}",
             "bytes"_a = bytes, "arrivals"_a = arrivals, "parity"_a = waiting.parity);
}

std::string words(const DeadlockDetail::Waiting& waiting) {
  switch (waiting.reason) {
    case DeadlockDetail::Reason::kSpin:
      return say_count("{number} thread repeats line {line} and nothing changes",
                       "{number} threads repeat line {line} and nothing changes", waiting.threads,
                       "number"_a = waiting.threads, "line"_a = waiting.line);
    case DeadlockDetail::Reason::kBarrier:
      return say_count("{number} thread waits at the barrier of line {line}",
                       "{number} threads wait at the barrier of line {line}", waiting.threads,
                       "number"_a = waiting.threads, "line"_a = waiting.line);
    case DeadlockDetail::Reason::kMbarrier:
      return say_count("{number} thread waits in line {line} at mbarrier {mbarrier} for {missing}",
                       "{number} threads wait in line {line} at mbarrier {mbarrier} for {missing}",
                       waiting.threads, "number"_a = waiting.threads, "line"_a = waiting.line,
                       "mbarrier"_a = waiting.mbarrier, "missing"_a = missing_words(waiting));
    case DeadlockDetail::Reason::kMeeting:
      break;
  }
  return say_count("{number} thread waits in line {line} for lanes of its warp",
                   "{number} threads wait in line {line} for lanes of their warp", waiting.threads,
                   "number"_a = waiting.threads, "line"_a = waiting.line);
}

}  // namespace

std::string RaceDetail::sentence(const Finding& finding) const {
  const Parts parts = parts_of(finding, *this);
  if (finding.kind == FindingKind::kLostUpdate) return lost_update(parts, *this);
  return say("{accesses}; {missing}", "accesses"_a = accesses(parts, *this),
             "missing"_a = cure_words(*this));
}

std::string BarrierDetail::sentence(const Finding& finding) const {
  const std::string here = thread_words(finding.thread, finding.extent);
  const std::string there = thread_words(skipping, finding.extent);
  switch (skip) {
    case BarrierDetail::Skip::kEnds:
      return say(
          "{waiting} waits at the barrier in line {line}, which {skipping} skips before it ends; a "
          "GPU lets the others go on, but C++ for CUDA asks for every thread of the block",
          "waiting"_a = here, "line"_a = finding.line, "skipping"_a = there);
    case BarrierDetail::Skip::kComesLater:
      return say(
          "{waiting} waits at the barrier in line {line} when {skipping} does not, but comes to it "
          "later: the two wait for different things",
          "waiting"_a = here, "line"_a = finding.line, "skipping"_a = there);
    case BarrierDetail::Skip::kWaitsElsewhere:
      break;
  }
  return say(
      "{waiting} waits at the barrier in line {line} while {skipping} skips it and waits at the "
      "one "
      "in line {other_line}: every thread of the block has to reach the same one. What a GPU does "
      "then is undefined; Warplens goes on as if all lanes of a warp were at the barrier as soon "
      "as "
      "one is",
      "waiting"_a = here, "line"_a = finding.line, "skipping"_a = there,
      "other_line"_a = finding.other->line);
}

std::string DeadlockDetail::sentence(const Finding& finding) const {
  if (ends_by_lanes)
    return say(
        "{thread} waits here for a lane of its own warp, which goes on only where lanes progress "
        "independently (compute capability 7.0 and newer); the launch was run so",
        "thread"_a = thread_words(finding.thread, finding.extent));
  std::string list;
  for (const DeadlockDetail::Waiting& one : waiting)
    list += (list.empty() ? "" : "; ") + words(one);
  if (has_more)
    return say("deadlock, no thread can go on: {threads}; others wait elsewhere",
               "threads"_a = list);
  return say("deadlock, no thread can go on: {threads}", "threads"_a = list);
}

}  // namespace warplens::observe
