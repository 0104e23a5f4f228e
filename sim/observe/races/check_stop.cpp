#include "sim/observe/races/check_stop.hpp"

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::observe {

namespace {

std::string races_words(CheckStop::Memory memory) {
  switch (memory) {
    case CheckStop::Memory::kGlobal:
      return say("races in global memory");
    case CheckStop::Memory::kShared:
      return say("races in shared memory");
    case CheckStop::Memory::kBoth:
      break;
  }
  return say("races");
}

std::string reason_words(CheckStop::Reason reason) {
  switch (reason) {
    case CheckStop::Reason::kPlaces:
    case CheckStop::Reason::kPairs:
      break;
    case CheckStop::Reason::kAccesses:
      return say("there is no room to remember more accesses (--memory SIZE)");
    case CheckStop::Reason::kFences:
      return say("there is no room to remember what more fences and flags order (--memory SIZE)");
    case CheckStop::Reason::kWork:
      return say(
          "looking for them was too much work by then; use loops that end sooner, or fewer "
          "blocks");
  }
  return "";
}

}  // namespace

std::string stop_words(const CheckStop& stop) {
  if (stop.reason == CheckStop::Reason::kPlaces)
    return say(
        "{races} were looked for in a part of it only: from access {access} of {block} on, there "
        "is no room to remember who accesses other places (--memory SIZE, or smaller arrays)",
        "races"_a = races_words(stop.memory), "access"_a = base::grouped(stop.step),
        "block"_a = block_words(stop.block));
  if (stop.reason == CheckStop::Reason::kPairs)
    return say(
        "more pairs of places race than are kept: {races} of further pairs are left out from "
        "access {access} of {block} on",
        "races"_a = races_words(stop.memory), "access"_a = base::grouped(stop.step),
        "block"_a = block_words(stop.block));
  return say("{races} were not looked for from access {access} of {block} on: {reason}",
             "races"_a = races_words(stop.memory), "access"_a = base::grouped(stop.step),
             "block"_a = block_words(stop.block), "reason"_a = reason_words(stop.reason));
}

}  // namespace warplens::observe
