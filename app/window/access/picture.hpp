// What the pictures (tiles, banks, memory, global) share: rectangles, group colours, labels that
// shrink to their cell, the chosen and the hovered lane, and the question that hides counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/words/judgement.hpp"
#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/kit/area.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

using ui::Area;
using ui::content_area;
using ui::hatch;
using ui::is_hovered;
using ui::make_area;
using ui::outline;
using ui::tip;

// One of the cells of a row, `pitch` apart [pixels]: both edges are on whole pixels, and each
// leaves one pixel to the next, whatever the pitch is.
Area row_cell(float left, float pitch, uint32_t index, float top, float bottom);
// For the label of such a cell: as wide in all of them, so that their labels have one size.
Area row_label(const Area& cell, float pitch);

// What every picture draws with and from.
struct PictureContext {
  ui::Ui& ui;
  const gui::State& model;
  const scene::Moment& moment;
  gui::Actions& actions;
  ImDrawList* list;
};

ImU32 group_color(const ui::Ui& ui, uint8_t group);
// Text on a cell of that colour.
ImU32 ink(const ui::Ui& ui);
// The chosen thread's and the hovered lane's outline, in every picture.
ImU32 chosen_color(const ui::Ui& ui);

// A label in the middle of the area, made smaller down to `smallest` pixels until it fits; not
// drawn (false) if it does not. Notifies the probe. As small as one of `like_letters` has to be, so
// that the labels of a row have one size. In the small font of code, or in the one given.
bool draw_label(ui::Ui& ui, ImDrawList* list, const Area& area, ImU32 color, std::string_view text,
                float smallest, size_t like_letters = 0, ImFont* font = nullptr);
inline constexpr float kRowLetters =
    11;  // [pixels at scale 1] of the numbers of banks' and words' rows
// The least size of letters that can still be read [pixels].
float smallest_letters(const ui::Ui& ui);

// A shared array's cell by its state, the same in every view and in the legend: unwritten is empty
// with an outline, left over is dull with dots, written in this phase is bright and plain;
// lightness and pattern both tell, so that no colour is needed. Fill with state_color, then
// mark_state; letters on it are in state_ink, and with `has_label` dots are only above and below
// them: none where the cell has no room for that. `side`: of the picture's cells before each was
// rounded to whole pixels, so that all of them have an outline or none.
ImU32 state_color(const ui::Ui& ui, scene::CellState state);
ImU32 state_ink(const ui::Ui& ui, scene::CellState state, bool is_strong);
void mark_state(const ui::Ui& ui, ImDrawList* list, const Area& cell, scene::CellState state,
                float side, bool has_label);
// About what the pointer is over; nothing while a stop's question is open, which it might answer.
void picture_tip(ui::Ui& ui, const gui::State& model, std::string_view text);
// "M[3][4] = 52", who wrote it last, which lanes touch it now.
std::string element_tip(const scene::Moment& moment, const scene::Grid& grid, uint64_t row,
                        uint64_t column);
// Of an element that no access of the block touches, behind the array's used columns.
std::string beyond_used_tip(const scene::Grid& grid, uint64_t row, uint64_t column);
// What a cell says of its element, as the user has chosen: "3,4", "28", "52".
std::string element_label(gui::CellLabel label, const scene::Grid& grid, uint64_t row,
                          uint64_t column);

// The elements of a grid that the access touches now, ascending.
struct TouchedElement {
  uint64_t element = 0;
  uint32_t lanes = 0;
};
std::vector<TouchedElement> touched_elements(const scene::Moment& moment, const scene::Grid& grid);
// Fills the area in the colour of the group of these lanes; several groups are stripes along the
// foot of a light area. Returns what is left for letters.
Area fill_groups(const ui::Ui& ui, ImDrawList* list, const scene::Moment& moment, const Area& area,
                 uint32_t lanes);
// The area of something that waits, in the colour of its group; letters on it are the theme's text.
void draw_waiting(const ui::Ui& ui, ImDrawList* list, const Area& area, ImU32 group);
// Who touches a cell: the lane's number, or "×4" where there are several.
std::string lanes_label(const scene::Moment& moment, uint32_t lanes);
// A cell touched now: in its group's colour, with `text`, which may be empty, as draw_label does
// it.
void draw_lit_cell(ui::Ui& ui, ImDrawList* list, const scene::Moment& moment, const Area& cell,
                   uint32_t lanes, std::string_view text, ImFont* font = nullptr);

// The lane under the pointer, -1 if none; of the current access's warp.
int hovered_lane(const ui::Ui& ui);
void note_hovered(ui::Ui& ui, uint32_t lane);
// The pointer is on something of this lane of the access's warp: noted, and pressed it chooses the
// lane's thread.
void point_at_lane(const PictureContext& p, uint32_t lane);
// A curve down from the foot of a cell to the lane's place, in its group's colour so strong; of the
// outlined lanes in theirs and so much thicker [pixels at scale 1].
struct LaneLine {
  float strength = 0.5f, thickness = 1.2f, outlined_thickness = 2.0f;
};
void draw_lane_line(const PictureContext& p, uint32_t lane, ImVec2 from, ImVec2 to,
                    const LaneLine& line);
