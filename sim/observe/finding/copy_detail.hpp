// What a finding of asynchronous copies, or of an mbarrier, says besides its place, threads and
// count (copy_sentences.cpp); detail.hpp has the other subjects, and says how they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "sim/base/operation.hpp"
#include "sim/observe/finding/memory_layout.hpp"
#include "sim/trace/bulk_copy.hpp"
#include "sim/trace/mbarrier.hpp"

namespace warplens::observe {

struct Finding;

// The word of an enumerator; the words in their order.
template <class Enum>
const char* one_of(Enum value, std::initializer_list<const char*> words) {
  return words.begin()[static_cast<size_t>(value)];
}

// kMbarrier. `number`: the arrivals or bytes that are wrong.
struct MbarrierDetail {
  using Fault = trace::MbarrierFault::Kind;
  Fault fault = Fault::kOutside;
  ElementRef element;
  uint64_t number = 0;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("fault", one_of(fault, {"outside", "misaligned", "not_initialised", "count", "arrivals",
                                  "bytes", "initialised_again"}));
    field("element", element);
    if (number != 0) field("number", number);
  }
};

// kBulkCopy. `number`: what is wrong; `wanted`: of what it has to be a multiple, or what a map has.
struct BulkDetail {
  using Fault = trace::BulkFault::Kind;
  Fault fault = Fault::kSize;
  int64_t number = 0;
  uint32_t wanted = 0, element_bytes = 0;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("fault", one_of(fault, {"size", "shared_address", "global_address", "no_map",
                                  "dimensions", "coordinate"}));
    field("number", number);
    field("wanted", wanted);
  }
};

// kCopyNotWaited, kCopyNoBarrier, kCopyOverwritten: an access to what an asynchronous copy, the
// other place, fills.
struct CopyDetail {
  // Of kCopyNotWaited, why the copy need not be there. kTooMany: a wait leaves out its group, too.
  // Of copies in bulk: kMbarrier, the phase's end is not waited for; kBulkWait, it need not have
  // read.
  enum class Cause : uint8_t { kNoWait, kTooMany, kNotCommitted, kMbarrier, kBulkWait };
  ElementRef element;
  base::Operation operation = base::Operation::kLoad;
  bool is_own = false;     // the thread's own copy
  bool is_source = false;  // of kCopyOverwritten: what the copy reads
  Cause cause = Cause::kNoWait;
  uint32_t wait_line = 0;            // of kCopyNoBarrier, and of one that is not enough; 0: none
  uint32_t newest = 0, allowed = 0;  // kTooMany: groups that it leaves out, and may leave out

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("element", element);
    field("operation", one_of(operation, {"load", "store", "atomic", "copy"}));
    field("own_copy", is_own);
    field("side", is_source ? "source" : "target");
    field("cause", one_of(cause, {"no_wait", "too_many_left_out", "not_committed", "mbarrier",
                                  "bulk_wait"}));
    if (wait_line != 0) field("wait", wait_line);
    if (cause != Cause::kTooMany) return;
    field("left_out", newest);
    field("allowed", allowed);
  }
};

// kCopyNeverWaited.
struct GroupDetail {
  bool is_committed = false;

  std::string sentence(const Finding& finding) const;
  template <class Field>
  void visit(Field field) const {
    field("committed", is_committed);
  }
};

}  // namespace warplens::observe
