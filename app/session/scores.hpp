// How first attempts at questions went, by what somebody believes who gives a wrong answer. Kept in
// a file of this machine's user.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "app/scene/questions/questions.hpp"
#include "sim/base/result.hpp"

namespace warplens::gui {

struct BeliefScore {
  uint32_t met = 0;     // questions in which it was a choice
  uint32_t chosen = 0;  // ... and was taken
  uint32_t due = 0;     // times that such a question is still to come again
  friend bool operator==(const BeliefScore&, const BeliefScore&) = default;
};

struct Scores {
  uint32_t asked = 0, right = 0;
  std::map<scene::Belief, BeliefScore> beliefs;

  // A first attempt. A belief that was chosen is due twice more; one that was there and was not
  // chosen by a right answer, once less.
  void note(const scene::Question& question, size_t choice);
  // How much the question is due: the most of its beliefs.
  uint32_t due(const scene::Question& question) const;
  friend bool operator==(const Scores&, const Scores&) = default;
};

// As a file holds it. The error says what is wrong with the text.
std::string print(const Scores& scores);
base::Result<Scores, std::string> parse_scores(std::string_view text);

}  // namespace warplens::gui
