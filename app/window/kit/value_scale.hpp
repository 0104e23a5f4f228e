// A scale of values that can be tried by a press or by dragging.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/window/kit/area.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::ui {

// `name` above a strip on which the growing `values` have equal distances, the least and the most
// below its ends; a thick line at `now`, a thin one at `usual`, which the pointer on it explains by
// `tooltip`. Dragged past an end it says that there is no more. The value that was pressed or
// dragged to. As high as value_scale_height().
std::optional<double> draw_value_scale(Ui& ui, const char* widget, const std::string& name,
                                       const std::vector<double>& values, double now, double usual,
                                       const char* tooltip, const Area& area);
float value_scale_height(const Ui& ui);

}  // namespace warplens::ui
