#include "app/scene/words/launch_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "sim/base/say.hpp"

namespace warplens::scene {
namespace {

constexpr size_t kMostNumbers = 3;  // of the arguments, that are named

bool is_whole_number(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string size_words(const launch::Dim3& size) {
  if (size.z > 1) return fmt::format("{} × {} × {}", size.x, size.y, size.z);
  return size.y > 1 ? fmt::format("{} × {}", size.x, size.y) : std::to_string(size.x);
}

std::string launch_size_words(const run::Run& run) {
  const launch::Launch& launch = run.request.launch;
  std::string words = say("grid {size}", "size"_a = size_words(launch.grid));
  size_t named = 0;
  for (const launch::Argument& argument : launch.arguments) {
    const auto* text = std::get_if<std::string>(&argument.value);
    if (text == nullptr || !is_whole_number(*text) || named == kMostNumbers) continue;
    words += fmt::format(", {} {}", argument.name, *text);
    ++named;
  }
  if (named == 0) words += ", " + say("block {size}", "size"_a = size_words(launch.block));
  return words;
}

std::string launch_size_words(const run::Run& left, const run::Run& right) {
  const std::string one = launch_size_words(left), other = launch_size_words(right);
  return one == other ? one : one + " | " + other;
}

}  // namespace warplens::scene
