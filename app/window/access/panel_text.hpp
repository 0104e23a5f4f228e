// Text that several panels draw alike: coloured words that wrap, words of a moment, counts that may
// be hidden.
#pragma once

#include <string>
#include <vector>

#include "app/scene/moment.hpp"
#include "app/scene/words/judgement.hpp"
#include "app/session/state.hpp"
#include "app/window/kit/ui.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::views {

struct ColoredText {
  std::string text;
  ImU32 color = 0;
};

// Draws the texts one behind the other as one paragraph at `at`, broken at spaces to `width` pixels
// (a word that is wider alone is broken inside); returns its height. `list` null: only measures.
float flow_text(ui::Ui& ui, ImDrawList* list, ImFont* font, ImVec2 at, float width,
                const std::vector<ColoredText>& texts);

// The moment's sentence with its parts' colours.
std::vector<ColoredText> emphasized(const ui::Ui& ui, const scene::Moment& moment);

// "pass 7 of 32" of the selected access; of two sides, of the right one, whose steps these are:
// "done in 1 pass" while the other one goes on.
std::string pass_counter_text(const gui::State& model);

// `plain` is for what says nothing.
ImU32 judgement_color(const ui::Theme& theme, scene::Judgement judgement, ImU32 plain);
// Of what the access takes, as words.
ImU32 cost_color(const ui::Theme& theme, const scene::Moment& moment);

// "store tile[x][y]", and "store tile[x][y], line 20, warp 0", of the selected access.
std::string access_words(const gui::State& model);
std::string access_text(const gui::State& model);

// "16 × 16"; extents of 1 at the end are left out.
std::string dim_text(const launch::Dim3& dim);

// threadIdx of (warp, lane) in the run's block, which may be past its end.
struct ThreadIndex {
  uint32_t x = 0, y = 0, z = 0;
};
ThreadIndex thread_index(const launch::Dim3& block, uint32_t warp, uint32_t lane);

// Of pictures that do not belong to the newest text or launch, because that does not run; "" where
// they do.
std::string stale_words(const gui::State& model);

// A panel's remark with what the lanes' colours mean before it: "colours by y · ..."; where all
// lanes have one colour, the remark alone.
std::string with_lane_colors(const gui::State& model, const std::string& text);

}  // namespace warplens::views
