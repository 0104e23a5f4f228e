// What a finding's sentence says besides its place, threads and count: numbers, names and enums, a
// struct for each subject (of copies and mbarriers in copy_detail.hpp). Each has its sentence
// (access_sentences.cpp, order_sentences.cpp, value_sentences.cpp, advice_sentences.cpp,
// host_sentences.cpp) and its fields by name, as JSON has them under "detail": visit(field) calls
// field(name, value) for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/base/operation.hpp"
#include "sim/observe/finding/copy_detail.hpp"
#include "sim/observe/finding/memory_layout.hpp"

namespace warplens::observe {

// A kind of which there is no more to say.
struct NoDetail {
  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field) const {}
};

// kOutOfBounds, kMisaligned.
struct AccessDetail {
  // kOutside: of the array; kNowhere: it is in none; kConstant: a store to __constant__ memory.
  enum class Fault : uint8_t { kOutside, kNowhere, kConstant, kMisaligned };
  Fault fault = Fault::kOutside;
  base::Space space = base::Space::kGlobal;
  bool is_load = false, is_store = false;  // both: a load and its store; none: an atomic
  uint32_t bytes = 0;                      // of a lane
  std::string array;                       // "": none
  int64_t offset = 0;  // in the array; without one, in its memory: of global memory an address
  // kOutside, where there is an array: the element, what of it, and how many there are. The extents
  // are those of the declaration, where they count the same elements.
  int64_t element = 0;
  std::string member;          // ".pos.x"; "": the element
  uint32_t element_bytes = 0;  // of an element without members
  uint64_t elements = 0;
  std::vector<uint64_t> extents;
  bool is_counted_through = false;  // the element's number in an array of several dimensions
  uint64_t memory_bytes = 0;        // of local memory, where there is no array

  friend bool operator==(const AccessDetail&, const AccessDetail&) = default;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("fault", one_of(fault, {"outside", "in_no_array", "constant", "misaligned"}));
    field("space", one_of(space, {"shared", "global", "constant", "local", "registers", "host"}));
    field("operation", is_load    ? (is_store ? "load_and_store" : "load")
                       : is_store ? "store"
                                  : "atomic");
    field("bytes", bytes);
    field("array", array);
    field("offset", offset);
    if (fault != Fault::kOutside) return;
    field("element", element);
    field("member", member);
    field("elements", elements);
  }
};

// kAssert, kTrap, kStackFull.
struct StopDetail {
  std::string condition;  // of an assertion
  std::string function;   // that calls itself

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("condition", condition);
    field("function", function);
  }
};

// kSyncMask.
struct MaskDetail {
  bool is_named = false;    // a lane that does not execute it; else it is left out
  uint32_t also_lanes = 0;  // of the thread's warp: that are left out, too

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("mask", is_named ? "names" : "leaves_out");
    field("also_lanes", also_lanes);
  }
};

// kMissingLanes.
struct MissingDetail {
  uint32_t also_lanes = 0;       // of the thread's warp: that are missing, too
  uint32_t threads_of_warp = 0;  // 0: the thread is missing; else it has no more beside it

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("also_lanes", also_lanes);
    field("threads_of_warp", threads_of_warp);
  }
};

