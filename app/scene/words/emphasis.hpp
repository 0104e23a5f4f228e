// Which words of a sentence stand out and how, and the chosen thread's index written out line by
// line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/moment.hpp"

namespace warplens::scene {

enum class Emphasis : uint8_t { kNone, kStrong, kGroup, kWaste, kGood };

struct SentencePart {
  std::string text;
  Emphasis emphasis = Emphasis::kNone;
  uint8_t group = kNoGroup;  // kGroup
};

// The moment's sentence cut into parts that join to it again. "lanes 0 and 31" takes the colour of
// the lanes' group if they share one; "2 wavefronts", "16 sectors", "bank 0" those of waste or of a
// good access.
std::vector<SentencePart> emphasize(const Moment& moment);

// "M[row * n + k]", "M[11 * 16 + 4]", "M[180] = M[11][4]": the array is named in each. Empty if
// nothing is unfolded.
struct IndexLines {
  std::string source, values, result;
  std::string definition_source,
      definition_values;                      // "i = y * cols + x" where the index is a variable
  std::vector<replay::Unfolded::Term> terms;  // "row * n" and "k", with their elements
};
IndexLines index_lines(const Moment& moment);

}  // namespace warplens::scene
