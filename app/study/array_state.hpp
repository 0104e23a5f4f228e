// An array of a program as a step left it, element by element. The bytes are the journal's; nothing
// here depends on how many elements there are but SummaryOfArray.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/base/slice.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::study {

class ArrayState {
 public:
  // By the latest step up to `step` that says what the array holds. The program outlives it.
  ArrayState(const prepare::ReachedProgram& program, uint32_t array, size_t step);

  // Elements that are known: none before the first such step, once the array is freed, or where
  // nothing says what an element is; fewer than it has where there was no room for more.
  uint64_t count() const { return count_; }
  // What an element is, of a struct what its members are.
  struct Member {
    std::string path;  // ".x"; "" of a scalar
    base::Scalar scalar = base::Scalar::kFloat;
    uint64_t offset = 0;  // [bytes]
  };
  const std::vector<Member>& members() const { return members_; }
  bool is_struct() const { return members_.size() > 1; }
  // "2.5", of a struct "x 1, y 2"; "?" of what nothing has written.
  std::string text(uint64_t element) const;
  std::string text(uint64_t element, const Member& member) const;
  uint64_t bits(uint64_t element, const Member& member) const;
  // Of an element that is no struct, exact but for what a long double cannot hold; may be NaN.
  long double number(uint64_t element) const;

  // Whether nothing has written it, or a part of it, as far as the program's values were followed.
  bool is_unwritten(uint64_t element) const;
  bool is_unwritten(uint64_t element, const Member& member) const;

  // By that very step: the whole array, and whether this element is another than before, or, of a
  // copy, of a fill and of what nothing had written, was written.
  bool is_changed() const { return is_now_ && content_->is_changed; }
  bool is_written() const { return is_changed() && content_->end > content_->begin; }
  bool is_changed(uint64_t element) const;
  bool is_changed(uint64_t element, const Member& member) const;
  // Whether nothing had written it before the step.
  bool was_unwritten(uint64_t element) const;
  // What it was before the step; "" where that is not known.
  std::string text_before(uint64_t element) const;
  // The latest step that changed the element; nothing: none did, so the host's code filled it, or
  // nobody.
  std::optional<size_t> last_change(uint64_t element) const;

 private:
  bool is_changed_by(const prepare::JournalStep::Content& content, uint64_t element) const;
  bool is_changed_by(const prepare::JournalStep::Content& content, uint64_t element,
                     const Member& member) const;
  // Whether a member of the element is among them.
  bool is_any_in(const host::NeverWritten& unwritten, uint64_t element) const;
  // `unwritten`: of these bytes.
  std::string text_in(const base::PagedBytes& bytes, const host::NeverWritten& unwritten,
                      uint64_t element) const;

  const prepare::ReachedProgram* program_;
  uint32_t array_;
  size_t at_ = 0;  // the step that says it
  bool is_now_ = false;
  const prepare::JournalStep::Content* content_ = nullptr;
  std::vector<Member> members_;
  uint64_t count_ = 0, size_ = 0;  // size_ [bytes] of an element
};

// What there is to say of all elements together.
struct ArraySummary {
  // Of scalars: the smallest and the largest, the first of each; nothing where all are NaN.
  struct Extreme {
    uint64_t element = 0;
    std::string text;
  };
  std::optional<Extreme> least, most;
  uint64_t nans = 0;
  std::optional<uint64_t> first_nan;
  uint64_t unwritten = 0;  // they are in none of the above
  std::optional<uint64_t> first_unwritten;
  uint64_t changed = 0;  // by the step
  std::optional<uint64_t> first_changed;
};
// To be continued later; a part of it once the slice is cancelled. The state's program outlives it.
class SummaryOfArray {
 public:
  explicit SummaryOfArray(ArrayState state) : state_(std::move(state)) {}
  base::Progress advance(base::Slice& slice);
  ArraySummary take();  // when it is done

 private:
  void add(uint64_t element);

  const ArrayState state_;
  uint64_t next_ = 0;
  long double least_ = 0, most_ = 0;
  ArraySummary summary_;
};

}  // namespace warplens::study
