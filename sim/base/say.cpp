#include "sim/base/say.hpp"

#include <atomic>

namespace warplens {

namespace base {

namespace {

std::atomic<const Language*> spoken = nullptr;

}  // namespace

void speak(const Language* language) {
  spoken = language;
}

std::string_view translated(std::string_view english) {
  const Language* language = spoken;
  return language ? language->sentence(english) : english;
}

std::string_view translated(std::string_view one, std::string_view several, uint64_t count) {
  const Language* language = spoken;
  if (language) return language->sentence(one, several, count);
  return count == 1 ? one : several;
}

}  // namespace base

std::string say(Sentence text) {
  return fmt::vformat(base::translated(text.english), fmt::format_args{});
}

const char* label(Sentence text) {
  return base::translated(text.english).data();
}

}  // namespace warplens
