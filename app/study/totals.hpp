// The sums of a run by space and kind of access.
#pragma once

#include "app/study/section.hpp"
#include "sim/observe/totals/totals.hpp"

namespace warplens::study {

// "totals.shared.ldmatrix.conflicts", "totals.bulk.into_shared.sectors"...; for people a table for
// each memory that is accessed, and what its counts do not say.
Section describe(const observe::Totals& totals);

// An access's own numbers, as its memory has them.
void add_facts(Section& section, const observe::SharedTotal& total);
void add_facts(Section& section, const observe::GlobalTotal& total);
void add_facts(Section& section, const observe::ConstantTotal& total);
void add_facts(Section& section, const observe::BulkTotal& total);

}  // namespace warplens::study
