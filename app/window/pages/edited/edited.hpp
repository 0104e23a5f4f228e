// What the text does without a part of it (or with an atomic), beside what it does as written. A
// click in the source asks for it (source_edits.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/window/frame/panel.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/observe/recorded/update_chain.hpp"
#include "sim/whatif/ended_array.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::views {

// What happens to the place of an edit's first moment, as rows from top to bottom: who stores and
// reads it, and the barriers that are passed in between.

struct PlaceRow {
  enum class Kind : uint8_t {
    kEvent,
    kUnwritten,  // nobody has written the place yet
    kBarrier,    // a barrier that the block passes
    kNoBarrier,  // where the edit has left it out
  };
  Kind kind = Kind::kEvent;
  whatif::PlaceEvent event;    // kEvent
  std::string turn;            // kEvent: "next turn of the loop", seen from the load that differs
  uint32_t line = 0;           // of the text; 0: none
  bool is_after_store = true;  // kBarrier: what all wait for, else a load
};

// Of the text as written, or of the edited one; empty where the results have no events.
std::vector<PlaceRow> place_rows(const whatif::EditResults& results, bool is_edited);

// Draws them at `at`, `width` wide; returns their height.
float draw_place_rows(ui::Ui& ui, const whatif::EditResults& results, bool is_edited, ImVec2 at,
                      float width);

// A warp's registers as updates of one place use them: before and after, and which were lost. Of
// each lane of the warp the first update that is lost, or its first one, in as many columns as
// their texts have room for. Returns the height. [pixels]
float draw_registers(ui::Ui& ui, const observe::UpdateChain& chain, uint32_t warp, ImVec2 at,
                     float width);

// An array as a run leaves it, with the elements in which another run's array differs. Draws the
// part's values in the run that was found or expected as cells, those that differ lit, as right or
// wrong; values only where all of them fit. Returns its height [pixels].
float draw_ended_array(ui::Ui& ui, const whatif::EndedArray& part, bool is_found, bool is_right,
                       ImVec2 at, float width);

// In the place of the centre and the right column, while State::edited is of the run shown.
void draw_edited(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Rect& rect);

// What the steps beside the page show, where that is another moment than the page's; "" where it is
// the same one, or there is no page.
std::string other_moment_words(const gui::State& model);

}  // namespace warplens::views
