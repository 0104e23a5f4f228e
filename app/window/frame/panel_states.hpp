// What panels keep between frames.
#pragma once

#include "app/window/frame/printed.hpp"
#include "app/window/source/source.hpp"

namespace warplens::views {

struct PanelStates {
  SourceState source;
  PrintedState printed;
};

}  // namespace warplens::views
