// The whole window: one screen, every panel in its place, the keys.
#pragma once

#include "app/gui/views/launch_form.hpp"
#include "app/gui/views/printed.hpp"
#include "app/gui/views/source.hpp"
#include "app/gui/views/top_bar.hpp"
#include "app/gui/views/views.hpp"

namespace warplens::views {

enum class LeftTab : uint8_t { kSource, kThread };
enum class CentreTab : uint8_t {
  kTiles,
  kMemory,
  kLanes,
  kTotals,
  kPrinted
};  // the last three in a narrow window
enum class SideTab : uint8_t { kLanes, kTotals, kPrinted };

struct FrameState {
  SourceState source;
  TopBarState top;
  LaunchFormState form;
  PrintedState printed;
  LeftTab left = LeftTab::kSource;
  CentreTab centre = CentreTab::kTiles;
  SideTab side = SideTab::kLanes;
  bool keys_shown = false;
  bool save_wanted = false;  // Ctrl+S in this frame
};

// Fills the display (io.DisplaySize).
void draw_frame(ui::Ui& ui, const gui::Model& model, FrameState& state, gui::Actions& actions);

}  // namespace warplens::views
