// The session's part that moves about in the finished run: steps, clicks, ends, following a thread.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/whatif/edit_sentences.hpp"

namespace warplens::gui {

void Session::Impl::select_access(uint32_t step) {
  const trace::AccessHead& head = model.run->recording->heads[step];
  Selection selection = moved_to(*model.run, model.selection, step);
  selection.warp = head.warp;
  if ((head.mask >> selection.lane & 1u) == 0)
    selection.lane = static_cast<uint32_t>(std::countr_zero(head.mask));
  select(selection, false);
}

void Session::Impl::select(const Selection& selection, bool animated) {
  const Selection before = model.selection;
  model.selection = selection;
  if (selection.step == before.step && selection.pass != before.pass) {
    model.motion = Motion{false, animated && selection.pass > before.pass ? 0.0f : 1.0f, nullptr};
    return;  // the moment is the same
  }
  if (selection.step != before.step) {
    ask_anew();
    const bool backwards = selection.step < before.step;
    model.motion =
        Motion{backwards, animated ? 0.0f : 1.0f, backwards && animated ? model.moment : nullptr};
  }
  if (arriving_.prepared == nullptr) {
    moments_.start(shown_.prepared, selection.step, selection.warp, selection.lane);
  }
}

bool Session::Impl::try_step(int delta, StepUnit unit) {
  if (!can_step()) {
    return false;
  }
  const auto passes = [&](uint32_t step) {
    return std::max(passes_at(*model.run, step), split_.passes_like(*model.run, step));
  };
  const std::optional<Selection> moved = stepped(*model.run, model.selection, delta, unit, passes);
  if (moved) select(*moved, unit != StepUnit::kPass || delta > 0);
  return moved.has_value();
}

void Session::Impl::on(const action::Step& a) {
  // What is stepped by passes is drawn so.
  if (a.unit == StepUnit::kPass) model.selection.unit = StepUnit::kPass;
  for (int i = 0; i < std::abs(a.delta) && try_step(a.delta > 0 ? 1 : -1, a.unit); ++i) {
  }
}

void Session::Impl::on(const action::GoToStep& a) {
  if (can_step()) {
    select(
        moved_to(*model.run, model.selection, std::min(a.step, model.run->recording->size() - 1)),
        false);
  }
}

void Session::Impl::on(const action::GoToEnd& a) {
  if (!can_step()) {
    return;
  }
  Selection end = model.selection;
  end.step = a.last ? model.run->recording->size() - 1 : 0;
  const trace::AccessHead& head = model.run->recording->heads[end.step];
  if (end.follow_thread && (head.warp != end.warp || (head.mask >> end.lane & 1u) == 0)) {
    end.step = step_from(*model.run, end, a.last ? -1 : 1, StepUnit::kAccess)
                   .value_or(model.selection.step);
  }
  select(moved_to(*model.run, end, end.step), false);
}

void Session::Impl::on(const action::SelectThread& a) {
  if (can_step()) {
    select(with_thread(*model.run, model.selection, a.warp, a.lane), false);
  }
}

void Session::Impl::on(const action::SelectBlock& a) {
  if (model.run == nullptr) return;
  const trace::BlockId now = model.selection.block;
  const trace::BlockId block = clamp_block(
      {a.x.value_or(now.x), a.y.value_or(now.y), a.z.value_or(now.z)}, model.run->context->grid);
  if (!(block == model.run->request.recorded_block)) {
    model.selection.block = block;
    request_run(Reason::kBlock);
  }
}

void Session::Impl::on(const action::SelectSite& a) {
  if (can_step()) {
    if (const auto selection = at_site(*model.run, model.selection, a.site)) {
      select(*selection, false);
    }
  }
}

void Session::Impl::on(const action::SelectLine& a) {
  if (can_step()) {
    if (const auto selection =
            at_line(*model.run, model.selection, a.file, a.line, a.space, a.operation)) {
      select(*selection, false);
    }
  }
}

// The point's parameters become the lesson's, or its launch the file's.
void Session::Impl::on(const action::TakeSweepPoint& a) {
  const std::vector<SweepSetting> point = desk_.settings_of(a.series, a.point);
  if (point.empty() || !desk_.is_of_open_text()) {
    return;
  }
  if (model.lesson == nullptr) {
    const auto launch = launch_at(desk_.subject(), point);
    if (!launch) return;
    if (std::string text = text_at(desk_.subject(), point); text != model.text())
      document_.replace(std::move(text));
    take_typed(*launch);
    return;
  }
  std::vector<launch::Definition> settings = model.settings;
  for (const SweepSetting& one : point) {
    for (launch::Definition& setting : settings) {
      setting.value = setting.name == one.axis ? std::to_string(one.value) : setting.value;
    }
  }
  if (std::string text = text_at(desk_.subject(), point); text != model.text()) {
    document_.replace(std::move(text));
    take_edited_text(true);
  }
  set_settings(std::move(settings));
}

void Session::Impl::on(const action::SelectAddress& a) {
  if (can_step()) {
    search_ = Search{a.space, a.address, model.selection};
    go_on_searching(kSearchedSteps);
  }
}

// An access that touches the address may be a million steps away, and each must be unpacked: a
// frame looks at some of them, and what the user does meanwhile ends the search.
void Session::Impl::go_on_searching(uint32_t steps) {
  if (!search_) {
    return;
  }
  if (!can_step() || !(model.selection == search_->from)) {
    search_.reset();
    return;
  }
  const uint32_t size = model.run->recording->size();
  const uint32_t count = std::min(steps, size - search_->done);
  const auto selection = at_address(*model.run, *shown_.prepared->steps()->backdrop, search_->from,
                                    search_->space, search_->address, search_->done, count);
  search_->done += count;
  if (selection || search_->done == size) {
    search_.reset();
  }
  if (selection) {
    select(*selection, false);
  }
}

// Everything follows the chosen launch; each keeps what was last looked at in it.
// Of the host code's launches, one of which is shown by itself: all of them, one after another on
// the same arrays, of which that one is shown.
void Session::Impl::run_host_launches(uint32_t index) {
  const bool is_hosts = std::any_of(
      model.host_launches.begin(), model.host_launches.end(),
      [&](const prepare::HostDefault& one) { return model.launch_place.is_same(one.place); });
  if (!is_hosts || model.busy || index >= model.host_launches.size()) return;
  std::optional<prepare::HostDefault> all = open_.all_of_host;
  if (!all || index > all->launch.then.size()) return;
  fill_form(std::move(*all));
  model.launch = model.form_launch->launch;
  model.launch_place = model.form_launch->place;
  model.form_launch.reset();
  model.options.playing = false;
  request_run(Reason::kLaunch, index);
}

void Session::Impl::on(const action::SelectLaunch& a) {
  if (arriving_.prepared != nullptr) return;
  const uint32_t first = model.first_launch();
  const bool is_of_program = model.run != nullptr && model.run->reached != nullptr;
  const bool is_there = a.index >= first && a.index - first < shown_.launches.size();
  if (is_of_program && !is_there) {
    run_other_launches(a.index);
    return;
  }
  if (!is_of_program && shown_.launches.size() == 1) {
    run_host_launches(a.index);
    return;
  }
  const uint32_t index = a.index - first;
  if (!is_there || index == model.chosen_launch) return;
  model.options.playing = false;
  program_.followed.reset();
  const std::shared_ptr<const Prepared>& prepared = shown_.launches[index];
  if (prepared->has_steps() && !prepared->has_contents()) {
    run_again_for(index);
    return;
  }
  select_launch(index);
}

// Of a program that reached more launches than are looked at together: those around another one.
// The program itself is not executed again.
void Session::Impl::run_other_launches(uint32_t launch) {
  if (!model.program || model.busy || launch >= model.run->reached->launches.size()) return;
  model.options.playing = false;
  program_.followed.reset();
  shown_.selections.clear();  // they are of the launches shown until now
  model.program->launch = launch - launch % prepare::kMostShownLaunches;
  request_run(Reason::kLaunch, launch - model.program->launch);
}

// Another one of the launches that were run, with its contents.
void Session::Impl::select_launch(uint32_t index) {
  const std::shared_ptr<const Prepared>& prepared = shown_.launches[index];
  shown_.selections.resize(shown_.launches.size());
  shown_.selections[model.chosen_launch] = model.selection;
  Selection selection = selection_in(index, *prepared);
  selection.unit = model.selection.unit;
  arriving_.launches.clear();
  arriving_.launch = index;
  arrive(prepared, selection);
}

void Session::Impl::go_to_event(trace::BlockId block, const Event& event) {
  if (!(block == model.run->request.recorded_block)) {
    model.selection.block = block;
    request_run(Reason::kBlock);
    newest_.event = event;
    return;
  }
  if (const auto selection = at_event(*model.run, model.selection, event);
      selection && can_step()) {
    select(*selection, false);
  }
}

void Session::Impl::on(const action::SelectPrint& a) {
  if (model.run != nullptr && a.index < model.run->prints.lines.size()) {
    const Event event{true, a.index};
    go_to_event(block_of(*model.run, event), event);
  }
}

void Session::Impl::on(const action::SelectFinding& a) {
  if (model.run != nullptr && a.index < model.run->findings.size()) {
    model.chosen_finding = a.index;
    const Event event{false, a.index, a.other};
    go_to_event(block_of(*model.run, event), event);
  }
}

void Session::Impl::on(const action::SelectAdvice& a) {
  if (model.run == nullptr || a.index >= model.run->advice.size()) return;
  model.chosen_finding = model.run->findings.size() + a.index;
  if (!can_step()) return;
  const base::Span span = model.run->advice[a.index].span;
  if (const auto selection = at_text(*model.run, model.selection, span)) select(*selection, false);
}

void Session::Impl::on(const action::TrySchedules&) {
  if (model.run == nullptr || model.busy) return;
  tries_.schedules.start(other_schedules(shown_.request, model.chosen_launch), model.run);
  model.schedules = tries_.schedules.trial();
}

void Session::Impl::on(const action::TryEdit& a) {
  if (model.run == nullptr || model.busy || a.index >= model.edits.size()) return;
  model.tried_edit = model.edits[a.index];
  prepare::Request request = shown_.request;
  request.recorded_block = model.run->request.recorded_block;
  tries_.edits.start(with_edit(std::move(request), model.chosen_launch, model.tried_edit),
                     model.run);
  take_edit(tries_.edits.trial());
}

void Session::Impl::on(const action::ForgetEdit&) {
  tries_.edits.cancel();
  model.edited = {};
}

// The edited text becomes the text, which undo takes back, under the schedule that shows what
// differs.
void Session::Impl::on(const action::ShowEdited& a) {
  if (model.edited.results == nullptr || model.edited.of != model.run) return;
  const std::shared_ptr<const whatif::EditResults> results = model.edited.results;
  const bool is_kept = a.beside && split_.keep(results->before.back(), model.run_settings);
  if (is_kept) {
    note_kept(shown_.request, model.chosen_launch);
    model.selection.unit = StepUnit::kPass;
    split_.name_edit(whatif::edit_head(results->edit), results->edited_text);
  }
  document_.replace(results->edited_text);
  open_.has_warned = false;
  model.notice.clear();
  model.launch.schedule = results->after.front()->request.launch.schedule;
  model.selection.block = results->after.back()->request.recorded_block;
  request_run(Reason::kChange);
  newest_.moment = results->first_moment;
}

// The run as it is on the left, on the right the first schedule under which the arrays end
// otherwise, where that is first seen.
void Session::Impl::on(const action::ShowSchedule&) {
  const std::shared_ptr<const whatif::ScheduleResults> results = model.schedules.results;
  if (results == nullptr || model.schedules.of != model.run || model.busy) return;
  const auto other =
      std::find_if(results->tried.begin(), results->tried.end(),
                   [](const whatif::ScheduleResult& one) { return !one.differences.empty(); });
  if (other == results->tried.end()) return;
  on(action::SetSplit{true, true});
  model.launch.schedule = other->schedule;
  request_run(Reason::kChange);
  if (results->first_moment && results->first_moment->block == model.selection.block)
    newest_.moment = results->first_moment;
}

// Beside the run before the last change, or where there is none, beside itself: what is changed
// from then on appears on the right.
void Session::Impl::on(const action::SetSplit& a) {
  split_.close();
  model.options.differences = false;
  if (!a.is_on || model.run == nullptr) {
    if (model.selection.unit == StepUnit::kPass && wishes_.unit_before_split)
      model.selection.unit = *wishes_.unit_before_split;
    wishes_.unit_before_split.reset();
    return;
  }
  const bool has_previous = !a.keeps_shown && model.previous != nullptr;
  const bool is_kept = split_.keep(has_previous ? model.previous : model.run,
                                   has_previous ? model.previous_settings : model.run_settings);
  model.split = split_.split();
  if (!is_kept)
    model.notice = label("This run can't be kept: the contents of its arrays are gone.");
  if (!is_kept) return;
  if (!wishes_.unit_before_split) wishes_.unit_before_split = model.selection.unit;
  model.selection.unit = StepUnit::kPass;
  const run::Runs& launches = has_previous ? previous_.launches : model.launches;
  const auto at = std::find(launches.begin(), launches.end(), model.split.run);
  note_kept(has_previous ? previous_.request : shown_.request,
            at == launches.end() ? 0 : static_cast<uint32_t>(at - launches.begin()));
}

void Session::Impl::on(const action::ChangeOptions& a) {
  const bool was_playing = model.options.playing;
  const Page page = model.options.page;
  a.change(model.options);
  const bool starts = model.options.playing && !was_playing;
  const bool turns = model.options.page != page;
  if (turns) {
    desk_.turn_page();
    // What is played is another thing there.
    if (page == Page::kProgram || model.options.page == Page::kProgram)
      model.options.playing = false;
  }
  if (starts) {
    clock_.play_credit = 1;  // the first step at once
    if (model.options.page == Page::kProgram) rewind_program();
    if (model.options.page != Page::kProgram && can_step() &&
        !step_from(*model.run, model.selection, 1, model.selection.unit)) {
      on(action::GoToEnd{false});
      clock_.play_credit = 0;
    }
  }
}

void Session::Impl::on(const action::SetFollow& a) {
  model.selection.follow_thread = a.follow;
  if (!a.follow || !can_step()) {
    return;
  }
  const trace::AccessHead& head = model.run->recording->heads[model.selection.step];
  if (head.warp != model.selection.warp || (head.mask >> model.selection.lane & 1u) == 0) {
    const auto next = step_from(*model.run, model.selection, 1, StepUnit::kAccess);
    const auto step = next ? next : step_from(*model.run, model.selection, -1, StepUnit::kAccess);
    if (step) {
      select(moved_to(*model.run, model.selection, *step), false);
    }
  }
}

}  // namespace warplens::gui
