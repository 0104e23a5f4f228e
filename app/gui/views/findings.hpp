// The findings panel: the mistakes and hints of the run, by line. A click goes to the moment of
// one; of two accesses that are concerned, to each.
#pragma once

#include "app/gui/views/panel.hpp"

namespace warplens::views {

bool has_findings(const gui::Model& model);

}  // namespace warplens::views
