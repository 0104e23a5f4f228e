// The pages in the place of the steps: the question that each answers, the key that turns to it,
// and what draws it. Each is defined in the file that draws it, kDivergencePage in divergence.cpp,
// and has a row in scene/pages/pages.def.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/study/metrics.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/kit/area.hpp"
#include "app/window/kit/choices.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

// What a page's question is about: a heading of the list of all pages, and the pages that are tabs
// beside each other.
enum class PageGroup : uint8_t { kRight, kBytes, kLimits, kMeasured };
inline constexpr size_t kPageGroups = 4;
const char* title_of(PageGroup group);

// A question's answer in one line, with one number; empty while it is not known.
using PageAnswer = std::vector<ColoredText>;
using PageChoices = std::vector<ui::ChoiceGroup>;

// [units] of PageView::details: more than there is room for.
inline constexpr float kManyDetails = 1000;

struct PageView {
  gui::Page page = gui::Page::kCompare;
  PageGroup group = PageGroup::kRight;
  const char* widget;  // of its tab
  char key;            // a capital letter
  Sentence name, question;
  std::optional<study::Quantity> quantity = std::nullopt;  // whose metric the answer has
  PageAnswer (*answer)(const ui::Theme& theme, const gui::State& model);
  // The picture fills the area, at whose upper left corner the cursor is; there is a run. One that
  // is longer leaves the cursor at its end.
  void (*draw)(ui::Ui& ui, const gui::State& model, const ui::Area& area, gui::Actions& actions);
  // [pixels] The least height in which the picture is whole; null: it is at any.
  float (*whole_height)(const ui::Ui& ui, const gui::State& model, float width) = nullptr;
  float details = 0;  // [units] what is to be in sight of them
  // [pixels] The same where it depends on what there is to say.
  float (*details_height)(const ui::Ui& ui, const gui::State& model, float width) = nullptr;
  // Sentences and tables below the picture's area, at the cursor, to the end of the window; null:
  // there are none.
  void (*draw_details)(ui::Ui& ui, const gui::State& model, const ui::Area& picture,
                       gui::Actions& actions) = nullptr;
  // Null: there are none.
  PageChoices (*choices)(const gui::State& model, gui::Actions& actions) = nullptr;
  // How far its model is off, a paragraph each; null: it is none.
  std::vector<std::string> (*caveats)(const gui::State& model) = nullptr;
};

#define WL_PAGE(page, origin, needs) extern const PageView k##page##Page;
#include "app/scene/pages/pages.def"

std::span<const PageView* const> page_views();  // group by group
const PageView& page_view(gui::Page page);      // not kSteps
// While the pointer rests on the button just drawn: the page's question, and its key.
void put_page_help(ui::Ui& ui, const PageView& view);

}  // namespace warplens::views
