// Above a page's picture: its question with what kind of page it is, tabs to the pages of its
// group, the answer, what is in the way, and what can be chosen.
#pragma once

#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"
#include "app/window/pages/page_plan.hpp"
#include "app/window/pages/pages.hpp"

namespace warplens::views {

// In the page's panel, which is `height` pixels high with its edges; the cursor is below the head
// then.
PagePlan draw_page_head(ui::Ui& ui, const gui::State& model, gui::Actions& actions, float height);

// What a model says of a launch that failed, before any run came to its end.
bool is_explained(const gui::State& model);
// Counts and times of the page are hidden until they are asked for.
bool is_page_hidden(const gui::State& model);
// The page's answer as far as it may be seen.
PageAnswer shown_answer(const ui::Theme& theme, const gui::State& model);

}  // namespace warplens::views
