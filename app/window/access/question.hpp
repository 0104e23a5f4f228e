// The question beside a picture whose answer is covered, and the feedback on the answer.
#pragma once

#include <string_view>
#include <vector>

#include "app/scene/questions/questions.hpp"
#include "app/window/access/panel_text.hpp"
#include "app/window/access/picture.hpp"

namespace warplens::views {

// What is asked about the selected access; null where there is nothing to ask.
class Asked {
 public:
  explicit Asked(const gui::State& model);
  const scene::Question* question() const { return question_; }
  bool has_others() const { return has_others_; }
  // The choice that was made; null before.
  const scene::Choice* answer() const;
  // The choice whose words say why: the one that was made, where it is wrong, else the first wrong
  // one that has any. Null before, or where none has.
  const scene::Choice* reason() const;

 private:
  const scene::Question* question_ = nullptr;
  bool has_others_ = false;
  std::optional<size_t> answer_;
};

// In the panel: the question with its choices as buttons, and one, `reveal`, that shows the answer.
void draw_question(ui::Ui& ui, const gui::State& model, gui::Actions& actions,
                   std::string_view reveal);

// The question again, and that the answer is right or what is wrong with it; empty before one is
// given.
std::vector<ColoredText> feedback(const ui::Ui& ui, const gui::State& model);
// What the sentence's panel is higher by while that is shown. [pixels]
float answered_height(const ui::Ui& ui, const gui::State& model);
// The choices as they were offered, from the area's top on: the right one, and which one was made.
// Returns their height, 0 before one is made; where not `is_drawn` only that. [pixels]
float draw_choices_made(ui::Ui& ui, const gui::State& model, const Area& area, bool is_drawn);
// Below it: on to another question, and the score. A row of buttons at the area's top.
void draw_answered(ui::Ui& ui, const gui::State& model, gui::Actions& actions, const Area& area);
// Lanes that show what is wrong with it.
uint32_t lanes_of_feedback(const gui::State& model);

}  // namespace warplens::views
