// Why a copy from memory to memory costs what it does, for people.
#pragma once

#include "sim/base/text.hpp"
#include "sim/code/program.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::study {

// One to three sentences about a recorded copy, of the instruction `site`.
Text copy_text(const code::AccessSite& site, const trace::Access& access);

}  // namespace warplens::study
