#include "app/course/marks.hpp"

#include "app/course/counts.hpp"

namespace warplens::course {

Mark* to_fail(Mark& mark, const Where& where) {
  if (mark.state == MarkState::kFailed) return nullptr;
  mark.state = MarkState::kFailed;
  mark.where = where;
  mark.ending.reset();
  mark.problem.clear();
  return &mark;
}

void cut(Mark& mark, const Where& where, std::optional<run::Ending> ending) {
  if (mark.state != MarkState::kOpen) return;
  mark.state = MarkState::kCut;
  mark.where = where;
  mark.ending = ending;
}

void compare(Mark& mark, const Where& where, Relation relation, double value, double bound) {
  if (where.at.is_shown()) {
    mark.shown_value = value;
    mark.shown_bound = bound;
  }
  if (is_met(relation, value, bound)) return;
  if (Mark* failed = to_fail(mark, where)) {
    failed->value = value;
    failed->bound = bound;
  }
}

}  // namespace warplens::course
