// What panels keep between frames, and the printed panel, whose state is declared here.
#pragma once

#include "app/window/course/course.hpp"
#include "app/window/frame/panel.hpp"
#include "app/window/source/source.hpp"

namespace warplens::views {

// The printed panel: what printf wrote, of all threads or of the chosen ones.

enum class PrintFilter : uint8_t { kAll, kBlock, kThread };

// The filter and which lines pass it, made again when the run or the selection changes.
struct PrintedState {
  PrintFilter filter = PrintFilter::kAll;
  const void* made_for_run = nullptr;
  PrintFilter made_for_filter = PrintFilter::kAll;
  gui::Selection made_for;
  std::vector<size_t> lines;  // indexes into the run's
};

bool has_printed(const gui::State& model);
void draw_printed(ui::Ui& ui, const gui::State& model, PrintedState& state, gui::Actions& actions);

struct PanelStates {
  SourceState source;
  PrintedState printed;
  TypedAnswer answer;
};

}  // namespace warplens::views
