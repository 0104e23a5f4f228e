#include "app/session/arrangement.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::gui {
namespace {

constexpr std::pair<const char*, Drawer> kDrawerWords[] = {
    {"thread", Drawer::kThread}, {"lanes", Drawer::kLanes}, {"totals", Drawer::kTotals}};
constexpr std::pair<const char*, Picture> kPictureWords[] = {{"both", Picture::kBoth},
                                                             {"arrays", Picture::kArrays},
                                                             {"access", Picture::kAccess},
                                                             {"fitting", Picture::kFitting}};
constexpr std::pair<const char*, Count> kCountWords[] = {
    {"wavefronts", Count::kWavefronts}, {"sectors", Count::kSectors},
    {"broadcasts", Count::kBroadcasts}, {"blocks", Count::kBlocks},
    {"elements", Count::kElements},     {"indices", Count::kIndices}};
constexpr uint32_t kLanes = 32;

template <class Value, size_t count>
std::optional<Value> value_of(const std::pair<const char*, Value> (&words)[count],
                              std::string_view word) {
  for (const auto& [name, value] : words) {
    if (word == name) return value;
  }
  return std::nullopt;
}

template <class Value, size_t count>
std::string list_of(const std::pair<const char*, Value> (&words)[count],
                    const Choices<Value>& values) {
  std::string list;
  for (const auto& [name, value] : words) {
    if (values.has(value)) list += (list.empty() ? "" : ",") + std::string(name);
  }
  return list;
}

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

std::optional<uint32_t> number_in(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(value) : std::nullopt;
}

// False: it is no place.
bool add_lit(const std::string& place, Lit& lit) {
  const size_t colon = place.find(':');
  if (colon == std::string::npos) return false;
  const std::string kind = place.substr(0, colon);
  const auto number = number_in(std::string_view(place).substr(colon + 1));
  if (!number) return false;
  if (kind == "line" && *number > 0) {
    lit.lines.push_back(*number);
    return true;
  }
  if (kind != "lane" || *number >= kLanes) return false;
  lit.lanes |= 1u << *number;
  return true;
}

template <class Value, size_t count>
bool take_list(const std::pair<const char*, Value> (&words)[count], const std::string& list,
               Choices<Value>& values) {
  values = {};
  for (const std::string& part : parts_of(list)) {
    const auto value = value_of(words, part);
    if (!value) return false;
    values.set(*value, true);
  }
  return true;
}

// False: the value is none of the key's.
bool take(const std::string& key, const std::string& value, Arrangement& into) {
  if (key == "open") return take_list(kDrawerWords, value, into.open);
  if (key == "cover") return take_list(kCountWords, value, into.covered);
  if (key == "picture") {
    const auto picture = value_of(kPictureWords, value);
    into.picture = picture.value_or(into.picture);
    return picture.has_value();
  }
  if (key != "lit") return false;
  into.lit = {};
  for (const std::string& place : parts_of(value)) {
    if (!add_lit(place, into.lit)) return false;
  }
  return true;
}

}  // namespace

Arrangement everything() {
  return {.open = {Drawer::kThread, Drawer::kLanes, Drawer::kTotals}, .lit = {}, .covered = {}};
}

Arrangement first_arrangement() {
  return {.open = {}, .picture = Picture::kFitting, .has_strip = true, .lit = {}, .covered = {}};
}

std::optional<Arrangement> parse_arrangement(const std::string& text, std::string& problem) {
  Arrangement result;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "all") {
      result = everything();
    } else if (word == "first") {
      result = first_arrangement();
    } else if (word == "strip") {
      result.has_strip = true;
    } else {
      const size_t equals = word.find('=');
      const bool is_pair = equals != std::string::npos;
      if (is_pair && take(word.substr(0, equals), word.substr(equals + 1), result)) continue;
      problem =
          say("'{word}' is no part of an arrangement: all, first, strip, "
              "open=thread,lanes,totals, picture=both|arrays|access|fitting, lit=line:N,lane:N, "
              "cover=wavefronts,sectors,broadcasts,blocks,elements,indices",
              "word"_a = word);
      return std::nullopt;
    }
  }
  return result;
}

std::string print(const Arrangement& arrangement) {
  std::string text = "open=" + list_of(kDrawerWords, arrangement.open);
  for (const auto& [name, picture] : kPictureWords) {
    if (picture == arrangement.picture) text += fmt::format(" picture={}", name);
  }
  if (arrangement.has_strip) text += " strip";
  std::string lit;
  for (const uint32_t line : arrangement.lit.lines) lit += fmt::format(",line:{}", line);
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if ((arrangement.lit.lanes >> lane & 1u) != 0) lit += fmt::format(",lane:{}", lane);
  }
  if (!lit.empty()) text += " lit=" + lit.substr(1);
  if (!arrangement.covered.is_empty())
    text += " cover=" + list_of(kCountWords, arrangement.covered);
  return text;
}

}  // namespace warplens::gui
