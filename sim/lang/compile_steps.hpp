// Two steps of compile(): it determines which kernels of a file are ready, and finds the launches
// of its host code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/lang/compile.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/preprocessor.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/tokens.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

// Determines which kernels of a file are ready, and what stops the others.
//
// First all are read together. Without an error, that is the unit. Otherwise each kernel that
// errors of others may affect is read alone, from the beginning; then the ready ones are read
// together once more, which gives the unit. Fills in `unit`, whose file, macro names and launches
// are known. `text` holds the errors found so far. `instances` names the instances of templates
// that host code launches: asked where a launch's own text does not tell. Returns, unsorted, the
// errors that stop the kernels requested in `options`; none if those are ready or, without a
// request, any kernel is.
base::Diagnostics judge(Unit& unit, const Preprocessed& source, const Tokens& tokens,
                        const std::vector<Item>& items, const CompileOptions& options,
                        const Reporter& text,
                        const std::function<std::vector<std::string>()>& instances);

// The kernel launches in the text's host code, as they are written. What they give a kernel is
// known once host code is executed (prepare/host_launch.hpp).

struct LaunchTexts {
  std::vector<HostLaunch> launches;  // in order of place; HostLaunch::kernel is the name as written
  // Unit::launchers.
  std::vector<std::string> functions;
};

// `items`: the text's. Launches in kernels and device functions are left out.
LaunchTexts find_launches(const Tokens& tokens, const std::vector<Item>& items);

}  // namespace warplens::lang
