// Words that are explained where the pointer rests on them, in whatever text is drawn meanwhile.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/kit/ui.hpp"

namespace warplens::ui {

// A word, or several. In a text it may begin with a capital, and there may be several of it
// ("wavefronts").
struct Hint {
  std::string word;
  std::string text;        // what the pointer shows
  bool is_marked = false;  // dots below it show that there is something
};

// Where a text has a hint's word: characters [first, end) of the text.
struct HintPlace {
  size_t first = 0, end = 0;
  const Hint* hint = nullptr;  // of the list
};
// In their order; of words that overlap the longest.
std::vector<HintPlace> find_hints(std::string_view text, const std::vector<Hint>& hints);

// While it lives, texts that are drawn have these hints.
class WithHints {
 public:
  WithHints(Ui& ui, const std::vector<Hint>& hints) : ui_(ui), before_(ui.hints) {
    ui.hints = &hints;
  }
  ~WithHints() { ui_.hints = before_; }
  WithHints(const WithHints&) = delete;
  WithHints& operator=(const WithHints&) = delete;

 private:
  Ui& ui_;
  const std::vector<Hint>* before_;
};

// For what draws letters: the hints of `part`, which is drawn at `at` and is a part of `whole`, in
// which the words are looked for. Widgets: hint.WORD.
void draw_hints(Ui& ui, ImDrawList* list, ImFont* font, float size, ImVec2 at,
                std::string_view whole, std::string_view part);

}  // namespace warplens::ui
