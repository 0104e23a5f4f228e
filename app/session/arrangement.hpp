// What of the window is open, lit and covered: one value of the state, so that a stop of a lesson
// can set it as a whole and "back" restores it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace warplens::gui {

// A set of an enumeration's values.
template <class Value>
class Choices {
 public:
  constexpr Choices() = default;
  constexpr Choices(std::initializer_list<Value> values) {
    for (const Value value : values) set(value, true);
  }

  constexpr bool has(Value value) const { return (bits_ >> static_cast<int>(value) & 1u) != 0; }
  constexpr void set(Value value, bool is_in) {
    const uint32_t bit = 1u << static_cast<int>(value);
    bits_ = is_in ? bits_ | bit : bits_ & ~bit;
  }
  constexpr bool is_empty() const { return bits_ == 0; }
  friend constexpr bool operator==(const Choices&, const Choices&) = default;

 private:
  uint32_t bits_ = 0;
};

// What is there on demand: one thread's index and variables; the table of 32 lanes; findings and
// the grid's totals.
enum class Drawer : uint8_t { kThread, kLanes, kTotals };
inline constexpr int kDrawers = 3;

// What the middle shows of an access: arrays and what moves between them, who meets in banks or
// sectors, or one above the other. kFitting: of the former two the one that has more to show of the
// text that was opened.
enum class Picture : uint8_t { kBoth, kArrays, kAccess, kFitting };

// What a part of a picture can give away. Each picture says for each of its parts which of these
// can be read off it.
enum class Count : uint8_t {
  kWavefronts,  // of shared memory, with who meets in a bank
  kSectors,     // of global memory, with lines and bytes
  kBroadcasts,  // of constant memory
  kBlocks,      // of the launch
  kElements,    // which ones lanes name, with values, and all that follows: banks, sectors
  kIndices,     // a thread's index and variables, its warp and lane
};

// In what is drawn: these lines of the text, these lanes of the access's warp.
struct Lit {
  std::vector<uint32_t> lines;  // of the main text, from 1
  uint32_t lanes = 0;           // a bit a lane
  friend bool operator==(const Lit&, const Lit&) = default;
};

struct Arrangement {
  Choices<Drawer> open;
  Picture picture = Picture::kBoth;
  bool has_strip = false;  // above: where one is in what is taught
  Lit lit;
  Choices<Count> covered;
  friend bool operator==(const Arrangement&, const Arrangement&) = default;
};

// Everything that can be open; and what a newcomer sees: the source, one picture, one sentence and
// the timeline.
Arrangement everything();
Arrangement first_arrangement();

// "open=thread,lanes picture=arrays strip lit=line:24,lane:3 cover=wavefronts", as a stop and a
// script write it; "all" and "first" are the two above. Nothing where it is no arrangement, with
// what is wrong in `problem`.
std::optional<Arrangement> parse_arrangement(const std::string& text, std::string& problem);
std::string print(const Arrangement& arrangement);

}  // namespace warplens::gui
