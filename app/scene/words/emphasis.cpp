// The sentence is read once, word by word: a noun that counts something takes the number before or
// behind it along.
#include "app/scene/words/emphasis.hpp"

#include <algorithm>
#include <cctype>

#include "app/scene/words/judgement.hpp"

namespace warplens::scene {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

struct Range {
  size_t begin = 0, end = 0;
};

// Words as [begin, end), without the marks around them; a number keeps its thousands separators.
std::vector<Range> words_of(std::string_view text) {
  std::vector<Range> words;
  for (size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    const size_t begin = at;
    while (at < text.size() &&
           (is_word(text[at]) || (text[at] == ',' && at + 1 < text.size() &&
                                  is_digit(text[at - 1]) && is_digit(text[at + 1])))) {
      ++at;
    }
    words.push_back({begin, at});
  }
  return words;
}

bool is_number(std::string_view word) {
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || c == ','; });
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

struct Mark {
  Range range;
  Emphasis emphasis;
  uint8_t group = kNoGroup;
};

// "lanes 0, 4 and 31": the numbers behind `lanes`; the group is set if all of them lie in one.
Mark lanes_mark(const Moment& moment, std::string_view text, const std::vector<Range>& words,
                size_t& at) {
  Mark mark{words[at], Emphasis::kStrong, kNoGroup};
  bool is_one_group = true, has_lane = false;
  size_t next = at + 1;
  for (; next < words.size(); ++next) {
    const std::string_view word =
        text.substr(words[next].begin, words[next].end - words[next].begin);
    const size_t gap = words[next - 1].end;
    if (text.substr(gap, words[next].begin - gap).find('(') != std::string_view::npos) break;
    if (is_number(word)) {
      const unsigned long lane = std::stoul(std::string(word.substr(0, 6)));
      if (lane >= moment.lanes.size()) break;
      const uint8_t group = moment.lanes[lane].group;
      is_one_group = is_one_group && (!has_lane || group == mark.group);
      mark.group = group;
      mark.range.end = words[next].end;
      has_lane = true;
    } else if (!is_one_of(word, {"and", "to"})) {
      break;
    }
  }
  at = next;
  if (has_lane && is_one_group && mark.group != kNoGroup) mark.emphasis = Emphasis::kGroup;
  return mark;
}

std::vector<Mark> find_marks(const Moment& moment, std::string_view text) {
  const std::vector<Range> words = words_of(text);
  const auto word = [&](size_t i) {
    return i < words.size() ? text.substr(words[i].begin, words[i].end - words[i].begin)
                            : std::string_view();
  };
  const Judgement judgement = judge_cost(moment);
  const Emphasis cost = judgement == Judgement::kWaste  ? Emphasis::kWaste
                        : judgement == Judgement::kGood ? Emphasis::kGood
                                                        : Emphasis::kStrong;
  std::vector<Mark> marks;
  for (size_t i = 0; i < words.size();) {
    if (is_one_of(word(i), {"lane", "lanes", "Lane", "Lanes"}) && is_number(word(i + 1))) {
      marks.push_back(lanes_mark(moment, text, words, i));
      continue;
    }
    if (is_number(word(i)) &&
        is_one_of(word(i + 1), {"wavefront", "wavefronts", "sector", "sectors", "broadcasts"})) {
      // "4 sectors are ideal" says what would have been enough.
      const bool is_ideal = is_one_of(word(i + 2), {"is", "are"}) && word(i + 3) == "ideal";
      marks.push_back({{words[i].begin, words[i + 1].end}, is_ideal ? Emphasis::kGood : cost});
      i += 2;
      continue;
    }
    // Not "in 32 banks: 1 wavefront".
    const bool is_next = i + 1 < words.size() && words[i + 1].begin == words[i].end + 1;
    if (is_next && is_one_of(word(i), {"bank", "Bank", "banks"}) && is_number(word(i + 1))) {
      marks.push_back({{words[i].begin, words[i + 1].end},
                       cost == Emphasis::kWaste ? Emphasis::kWaste : Emphasis::kStrong});
      i += 2;
      continue;
    }
    ++i;
  }
  return marks;
}

std::string with_index(const std::string& array, const std::string& index) {
  if (index.empty()) return "";
  return index.front() == '[' ? array + index : array + "[" + index + "]";
}

}  // namespace

std::vector<SentencePart> emphasize(const Moment& moment) {
  const std::string& text = moment.sentence;
  std::vector<SentencePart> parts;
  size_t at = 0;
  for (const Mark& mark : find_marks(moment, text)) {
    if (mark.range.begin > at)
      parts.push_back({text.substr(at, mark.range.begin - at), Emphasis::kNone, kNoGroup});
    parts.push_back({text.substr(mark.range.begin, mark.range.end - mark.range.begin),
                     mark.emphasis, mark.group});
    at = mark.range.end;
  }
  if (at < text.size()) parts.push_back({text.substr(at), Emphasis::kNone, kNoGroup});
  return parts;
}

IndexLines index_lines(const Moment& moment) {
  IndexLines lines;
  const replay::Unfolded& unfolded = moment.unfolded;
  if (unfolded.source.empty()) return lines;
  const auto line = [&](const std::string& index) {
    return index.empty() ? "" : with_index(unfolded.array, index) + unfolded.member;
  };
  const auto written = [&](const std::string& text) {
    if (!unfolded.is_dereferenced || text.empty()) return line(text);
    const bool is_simple = text.find(' ') == std::string::npos;
    return (is_simple ? "*" + text : "*(" + text + ")") + unfolded.member;
  };
  lines.source = written(unfolded.source);
  lines.values = written(unfolded.values);
  lines.result = line(unfolded.result);
  // "*0" of a plain pointer says nothing.
  const bool is_plain = unfolded.is_dereferenced && unfolded.values == unfolded.result;
  if (is_plain || lines.values == lines.source || lines.values == lines.result)
    lines.values.clear();
  if (moment.access.warp == moment.warp) {  // the lanes are those of the access's warp
    const std::string& element = moment.lanes[moment.lane].element_name;
    // "v[3][0]" of a vector v[3] names what the text does not.
    const bool is_record = !unfolded.member.empty() ||
                           element.starts_with(with_index(unfolded.array, unfolded.result));
    if (!element.empty() && !is_record) lines.result += " = " + element;
  }
  lines.definition_source = unfolded.definition_source;
  lines.definition_values = unfolded.definition_values;
  lines.terms = unfolded.terms;
  return lines;
}

}  // namespace warplens::scene
