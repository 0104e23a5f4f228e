// What questions are drawn of, whoever asks: choices as buttons in rows, how they look once one was
// made, and the largest letters for a text beside them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/window/kit/area.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::views {

struct QuestionButton {
  std::string name, text;
  ui::ButtonLook look = ui::ButtonLook::kPlain;
};

// Buttons have the letters of titles while it lives.
class LargeLetters {
 public:
  LargeLetters(ui::Ui& ui, bool are_large) : ui_(ui), body_(ui.fonts.body) {
    if (are_large) ui.fonts.body = ui.fonts.title;
  }
  ~LargeLetters() { ui_.fonts.body = body_; }
  LargeLetters(const LargeLetters&) = delete;
  LargeLetters& operator=(const LargeLetters&) = delete;

 private:
  ui::Ui& ui_;
  ImFont* body_;
};

// How many rows buttons with these texts take in so much room [pixels], and how high one is.
size_t rows_of_buttons(const ui::Ui& ui, const std::vector<QuestionButton>& buttons, float room);
float button_row_height(const ui::Ui& ui);
// In rows from `y` on, each in the middle of the area; the one that is pressed, or none. The cursor
// is below them then.
std::optional<size_t> draw_buttons(ui::Ui& ui, const ui::Area& area, float y,
                                   const std::vector<QuestionButton>& buttons);

// What is above a question's buttons in the area, so high at its width. Where they leave less, it
// scrolls there, so that they are in sight at any length of it; two lines it always has. `draw`
// gets where it begins and its width, and returns its height. Returns where it ends. [pixels]
float draw_above_buttons(ui::Ui& ui, const ui::Area& area, float height, float buttons,
                         const std::function<float(ImVec2 at, float width)>& draw);

// The largest letters in which the text leaves so much of the area for buttons. [pixels]
ImFont* font_beside(const ui::Ui& ui, const std::string& text, const ui::Area& area, float buttons);
// In several lines from the left where one is too short; returns their height. [pixels]
float draw_centred(ui::Ui& ui, ImFont* font, const ui::Area& area, float y, ImU32 color,
                   const std::string& text);

// The choices as they were offered: the right one filled, a cross beside the one that was made and
// is wrong. Returns the height; `list` null: only that. [pixels]
struct MadeChoice {
  std::vector<std::string> texts;
  size_t right = 0;
  std::optional<size_t> made;  // none: the answer was only shown
};
float draw_made_choice(ui::Ui& ui, ImDrawList* list, const ui::Area& area, const MadeChoice& made);
float choice_height(const ui::Ui& ui);  // of a row of them [pixels]

}  // namespace warplens::views
