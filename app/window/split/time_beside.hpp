// What the run shown and the one beside it took on a GPU, where there is a figure: in words.
#pragma once

#include <string>
#include <vector>

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

// "measured time, grid 2 × 2, n 64: Pad 0 4.48 µs, Pad 1 3.97 µs, 1.1 times; with 4,096 × 4,096
// elements: ... (NVIDIA H200, recorded)", or as much of it as `width` has room for; "" where there
// is no figure, and where counts are hidden.
std::string time_beside(const gui::State& model, ImFont* font, float width);

// A sentence where the faster of the two has more work; else "".
std::string why_time_differs(const gui::State& model);

// It in small letters before `right`, in at most `room`; `says_of_access`: or else what an access
// like this one takes on a GPU. Returns what it takes, with a gap.
float draw_time_at_end(ui::Ui& ui, const gui::State& model, ImDrawList* list, float right, float y,
                       float room, bool says_of_access = false);

// The same, a line each for these launches and for larger ones.
std::vector<std::string> time_lines(const gui::State& model);

}  // namespace warplens::views
