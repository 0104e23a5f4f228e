// The layouts of a shared array, tried by rewriting the text as a person would with find and
// replace, and running it: an exhaustive search that shares no code with sim/whatif/fix and
// sim/edit.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/run.hpp"

namespace warplens::test {

using Subscripts = std::vector<std::string>;
using Rewrite = std::function<void(Subscripts&)>;

// An array as the text declares it.
struct Declared {
  std::string name;
  size_t place = 0;               // of its name in the text
  std::vector<uint64_t> extents;  // their values
};

// The text with the brackets behind the name rewritten: where it is declared, where it is used from
// there on, and in macros before that.
std::string rewritten(const std::string& text, const Declared& array, const Rewrite& declaration,
                      const Rewrite& use);

// What a run leaves, and what an array costs in it.
struct Ran {
  bool goes_past_row = false;
  std::vector<std::vector<std::byte>> arrays;
  uint64_t conflicts = 0;  // of shared arrays of that name
};
// Nothing where the text can't run, or not to its end.
// `follows_rows`: to know whether an index goes past its row.
std::optional<Ran> run_text(const std::string& text, const std::string& words,
                            const std::string& array, bool follows_rows = false);

struct BruteForce {
  std::optional<uint64_t> pad;  // the least one from 1 to 32 that leaves no conflict
  // The least length of rows that leaves none and that no index goes past; of arrays of rows.
  std::optional<uint64_t> shorter;
  bool has_swizzle = false;
};
// Layouts with the same results and no conflict. An array of one dimension is taken as rows of
// `flat_row` elements. A swizzle is column ^ (row >> shift & mask) * unit << position, or with the
// plane's number in the place of the row's.
BruteForce search(const std::string& text, const std::string& words, const Declared& array,
                  uint64_t flat_row, uint64_t unit);

}  // namespace warplens::test
