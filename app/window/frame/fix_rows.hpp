// Layouts without bank conflicts below the hints that name conflicts: looked for when that is
// asked, and put into the text by a click.
#pragma once

#include "app/session/state.hpp"
#include "app/window/frame/finding_row.hpp"

namespace warplens::views {

void add_fixes(const ui::Theme& theme, const gui::State& model, FindingRows& rows);

}  // namespace warplens::views
