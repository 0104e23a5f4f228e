// What the simulator's and measurements' enumerators are called: the words that programs get, and
// names that people read.
#pragma once

#include "kernels/measure/format/measurement.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/text.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

const char* word(trace::Space space);
const char* word(trace::Operation operation);
const char* word(observe::AccessKind kind);
const char* word(base::Severity severity);
const char* word(run::Ending ending);
const char* word(lang::KernelState state);

Sentence name_of(trace::Space space);
Sentence name_of(trace::Operation operation);
Sentence name_of(observe::AccessKind kind);
Sentence name_of(measure::Operation operation);

}  // namespace warplens::study
