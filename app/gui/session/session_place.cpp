// Where the user has gone: kept while the launch or the text has no such place, for each text that
// was open.
#include "app/gui/session/selection.hpp"
#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {

std::string Session::Impl::document_key() const {
  return model.lesson != nullptr ? "lesson " + model.lesson->id : model.path;
}

// The wanted one, with what has been changed of the one that is shown in its place.
Place Session::Impl::place() const {
  Place none;
  none.block = model.selection.block;
  if (is_fresh_ || model.run == nullptr || !shown_place_) return wanted_place_.value_or(none);
  const Place now = place_of(*model.run, model.selection);
  return wanted_place_ ? moved_place(*wanted_place_, *shown_place_, now) : now;
}

// Before another text is opened.
void Session::Impl::keep_place() {
  const std::string key = document_key();
  if (!is_fresh_ && shown_place_ && !key.empty()) kept_places_[key] = place();
  wanted_place_.reset();
  shown_place_.reset();
}

}  // namespace warplens::gui
