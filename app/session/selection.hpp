// Where a step, a click or a change of the kernel leads: pure functions of finished runs and what
// is selected.
#pragma once

#include <functional>
#include <optional>

#include "app/scene/backdrop.hpp"
#include "app/session/state.hpp"

namespace warplens::gui {

// The thread's warp and lane in a block of this shape; coordinates past its edge are taken to the
// edge.
struct WarpLane {
  uint32_t warp = 0, lane = 0;
};
WarpLane warp_lane_of(const launch::Dim3& block, const std::array<uint32_t, 3>& thread);
trace::BlockId clamp_block(trace::BlockId block, const launch::Dim3& grid);

// One step of a unit from the selection on (+1) or back (-1); none at the end. With follow_thread
// only accesses of the chosen thread count. Back goes to the beginning of the line or phase first,
// as a debugger's "back" does.
std::optional<uint32_t> step_from(const run::Run& run, const Selection& selection, int delta,
                                  StepUnit unit);

// scene::Passes::count() of a step.
uint32_t passes_at(const run::Run& run, uint32_t step);

// As step_from(), also by passes: from an access as a whole on to its first pass, and from an
// access's last pass to the next one's first. `passes`: of a step; how far it is stepped.
std::optional<Selection> stepped(const run::Run& run, const Selection& selection, int delta,
                                 StepUnit unit,
                                 const std::function<uint32_t(uint32_t step)>& passes);

// `selection` moved to the step, which must exist. Unless a thread is followed, the chosen one
// becomes that of the same lane in the access's warp.
Selection moved_to(const run::Run& run, Selection selection, uint32_t step);

// Another thread chosen: stays at the same source access, taking the warp's own turn at it.
Selection with_thread(const run::Run& run, Selection selection, uint32_t warp, uint32_t lane);
// The next access from here, round, that was made by the site; preferably by the chosen thread,
// then by its warp.
std::optional<Selection> at_site(const run::Run& run, const Selection& selection, uint32_t site);
// The same for a part of the text: the access that it is, else the one that begins next behind it,
// else the last one before it.
std::optional<Selection> at_text(const run::Run& run, const Selection& selection, base::Span span);
// The same for what a source line does in this way: the nearest of its sites.
std::optional<Selection> at_line(const run::Run& run, const Selection& selection,
                                 const std::string& file, uint32_t line, trace::Space space,
                                 trace::Operation operation);
// The same for an address, the current access first: among `count` accesses behind the first
// `skipped` from here, since looking into each takes a while. The backdrop, which is the run's,
// shows which phases need no look.
std::optional<Selection> at_address(const run::Run& run, const scene::Backdrop& backdrop,
                                    const Selection& selection, trace::Space space,
                                    uint64_t address, uint32_t skipped, uint32_t count);

// What a lesson opens on.
Selection opening_selection(const run::Run& run, const lessons::Opening& opening);
// Whether what they count may be held against each other: they run one kernel of one file, or they
// are lessons whose arrays have the same sizes.
bool can_be_compared(const run::Run& before, const run::Run& now, bool are_lessons);

// The step of `now` that makes the same access of the text as `step` of `before` does: by the same
// warp, in the same phase and turn as far as they exist. None if the text has no such access,
// or `before` no such step: a block without accesses has none.
std::optional<uint32_t> same_access(const run::Run& before, uint32_t step, const run::Run& now);
// Where somebody is in a text, whatever its launch: what is shown is the nearest that a run has.
struct Place {
  trace::BlockId block;
  std::array<uint32_t, 3> thread{0, 0, 0};  // threadIdx
  // The access: a site of the program, which is kept for its text, and the turn and phase of it.
  // Without a program none was recorded.
  std::shared_ptr<const code::Program> program;
  uint32_t site = 0;
  trace::Phase phase;
  uint32_t turn = 0;
  uint32_t step = 0;  // where the text has no such access any more
};
Place place_of(const run::Run& run, const Selection& selection);
// The nearest to it: the thread of the same threadIdx, or at the block's edge; the same access of
// the text by its warp, in the same phase and turn as far as they exist. `selection` has the rest.
Selection nearest_to(const Place& place, const Selection& selection, const run::Run& now);
// `wanted` with what has been changed since it was shown as `shown`: block, thread, access.
Place moved_place(Place wanted, const Place& shown, const Place& now);

// A line of printf, or a finding, by its index in the run's list.
struct Event {
  bool is_print = false;
  size_t index = 0;
  bool other = false;  // of a finding, its other access
};
trace::BlockId block_of(const run::Run& run, const Event& event);
// The step and thread that it is about: of a finding its first access or note; of a print the
// thread's access before it. None if the recording does not hold it.
std::optional<Selection> at_event(const run::Run& run, const Selection& selection,
                                  const Event& event);

// The step and thread of the moment, which is of this block's recording.
Selection at_moment(const run::Run& run, Selection selection, const whatif::FirstMoment& moment);

}  // namespace warplens::gui
