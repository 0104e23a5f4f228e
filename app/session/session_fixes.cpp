// Layouts without bank conflicts: looked for beside the run shown, and put into the text.
#include "app/session/measuring/sweep.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/fix/sentences.hpp"

namespace warplens::gui {
namespace {

launch::Launch with_define(launch::Launch launch, const fix::DefineFix& define) {
  set_define(launch, define.name, static_cast<int64_t>(define.to));
  return launch;
}

// The lesson's parameter that, at this value, gives the launch that definition and changes nothing
// else; "" if there is none.
std::string parameter_that_gives(const State& model, const fix::DefineFix& define) {
  const launch::Launch wanted = with_define(model.launch, define);
  for (const launch::Definition& one : model.settings) {
    std::vector<launch::Definition> settings = model.settings;
    for (launch::Definition& setting : settings)
      if (setting.name == one.name) setting.value = std::to_string(define.to);
    auto launch = lessons::make_launch(*model.lesson, settings);
    if (!launch) continue;
    launch->device = model.launch.device;
    if (*launch == wanted) return one.name;
  }
  return "";
}

}  // namespace

void Session::Impl::on(const action::FindFixes&) {
  if (model.run == nullptr || model.busy) return;
  prepare::Request request = shown_.request;
  request.recorded_block = model.run->request.recorded_block;
  tries_.fixes.start(with_other_layouts(std::move(request)), model.run);
  model.fixes = tries_.fixes.trial();
}

// Of the fixes that a number of the launch does: what both launches take, where that was measured.
void Session::Impl::update_fix_times() {
  const std::shared_ptr<const fix::Fixes> results =
      model.fixes.is_of(model.run) ? model.fixes.results : nullptr;
  if (desk_.holds_fix_times(results)) return;
  std::vector<FixedRequest> fixed;
  for (size_t i = 0; results != nullptr && i < results->arrays.size(); ++i) {
    for (size_t k = 0; k < results->arrays[i].fixes.size(); ++k) {
      const std::optional<fix::DefineFix>& define = results->arrays[i].fixes[k].define;
      if (!define) continue;
      FixedRequest one{i, k, {shown_.request, model.chosen_launch}};
      one.request.request.launch = with_define(one.request.request.launch, *define);
      fixed.push_back(std::move(one));
    }
  }
  desk_.hold_fix_times(results, {shown_.request, model.chosen_launch}, std::move(fixed));
}

// The fixed text becomes the text, which undo takes back; the run as it was stays on the left.
void Session::Impl::take_fixed_text(const std::string& text, bool beside, std::string notice) {
  if (beside) {
    on(action::SetSplit{true, true});
    model.selection.unit = StepUnit::kPass;
    split_.name_edit(label("With the fix"), text);
  }
  document_.replace(text);
  open_.has_warned = false;
  request_run(Reason::kChange);
  model.notice = newest_.remark = std::move(notice);
}

void Session::Impl::on(const action::ApplyFix& a) {
  const std::shared_ptr<const fix::Fixes> results = model.fixes.results;
  if (results == nullptr || model.fixes.of != model.run || model.busy) return;
  if (a.array >= results->arrays.size() || a.fix >= results->arrays[a.array].fixes.size()) return;
  const fix::ArrayFixes& array = results->arrays[a.array];
  const fix::Fix& fix = array.fixes[a.fix];
  take_fixed_text(fix.text, a.beside,
                  say("Applied to '{array}': {what}. Undo (Ctrl+Z) takes it back.",
                      "array"_a = array.array, "what"_a = fix::words(fix.layout.change)));
}

void Session::Impl::on(const action::ApplySwizzle& a) {
  const std::shared_ptr<const scene::SwizzleScene> results = model.swizzle.results;
  if (results == nullptr || model.swizzle.of != model.run || model.busy) return;
  if (results->facts.text.empty()) return;
  const std::string notice = say("Applied to '{array}': {what}. Undo (Ctrl+Z) takes it back.",
                                 "array"_a = results->facts.name,
                                 "what"_a = study::layout_name(results->facts).rendered());
  const std::string text = results->facts.text;
  model.options.swizzle.layout = {};  // it is the text's now
  take_fixed_text(text, a.beside, notice);
}

void Session::Impl::on(const action::SetFixDefine& a) {
  const std::shared_ptr<const fix::Fixes> results = model.fixes.results;
  if (results == nullptr || model.fixes.of != model.run || model.busy) return;
  if (a.array >= results->arrays.size() || a.fix >= results->arrays[a.array].fixes.size()) return;
  const std::optional<fix::DefineFix> define = results->arrays[a.array].fixes[a.fix].define;
  if (!define) return;
  if (model.lesson != nullptr) {
    if (const std::string name = parameter_that_gives(model, *define); !name.empty())
      return on(action::SetParameter{name, static_cast<int64_t>(define->to)});
  }
  take_typed(with_define(model.launch, *define));
}

void Session::Impl::on(const action::ApplyExchange& a) {
  const std::shared_ptr<const fix::Fixes> results = model.fixes.results;
  if (results == nullptr || model.fixes.of != model.run || model.busy) return;
  if (!results->is_exchanged()) return;
  take_fixed_text(results->exchange->text, a.beside,
                  say("threadIdx.x and threadIdx.y are exchanged. Undo (Ctrl+Z) takes it back."));
}

void Session::Impl::on(const action::ApplyMend& a) {
  if (model.run == nullptr || model.busy || a.finding >= model.run->findings.size()) return;
  const std::shared_ptr<const observe::Mend> mend = model.run->findings[a.finding].mend;
  if (mend == nullptr) return;
  std::string text = model.run->program->unit->file.text();
  text.replace(mend->place.begin, mend->place.end - mend->place.begin, mend->text);
  const std::string done =
      mend->replaced.empty()
          ? say("`{guard}` is added. Undo (Ctrl+Z) takes it back.", "guard"_a = mend->added)
          : say("`{guard}` is in the place of `{old}`. Undo (Ctrl+Z) takes it back.",
                "guard"_a = mend->added, "old"_a = mend->replaced);
  take_fixed_text(text, a.beside, done);
}

}  // namespace warplens::gui
