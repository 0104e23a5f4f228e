// An access that moves matrices: the rows that lanes name on the banks, and who has which values.
#pragma once

#include "app/window/access/picture.hpp"

namespace warplens::views {

// The access moves matrices; the selected one does.
bool is_access_of_matrices(const scene::Moment& moment);
bool is_access_of_matrices(const gui::State& model);
// Some access of the run does: the same at every step of it.
bool has_matrices(const gui::State& model);

// A column of pieces of 16 bytes for each 4 banks, a row for each lane that names one; below each
// matrix what it takes.
void draw_matrix_rows(const PassView& view, const Area& area);

// Each matrix with the lanes that have its elements; the row that the chosen lane names is ringed.
void draw_matrix_values(const PictureContext& context, const Area& area);
// [pixels] With a head, eight rows of letters and two lines below them.
float matrix_values_height(const ui::Ui& ui);

// Both, one above the other.
void draw_matrices(const PassView& view);

}  // namespace warplens::views
