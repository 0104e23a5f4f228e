// The swizzle workbench as plain data: a shared array's pieces on the banks under the layout that
// is tried, and what each of its accesses takes then.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/study/swizzle.hpp"
#include "sim/base/sliced_work.hpp"

namespace warplens::scene {

// Lines of 128 bytes that are drawn.
inline constexpr uint64_t kMostBankLines = 32;

// What is in a place of a line of 128 bytes, which all banks hold side by side.
struct BankCell {
  bool is_used = false;  // else it is padding, or behind the array
  uint32_t row = 0;      // of the array
  uint32_t piece = 0;    // of the row, counted as the text has them
};

struct BankPicture {
  uint32_t piece_bytes = 16;  // what a lane takes at once, 4 to 16
  uint32_t columns = 8;       // pieces of a line
  uint32_t pieces = 8;        // of a row of the array
  uint64_t lines = 0;         // of the whole array
  std::vector<std::vector<BankCell>> shown;
};

struct SwizzleSite {
  std::string place, access, words;
  uint64_t requests = 0;
  observe::LayoutCost before, after;
  bool is_free = false;           // it has no conflict now
  bool counts_otherwise = false;  // its wavefronts are no conflicts, or it has none: `words` say it
  std::optional<uint32_t> step;   // of the recording: its first access
};

struct SwizzleSpelling {
  std::string name, formula;
};

struct SwizzleScene {
  study::SwizzleFacts facts;
  std::vector<std::string> arrays;  // that can be chosen
  BankPicture picture;
  std::vector<SwizzleSite> sites;
  std::vector<SwizzleSpelling> spellings;
  std::string answer, parted, begin, span, refusal;  // "": nothing to say
  std::string more_bytes;                            // likewise
};

SwizzleScene swizzle_scene(study::SwizzleFacts facts);

// Rows whose pieces of one column a matrix' eight rows would read at once: how many of eight
// neighbouring rows' pieces share a bank with another one at most, of the shown lines. 1: none
// does.
uint32_t worst_of_eight_rows(const BankPicture& picture, uint32_t piece);

// The page Swizzle (page_inputs.hpp). The accesses are gathered once a run; what is tried moves
// them.
struct PageInputs;
struct SwizzlePage {
  using Scene = SwizzleScene;
  using Try = study::SwizzleTry;
  struct Key {
    std::shared_ptr<const run::Run> run;
    study::SwizzleTry tried;
    friend bool operator==(const Key&, const Key&) = default;
  };
  static std::optional<Key> wanted(const PageInputs& now);
  static base::SlicedWork<Scene> make(const Key& key, std::shared_ptr<const Scene> shown);
};

}  // namespace warplens::scene
