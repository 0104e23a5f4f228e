// What the pointer shows over a term that the course introduces.
#include <algorithm>
#include <utility>

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
  const gui::StopPlace* here = course.at ? &*course.at : course.first ? &course.first->of : nullptr;
  for (size_t lesson = 0; lesson < course.lessons.size(); ++lesson) {
    const std::vector<course::Stop>& stops = course.lessons[lesson]->stops;
    for (size_t stop = 0; stop < stops.size(); ++stop) {
      const guide::Term* term = guide::find_term(guide::glossary(), stops[stop].term);
      if (term == nullptr) continue;
      const bool is_there = std::any_of(hints.begin(), hints.end(), [&](const ui::Hint& hint) {
        return hint.word == term->term;
      });
      const bool is_new =
          here != nullptr && std::pair(lesson, stop) >= std::pair(here->lesson, here->stop);
      if (!is_there) hints.push_back({term->term, explained(*term), is_new});
    }
  }
  return hints;
}

}  // namespace warplens::views
