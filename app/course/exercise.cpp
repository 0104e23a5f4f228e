// Cases and launches of an exercise.
#include "app/course/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/base/say.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::course {

namespace {

// An option's value, which ends where the next option begins; empty: it is not given.
std::string value_after(std::string_view words, std::string_view option) {
  for (size_t at = words.find(option); at != std::string_view::npos;
       at = words.find(option, at + 1)) {
    const size_t end = at + option.size();
    const bool is_word = (at == 0 || words[at - 1] == ' ') && end < words.size() &&
                         (words[end] == ' ' || words[end] == '=');
    if (!is_word) continue;
    // "{n - 1}" has no option in it.
    const size_t stop = std::min(words.find(" --", end + 1), words.find(" -D", end + 1));
    std::string_view value = words.substr(end + 1, stop - end - 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    return std::string(value);
  }
  return "";
}

std::string option_of(LaunchPart part) {
  return part == LaunchPart::kShared ? "--shared" : std::string("--") + word(part);
}

// The options of a template's words.
base::Result<launch::LaunchOptions, std::string> options_of(const std::string& words,
                                                            const Size& values) {
  const base::Result<std::string, std::string> text = lessons::expand(words, values);
  if (!text) return base::fail(text.error());
  return launch::parse_options(launch::split_words(*text));
}

}  // namespace

const char* word(LaunchPart part) {
  switch (part) {
    case LaunchPart::kGrid:
      return "grid";
    case LaunchPart::kBlock:
      return "block";
    case LaunchPart::kShared:
      return "shared";
  }
  return "";
}

std::vector<Case> cases_of(const Exercise& exercise) {
  std::vector<Case> cases;
  for (size_t i = 0; i < exercise.sizes.size(); ++i) cases.push_back({i, ""});
  for (const std::string& input : exercise.infinite) cases.push_back({1, input});
  return cases;
}

std::string words(const Size& size) {
  std::string text;
  for (const auto& [name, value] : size)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

base::Result<launch::Launch, std::string> launch_at(const Exercise& exercise, const Size& size,
                                                    std::string_view text) {
  const std::string own = launch::embedded_options(text).value_or("");
  Size values = size;
  launch::LaunchOptions set;
  // The block comes first: the grid may depend on it.
  for (const LaunchPart part : {LaunchPart::kBlock, LaunchPart::kGrid, LaunchPart::kShared}) {
    const std::string option = option_of(part);
    const bool may_set =
        std::find(exercise.may_set.begin(), exercise.may_set.end(), part) != exercise.may_set.end();
    std::string value = may_set ? value_after(own, option) : "";
    if (value.empty() && part == LaunchPart::kBlock) value = value_after(exercise.launch, option);
    if (value.empty()) continue;
    const base::Result<launch::LaunchOptions, std::string> read =
        options_of(option + "=" + value, values);
    if (!read) return base::fail(read.error());
    set = launch::merge(std::move(set), *read);
    if (part != LaunchPart::kBlock) continue;
    values["block_x"] = read->block->x;
    values["block_y"] = read->block->y;
    values["block_z"] = read->block->z;
  }
  const base::Result<launch::LaunchOptions, std::string> options =
      options_of(exercise.launch, values);
  if (!options) return base::fail(options.error());
  launch::Launch launch = launch::apply(launch::apply({}, *options), set);
  launch.kernel = exercise.kernel;
  return launch;
}

base::Result<uint64_t, std::string> number_at(const std::string& expression, const Size& size) {
  const base::Result<std::string, std::string> text = lessons::expand(expression, size);
  if (!text) return base::fail(text.error());
  uint64_t value = 0;
  const char* end = text->data() + text->size();
  const std::from_chars_result read = std::from_chars(text->data(), end, value);
  if (text->empty() || read.ec != std::errc() || read.ptr != end)
    return base::fail(say("'{text}' is no whole number", "text"_a = *text));
  return value;
}

std::string filled(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t brace = std::min(text.find('{', at), text.size());
    out += text.substr(at, brace - at);
    if (brace == text.size()) break;
    const size_t end = text.find('}', brace);
    const auto value = end == std::string_view::npos
                           ? values.end()
                           : values.find(std::string(text.substr(brace + 1, end - brace - 1)));
    if (value == values.end()) {
      out += '{';
      at = brace + 1;
    } else {
      out += value->second;
      at = end + 1;
    }
  }
  return out;
}

std::vector<std::string> places_of(const Exercise& exercise) {
  std::vector<std::string> places;
  if (!exercise.sizes.empty()) {
    for (const auto& [name, value] : exercise.sizes.front()) places.push_back(name);
  }
  for (const Goal& goal : exercise.goals) {
    places.push_back(goal.id);
    places.push_back(goal.id + "_now");
  }
  if (!exercise.most_shared.empty()) places.push_back("shared_bytes");
  return places;
}

}  // namespace warplens::course
