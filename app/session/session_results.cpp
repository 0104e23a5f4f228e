// The session's part that takes what finished jobs bring. Its one rule: what is on screen is
// consistent. A finished run is shown together with its first moment, never before it; a moment
// belongs to the run shown, or is dropped.
#include <utility>

#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/host_launch.hpp"

namespace warplens::gui {

namespace {

constexpr double kEditBurst = 3.0;  // edits closer than this are one change to the pinned run

// Templates too: "matmul<int TILE>" says what is between the < >.
std::vector<std::string> kernels_of(const lang::Unit& unit) {
  std::vector<std::string> kernels;
  for (const lang::ListedKernel& kernel : unit.listed) {
    if (kernel.state != lang::KernelState::kTemplate) kernels.push_back(kernel.name);
  }
  kernels.insert(kernels.end(), unit.kernel_templates.begin(), unit.kernel_templates.end());
  return kernels;
}

}  // namespace

std::string cut_text(const run::Run& run) {
  switch (run.ending) {
    case run::Ending::kStepLimit:
      return say(
          "Stopped at the step limit after {steps} warp instructions (an endless loop?); the "
          "counts so far are shown.",
          "steps"_a = study::grouped(run.steps));
    case run::Ending::kSetUpLimit:
      return label(
          "Stopped: starting its blocks, warps and local arrays took too much work. Use a smaller "
          "grid; the counts so far are shown.");
    case run::Ending::kWorkLimit:
      return label(
          "Stopped at the limit of work: its accesses and slow instructions cost too much. Use a "
          "smaller launch; the counts so far are shown.");
    case run::Ending::kMemoryLimit:
      return label(
          "Stopped at the limit of memory for arrays, local memory and stacks; the counts so far "
          "are shown. --memory SIZE gives arrays more.");
    case run::Ending::kSequenceLimit:
      return say(
          "Stopped: all launches together may execute {factor} times the step limit of one; the "
          "counts so far are shown.",
          "factor"_a = prepare::kSequenceStepLimits);
    case run::Ending::kDeadlock:
      return label(
          "Stopped: no thread can go on. The findings say who waits for what; the counts so far "
          "are shown.");
    case run::Ending::kComplete:
    case run::Ending::kCancelled:
    case run::Ending::kTrapped:
    case run::Ending::kRunning:
      break;
  }
  if (run.recording == nullptr || !run.recording->is_cut) return "";
  return say("Only the first {kept} of {count} accesses of this block are kept.",
             "kept"_a = run.recording->size(), "count"_a = run.recording->accesses_in_block);
}

void Session::Impl::take_results() {
  executor_.deliver(kSliceTime);
  model.busy = runs_.is_out() || executor_.is_out(JobKind::kText);
  model.progress = runs_.progress().share;
  model.seconds_left = runs_.progress().seconds_left;
  count_if_due();
}

// Says how the run ended, where that is to be shown.
void Session::Impl::note_ending(const run::Run& run, const RunDone& done, bool is_rest) {
  const std::string notice = cut_text(run);
  const bool clears =
      !is_rest && (newest_.reason == Reason::kChange || newest_.reason == Reason::kLaunch);
  if (!notice.empty() || clears)  // else "read again" stays on screen
    model.notice = notice.empty() ? std::exchange(newest_.remark, "") : notice;
  if (newest_.making == Making::kBlock && done.is_executed && notice.empty())
    model.notice = label(
        "The whole grid was run again for this block: its arrays are too large to keep earlier "
        "contents.");
}

void Session::Impl::take_run(RunDone done) {
  model.busy = model.is_counting = false;
  if (done.launches.empty() &&
      newest_.reason == Reason::kCounts) {  // the text may be another by now
    model.notice = done.errors.front().message;
    return;
  }
  newest_.failed_shared = done.failed_shared;
  if (done.launches.empty() && done.program != nullptr) {  // its page says what it did
    model.diagnostics.clear();
    clear_shown();
    open_.is_fresh = true;
    program_.alone = std::move(done.program);
    model.notice = label("No launch of the program was executed: there is no access to show.");
    shown_.judged_id = done.id;
    return;
  }
  if (done.launches.empty()) {
    model.diagnostics = std::move(done.errors);
    if (open_.is_fresh) {
      clear_shown();
    }
    shown_.judged_id = done.id;
    return;
  }
  // What completes the launches that are shown, or that arrive, moves nobody.
  const bool is_of_arriving = arriving_.prepared != nullptr && done.id == arriving_.id;
  const bool is_of_shown = newest_.reason == Reason::kCounts || done.id == shown_.id;
  const bool is_rest = is_of_arriving || is_of_shown;
  const bool is_turning = is_rest && arriving_.prepared != nullptr;
  if (!is_turning) arriving_.launch = launch_to_show(done);
  const std::shared_ptr<const Prepared> prepared = done.launches[arriving_.launch];
  const run::Run& run = *prepared->run;
  if (newest_.reason != Reason::kCounts) model.diagnostics.clear();
  if (done.launches.back()->run->ending == run::Ending::kCancelled) {
    model.notice = is_rest ? label("The run was cancelled; what it counted until then is shown.")
                           : label("The run was cancelled; the last finished one stays.");
    if (!is_rest || newest_.reason == Reason::kCounts) return;
  } else {
    note_ending(run, done, is_rest);
  }
  model.kernels = kernels_of(*run.program->unit);
  if (done.host != nullptr) {
    model.host_launches = done.host->each;
    open_.all_of_host = done.host->all;
  }
  arriving_.id = done.id;
  arriving_.launches = std::move(done.launches);
  arriving_.request = newest_.request;  // a newer run may be requested before this one is shown
  arriving_.settings = newest_.settings;
  if (!is_turning && done.id == shown_.id && complete_shown(prepared)) return;
  if (is_turning || done.id == shown_.id) {
    arrive(prepared, is_turning ? arriving_.selection : model.selection);
    return;
  }
  const bool opens = !wishes_.place && (open_.is_fresh || !can_step());
  if (!opens) wishes_.place = place();
  if (!prepared->has_steps()) {
    Selection selection = model.selection;
    selection.block = run.request.recorded_block;
    selection.step = 0;
    arrive(prepared, selection);
    return;
  }
  const bool is_launch = !open_.is_fresh && can_step() && newest_.reason == Reason::kLaunch;
  Selection selection = is_launch ? selection_in(arriving_.launch, *prepared)
                        : opens   ? opening_selection(run, open_.opening)
                                  : nearest_to(*wishes_.place, model.selection, run);
  selection.unit = model.selection.unit;
  if (newest_.event) {
    selection = at_event(run, selection, *newest_.event).value_or(selection);
  }
  if (newest_.moment) selection = at_moment(run, selection, *newest_.moment);
  if (is_launch || newest_.event || newest_.moment) wishes_.place.reset();
  arrive(prepared, selection);
}

// Where the run goes on in the recording that is shown, its picture stays as it is.
bool Session::Impl::complete_shown(const std::shared_ptr<const Prepared>& prepared) {
  const bool is_same = can_step() && model.moment != nullptr &&
                       prepared->run->recording == shown_.prepared->run->recording &&
                       prepared->are_steps_made();
  if (!is_same) return false;
  const bool is_moving = moments_.is_out();
  MomentDone same;
  same.steps = prepared->steps();
  same.moment = model.moment;
  show(prepared, model.selection, std::move(same));
  const Selection& selection = model.selection;
  if (is_moving) moments_.start(shown_.prepared, selection.step, selection.warp, selection.lane);
  return true;
}

// Shows the run, or if there is a moment to make, does so once that is there.
void Session::Impl::arrive(std::shared_ptr<const Prepared> prepared, const Selection& selection) {
  if (!prepared->has_steps()) {
    arriving_.prepared = nullptr;
    show(std::move(prepared), selection, {});
    return;
  }
  arriving_.prepared = std::move(prepared);
  store_->pin(arriving_.prepared->run->memory_before_block);
  arriving_.selection = selection;
  moments_.start(arriving_.prepared, selection.step, selection.warp, selection.lane);
}

void Session::Impl::take_moment(MomentDone done) {
  if (!done.failure.empty()) {  // what was shown stays
    if (done.prepared == arriving_.prepared) {
      arriving_.prepared = nullptr;
      arriving_.launches.clear();
    }
    model.notice = std::move(done.failure);
    if (done.prepared == shown_.prepared && !shown_.prepared->has_contents() && !runs_.is_out())
      run_again_for(model.chosen_launch);
  } else if (done.prepared == arriving_.prepared) {
    const std::shared_ptr<const Prepared> prepared = std::exchange(arriving_.prepared, nullptr);
    show(prepared, arriving_.selection, std::move(done));
  } else if (done.prepared == shown_.prepared) {
    model.moment = std::move(done.moment);
  }
}

void Session::Impl::show(std::shared_ptr<const Prepared> prepared, const Selection& selection,
                         MomentDone done) {
  const bool is_new = !arriving_.launches.empty();
  const bool completes = is_new && (newest_.reason == Reason::kCounts || arriving_.id == shown_.id);
  if (is_new) {
    if (!completes) pin_previous();
    let_go();
    shown_.id = shown_.judged_id = arriving_.id;
    shown_.launches = std::exchange(arriving_.launches, {});
    if (!completes && newest_.reason != Reason::kLaunch) shown_.selections.clear();
    shown_.selections.resize(shown_.launches.size());
    model.launches.clear();
    for (const std::shared_ptr<const Prepared>& launch : shown_.launches) {
      model.launches.push_back(launch->run);
    }
  }
  model.chosen_launch = arriving_.launch;
  const bool has_previous = model.chosen_launch < previous_.launches.size();
  model.previous = has_previous ? previous_.launches[model.chosen_launch] : nullptr;
  if (has_previous && !can_be_compared(*model.previous, *prepared->run,
                                       previous_.is_lesson && model.lesson != nullptr))
    model.previous = nullptr;
  if (shown_.prepared != nullptr && shown_.prepared != prepared) shown_.prepared->forget_steps();
  const bool is_other_kernel = model.run != nullptr && model.run->program->kernel->name !=
                                                           prepared->run->program->kernel->name;
  if (is_other_kernel) forget_tries();
  shown_.prepared = std::move(prepared);
  program_.alone = nullptr;
  keep_shown();
  model.run = shown_.prepared->run;
  shown_.document = model.document;
  model.errors = observe::errors_among(model.run->findings);
  model.edits = shown_.prepared->edits();
  model.timeline = done.steps != nullptr ? done.steps->timeline : nullptr;
  if (!is_new) wishes_.place.reset();  // another launch has places of its own
  model.selection = selection;
  if (!completes) wishes_.shown_as = place_of(*model.run, selection);
  model.moment = std::move(done.moment);
  if (!completes) {
    model.motion = {};
    ask_anew();
  }
  open_.is_fresh = false;
  shown_.is_lesson = model.lesson != nullptr;
  if (is_new && lacks_counts()) return;  // there is nothing to compare yet
  if (shown_.launches.back()->run->ending == run::Ending::kRunning) {
    desk_.wait_for_rest();
    return;
  }
  if (is_new) {
    forget_trials();
    desk_.show({shown_.request, model.launches}, {previous_.request, previous_.launches});
  } else {
    desk_.turn_launch();
  }
}

// The run shown until now is pinned beside the new one, unless only another block or launch was
// chosen, or its totals are not complete, or the change is one of a burst of edits, which count
// as one.
void Session::Impl::pin_previous() {
  const bool in_burst =
      newest_.reason == Reason::kEdit && typing_.last - typing_.last_shown < kEditBurst;
  if (newest_.reason == Reason::kEdit) {
    typing_.last_shown = typing_.last;
  }
  const bool is_same_run = newest_.reason == Reason::kBlock || newest_.reason == Reason::kLaunch;
  const bool is_whole =
      model.run != nullptr && !lacks_counts() && model.run->ending != run::Ending::kRunning;
  if (is_whole && !is_same_run && !in_burst) {
    previous_.launches = model.launches;
    previous_.request = shown_.request;
    previous_.is_lesson = shown_.is_lesson;
    model.previous_settings = model.run_settings;
  }
  model.run_settings = arriving_.settings;
  shown_.request = arriving_.request;
}

}  // namespace warplens::gui
