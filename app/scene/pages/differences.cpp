#include "app/scene/pages/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string_view>
#include <utility>

#include "app/scene/same_site.hpp"
#include "app/scene/words/launch_words.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::scene {
namespace {

using trace::Recording;

// -------------------------------------------------------------------------------------------------
// texts

struct Line {
  std::string_view text;
  uint32_t number = 0;  // from 1
};

// Whether the line has code; `in_comment`: a block comment is open before it, and then behind it.
bool has_code(std::string_view line, bool& in_comment) {
  bool has = false;
  for (size_t at = 0; at < line.size(); ++at) {
    const std::string_view two = line.substr(at, 2);
    if (in_comment) {
      if (two != "*/") continue;
      in_comment = false;
      ++at;
    } else if (two == "//") {
      return has;
    } else if (two == "/*") {
      in_comment = true;
      ++at;
    } else {
      has = has || (line[at] != ' ' && line[at] != '\t');
    }
  }
  return has;
}

// Those with code: what comments say changes nothing.
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  bool in_comment = false;
  for (uint32_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (has_code(line, in_comment)) lines.push_back({line, number});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The longest common subsequence takes their product; longer middles count as wholly different.
constexpr size_t kMostCells = size_t{1} << 22;

struct TextPair {
  std::vector<Line> left, right;
  size_t begin = 0, left_end = 0, right_end = 0;  // what is neither before nor behind alike
};

void add_line(std::vector<LineDifference>& lines, const TextPair& texts, bool is_left, size_t i) {
  const Line& line = is_left ? texts.left[i] : texts.right[i];
  lines.push_back({is_left ? line.number : 0, is_left ? 0 : line.number, std::string(line.text)});
}

void add_middle(const TextPair& texts, std::vector<LineDifference>& lines) {
  const size_t rows = texts.left_end - texts.begin, columns = texts.right_end - texts.begin;
  if (rows * columns > kMostCells) {
    for (size_t i = texts.begin; i < texts.left_end; ++i) add_line(lines, texts, true, i);
    for (size_t k = texts.begin; k < texts.right_end; ++k) add_line(lines, texts, false, k);
    return;
  }
  // By what is left of both: how many lines they have in common.
  std::vector<uint32_t> common((rows + 1) * (columns + 1), 0);
  const auto at = [&](size_t i, size_t k) -> uint32_t& { return common[i * (columns + 1) + k]; };
  const auto is_alike = [&](size_t i, size_t k) {
    return texts.left[texts.begin + i].text == texts.right[texts.begin + k].text;
  };
  for (size_t i = rows; i-- > 0;) {
    for (size_t k = columns; k-- > 0;)
      at(i, k) = is_alike(i, k) ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
  }
  size_t i = 0, k = 0;
  while (i < rows || k < columns) {
    if (i < rows && k < columns && is_alike(i, k)) {
      ++i;
      ++k;
    } else if (i < rows && (k == columns || at(i + 1, k) >= at(i, k + 1))) {
      add_line(lines, texts, true, texts.begin + i++);
    } else {
      add_line(lines, texts, false, texts.begin + k++);
    }
  }
}

// -------------------------------------------------------------------------------------------------
// launches

using Traits = std::vector<std::pair<std::string, std::string>>;

bool is_array(const run::Run& run, const std::string& name) {
  const std::vector<launch::Argument>& all = run.request.launch.arguments;
  return std::any_of(all.begin(), all.end(), [&](const launch::Argument& argument) {
    return argument.name == name && std::holds_alternative<launch::ArrayArgument>(argument.value);
  });
}

Traits traits_of(const run::Run& run) {
  const launch::Launch& launch = run.request.launch;
  Traits traits{{label("kernel"), run.program->kernel->name},
                {label("grid"), size_words(launch.grid)},
                {label("block"), size_words(launch.block)}};
  if (launch.shared_bytes > 0)
    traits.emplace_back(label("dynamic shared memory"), study::byte_count(launch.shared_bytes));
  for (const launch::Definition& define : launch.defines)
    traits.emplace_back(define.name, define.value);
  for (const launch::Argument& argument : launch.arguments) {
    const auto* text = std::get_if<std::string>(&argument.value);
    traits.emplace_back(
        argument.name,
        text != nullptr ? *text : launch::print(std::get<launch::ArrayArgument>(argument.value)));
  }
  traits.emplace_back(label("device"), run.device.id);
  if (run.recording != nullptr)
    traits.emplace_back(label("block shown"),
                        study::block_text(run.recording->block, launch.grid.z > 1));
  traits.emplace_back(label("order of blocks and warps"), launch::words(launch.schedule));
  return traits;
}

std::vector<TraitDifference> differing_traits(const run::Run& left, const run::Run& right) {
  const Traits before = traits_of(left), now = traits_of(right);
  const auto value_in = [](const Traits& traits, const std::string& name) {
    const auto found = std::find_if(traits.begin(), traits.end(),
                                    [&](const auto& trait) { return trait.first == name; });
    return found == traits.end() ? std::string() : found->second;
  };
  std::vector<TraitDifference> differing, alone;
  // An array that only one kernel has says no more than the line that declares it.
  for (const auto& [name, value] : before) {
    const std::string other = value_in(now, name);
    if (other == value || (other.empty() && is_array(left, name))) continue;
    (other.empty() ? alone : differing).push_back({name, value, other});
  }
  for (const auto& [name, value] : now) {
    if (value_in(before, name).empty() && !value.empty() && !is_array(right, name))
      alone.push_back({name, "", value});
  }
  differing.insert(differing.end(), alone.begin(), alone.end());
  return differing;
}

// -------------------------------------------------------------------------------------------------
// accesses

// Steps of the left recording by site and warp, taken one after another.
class LeftSteps {
 public:
  explicit LeftSteps(const Recording& recording) : steps_(recording.steps()) {}
  std::optional<uint32_t> next(uint32_t site, uint32_t warp) {
    const trace::StepFilter filter{.warp = warp, .site = site};
    const auto [taken, is_first] = taken_.try_emplace({site, warp});
    if (is_first)
      taken->second = steps_.first(filter);
    else if (taken->second)
      taken->second = steps_.next(*taken->second, 1, filter);
    return taken->second;
  }

 private:
  const trace::StepIndex& steps_;
  std::map<std::pair<uint32_t, uint32_t>, std::optional<uint32_t>> taken_;  // by site and warp
};

uint32_t lanes_with_other_values(const trace::Access& one, const trace::Access& other) {
  uint32_t lanes = 0;
  for (uint32_t left = one.mask & other.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const bool differs =
        one.values[lane] != other.values[lane] || one.high_values[lane] != other.high_values[lane];
    if (differs) lanes |= 1u << lane;
  }
  return lanes;
}

using DifferenceKind = AccessDifferenceKind;

class AccessComparison {
 public:
  AccessComparison(const run::Run& left, const run::Run& right)
      : left_(left), right_(right), left_steps_(*left.recording) {
    for (uint32_t site = 0; site < right.program->sites.size(); ++site)
      sites_.push_back(same_site(*right.program, site, *left.program));
  }

  std::vector<AccessDifference> compare(const std::atomic<bool>& cancelled) {
    const Recording& recording = *right_.recording;
    for (uint32_t step = 0; step < recording.size() && !cancelled; ++step) {
      const trace::AccessHead& head = recording.heads[step];
      const std::optional<uint32_t> site = sites_[head.site];
      const auto other = site ? left_steps_.next(*site, head.warp) : std::nullopt;
      if (other)
        compare_steps(*other, step);
      else
        note(DifferenceKind::kAlone, step);
    }
    std::vector<AccessDifference> found;
    for (std::optional<AccessDifference>& one : first_) {
      if (one) found.push_back(std::move(*one));
    }
    return found;
  }

 private:
  void compare_steps(uint32_t left, uint32_t right) {
    const trace::AccessHead& one = left_.recording->heads[left];
    const trace::AccessHead& other = right_.recording->heads[right];
    if (left_.costs != nullptr && right_.costs != nullptr) {
      const uint32_t before = (*left_.costs)[left].paid, now = (*right_.costs)[right].paid;
      if (before != now) {
        AccessDifference& difference = note(DifferenceKind::kPasses, right);
        if (difference.count == 1) {
          difference.left = before;
          difference.right = now;
        }
      }
    }
    if (one.mask != other.mask) note_lanes(DifferenceKind::kLanes, right, one.mask ^ other.mask);
    if (const uint32_t lanes =
            lanes_with_other_values(left_.recording->at(left), right_.recording->at(right)))
      note_lanes(DifferenceKind::kValues, right, lanes);
  }

  void note_lanes(DifferenceKind kind, uint32_t step, uint32_t lanes) {
    AccessDifference& difference = note(kind, step);
    if (difference.count == 1) difference.lanes = lanes;
  }

  AccessDifference& note(DifferenceKind kind, uint32_t step) {
    std::optional<AccessDifference>& first = first_[static_cast<size_t>(kind)];
    if (!first) {
      const code::Program& program = *right_.program;
      const base::Span span = program.sites[right_.recording->heads[step].site].span;
      first = AccessDifference{kind,
                               step,
                               program.unit->file.line_of(span.begin),
                               std::string(program.unit->file.slice(span)),
                               work_of(right_.recording->heads[step].space),
                               0,
                               0,
                               0,
                               0};
    }
    ++first->count;
    return *first;
  }

  const run::Run &left_, &right_;
  LeftSteps left_steps_;
  std::vector<std::optional<uint32_t>> sites_;  // of the left program, by the right's
  std::array<std::optional<AccessDifference>, 4> first_;
};

}  // namespace

std::vector<LineDifference> differing_lines(std::string_view left, std::string_view right) {
  TextPair texts{lines_of(left), lines_of(right), 0, 0, 0};
  texts.left_end = texts.left.size();
  texts.right_end = texts.right.size();
  while (texts.begin < texts.left_end && texts.begin < texts.right_end &&
         texts.left[texts.begin].text == texts.right[texts.begin].text)
    ++texts.begin;
  while (texts.left_end > texts.begin && texts.right_end > texts.begin &&
         texts.left[texts.left_end - 1].text == texts.right[texts.right_end - 1].text) {
    --texts.left_end;
    --texts.right_end;
  }
  std::vector<LineDifference> lines;
  add_middle(texts, lines);
  return lines;
}

Differences differences_of(const run::Run& left, const run::Run& right,
                           const std::atomic<bool>& cancelled) {
  Differences all;
  all.lines = differing_lines(left.request.file.text(), right.request.file.text());
  all.differ_in_comments =
      all.lines.empty() && left.request.file.text() != right.request.file.text();
  if (all.lines.size() > kMostLineDifferences) {
    all.more_lines = static_cast<uint32_t>(all.lines.size() - kMostLineDifferences);
    all.lines.resize(kMostLineDifferences);
  }
  all.traits = differing_traits(left, right);
  if (left.recording == nullptr || right.recording == nullptr) return all;
  all.are_accesses_compared = true;
  all.accesses = AccessComparison(left, right).compare(cancelled);
  return all;
}

}  // namespace warplens::scene
