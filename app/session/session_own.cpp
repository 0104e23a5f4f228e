// The session's part for somebody's own kernel behind the course: once the text has run, it leads
// to the access that is most worth a question (scene/questions), then to the next one; where there
// is nothing to ask it says why.
#include <utility>

#include "app/scene/questions/instructive.hpp"
#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

std::string why_nothing_is_asked(OwnStage stage) {
  switch (stage) {
    case OwnStage::kWaiting:
    case OwnStage::kAsking:
      break;
    case OwnStage::kNotRunning:
      return label("Nothing is asked yet: your kernel does not run as it is.");
    case OwnStage::kEndless:
      return label("Nothing is asked: your kernel did not run to its end.");
    case OwnStage::kNoQuestion:
      return label("Nothing is asked: no access of your kernel has a question.");
    case OwnStage::kAllAsked:
      return label("Each access of your kernel that has a question was asked about.");
  }
  return "";
}

}  // namespace

void Session::Impl::on(const action::AskOwn&) {
  if (offers_own_kernel(model.course)) course_.awaits_own = true;
}

// Another text was opened: a stop's, a lesson's, or the user's own.
void Session::Impl::take_own_text(bool is_stop) {
  std::optional<OwnKernel>& own = model.course.own;
  if (own && own->has_asked && !is_stop) model.options.ask_first = own->had_ask_first;
  own.reset();
  const bool is_from_home = model.course.is_home && offers_own_kernel(model.course);
  const bool is_wanted = std::exchange(course_.awaits_own, false) || is_from_home;
  if (!is_wanted || is_stop || model.lesson != nullptr) return;
  own.emplace();
  own->had_ask_first = model.options.ask_first;
}

bool Session::Impl::is_own_settled() const {
  return !executor_.is_out(JobKind::kText) && !typing_.waits && arriving_.prepared == nullptr &&
         (!model.busy || model.is_counting);
}

OwnStage Session::Impl::own_stage() const {
  if (!model.diagnostics.empty()) return OwnStage::kNotRunning;
  if (open_.is_fresh || model.run == nullptr) return OwnStage::kWaiting;
  switch (model.run->ending) {
    case run::Ending::kRunning:
      return OwnStage::kWaiting;
    case run::Ending::kComplete:
    case run::Ending::kTrapped:
      return OwnStage::kAsking;
    case run::Ending::kStepLimit:
    case run::Ending::kCancelled:
    case run::Ending::kSetUpLimit:
    case run::Ending::kWorkLimit:
    case run::Ending::kMemoryLimit:
    case run::Ending::kSequenceLimit:
    case run::Ending::kDeadlock:
      break;
  }
  return OwnStage::kEndless;
}

void Session::Impl::update_own() {
  std::optional<OwnKernel>& own = model.course.own;
  if (!own || !is_own_settled()) return;
  if (own->stage == OwnStage::kAsking) {
    const Asking& asking = model.asking;
    const bool is_there = model.moment != nullptr && model.moment->step == own->step &&
                          asking.of == model.moment && asking.questions != nullptr;
    if (!is_there) return;
    if (asking.questions->empty()) return ask_about_own();
    own->has_asked = true;
    return;
  }
  if (own->stage == OwnStage::kAllAsked) return;
  const OwnStage stage = own_stage();
  const bool is_known =
      stage == own->stage || (stage == OwnStage::kAsking && own->stage == OwnStage::kNoQuestion);
  if (std::exchange(own->of, model.run) == model.run && is_known) return;
  if (stage == OwnStage::kAsking) return ask_about_own();
  set_own_stage(stage);
}

void Session::Impl::set_own_stage(OwnStage stage) {
  OwnKernel& own = *model.course.own;
  if (std::exchange(own.stage, stage) == stage) return;
  const std::string why = why_nothing_is_asked(stage);
  if (why.empty()) return;
  const std::string limit = stage == OwnStage::kEndless ? cut_text(*model.run) : "";
  model.notice = limit.empty() ? why : limit + " " + why;
}

// About the most instructive access that was not gone to.
void Session::Impl::ask_about_own() {
  OwnKernel& own = *model.course.own;
  if (std::exchange(own.version, model.buffer.version()) != model.buffer.version())
    own.sites.clear();
  std::vector<uint32_t> steps;
  if (can_step()) steps = scene::instructive_steps(*model.run);
  const std::shared_ptr<const trace::Recording>& recording = model.run->recording;
  std::erase_if(steps,
                [&](uint32_t step) { return own.sites.contains(recording->heads[step].site); });
  own.has_more = steps.size() > 1;
  if (steps.empty()) {
    if (!own.has_asked) model.options.ask_first = own.had_ask_first;
    return set_own_stage(own.has_asked ? OwnStage::kAllAsked : OwnStage::kNoQuestion);
  }
  own.step = steps.front();
  const trace::AccessHead& head = recording->heads[own.step];
  own.sites.insert(head.site);
  set_own_stage(OwnStage::kAsking);
  model.options.page = Page::kSteps;
  model.options.playing = model.options.differences = model.options.heat = false;
  model.options.ask_first = true;
  ask_anew();
  select_access(own.step);
}

void Session::Impl::on(const action::AskOtherAccess&) {
  const bool can_ask = model.course.own && model.course.own->stage == OwnStage::kAsking &&
                       is_own_settled() && model.run != nullptr;
  if (can_ask) ask_about_own();
}

}  // namespace warplens::gui
