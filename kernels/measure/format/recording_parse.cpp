// A recording's text in parts: around its list of measurements, and one measurement at a time.
// Where a part is not as it should be, the whole text is parsed, which says what is wrong.
#include <algorithm>
#include <string_view>

#include "kernels/measure/format/json.hpp"
#include "sim/base/json_rules.hpp"

namespace warplens::measure {
namespace {

constexpr uint64_t kStepsPerByte = 2;  // measured: 320 kB take 20 ms
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kName = "measurements";

// Of the string whose first quote is at `quote`: behind its last one.
size_t behind_string(std::string_view text, size_t quote) {
  size_t at = quote + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// Of the object's member that is a list: where its bracket is; npos: there is none, or a name of
// the object has an escape, which may hide it.
size_t find_list(std::string_view text) {
  int level = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '[') ++level;
    if (text[at] == '}' || text[at] == ']') --level;
    if (text[at] != '"') continue;
    const size_t end = behind_string(text, at);
    const std::string_view word = text.substr(at + 1, end - at - 1);
    at = end - 1;
    const size_t colon = text.find_first_not_of(kBlanks, end);
    if (level != 1 || colon == std::string_view::npos || text[colon] != ':') continue;
    if (word.find('\\') != std::string_view::npos) return std::string_view::npos;
    if (word.substr(0, word.size() - 1) != kName) continue;
    const size_t value = text.find_first_not_of(kBlanks, colon + 1);
    return value != std::string_view::npos && text[value] == '[' ? value : std::string_view::npos;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<RecordingParse::Parts> RecordingParse::parts_of(const std::string& text) {
  const size_t list = find_list(text);
  if (list == std::string::npos) return std::nullopt;
  Parts parts;
  int level = 1;
  size_t begin = list + 1, at = begin;
  for (; at < text.size() && level > 0; ++at) {
    const char c = text[at];
    if (c == '"') {
      at = behind_string(text, at) - 1;
    } else if (c == '{' || c == '[') {
      ++level;
    } else if (c == '}' || c == ']') {
      --level;
    } else if (c == ',' && level == 1) {
      parts.single.push_back(text.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  if (level > 0 || text[at - 1] != ']') return std::nullopt;
  std::string last = text.substr(begin, at - 1 - begin);
  const bool is_empty =
      parts.single.empty() && last.find_first_not_of(kBlanks) == std::string::npos;
  if (!is_empty) parts.single.push_back(std::move(last));
  if (parts.single.size() > kMostItems) return std::nullopt;
  parts.frame = text.substr(0, list + 1) + text.substr(at - 1);
  return parts;
}

base::Progress RecordingParse::advance(base::Slice& slice) {
  while (!result_) {
    if (slice.is_over()) return base::Progress::kMore;
    const bool is_right = has_begun_ ? add_next() : begin();
    if (!is_right) result_ = parse_recording(text_);
    slice.spend(kStepsPerByte *
                (is_right && next_ > 0 ? parts_.single[next_ - 1].size() : text_.size()));
  }
  return base::Progress::kDone;
}

bool RecordingParse::begin() {
  has_begun_ = true;
  std::optional<Parts> parts = parts_of(text_);
  if (!parts || !base::json_problem(text_).empty()) return false;
  base::Result<MeasurementFile, std::string> frame = parse_recording(parts->frame);
  if (!frame) return false;
  parts_ = std::move(*parts);
  file_ = std::move(*frame);
  return true;
}

bool RecordingParse::add_next() {
  if (next_ == parts_.single.size()) {
    result_ = std::move(file_);
    return true;
  }
  try {
    file_.measurements.push_back(Json::parse(parts_.single[next_]).get<Measurement>());
  } catch (const Json::exception&) {
    return false;
  }
  ++next_;
  return true;
}

}  // namespace warplens::measure
