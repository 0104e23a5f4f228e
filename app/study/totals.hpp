// The sums of a run by space and operation.
#pragma once

#include "app/study/section.hpp"
#include "sim/observe/totals/totals.hpp"

namespace warplens::study {

// "totals.shared.load.conflicts"...; for people a table for each memory that is accessed.
Section describe(const observe::Totals& totals);

// An access's own numbers, as its memory has them.
void add_facts(Section& section, const observe::SharedTotal& total);
void add_facts(Section& section, const observe::GlobalTotal& total);
void add_facts(Section& section, const observe::ConstantTotal& total);

}  // namespace warplens::study
