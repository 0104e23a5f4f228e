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
    "{} {} {} words in {} different banks: 1 wavefront.";
// By operation.
inline constexpr const char* kBanksGive[] = {"deliver", "take", "take"};
inline constexpr char kWide[] =  // verb, bytes a lane, lanes, bytes, give, bytes a wavefront
    "Each lane {} {} bytes: {} lanes need {} bytes, the banks {} {} at a time: ";
inline constexpr char
    kWidePartly[] =  // verb, bytes a lane, give, bytes a wavefront, lanes a group, groups
    "Each lane {} {} bytes and the banks {} {} at a time, so lanes leave in groups of {}; {} of "
    "them have active lanes: ";
inline constexpr Countable kLeast{"{} wavefront is the least, 0 conflicts.",
                                  "{} wavefronts are the least, 0 conflicts."};
inline constexpr char kHalfWarpsClean[] =  // lanes together, operation, groups, wavefronts
    "This device serves {} lanes at a time, so the {} leaves in {} groups; none asks a bank twice: "
    "{}, the least possible.";
// Which lanes, how far apart, bytes.
inline constexpr char kPairsAgree[] = "Lanes {0} (0 and {1} ...) read the same {2} bytes";
inline constexpr char kPairsAlone[] = "Of lanes {0} (0 and {1} ...) only one each is active";
inline constexpr char kPairsMixed[] =
    "Lanes {0} (0 and {1} ...) read the same {2} bytes or only one of them is active";
inline constexpr char kNeighbours[] = "next to each other";
inline constexpr char kTwoApart[] = "two apart";
inline constexpr char kMerged[] = ", so {} lanes leave together: ";  // lanes
inline constexpr char kPair[] =  // lanes, bank, word, word, operation, wavefronts, least
    "{} need different words of bank {} (words {} and {}), so this {} takes {} instead of {}.";
inline constexpr char kConflict[] =  // lanes, words, bank, operation, wavefronts, least
    "{} need {} different words of bank {}, so this {} takes {} instead of {}.";
inline constexpr char kAtomicConflict[] =  // lanes, bank, operation, wavefronts, least
    "{} add in bank {}, one after another even where the address is the same, so this {} takes {} "
    "instead of {}.";
inline constexpr char kSwapConflict[] =  // lanes, bank, wavefronts, least
    "{} compare and swap in bank {}, one after another even where the address is the same and in "
    "two passes each, so this atomic takes {} instead of {}.";
inline constexpr char kSwapClean[] =  // lanes, wavefronts
    "{} compare and swap, no two in one bank at a time; that takes two passes: {}, the least "
    "possible.";
inline constexpr char kSwapOne[] =  // lane
    "Only lane {} is active and compares and swaps; that takes two passes: 2 wavefronts.";
inline constexpr Countable kRounds{"{} round", "{} rounds"};
inline constexpr char kAtomicLoop[] =  // rounds, wavefronts
    "The GPU has no instruction for this atomic on shared memory: it loads, computes, and compares "
    "and swaps until every lane is through, here in {}. That takes {}, ";
inline constexpr char kLoopLeast[] = "the least possible.";
inline constexpr char kLoopMore[] = "where {} would be the least.";
inline constexpr char kLeavesInGroups[] =  // groups, lanes a group, need, beyond
    " Its {} groups of up to {} lanes need {} each; {}.";
inline constexpr const char* kOneEach = "one";
inline constexpr const char* kTwoEach = "two";
inline constexpr Countable kBeyond{"{} wavefront is beyond that", "{} wavefronts are beyond that"};
inline constexpr Countable kBanksIdle{" {} of {} banks stays idle.", " {} of {} banks stay idle."};
inline constexpr char kOneWordRule[] =
    " This device broadcasts one word in a pass; other shared words are served lane by lane.";

// Constant memory.
inline constexpr char kOneLaneConstant[] = "Only lane {} is active: one broadcast.";
inline constexpr char kOneBroadcast[] = "{} read the same {}: one broadcast.";  // who, what
inline constexpr char kTheWord[] = "word";
inline constexpr char kTheBytes[] = "{} bytes";
inline constexpr const char* kWords = "words";
inline constexpr const char* kValues = "values";
inline constexpr char kBroadcasts[] =  // lanes, values, "words"
    "{0} ask for {1} different {2} of constant memory: {1} broadcasts one after the other, where 1 "
    "would be the best.";

// Global memory.
inline constexpr char kWideTouch[] =  // verb, bytes a lane, lanes, touch, sectors, lines
    "Each lane {} {} bytes: {} {} {} of {}. ";
inline constexpr Countable kNeeded{"{} sector is needed for {} bytes: nothing is wasted.",
                                   "{} sectors are needed for {} bytes: nothing is wasted."};
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
inline constexpr const char* kIsOne = "is";
inline constexpr const char* kAreMany = "are";
inline constexpr const char* kGetOne = "reads";
inline constexpr const char* kGetMany = "read";

inline constexpr Countable kWavefronts{"{} wavefront", "{} wavefronts"};
inline constexpr Countable kSectors{"{} sector", "{} sectors"};
inline constexpr Countable kLines{"{} line", "{} lines"};
inline constexpr Countable kLaneCount{"{} lane", "{} lanes"};
inline constexpr Countable kWord{"word {}", "word {}"};

}  // namespace warplens::scene::phrases
