// The sentences of sentence.cpp as formats for fmt, in one place, so that a second language
// replaces this file. {0}, {1}... are said beside each.
#pragma once

namespace warplens::scene::phrases {

// A phrase that depends on a number: of one, of many.
struct Countable {
  const char* one;
  const char* many;
};

// By operation: load, store, atomic.
inline constexpr const char* kOperation[] = {"load", "store", "atomic"};
inline constexpr const char* kVerbMany[] = {"read", "write", "add to"};
inline constexpr const char* kVerbOne[] = {"reads", "writes", "adds to"};

inline constexpr char kLane[] = "lane {}";
inline constexpr char kLanes[] = "lanes {}";
inline constexpr char kRange[] = "{} to {}";
inline constexpr char kAnd[] = " and ";
inline constexpr char kComma[] = ", ";
inline constexpr char kEllipsis[] = " ... ";
inline constexpr char kCount[] = " ({} lanes)";
inline constexpr char kAllLanes[] = "All {} lanes";
inline constexpr char kActiveLanes[] = "All {} active lanes";

// Shared memory.
inline constexpr char kOneLane[] =
    "Only lane {0} is active: it {1} {2}, 1 wavefront.";  // verb, word 5
inline constexpr char kBroadcast[] =                      // who, verb
    "{} {} the same word: one broadcast, 1 wavefront.";
inline constexpr char kSameAddressWide[] =  // who, verb, bytes, wavefronts
    "{} {} the same {} bytes: one broadcast, {}.";
// By operation: lanes, words, banks, how many lanes a word.
inline constexpr const char* kMulticast[] = {
    "{} lanes read {} words in {} different banks; a word feeds {} lanes at once (multicast): 1 "
    "wavefront.",
    "{} lanes write {} words in {} different banks; {} lanes write into the same word at once: 1 "
    "wavefront.",
    "{} lanes add to {} words in {} different banks; {} lanes share a word: 1 wavefront.",
};
inline constexpr char kUpTo[] = "up to {}";
inline constexpr char kDistinct[] =  // lanes, verb, words, banks
    "{} lanes {} {} words in {} different banks: 1 wavefront.";
inline constexpr char
    kGroupsClean[] =  // operation, bytes a lane, groups, lanes a group, wavefronts
    "At {1} bytes a lane this {0} leaves in {2} groups of up to {3} lanes; none asks a bank twice: "
    "{4}, the least possible.";
inline constexpr char kHalfWarpsClean[] =  // lanes together, operation, groups, wavefronts
    "This device serves {} lanes at a time, so the {} leaves in {} groups; none asks a bank twice: "
    "{}, the least possible.";
inline constexpr char kMerged[] =  // bytes, groups, wavefronts
    "Neighbouring lanes read the same {} bytes, so they are served together, in {}: {}, the least "
    "possible.";
inline constexpr char kPair[] =  // lanes, bank, word, word, operation, wavefronts, least
    "{} need different words of bank {} (words {} and {}), so this {} takes {} instead of {}.";
inline constexpr char kConflict[] =  // lanes, words, bank, operation, wavefronts, least
    "{} need {} different words of bank {}, so this {} takes {} instead of {}.";
inline constexpr char kAtomicConflict[] =  // lanes, bank, operation, wavefronts, least
    "{} add in bank {}, one after another even where the address is the same, so this {} takes {} "
    "instead of {}.";
inline constexpr char kLeavesInGroups[] = " It leaves in {} groups of up to {} lanes.";
inline constexpr Countable kBanksIdle{" {} of {} banks stays idle.", " {} of {} banks stay idle."};
inline constexpr char kOneWordRule[] =
    " This device broadcasts one word in a pass; other shared words are served lane by lane.";

// Global memory.
inline constexpr char kSameElement[] =  // who, verb, used, moved
    "{} {} the same {} bytes: 1 sector; {} of {} bytes moved are used.";
inline constexpr char kTouch[] =  // lanes, touch, sectors, lines, used, moved
    "{} {} {} of {}; {} of {} bytes moved are used.";
inline constexpr const char* kTouchOne = "touches";
inline constexpr const char* kTouchMany = "touch";
inline constexpr char kFewer[] = " {} could hold them.";
inline constexpr char kSameAddressAtomic[] =
    " Lanes that add to the same address wait for each other.";

// Out of bounds, by operation: lanes.
inline constexpr const char* kOutside[] = {
    " {} {} outside every array and {} 0.",
    " {} {} outside every array; nothing is stored there.",
    " {} {} outside every array; nothing is added there.",
};
inline constexpr const char* kLieOne = "lies";
inline constexpr const char* kLieMany = "lie";
inline constexpr const char* kGetOne = "reads";
inline constexpr const char* kGetMany = "read";

inline constexpr Countable kWavefronts{"{} wavefront", "{} wavefronts"};
inline constexpr Countable kSectors{"{} sector", "{} sectors"};
inline constexpr Countable kLines{"{} line", "{} lines"};
inline constexpr Countable kGroups{"{} group", "{} groups"};
inline constexpr Countable kLaneCount{"{} lane", "{} lanes"};
inline constexpr Countable kWord{"word {}", "word {}"};

}  // namespace warplens::scene::phrases
