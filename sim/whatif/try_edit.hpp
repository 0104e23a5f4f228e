// A run held against one of the same text with an edit (sim/edit): what the edited part is for.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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
// last. Errors are those of the edited text or its launch, and that a program with the edit does
// not reach that launch.
base::Checked<EditResults> try_edit(prepare::Request request, const edit::Edit& edit,
                                    std::optional<uint32_t> launch = {});

}  // namespace warplens::whatif
