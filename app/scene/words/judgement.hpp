// What a colour says about an access: what wastes, what is as cheap as it can be, what is wrong.
// Every view asks here, so that two of them never judge one access in two ways. A cost is judged
// against the least that it could be; what is wrong comes before what it costs, and nothing about
// an access that is part of an error is good.
#pragma once

#include <cstdint>

#include "app/scene/moment.hpp"
#include "app/scene/pages/totals_table.hpp"
#include "app/scene/timeline.hpp"

namespace warplens::scene {

enum class Judgement : uint8_t { kNone, kGood, kWaste, kError };

Judgement judge(uint64_t taken, uint64_t least);

// Wavefronts, sectors, broadcasts of many accesses.
Judgement judge(const observe::SharedTotal& total);
Judgement judge(const observe::GlobalTotal& total);
Judgement judge(const observe::ConstantTotal& total);

// An access: its error, else its cost.
Judgement judge_access(const Moment& moment);
// A place of the text, over the whole grid.
Judgement judge_access(const run::Run& run, const observe::AccessRow& row);
// The same while a moment is shown: kNone where it would be good, but for an error that is shown
// there, perhaps at a barrier behind it.
Judgement judge_access(const Moment& moment, const run::Run& run, const observe::AccessRow& row);
// kWaste of a hint that is about work without use; of others kNone.
Judgement judge_hint(const observe::Finding& hint);
// What the access takes: kNone where it would be good, but for the error.
Judgement judge_cost(const Moment& moment);
// A pass of the access, from 0: kWaste for each that is one more than its lanes need at best.
Judgement judge_pass(const Moment& moment, uint32_t pass);
Judgement judge_cost(const Bar& bar);
// A number of the whole grid beside that of the run before: kNone where neither says anything.
Judgement judge_cost(const TotalsCell& cell);

}  // namespace warplens::scene
