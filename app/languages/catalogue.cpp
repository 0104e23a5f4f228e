#include "app/languages/catalogue.hpp"

#include <algorithm>

namespace warplens::languages {

const Text* Catalogue::find(std::string_view english) const {
  const auto found = std::lower_bound(
      texts_.begin(), texts_.end(), english,
      [](const Text& text, std::string_view wanted) { return text.english < wanted; });
  return found != texts_.end() && found->english == english ? &*found : nullptr;
}

std::string_view Catalogue::sentence(std::string_view english) const {
  const Text* text = find(english);
  return text != nullptr ? forms_[text->first] : english;
}

std::string_view Catalogue::sentence(std::string_view one, std::string_view several,
                                     uint64_t count) const {
  const Text* text = find(one);
  if (text == nullptr) return count == 1 ? one : several;
  // A text that only a newer template gives a plural has one form.
  return forms_[text->first + std::min<uint64_t>(form_of_(count), text->count - 1)];
}

}  // namespace warplens::languages
