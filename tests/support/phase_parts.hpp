// The parts of a recording's phases, for tests that have nothing else to read of it.
#pragma once

#include <vector>

#include "sim/observe/recorded/phases.hpp"

namespace warplens::tests {

inline std::vector<observe::PhasePart> phase_parts(const trace::Recording& recording) {
  observe::PhaseReader reader;
  for (uint32_t step = 0; step < recording.size(); ++step) reader.read(recording.at(step));
  return reader.parts();
}

}  // namespace warplens::tests
