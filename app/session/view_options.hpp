// How the window shows what it shows: the page, and what is chosen on each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/scene/pages/page_inputs.hpp"
#include "app/scene/timeline.hpp"
#include "app/session/arrangement.hpp"
#include "app/study/dram.hpp"
#include "app/study/roofline.hpp"

namespace warplens::gui {

enum class StepUnit : uint8_t { kPass, kAccess, kLine, kPhase };
// What the window's middle shows: the trace step by step, the whole launch beside measurements, or
// what a model makes of it. All of them but kSteps are rows of scene/pages/pages.def.
enum class Page : uint8_t {
  kSteps,
#define WL_PAGE(page, origin, needs) k##page,
#include "app/scene/pages/pages.def"
};
enum class PageOrigin : uint8_t { kRun, kModel, kMeasured };
enum class PageNeeds : uint8_t { kNothing, kRequests, kCompiled };
struct PageRow {
  PageOrigin origin = PageOrigin::kRun;
  PageNeeds needs = PageNeeds::kNothing;
};
constexpr PageRow row_of(Page page) {
  constexpr PageRow kRows[] = {
      {},
#define WL_PAGE(page, origin, needs) {PageOrigin::origin, PageNeeds::needs},
#include "app/scene/pages/pages.def"
  };
  return kRows[static_cast<size_t>(page)];
}
// Whether it has measurements beside what was simulated.
constexpr bool is_measured(Page page) {
  return row_of(page).origin == PageOrigin::kMeasured;
}
constexpr bool is_model(Page page) {
  return row_of(page).origin == PageOrigin::kModel;
}
// Whether counts of accesses can be read off it: hidden while they are asked about.
constexpr bool has_counts(Page page) {
  return is_measured(page) || page == Page::kCaches || page == Page::kDram ||
         page == Page::kRoofline || page == Page::kHiding || page == Page::kSwizzle;
}
enum class CellLabel : uint8_t { kElement, kThread, kValue };

// Whether one picture fills the window, and which.
enum class Stage : uint8_t { kOff, kAccess, kTiles, kMemory, kSource };

// Whether all is drawn for paper, without what can be pressed, and how much: a stop as on a
// lecture's stage; the text, beside it the picture as far as no question covers it; the picture.
enum class Paper : uint8_t { kOff, kStop, kText, kPicture };

// What of a program's arrays is in sight, element by element.
struct ProgramElements {
  std::optional<uint32_t> array;    // that was chosen; nothing: those of the step
  uint64_t first = 0;               // element of the first row
  std::optional<uint64_t> element;  // that was chosen
  uint32_t of = 0;                  // in this array
};

struct ViewOptions : scene::PageTries {
  Page page = Page::kSteps;
  Stage stage = Stage::kOff;
  bool stage_hints = true;  // the clock and the keys, on stage
  CellLabel label = CellLabel::kElement;
  scene::Axis axis = scene::Axis::kSteps;  // of the timeline
  bool ask_first = false;                  // counts stay hidden until revealed
  bool revealed = false;                   // ... for this step
  bool differences = false;                // of a split window's two runs, in the pictures' place
  bool heat = false;                       // how often elements are fetched, in the tiles' place
  bool light = false;                      // dark letters on a light ground
  float scale = 1.0f;                      // of the whole window (projector)
  // Of the window's width, of the source and of the drawers at the right; 0: the usual one.
  float left_share = 0, right_share = 0;
  Arrangement arrangement = everything();
  // The text (State::document) in which the totals were closed while they listed errors.
  std::optional<uint32_t> totals_closed_in;
  uint32_t strip_at = 0;             // which of the lesson's sentences the strip shows
  study::RoofTry roof;               // tried in the place of the device's
  study::DramTry dram;               // which memory, served how, and how far
  uint32_t program_step = 0;         // of the page Program
  ProgramElements program_elements;  // likewise
  std::optional<uint32_t> guide;     // its topic that is shown in the place of all else
  float steps_per_second = 2;        // play
  bool playing = false;
  Paper paper = Paper::kOff;
};

}  // namespace warplens::gui
