// Where the user has gone: kept while the launch or the text has no such place, for each text that
// was open.
#include "app/session/selection.hpp"
#include "app/session/session_impl.hpp"

namespace warplens::gui {

std::string Session::Impl::document_key() const {
  return model.lesson != nullptr ? "lesson " + model.lesson->id : model.path;
}

// The wanted one, with what has been changed of the one that is shown in its place.
Place Session::Impl::place() const {
  Place none;
  none.block = model.selection.block;
  if (open_.is_fresh || model.run == nullptr || !wishes_.shown_as)
    return wishes_.place.value_or(none);
  const Place now = place_of(*model.run, model.selection);
  return wishes_.place ? moved_place(*wishes_.place, *wishes_.shown_as, now) : now;
}

// Before another text is opened.
void Session::Impl::keep_place() {
  const std::string key = document_key();
  if (!open_.is_fresh && wishes_.shown_as && !key.empty()) wishes_.kept[key] = place();
  wishes_.place.reset();
  wishes_.shown_as.reset();
}

}  // namespace warplens::gui