// The least of 1, 2, 4, 8, ... cells of that size [pixels] whose labels stand `room` pixels apart.
uint64_t label_step(float cell, float room);
// Of so many banks or lanes in a row every number, or every second, fourth... where two digits have
// no room in `cell` pixels.
uint32_t number_step(const ui::Ui& ui, uint32_t count, float cell);
// A bit for the chosen lane, if it belongs to the access's warp, and one for the hovered lane.
uint32_t outlined_lanes(const ui::Ui& ui, const scene::Moment& moment);
// The lowest lane of the mask; the chosen one if it is among them.
uint32_t lane_to_select(const scene::Moment& moment, uint32_t mask);

// The pictures show the access's passes one after another: where steps are passes, and where a
// question about the access was answered.
bool steps_by_pass(const gui::State& model);

// Lanes that wait for a shared access's banks.
struct Queues {
  uint32_t longest = 0;   // words that the busiest bank hands out
  uint32_t columns = 32;  // over which each of the queues has room until the next bank that is used
};

// An access at one of its passes.
struct PassView : PictureContext {
  Area area;
  uint32_t banks = 32;       // of the device
  uint32_t pass = 0;         // from 1; 0, or more than there are: all are done
  float done = 0;            // passes_done()
  Queues queues;             // for which there is room, so that two accesses' doors align
  const char* prefix = "";   // of widgets' names, where two accesses are drawn
  bool is_overview = false;  // no pass is under way yet: all lanes wait
  bool is_bare = false;      // of doors: no words and no count above and below them

  bool is_over() const { return pass == 0 || pass > moment.passes.count(); }
};
// Of the selected step in the current panel.
PassView pass_view(ui::Ui& ui, const gui::State& model, gui::Actions& actions);
// Before and behind its motion, which a print does not have: all lanes wait over their banks. While
// it plays, the pass under way.
void show_all_waiting(PassView& view);

// What the pass does, and at the right end which it is: "pass 7 of 32".
void draw_pass_head(const PassView& p, const Area& area);

// How many of the moment's passes are done, with a fraction of the one under way: of the selected
// step's motion, or of that of the step that is left.
float passes_done(const gui::State& model, const scene::Moment& moment);

// Where the pointer rests on a count of the access, how it came about; not while counts are hidden.
void explain_count(ui::Ui& ui, const gui::State& model, const scene::Moment& moment,
                   const Area& area);

// Whether this step's access is to shared memory.
bool is_access_shared(const gui::State& model);

// "Ask first" is on and this step's counts were not revealed yet, or a stop's question about them
// is open.
bool counts_hidden(const gui::State& model);
// The arrangement covers it, and nobody was shown it yet.
bool is_covered(const gui::State& model, gui::Count count);
// A stop's question is open: what the run found and how many steps it has is not shown.
bool is_outcome_hidden(const gui::State& model);
void reveal_counts(const gui::State& model, gui::Actions& actions);
// The device is an old one whose exact rule for this kind of access is not public, so that it was
// counted by the current rules: the views say so.
bool is_by_current_rules(const model::Device& device, const trace::Access& access);
// Then: the question, which reveals them when pressed.
void ask_first(ui::Ui& ui, const gui::State& model, gui::Actions& actions, std::string_view name,
               Sentence question);

// Some access of the run leaves in groups of lanes, so that the rows of wavefronts say which lanes
// they serve: the same at every step of a run.
bool has_lane_groups(const gui::State& model);
// "5", "0–7", "×4" of lanes that do not follow each other.
std::string lanes_label(uint32_t lanes);
// The same in a bank so wide [pixels]: "×8" of several where not every "16–23" has room, so that
// the banks of a row have one notation.
std::string bank_lanes_label(const ui::Ui& ui, uint32_t lanes, float width);
// Where bank 0 begins in the area, so that the banks and the memory below stand in one column.
// `has_groups`: lanes stand beside the rows.
float bank_columns_left(const ui::Ui& ui, const Area& area, bool has_groups);

// Who waits at such a barrier is hatched so.
ImU32 barrier_color(const ui::Theme& theme, const run::Run& run, scene::BarrierKind kind);

// The second mark of what a colour says, for who does not see the colour: waste is hatched, an
// error has a cross in the lowest square of the area, all else is plain.
void draw_judged_mark(ImDrawList* list, const Area& area, scene::Judgement judgement, ImU32 color,
                      float distance);
// The same on a cell that serves these lanes, where one of them is outside of every array.
void mark_outside(const PictureContext& p, const Area& cell, uint32_t lanes);

// Draws equal neighbouring cells as one rectangle: `colors` is rows x columns, 0 draws nothing.
void draw_cells(ImDrawList* list, ImVec2 origin, ImVec2 cell, uint64_t rows, uint64_t columns,
                const ImU32* colors);

}  // namespace warplens::views
