// What the pointer shows over a term that the course introduces.
#include <algorithm>

#include "app/guide/glossary.hpp"
#include "app/window/course/course.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {
namespace {

std::string explained(const guide::Term& term) {
  if (term.source.empty())
    return say("{term}: {meaning}. A word of Warplens.", "term"_a = term.term,
               "meaning"_a = term.meaning);
  return say("{term}: {meaning}. More in: {document}.", "term"_a = term.term,
             "meaning"_a = term.meaning, "document"_a = term.source);
}

}  // namespace

std::vector<ui::Hint> term_hints(const gui::Course& course) {
  std::vector<ui::Hint> hints;
  const course::Stop* open = course.stop();
  for (const auto& lesson : course.lessons) {
    for (const course::Stop& stop : lesson->stops) {
      const guide::Term* term = guide::find_term(guide::glossary(), stop.term);
      if (term == nullptr) continue;
      const bool is_there = std::any_of(hints.begin(), hints.end(), [&](const ui::Hint& hint) {
        return hint.word == term->term;
      });
      const bool is_new = &stop == open || !course.progress.done.contains(stop.id);
      if (!is_there) hints.push_back({term->term, explained(*term), is_new});
    }
  }
  return hints;
}

}  // namespace warplens::views
