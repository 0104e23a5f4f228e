// The page Program: what the host's code did, a step at a time. While it is shown, the panels
// around it are the program's: its steps as a track in the timeline's place, the step in words in
// the sentence's, what is printed in the thread's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/study/array_state.hpp"
#include "app/window/pages/pages.hpp"

namespace warplens::views {

// Whether the page is shown and has steps, so that panels about an access give way.
bool is_program_shown(const gui::State& model);
// What Panel::is_shown says of a panel about an access.
bool is_access_shown(const gui::State& model);
// The step that is chosen, from 0; the program has steps.
size_t chosen_program_index(const gui::State& model);
// The same step; null: there is none.
const study::ProgramStep* chosen_program_step(const gui::State& model);
// To another step, by so many; to the next launch, forwards or back; to the one at an index.
void step_program(const gui::State& model, int delta, gui::Actions& actions);
// The step of the next launch; nothing where there is none that way.
std::optional<size_t> next_program_launch(const gui::State& model, bool forwards);
void step_program_launch(const gui::State& model, bool forwards, gui::Actions& actions);
void go_to_program_step(size_t step, gui::Actions& actions);

// What the button says that turns to the page: with the program's own verdict where that is short.
std::string program_button(const gui::State& model);

// In the colour of a mistake where it is one.
void draw_program_words(ui::Ui& ui, const gui::State& model);
// Lines of the program's output as far as it had been written at the chosen step.
void draw_program_output(ui::Ui& ui, const gui::State& model);

// The steps of a program one behind the other: launches by their names, the rest by a sign. Of the
// shown launches the one that a step is; nothing where it is none of them.
std::optional<uint32_t> launch_of(const gui::State& model, const study::ProgramStep& step);
// Whether that launch has findings that are errors.
bool has_kernel_error(const gui::State& model, const study::ProgramStep& step);

// The arrays of a program's host and device side by side, with the copies between them as arrows.
// At the cursor; as they are once the chosen step is done.
void draw_program_arrays(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// The elements of the arrays that a step of a program is about, the host's beside the device's: as
// many as have room, whatever the arrays' sizes are; those that the step changed are lit. From
// ImGui's cursor to the end of what is in sight, or a few rows more.
void draw_program_elements(ui::Ui& ui, const gui::State& model, gui::Actions& actions);

// Which arrays of a program are shown element by element, and where their values are: as many in a
// row as have room.

// One array at the chosen step.
struct ShownArray {
  uint32_t array = 0;
  bool is_left = false;
  study::ArrayState state;
  const study::ArraySummary* summary = nullptr;  // null until it is known
  uint64_t row_length = 0;  // of the matrix that the kernel takes it for; 0: it is none
};
// Of State::program_arrays those of which something is known, from left to right. One alone where
// it needs the `width` of both, `gap` apart [pixels]: the members of structs, or a row of a matrix,
// with digits or, where only those have room, of small cells.
std::vector<ShownArray> shown_arrays(const ui::Ui& ui, const gui::State& model, float width,
                                     float gap);

// Where the rows of one side are, and what is in a row.
struct ElementColumns {
  float left = 0, width = 0;   // [pixels] of the side
  float head = 0;              // [pixels] for the row's number
  uint64_t count = 1;          // of elements
  std::vector<float> cells{};  // [pixels] from the left of a value; of a struct of each member
  float cell = 0;              // [pixels] of a value that is no member
  bool is_small = false;       // no digits fit: cells are square, and their colour shows values

  // Behind the last one that has room.
  size_t members() const { return cells.size() - 1; }
};
// For a side at `left`, so wide. [pixels]
ElementColumns columns_of(const ui::Ui& ui, const ShownArray& shown, float left, float width);

}  // namespace warplens::views
