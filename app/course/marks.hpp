// What becomes of a verdict's marks, run after run.
#pragma once

#include <optional>

#include "app/course/judge.hpp"

namespace warplens::course {

// The mark, to say why; null where it has failed before.
Mark* to_fail(Mark& mark, const Where& where);
// Where it is open.
void cut(Mark& mark, const Where& where, std::optional<run::Ending> ending);
// It fails where the value does not reach the bound.
void compare(Mark& mark, const Where& where, Relation relation, double value, double bound);

}  // namespace warplens::course