// The four kinds of races.
struct RaceDetail {
  // In which order the two were executed, by the text: kNone, it has none.
  enum class Order : uint8_t { kNone, kOfText, kReversed };
  // What would order them. kBarrier: a barrier, `place` says where. kFences: one waits for the
  // other at a flag or a lock, which lacks fences; kAcquire: the reader's, or who takes the lock,
  // lacks one. kNothing: it ends the same. kAtomic: one step in place of a test and a write, or of
  // a load and a store. kLaunch: a second launch.
  enum class Cure : uint8_t { kBarrier, kFences, kAcquire, kNothing, kAtomic, kLaunch };
  // kBetween: the two accesses, or two lines; kTurnEnd: at the end of each turn of a loop;
  // kNextTurn: between a line and one of the loop's next turn; kAfterLoad: load, then a barrier,
  // then store; kAnywhere: between the two, whose order the text does not give.
  enum class Place : uint8_t { kBetween, kTurnEnd, kNextTurn, kAfterLoad, kAnywhere };
  ElementRef element;
  base::Operation operation = base::Operation::kLoad;        // of the finding's access
  base::Operation other_operation = base::Operation::kLoad;  // of the other, which came first
  bool is_between_blocks = false, is_in_warp = false;
  bool is_same_value = false;
  bool is_behind_copy = false;  // by the text one copies asynchronously, and then the other reads
  Order order = Order::kNone;
  Cure cure = Cure::kBarrier;
  Place place = Place::kAnywhere;
  uint32_t behind = 0, before = 0;  // lines between which a barrier is missing; equal: one line

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("element", element);
    field("operation", one_of(operation, {"load", "store", "atomic", "copy"}));
    field("other_operation", one_of(other_operation, {"load", "store", "atomic", "copy"}));
    field("same_value", is_same_value);
    if (is_behind_copy) field("behind_copy", is_behind_copy);
    field("order", one_of(order, {"none", "of_text", "reversed"}));
    field("cure",
          one_of(cure, {"barrier", "fences", "acquire", "none_needed", "atomic", "launch"}));
    if (cure != Cure::kBarrier) return;
    field("place",
          one_of(place, {"between", "end_of_turn", "before_next_turn", "after_load", "anywhere"}));
    if (place == Place::kAnywhere) return;
    field("behind", behind);
    field("before", before);
  }
};

// kDivergentBarrier: what the thread that skips it does.
struct BarrierDetail {
  enum class Skip : uint8_t { kEnds, kComesLater, kWaitsElsewhere };
  Skip skip = Skip::kEnds;
  uint32_t skipping[3] = {0, 0, 0};  // the thread

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("skips", one_of(skip, {"ends", "comes_later", "waits_elsewhere"}));
    field("skipping", skipping);
  }
};

// kDeadlock: who waits for what.
struct DeadlockDetail {
  enum class Reason : uint8_t { kSpin, kBarrier, kMeeting, kMbarrier };
  struct Waiting {
    Reason reason = Reason::kSpin;
    uint64_t threads = 0;
    uint32_t line = 0;
    // kMbarrier: of the first thread's.
    std::string mbarrier;          // "full[2]"
    uint32_t parity = 0;           // of the phase that it waits for, which goes on
    trace::MbarrierState missing;  // that phase

    template <class Field>
    void visit(Field field) const {
      field("for", one_of(reason, {"spin", "barrier", "warp", "mbarrier"}));
      field("threads", threads);
      field("line", line);
      if (reason != Reason::kMbarrier) return;
      field("mbarrier", mbarrier);
      field("parity", parity);
      field("pending_arrivals", missing.pending);
      field("expected_arrivals", missing.expected);
      field("pending_bytes", missing.bytes);
    }
  };
  std::vector<Waiting> waiting;  // the first few reasons
  bool has_more = false;
  bool ends_by_lanes = false;  // where lanes progress independently, it ends: a hint

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("waiting", waiting);
    field("more", has_more);
    field("ends_by_lanes", ends_by_lanes);
  }
};

// kUnwrittenRead.
struct UnwrittenDetail {
  // kCarried: from shared memory, through it again. kChanged: by an atomic function.
  enum class Source : uint8_t { kGlobal, kShared, kCarried, kChanged, kVariable };
  Source source = Source::kShared;
  ElementRef element;    // not of a variable
  std::string variable;  // "v.y"
  uint32_t line = 0;     // of its declaration

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("source", one_of(source, {"global", "shared", "carried", "changed", "variable"}));
    if (source != Source::kVariable) return field("element", element);
    field("variable", variable);
    field("declared", line);
  }
};

// kAbsentLane: the thread of the other place took its value from a lane of its warp. kElsewhere: it
// does not execute the shuffle; kNotNamed: the mask does not name it.
struct AbsentDetail {
  enum class Absence : uint8_t { kNoThread, kEnded, kElsewhere, kNotNamed };
  Absence absence = Absence::kNoThread;
  uint32_t from[3] = {0, 0, 0};  // the thread there, if there is one
  uint32_t lane = 0, warp = 0;
  uint64_t threads = 0;  // of a block

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("absence", one_of(absence, {"no_thread", "ended", "elsewhere", "not_named"}));
    field("lane", lane);
    field("warp", warp);
    if (absence != Absence::kNoThread) field("from", from);
  }
};

