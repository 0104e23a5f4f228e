// A run held against one of the same text with an edit (sim/edit): what the edited part is for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/base/work_queue.hpp"
#include "sim/edit/edit.hpp"
#include "sim/observe/recorded/update_chain.hpp"
#include "sim/run/named_element.hpp"
#include "sim/whatif/ended_array.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::whatif {

// A thread of the recorded block that loads what it should not: of the first moment that differs.
struct StaleRead {
  run::NamedElement element;
  uint8_t bytes = 4;
  // The thread whose value it should have got and that stores it later, or that has stored
  // another one in the meantime.
  bool is_too_early = true;
  uint32_t writer = 0;       // counted through the block
  uint32_t writer_step = 0;  // of the edited run's recording
};

// What happens to one place of memory.
struct PlaceEvent {
  bool is_store = false;  // else the load that differs
  uint32_t thread = 0;    // counted through the block
  uint32_t step = 0;      // of the recording
  uint32_t line = 0;      // of the text
  uint64_t bits = 0;      // stored, or loaded
};

struct EditResults {
  edit::Edit edit;
  uint32_t line = 0;  // of the edit, from 1
  // Of several launches the one that all this is about, from 1; none: there is no other.
  std::optional<uint32_t> launch;
  // Of the text as it is and of the edited one, with all checks, under the first schedule under
  // which they end otherwise.
  run::Runs before, after;
  std::string edited_text;
  uint32_t tried = 1;  // schedules of both texts; one where the text as it is has a race
  std::vector<ArrayDifference> differences;
  std::optional<EndedArray> ended;  // the first of these arrays
  // Indexes into after.back()->findings: those that the text as it is does not have, the worst
  // first.
  std::vector<size_t> new_findings;
  std::optional<FirstMoment> first_moment;  // of before.back() and after.back()
  std::optional<StaleRead> stale_read;      // at first_moment
  // The load of first_moment in each of the runs, with the store before it and the one behind it,
  // in order; empty if that is no load.
  std::vector<PlaceEvent> events_before, events_after;
  // Of kAtomicAdd and kNoAtomic: the updates of the place at which most are lost without the
  // atomic, in the recorded blocks of both.
  std::optional<observe::UpdateChain> updates_before, updates_after;

  bool ends_otherwise() const;
};

// How many schedules of the edited text are tried to find one that ends otherwise.
inline constexpr uint32_t kSchedulesOfAnEdit = 20;

// Runs the request, and then with the edit, up to one of its launches, by its index; by default the
// last.
class EditRuns {
 public:
  EditRuns(const prepare::Request& request, const edit::Edit& edit,
           std::optional<uint32_t> launch = {});
  EditRuns(const EditRuns&) = delete;
  EditRuns& operator=(const EditRuns&) = delete;
  base::Progress advance(base::Slice& slice) { return work_.advance(slice); }
  // When it is done. Errors are those of the edited text or its launch, and that a program with the
  // edit does not reach that launch.
  base::Checked<EditResults> take();

 private:
  using Then = std::function<void(base::Checked<run::Runs>)>;
  void queue(const prepare::Request& request, Then then);
  void take_written(base::Checked<run::Runs> runs);
  void take_first(base::Checked<run::Runs> runs);
  void try_next_schedule();
  void take_tried(const launch::Schedule& schedule, const base::Checked<run::Runs>& edited);
  void take_edited(base::Checked<run::Runs> runs);
  void show_block();

  const prepare::Request given_;
  prepare::Request request_;  // what is run, as written
  prepare::Request edited_;   // with the edit
  base::WorkQueue work_;
  EditResults results_;
  base::Diagnostics errors_;
  base::Checked<run::Runs> first_;    // with the edit, under the schedule given
  base::Checked<run::Runs> written_;  // as written, until the same is run with the edit
  std::vector<launch::Schedule> schedules_;
  size_t next_schedule_ = 0;
};
// The same, at once.
base::Checked<EditResults> try_edit(prepare::Request request, const edit::Edit& edit,
                                    std::optional<uint32_t> launch = {});

}  // namespace warplens::whatif
