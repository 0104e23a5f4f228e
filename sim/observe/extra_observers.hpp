// Which observers a run has beside those of every run (observers.def).
#pragma once

namespace warplens::observe {

struct ExtraObservers {
#define WL_EXTRA_OBSERVER(name, Class, Result, made_of) bool name = false;
#include "sim/observe/observers.def"
};

}  // namespace warplens::observe