// kUnwrittenOutput: elements of an array that a parameter, or two, count.
struct OutputDetail {
  std::string array;
  uint64_t elements = 0, first = 0;  // all; the first that is not stored to
  std::string parameter;             // that counts them; "": the two that follow
  std::string width_name, height_name;
  uint64_t width = 0, height = 0;
  uint64_t columns = 0, rows = 0;  // for which there are threads

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("array", array);
    field("elements", elements);
    field("first", first);
    if (!parameter.empty()) return field("parameter", parameter);
    field("width_name", width_name);
    field("height_name", height_name);
    field("width", width);
    field("height", height);
    field("columns", columns);
    field("rows", rows);
  }
};

// kBlockSize.
struct SizeDetail {
  uint64_t threads = 0;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("threads", threads);
  }
};

// kUnneededBarrier: kOnePhase, it is in a loop that has one turn; kOwnValues, threads read only
// what they stored.
struct NeedDetail {
  enum class Why : uint8_t { kNothingShared, kOnePhase, kOwnValues };
  Why why = Why::kNothingShared;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("why", one_of(why, {"nothing_shared", "one_phase", "own_values"}));
  }
};

// kUnreadShared.
struct ArrayDetail {
  std::string array;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("array", array);
  }
};

// kRefetched: on average. [bytes]
struct FetchDetail {
  std::string array;
  uint64_t times = 0, loads = 0;  // that an element is fetched; that threads load it
  uint64_t fetched = 0, once = 0;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("array", array);
    field("times", times);
    field("loads", loads);
    field("bytes", fetched);
    field("bytes_once", once);
  }
};

// kWastedSectors.
struct SectorsDetail {
  // kMembers: a structure of arrays; kVector: neighbours in one access of `stride` bytes; kTile: a
  // tile in shared memory, or the array transposed; kNeighbours: lanes that take neighbours.
  enum class Cure : uint8_t { kMembers, kVector, kTile, kNeighbours };
  std::string array;
  bool is_load = false;
  double percent = 0;   // of what is moved is used
  uint64_t stride = 0;  // [bytes] between neighbouring lanes; 0: not the same
  Cure cure = Cure::kNeighbours;
  uint64_t sectors = 0, with_cure = 0;  // of the block

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("array", array);
    field("operation", is_load ? "load" : "store");
    field("used_percent", percent);
    field("lane_distance", stride);
    field("sectors", sectors);
    field("cure", one_of(cure, {"structure_of_arrays", "vector", "tile", "neighbours"}));
    field("sectors_with_it", with_cure);
  }
};

// kExchangedIndices: sectors of the access and of the block's others, also with threadIdx.x and
// threadIdx.y exchanged.
struct ExchangeDetail {
  // kTile: the others would pay for it. kWarps: the text can't exchange them.
  enum class Cure : uint8_t { kExchange, kWarps, kTile };
  base::Operation operation = base::Operation::kLoad;
  std::string array;  // "": not known
  Cure cure = Cure::kExchange;
  uint64_t now = 0, exchanged = 0;
  uint64_t others_now = 0, others_exchanged = 0;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("array", array);
    field("operation", one_of(operation, {"load", "store", "atomic", "copy"}));
    field("cure", one_of(cure, {"exchange", "warps_along_y", "tile"}));
    field("sectors", now);
    field("exchanged", exchanged);
    field("others", others_now);
    field("others_exchanged", others_exchanged);
  }
};

