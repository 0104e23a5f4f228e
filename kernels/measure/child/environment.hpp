// What a child process gets of this process's environment: what finds the driver, the toolkit and
// temporary files, and nothing else of the user's.
#pragma once

#include <string>
#include <vector>

namespace warplens::measure {

// As "NAME=value". The allowed names are one table in environment.cpp.
std::vector<std::string> allowed_environment(const char* const* environment);

}  // namespace warplens::measure
