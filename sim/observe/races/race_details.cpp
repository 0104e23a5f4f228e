#include "sim/observe/races/race_findings.hpp"

#include "sim/observe/finding/source_location.hpp"

namespace warplens::observe {

namespace {

using Cure = RaceDetail::Cure;
using Kind = TextOrder::Kind;
using Place = RaceDetail::Place;

RaceDetail accesses_of(const Race& race, const code::Program& program, const MemoryLayout& layout) {
  RaceDetail detail;
  detail.element = layout.element_at(race.key.space, race.conflict.address);
  detail.operation = program.sites[race.key.later_site].operation;
  detail.other_operation = program.sites[race.key.earlier_site].operation;
  detail.is_between_blocks = race.key.relation == Relation::kBetweenBlocks;
  detail.is_in_warp = race.key.relation == Relation::kInWarp;
  detail.is_same_value = race.conflict.is_same_value;
  detail.is_behind_copy = race.order.kind != Kind::kNone &&
                          race.key.space == trace::Space::kShared &&
                          program.sites[race.order.first].operation == code::Operation::kCopy &&
                          program.sites[race.order.second].operation == code::Operation::kLoad;
  if (race.order.kind != Kind::kNone && !race.conflict.lacks_acquire)
    detail.order =
        race.order.is_reversed ? RaceDetail::Order::kReversed : RaceDetail::Order::kOfText;
  return detail;
}

Cure cure_of(const Race& race, const code::Program& program) {
  if (race.conflict.lacks_acquire) return Cure::kAcquire;
  if (race.conflict.lacks_fences) return Cure::kFences;
  if (race.conflict.is_same_value) return Cure::kNothing;
  if (is_check_then_set(race.order, program)) return Cure::kAtomic;
  return race.key.relation == Relation::kBetweenBlocks ? Cure::kLaunch : Cure::kBarrier;
}

// Where a barrier belongs.
void put_place(RaceDetail& detail, const RaceCause& cause, const code::Program& program) {
  const TextOrder& order = cause.races.front().order;
  if (order.kind == Kind::kNone) return;
  const code::AccessSite& first = program.sites[cause.behind];
  const code::AccessSite& second = program.sites[cause.before];
  detail.behind = source_location(program, first.span, first.frame).line;
  detail.before = source_location(program, second.span, second.frame).line;
  if (order.kind == Kind::kNextTurn) {
    detail.place = detail.behind == detail.before ? Place::kTurnEnd : Place::kNextTurn;
    return;
  }
  const bool is_one_statement = first.statement == second.statement && first.frame == second.frame;
  detail.place =
      is_test_of(first, second) || is_one_statement ? Place::kAfterLoad : Place::kBetween;
}

}  // namespace

RaceDetail detail_of(const RaceCause& cause, const code::Program& program,
                     const MemoryLayout& layout) {
  const Race& race = cause.races.front();
  RaceDetail detail = accesses_of(race, program, layout);
  detail.cure = cure_of(race, program);
  if (detail.cure == Cure::kBarrier) put_place(detail, cause, program);
  return detail;
}

RaceDetail detail_of_update(const Race& race, const code::Program& program,
                            const MemoryLayout& layout) {
  RaceDetail detail = accesses_of(race, program, layout);
  detail.cure = race.conflict.lacks_acquire  ? Cure::kAcquire
                : race.conflict.lacks_fences ? Cure::kFences
                                             : Cure::kAtomic;
  return detail;
}

}  // namespace warplens::observe
