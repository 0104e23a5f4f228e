// The listings of tests/data/sass.
#pragma once

#include <string>

#include "kernels/measure/machine_code/machine_code.hpp"

namespace warplens::measure::machine_code {

std::string recorded_text(const std::string& name);  // "causes.as-written"
// Of a kernel, by a part of its lowered name. Files are named as in a job.
Listing recorded(const std::string& name, const std::string& kernel);
std::vector<Cause> recorded_causes(const std::string& name, const std::string& kernel);
// "12 shared load: hoisted"; every cause, one a line.
std::string brief(const std::vector<Cause>& causes);
// The words of the cause at a line; "" if there is none.
std::string words_at(const std::vector<Cause>& causes, uint32_t line, Space space,
                     Operation operation);

}  // namespace warplens::measure::machine_code
