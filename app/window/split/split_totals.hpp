// The whole grids of two runs, held against each other.
#pragma once

#include <string>

#include "app/window/access/picture.hpp"
#include "sim/run/run.hpp"

namespace warplens::views {

// Bytes requested, used and moved, requests, sectors, passes, operations: two bars each, of one
// scale, and how many times as long the longer one is. What both do not have is left out.
void draw_split_totals(ui::Ui& ui, const run::Run& left, const run::Run& right,
                       const std::string& left_name, const std::string& right_name,
                       const Area& area);

}  // namespace warplens::views
