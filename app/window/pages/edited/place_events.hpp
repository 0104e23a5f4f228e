// What happens to the place of an edit's first moment, as rows from top to bottom: who stores and
// reads it, and the barriers that are passed in between.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/window/kit/ui.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::views {

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

}  // namespace warplens::views
