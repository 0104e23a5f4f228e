// The pages in the place of the steps: what each is called, the key that turns to it, and what
// draws it. A new page is a row of pages.cpp, an enumerator of gui::Page and the file that draws
// it.
#pragma once

#include <span>
#include <string>

#include "app/session/actions.hpp"
#include "app/session/state.hpp"
#include "app/window/frame/flow.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

struct PageView {
  gui::Page page = gui::Page::kCompare;
  const char* widget;  // of its button
  char key;            // a capital letter
  Sentence name, help;
  // At the cursor, to the end of the window; there is a run.
  void (*draw)(ui::Ui& ui, const gui::State& model, gui::Actions& actions);
  // Buttons of its own, behind the pages'; may be null.
  void (*put_buttons)(ui::Ui& ui, const gui::State& model, Flow& flow, gui::Actions& actions);
};

std::span<const PageView> page_views();
const PageView& page_view(gui::Page page);  // not kSteps
// While the pointer rests on the button just drawn: what the page is, and its key.
void put_page_help(ui::Ui& ui, const PageView& view);

}  // namespace warplens::views
