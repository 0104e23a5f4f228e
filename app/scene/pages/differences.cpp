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

using trace::Recording;

// -------------------------------------------------------------------------------------------------
// texts

struct TextLine {
  std::string_view text;
  uint32_t number = 0;  // from 1
};

namespace {

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
std::vector<TextLine> lines_of(std::string_view text) {
  std::vector<TextLine> lines;
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

}  // namespace

// Compares them row by row, a row being a line of the left one.
class LinesComparison {
 public:
  LinesComparison(std::string_view left, std::string_view right)
      : left_(lines_of(left)),
        right_(lines_of(right)),
        left_end_(left_.size()),
        right_end_(right_.size()) {
    const auto is_same = [&](size_t i, size_t k) { return left_[i].text == right_[k].text; };
    while (begin_ < left_end_ && begin_ < right_end_ && is_same(begin_, begin_)) ++begin_;
    while (left_end_ > begin_ && right_end_ > begin_ && is_same(left_end_ - 1, right_end_ - 1)) {
      --left_end_;
      --right_end_;
    }
    row_ = are_too_long() ? 0 : rows();
  }

  base::Progress advance(base::Slice& slice) {
    constexpr uint64_t kCells = 4;  // that take as long as a warp instruction
    while (row_ > 0 && !slice.is_cancelled()) {
      if (slice.is_over()) return base::Progress::kMore;
      if (common_.empty()) common_.resize((rows() + 1) * (columns() + 1), 0);
      fill_row(--row_);
      slice.spend(columns() / kCells + 1);
    }
    return base::Progress::kDone;
  }

  std::vector<LineDifference> take() {
    if (are_too_long()) {
      for (size_t i = 0; i < rows(); ++i) add_left(i);
      for (size_t k = 0; k < columns(); ++k) add_right(k);
      return std::move(lines_);
    }
    if (common_.empty()) common_.resize((rows() + 1) * (columns() + 1), 0);
    size_t i = 0, k = 0;
    while (i < rows() || k < columns()) {
      if (i < rows() && k < columns() && is_alike(i, k)) {
        ++i;
        ++k;
      } else if (i < rows() && (k == columns() || at(i + 1, k) >= at(i, k + 1))) {
        add_left(i++);
      } else {
        add_right(k++);
      }
    }
    return std::move(lines_);
  }

 private:
  size_t rows() const { return left_end_ - begin_; }
  size_t columns() const { return right_end_ - begin_; }
  bool are_too_long() const { return rows() * columns() > kMostCells; }
  bool is_alike(size_t i, size_t k) const {
    return left_[begin_ + i].text == right_[begin_ + k].text;
  }
  uint32_t& at(size_t i, size_t k) { return common_[i * (columns() + 1) + k]; }
  void fill_row(size_t i) {
    for (size_t k = columns(); k-- > 0;)
      at(i, k) = is_alike(i, k) ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
  }
  void add_left(size_t i) {
    const TextLine& line = left_[begin_ + i];
    lines_.push_back({line.number, 0, std::string(line.text)});
  }
  void add_right(size_t k) {
    const TextLine& line = right_[begin_ + k];
    lines_.push_back({0, line.number, std::string(line.text)});
  }

  const std::vector<TextLine> left_, right_;
  size_t begin_ = 0, left_end_, right_end_;  // what is neither before nor behind alike
  std::vector<uint32_t> common_;  // by what is left of both: how many lines they have in common
  size_t row_ = 0;                // of `common_` that was filled last, from the end
  std::vector<LineDifference> lines_;
};

namespace {

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

}  // namespace

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

namespace {

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

}  // namespace

class AccessComparison {
 public:
  AccessComparison(const run::Run& left, const run::Run& right)
      : left_(left), right_(right), left_steps_(*left.recording) {
    for (uint32_t site = 0; site < right.program->sites.size(); ++site)
      sites_.push_back(same_site(*right.program, site, *left.program));
  }

  // Ends soon once the slice is cancelled.
  base::Progress advance(base::Slice& slice) {
    constexpr uint64_t kWorkOfStep = 16;  // of an access, in warp instructions
    const Recording& recording = *right_.recording;
    for (; step_ < recording.size() && !slice.is_cancelled(); ++step_) {
      if (slice.is_over()) return base::Progress::kMore;
      const trace::AccessHead& head = recording.heads[step_];
      const std::optional<uint32_t> site = sites_[head.site];
      const auto other = site ? left_steps_.next(*site, head.warp) : std::nullopt;
      if (other)
        compare_steps(*other, step_);
      else
        note(DifferenceKind::kAlone, step_);
      slice.spend(kWorkOfStep);
    }
    return base::Progress::kDone;
  }

  std::vector<AccessDifference> take() {
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
  uint32_t step_ = 0;                           // of the right recording, that is next
  std::array<std::optional<AccessDifference>, 4> first_;
};

std::vector<LineDifference> differing_lines(std::string_view left, std::string_view right) {
  LinesComparison comparison(left, right);
  return base::whole(comparison);
}

class DifferencesOfRuns::Looking {
 public:
  Looking(const run::Run& left, const run::Run& right)
      : left_(left), right_(right), lines_(left.request.file.text(), right.request.file.text()) {}

  base::Progress advance(base::Slice& slice) {
    if (!has_lines_) {
      if (lines_.advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      has_lines_ = true;
      take_lines();
      all_.traits = differing_traits(left_, right_);
      all_.are_accesses_compared = left_.recording != nullptr && right_.recording != nullptr;
      if (all_.are_accesses_compared) accesses_.emplace(left_, right_);
    }
    if (!accesses_) return base::Progress::kDone;
    if (accesses_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    all_.accesses = accesses_->take();
    accesses_.reset();
    return base::Progress::kDone;
  }

  Differences take() { return std::move(all_); }

 private:
  void take_lines() {
    all_.lines = lines_.take();
    all_.differ_in_comments =
        all_.lines.empty() && left_.request.file.text() != right_.request.file.text();
    if (all_.lines.size() <= kMostLineDifferences) return;
    all_.more_lines = static_cast<uint32_t>(all_.lines.size() - kMostLineDifferences);
    all_.lines.resize(kMostLineDifferences);
  }

  const run::Run &left_, &right_;
  LinesComparison lines_;
  bool has_lines_ = false;
  std::optional<AccessComparison> accesses_;
  Differences all_;
};

DifferencesOfRuns::DifferencesOfRuns(const run::Run& left, const run::Run& right)
    : looking_(std::make_unique<Looking>(left, right)) {}

DifferencesOfRuns::~DifferencesOfRuns() = default;

base::Progress DifferencesOfRuns::advance(base::Slice& slice) {
  return looking_->advance(slice);
}

Differences DifferencesOfRuns::take() {
  return looking_->take();
}

}  // namespace warplens::scene
