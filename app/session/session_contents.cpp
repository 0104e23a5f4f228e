// The session's part that knows which arrays' contents are still there: those of the launch that is
// shown are pinned, a launch whose contents were dropped is run again once it is chosen.
#include <fmt/format.h>

#include <algorithm>

#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

// What was last looked at in the launch, or where it opens.
Selection Session::Impl::selection_in(uint32_t launch, const Prepared& prepared) const {
  const Selection last =
      launch < shown_.selections.size() ? shown_.selections[launch] : Selection{};
  if (!prepared.has_steps()) return last;
  if (!(last.block == prepared.run->recording->block)) return opening_selection(*prepared.run, {});
  return moved_to(*prepared.run, last, std::min(last.step, prepared.run->recording->size() - 1));
}

// The chosen one, which may be another than when the run was requested.
uint32_t Session::Impl::launch_to_show(const RunDone& done) const {
  const auto last = static_cast<uint32_t>(done.launches.size() - 1);
  const uint32_t asked = std::min(newest_.request.shown_launch, last);
  const bool is_asked = open_.is_fresh || newest_.reason == Reason::kLaunch;
  const uint32_t chosen = is_asked ? asked : std::min(model.chosen_launch, last);
  const Prepared& prepared = *done.launches[chosen];
  return prepared.has_steps() && !prepared.has_contents() ? asked : chosen;
}

// The same launches as before, so that nothing is shown of a text that is being edited. They bring
// back all that is dropped to make room for them.
void Session::Impl::run_again_for(uint32_t launch) {
  shown_.selections.resize(shown_.launches.size());
  shown_.selections[model.chosen_launch] = model.selection;
  for (const std::shared_ptr<const Prepared>& one : shown_.launches) {
    const run::Run& run = *one->run;
    if (run.memory_before_block != nullptr) run.memory_before_block->drop();
    if (run.memory_after != nullptr) run.memory_after->drop();
    one->forget_replay();
  }
  newest_.reason = Reason::kLaunch;
  newest_.request = shown_.request;
  newest_.request.shown_launch = launch;
  newest_.settings = model.run_settings;
  newest_.event.reset();
  model.notice =
      say("The arrays of launch {launch} were not kept in memory; the launches are run again.",
          "launch"_a = model.first_launch() + launch + 1);
  newest_.making = Making::kExecute;
  prepare::Request request = newest_.request;
  request.starts_budget = kStartsBudget;
  runs_.start(std::move(request), {}, newest_.making);
  model.busy = true;
  model.progress = 0;
}

// Of the launches, what the shown one's moments are made of, and what the last one left, which
// measuring compares. Says which others cannot be shown without running again.
void Session::Impl::keep_shown() {
  for (const std::shared_ptr<const Prepared>& launch : shown_.launches) {
    const run::Run& run = *launch->run;
    const bool is_last = launch == shown_.launches.back();
    if (launch != shown_.prepared) store_->unpin(run.memory_before_block);
    if (!is_last) store_->unpin(run.memory_after);
  }
  store_->pin(shown_.prepared->run->memory_before_block);
  store_->pin(shown_.launches.back()->run->memory_after);
  std::vector<size_t> dropped;
  for (size_t i = 0; i < shown_.launches.size(); ++i) {
    if (!shown_.launches[i]->has_steps() || shown_.launches[i]->has_contents()) continue;
    shown_.launches[i]->forget_replay();
    dropped.push_back(i + 1);
  }
  if (!dropped.empty() && cut_text(*shown_.prepared->run).empty())
    model.notice =
        say("Not kept in memory: the arrays of launch {launches}. Choosing one runs it again "
            "(--memory SIZE keeps more).",
            "launches"_a = fmt::join(dropped, ", "));
}

// Other launches are shown from now on. A measurement that is out may still read what these left.
void Session::Impl::let_go() {
  for (const std::shared_ptr<const Prepared>& launch : shown_.launches) {
    store_->unpin(launch->run->memory_before_block);
    store_->unpin(launch->run->memory_after);
  }
}

}  // namespace warplens::gui
