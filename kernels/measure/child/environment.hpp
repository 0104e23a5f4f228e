// The part of this process's environment that a child process gets: what it needs to find the
// driver, the toolkit and temporary files, and the user's language.
#pragma once

#include <string>
#include <vector>

namespace warplens::measure {

// As "NAME=value". The allowed names are one table in environment.cpp.
std::vector<std::string> allowed_environment(const char* const* environment);

}  // namespace warplens::measure
