// Questions about an access, with choices: what is true, and what one finds who believes something
// wrong. Each wrong choice comes with two lanes that show why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/moment.hpp"

namespace warplens::scene {

// What somebody believes who gives a wrong answer.
enum class Belief : uint8_t {
  kNone,               // the right answer
  kBanksQueueUp,       // banks work one after another: the conflicts of all add up
  kSameWordQueues,     // lanes of a bank queue even where they want one word
  kNeverConflicts,     // any access takes one pass
  kOneALane,           // each lane takes one of its own
  kAlignmentIgnored,   // bytes divided by the size of a sector, wherever they begin
  kOnlyAskedMoves,     // bytes divided by the size of a sector, however far they are apart
  kLinesAreMoved,      // whole lines are moved
  kAlwaysBroadcast,    // constant memory serves all lanes at once
  kPitchIgnored,       // an element's bank is its column
  kBytesAreWords,      // an element's bank is its byte offset, counted round the banks
  kLaneIsBank,         // lane 5 uses bank 5
  kNeighboursCollide,  // lanes beside each other collide
  kSameWordCollides,   // lanes that want one word collide
  kPadIsOne,           // one more column is always the cure
  kPadIsARow,          // a whole row of banks is
  kPadIsUseless,       // none is
  kOneThreadsTime,     // what one thread accesses one after another is what coalesces
  kDistanceIsFree,     // how far lanes are apart does not matter
  kAlwaysCoalesces,    // lanes of one instruction are always merged
  kNeighbourIsNext,    // a thread goes from an element to the one beside it
  kAxesSwapped,        // along rows and down columns are exchanged
  kLanesWalk,          // a thread uses next what the lane beside it uses now
  kStaysThere,         // ... the same again
  kOnlyLoadsWait,      // nothing has to wait for loads
  kStoresAreSeen,      // what a thread stores, all others see at once
  kBarriersAreNeeded,  // every barrier is
  kBusiestIsWorst,     // the line with the most accesses
  kSteepestIsWorst,    // the line that takes the most for one access
  kOnlyLoadsCost,      // stores are free
  kOnlyStoresCost,     // loads are
  kWorkIsTime,         // as many times the passes, as many times the time
  kWorkIsFree,         // passes take no time
};

struct Choice {
  std::string text;
  Belief belief = Belief::kNone;
  std::string why;     // it is wrong; empty of the right one
  uint32_t lanes = 0;  // that show it
};

struct Question {
  std::string text;
  std::vector<Choice> choices;  // two or more, in an order that gives nothing away; one is right

  size_t right() const;  // its index
};

// What somebody believes, as a sentence without a full stop; "" of the right answer. Of an access
// that does `operation`; nothing: of accesses of any kind.
std::string words_of(Belief belief, std::optional<trace::Operation> operation = {});

// What an access takes: "How many wavefronts does this access take?".
Sentence count_question(Work work);

// About the moment's access, then those that take more of its run (Moment::run_questions), the most
// telling first; empty where each has only one answer.
std::vector<Question> questions_about(const Moment& moment, const model::Device& device);

}  // namespace warplens::scene