// kBankConflicts: wavefronts of an array in one block, and a layout with which they would be fewer.
struct ConflictsDetail {
  // kRows: rows of another length; kSwizzle: of the column; kIndexSwizzle: of the only index;
  // kGaps: elements left free behind each row; kColumns: stored by columns; kNone: none leaves
  // fewer; kStays: the text needs the layout as it is.
  enum class Cure : uint8_t { kRows, kSwizzle, kIndexSwizzle, kGaps, kColumns, kNone, kStays };
  std::string array;
  uint64_t paid = 0, ideal = 0;
  Cure cure = Cure::kNone;
  uint64_t row = 0, new_row = 0;  // kRows: elements
  uint64_t gap = 0;               // kGaps: elements behind each `row`
  std::string swizzle;            // also beside kRows: does the same
  uint64_t left = 0;              // wavefronts with it; 0: as many as without conflicts
  uint32_t line = 0;              // kStays: why; 0: no place
  std::string reason;             // a sentence, as it was given
  uint64_t unused = 0;            // elements at the array's end that nothing accesses

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("array", array);
    field("wavefronts", paid);
    field("ideal", ideal);
    field("cure", one_of(cure, {"rows", "swizzle", "index_swizzle", "gaps", "by_columns", "none",
                                "has_to_stay"}));
    if (cure == Cure::kStays) return field("because_of_line", line);
    if (cure == Cure::kRows || cure == Cure::kGaps) field("row", row);
    if (cure == Cure::kRows) field("new_row", new_row);
    if (cure == Cure::kGaps) field("gap", gap);
    if (!swizzle.empty()) field("swizzle", swizzle);
    if (cure != Cure::kNone) field("wavefronts_with_it", left == 0 ? ideal : left);
  }
};

// kIdleLanes.
struct LanesDetail {
  uint64_t lanes = 0;  // of 32, on average

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("lanes", lanes);
  }
};

// kAtomicOrder.
struct OrderDetail {
  bool is_rounding = false;  // of a sum; else: who gets which result

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("decides", is_rounding ? "rounding" : "results");
  }
};

// kPastRow.
struct RowDetail {
  std::string array;
  std::vector<int64_t> indices, landed;  // as the text has them; the element that they reach
  size_t index = 0;                      // the one that is too large, from 0
  uint64_t extent = 0;                   // that it counts to

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("array", array);
    field("index", indices);
    field("reaches", landed);
    field("past", index);
    field("extent", extent);
  }
};

// kDivergentBranch.
struct BranchDetail {
  uint64_t warps = 0, all_warps = 0;  // that execute both sides
  uint64_t percent = 0;               // of the block's lane-slots are lost

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("warps", warps);
    field("of", all_warps);
    field("lost_percent", percent);
  }
};

// kTwoRoundings.
struct RoundingDetail {
  std::string twice, once;  // the thread's value, rounded so often
  uint64_t threads = 0;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("rounded_twice", twice);
    field("rounded_once", once);
  }
};

// The kinds of host code. What a kind does not have is empty, or 0. [bytes]
struct HostDetail {
  std::string kernel, parameter;
  uint64_t bytes = 0;     // that are copied, or allocated
  uint64_t of_bytes = 0;  // that the array has; of an allocation: that are needed
  uint64_t elements = 0, threads = 0;
  // Of elements that one block more would store to: the parameter, the first, and along which axes
  // ("x, y") there are too few blocks.
  std::string array, axes;
  uint64_t first = 0;
  bool is_host = false;      // memory of the host
  bool is_declared = false;  // an array of the text, no block that was allocated
  // Of two accesses that nothing orders: which writes, the finding's own or that of the other
  // place.
  bool writes = false, other_writes = false;
  std::string reason;  // why a launch failed, a sentence
  uint32_t used = 0;   // line of what depends on it; 0: nothing has to
  uint32_t line = 0;   // of the other place

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("kernel", kernel);
    field("parameter", parameter);
    field("memory", is_host ? "host" : "device");
    if (bytes != 0) field("bytes", bytes);
    if (of_bytes != 0) field("of_bytes", of_bytes);
    if (elements != 0) field("elements", elements);
    if (threads != 0) field("threads", threads);
    if (!axes.empty()) {
      field("array", array);
      field("first", first);
      field("axes", axes);
    }
    field("reason", reason);
    if (writes || other_writes) {
      field("writes", writes);
      field("other_writes", other_writes);
    }
    if (used != 0) field("used", used);
  }
};

using Detail =
    std::variant<NoDetail, AccessDetail, StopDetail, MaskDetail, MissingDetail, MbarrierDetail,
                 BulkDetail, RaceDetail, CopyDetail, GroupDetail, BarrierDetail, DeadlockDetail,
                 UnwrittenDetail, AbsentDetail, OutputDetail, SizeDetail, NeedDetail, ArrayDetail,
                 FetchDetail, SectorsDetail, ExchangeDetail, ConflictsDetail, LanesDetail,
                 OrderDetail, RowDetail, BranchDetail, RoundingDetail, HostDetail>;

}  // namespace warplens::observe
