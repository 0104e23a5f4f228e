// What panels keep between frames.
#pragma once

#include "app/gui/views/printed.hpp"
#include "app/gui/views/source.hpp"

namespace warplens::views {

struct PanelStates {
  SourceState source;
  PrintedState printed;
};

}  // namespace warplens::views
