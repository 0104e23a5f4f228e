#include "sim/observe/races/race_words.hpp"

#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/words.hpp"

namespace warplens::observe {

namespace {

using code::Operation;
using Kind = TextOrder::Kind;

template <class Placed>
std::string who(const Placed& placed, trace::BlockId extent, Relation relation) {
  const std::string thread = thread_words(placed.thread, extent);
  if (relation != Relation::kBetweenBlocks) return thread;
  return say("{thread} of {block}", "thread"_a = thread, "block"_a = block_words(placed.block));
}

// The threads did what the text has in another order: the wrong value was read or left.
std::string in_wrong_order(Operation later, Operation earlier, const std::string& thread,
                           const std::string& other, const std::string& element, uint32_t line) {
  if (later == Operation::kLoad)
    return say("{reader} reads {element} only after {writer} has overwritten it in line {line}",
               "reader"_a = thread, "element"_a = element, "writer"_a = other, "line"_a = line);
  if (earlier == Operation::kLoad)
    return say("{writer} writes {element} only after {reader} has read it in line {line}",
               "writer"_a = thread, "element"_a = element, "reader"_a = other, "line"_a = line);
  return say("{one} writes {element} only after {other} has written it in line {line}",
             "one"_a = thread, "element"_a = element, "other"_a = other, "line"_a = line);
}

// They did it in the order of the text, this time.
std::string in_right_order(Operation later, Operation earlier, const std::string& thread,
                           const std::string& other, const std::string& element, uint32_t line) {
  if (later == Operation::kLoad)
    return say(
        "{reader} reads {element} without waiting for {writer}, which writes it in line "
        "{line}",
        "reader"_a = thread, "element"_a = element, "writer"_a = other, "line"_a = line);
  if (earlier == Operation::kLoad)
    return say(
        "{writer} writes {element} without waiting for {reader}, which reads it in line "
        "{line}",
        "writer"_a = thread, "element"_a = element, "reader"_a = other, "line"_a = line);
  return say("{one} writes {element} without waiting for {other}, which writes it in line {line}",
             "one"_a = thread, "element"_a = element, "other"_a = other, "line"_a = line);
}

std::string in_no_order(Operation later, Operation earlier, const std::string& thread,
                        const std::string& other, const std::string& element, uint32_t line) {
  if (later == Operation::kLoad)
    return say("{reader} reads {element}, and {writer} writes it in line {line}",
               "reader"_a = thread, "element"_a = element, "writer"_a = other, "line"_a = line);
  if (earlier == Operation::kLoad)
    return say("{writer} writes {element}, and {reader} reads it in line {line}",
               "writer"_a = thread, "element"_a = element, "reader"_a = other, "line"_a = line);
  return say("{one} writes {element}, and {other} writes it in line {line}", "one"_a = thread,
             "element"_a = element, "other"_a = other, "line"_a = line);
}

// That orders the two threads with a flag.
std::string fence(const Race& race) {
  return race.key.relation == Relation::kBetweenBlocks ? "__threadfence()"
                                                       : "__threadfence_block()";
}

std::string barrier(const RaceCause& cause) {
  return cause.races.front().key.relation == Relation::kInWarp
             ? say("__syncwarp() or __syncthreads()")
             : "__syncthreads()";
}

}  // namespace

uint32_t RaceWords::line_of(uint32_t site) const {
  const code::AccessSite& it = program_.sites[site];
  return source_location(program_, it.span, it.frame).line;
}

RaceWords::Parts RaceWords::parts_of(const Finding& finding, const Race& race) const {
  const Relation relation = race.key.relation;
  return {who(finding, block_, relation), who(*finding.other, block_, relation),
          element_words(layout_, race.key.space, race.conflict.address), finding.other->line};
}

std::string RaceWords::accesses(const Parts& parts, const Race& race) const {
  const Operation later = program_.sites[race.key.later_site].operation;
  const Operation earlier = program_.sites[race.key.earlier_site].operation;
  if (race.conflict.is_same_value)
    return say("{one} writes {element}, and {other} writes the same value to it in line {line}",
               "one"_a = parts.later, "element"_a = parts.element, "other"_a = parts.earlier,
               "line"_a = parts.line);
  const auto words = race.order.kind == Kind::kNone || race.conflict.lacks_acquire ? in_no_order
                     : race.order.is_reversed                                      ? in_wrong_order
                                                                                   : in_right_order;
  return words(later, earlier, parts.later, parts.earlier, parts.element, parts.line);
}

// Where a barrier belongs.
std::string RaceWords::missing(const RaceCause& cause) const {
  const TextOrder& order = cause.races.front().order;
  if (order.kind == Kind::kNone)
    return say("no {barrier} is between the two", "barrier"_a = barrier(cause));
  const code::AccessSite& first = program_.sites[cause.behind];
  const code::AccessSite& second = program_.sites[cause.before];
  const uint32_t behind = line_of(cause.behind), before = line_of(cause.before);
  if (order.kind == Kind::kForward) {
    if (is_test_of(first, second) ||
        (first.statement == second.statement && first.frame == second.frame))
      return say("load into a variable first, then {barrier} outside of any if, then store",
                 "barrier"_a = barrier(cause));
    if (behind == before)
      return say("a {barrier} is missing between the two", "barrier"_a = barrier(cause));
    return say("a {barrier} is missing between line {behind} and line {before}",
               "barrier"_a = barrier(cause), "behind"_a = behind, "before"_a = before);
  }
  if (behind == before)
    return say("a {barrier} is missing at the end of each turn of the loop, outside of any if",
               "barrier"_a = barrier(cause));
  return say(
      "a {barrier} is missing between line {behind} and line {before} of the loop's next "
      "turn",
      "barrier"_a = barrier(cause), "behind"_a = behind, "before"_a = before);
}

std::string RaceWords::remedy(const RaceCause& cause) const {
  const Race& race = cause.races.front();
  if (race.conflict.lacks_acquire)
    return say("the writer's fence is there, but the reader has none behind the flag");
  if (race.conflict.lacks_fences)
    return say(
        "one waits for the other at a flag or a lock, but that orders other memory only with "
        "fences: {fence} is needed before its store and behind its load",
        "fence"_a = fence(race));
  if (race.conflict.is_same_value) return say("whichever comes last, it ends the same");
  if (is_check_then_set(race.order, program_))
    return say(
        "test and write are two steps: an atomic function (atomicMax, atomicCAS) makes them "
        "one");
  if (race.key.relation == Relation::kBetweenBlocks)
    return say(
        "blocks run in any order, and no barrier is for several of them: only a second "
        "launch comes after all");
  if (race.key.relation == Relation::kInWarp)
    return say("lanes of a warp need not run in step: {missing}", "missing"_a = missing(cause));
  return missing(cause);
}

std::string RaceWords::of(const Finding& finding, const RaceCause& cause) const {
  const Race& race = cause.races.front();
  return say("{accesses}; {missing}", "accesses"_a = accesses(parts_of(finding, race), race),
             "missing"_a = remedy(cause));
}

std::string RaceWords::of_update(const Finding& finding, const Race& race) const {
  const Parts parts = parts_of(finding, race);
  if (race.conflict.lacks_acquire || race.conflict.lacks_fences)
    return say(
        "{one} and {other} load {element}, change it and store it, one after the other by a lock; "
        "but a lock orders other memory only with fences: {missing}",
        "one"_a = parts.earlier, "other"_a = parts.later, "element"_a = parts.element,
        "missing"_a =
            race.conflict.lacks_acquire
                ? say("{fence} is missing behind the atomic that takes it", "fence"_a = fence(race))
                : say("{fence} is needed behind the atomic that takes it and before what "
                      "gives it back",
                      "fence"_a = fence(race)));
  return say(
      "{one} and {other} load {element}, change it and store it, and neither waits for the "
      "other: what one of them adds is lost; an atomic function does it in one step",
      "one"_a = parts.earlier, "other"_a = parts.later, "element"_a = parts.element);
}

}  // namespace warplens::observe
