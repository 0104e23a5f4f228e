// What a run can be put beside where nothing was changed yet: the same lesson with another value
// of what its text is compiled with (tile, padding), or a lesson of the same arrays.
#pragma once

#include <string>
#include <vector>

#include "app/session/state.hpp"

namespace warplens::views {

struct Partner {
  std::string words;   // "Pad 0"
  gui::Action action;  // that brings it, on the right
};
// The most telling first; empty for a text that is no lesson.
std::vector<Partner> partners_of(const gui::State& model);

}  // namespace warplens::views
