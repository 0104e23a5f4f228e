// The findings panel: the mistakes and hints of the run, by line. A click goes to the moment of
// one; of two accesses that are concerned, to each.
#pragma once

#include "app/window/frame/panel.hpp"

namespace warplens::views {

bool has_findings(const gui::State& model);

// To the finding or hint of the list behind the one last gone to, or before it; round. Of a launch
// without any to those of the program's host code, on its page; where there is none, a notice says
// so.
void go_to_finding(const gui::State& model, bool next, gui::Actions& actions);

}  // namespace warplens::views
