// What is open, lit and covered, set as a whole and restored; sizes and choices that are remembered
// from one start to the next.
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr uint64_t kMostSettings = uint64_t{64} << 10;  // [bytes]

}  // namespace

void Session::Impl::on(const action::Arrange& a) {
  model.options.arrangement = a.arrangement;
  ++model.arrangements;
  model.arranged = {a.arrangement, model.options.page, model.options.stage, model.selection};
}

void Session::Impl::on(const action::BackToArranged&) {
  if (model.course.left_task) return open_stop(StopPlace(*model.course.left_task));
  if (model.course.stop() != nullptr) return back_to_stop();
  if (!model.arranged) return;
  const Arranged& arranged = *model.arranged;
  ++model.arrangements;
  model.options.arrangement = arranged.arrangement;
  model.options.page = arranged.page;
  model.options.stage = arranged.stage;
  const bool is_same_block = arranged.selection.block == model.selection.block;
  if (can_step() && is_same_block && arranged.selection.step < model.run->recording->heads.size())
    select(arranged.selection, false);
}

// A damaged file is named, and replaced by the next choice.
void Session::Impl::read_settings() {
  kept_ = settings_of(model.options);
  if (options_.settings_path.empty() || !files::exists(options_.settings_path)) return;
  const auto text = files::read_text(options_.settings_path, kMostSettings);
  if (!text) {
    model.notice = text.error();
    return;
  }
  const auto settings = parse_settings(*text);
  if (settings) {
    gui::apply(*settings, model.options);
    kept_ = *settings;
  } else {
    model.notice = say("{file}: {problem}; the usual sizes and choices are taken.",
                       "file"_a = options_.settings_path, "problem"_a = settings.error());
  }
}

void Session::Impl::keep_settings() {
  Settings now = settings_of(model.options);
  if (course_.own) now.arrangement = *course_.own;
  if (options_.settings_path.empty() || now == kept_) return;
  files::make_folder_of(options_.settings_path);
  files::write_text(options_.settings_path, print(now));
  kept_ = now;
}

}  // namespace warplens::gui
