// The mistakes that a program makes in host code, as findings.
#pragma once

#include <vector>

#include "sim/host/process.hpp"
#include "sim/observe/finding/finding.hpp"

namespace warplens::prepare {

// Of a program that has ended; in order of the text.
std::vector<observe::Finding> host_findings(host::Process& process, const lang::Unit& unit,
                                            const model::Device& device);

}  // namespace warplens::prepare
