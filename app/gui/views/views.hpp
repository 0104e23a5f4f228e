// The window's views. Each draws inside the current panel (its content region is its space), reads
// the model, and appends what the user did. Nothing is computed here that a session or scene could
// have made ready.
#pragma once

#include "app/gui/session/model.hpp"
#include "app/gui/ui/ui.hpp"

namespace warplens::views {

// Widget state that belongs to a view alone (scroll positions, hovered cells, open popups); one
// struct a view, in the view's own header.

void draw_lanes(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);
void draw_banks(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);  // shared accesses
void draw_memory_layout(ui::Ui& ui, const gui::Model& model,
                        gui::Actions& actions);  // the array row after row over the banks
void draw_global(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);  // lines and sectors
void draw_constant(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);
void draw_tiles(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);
void draw_thread(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);
void draw_totals(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);
void draw_timeline(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);
void draw_sentence(ui::Ui& ui, const gui::Model& model, gui::Actions& actions);

}  // namespace warplens::views
