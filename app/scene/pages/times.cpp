#include "app/scene/pages/times.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "app/scene/pages/comparison_scene.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/parse.hpp"
#include "sim/model/latency_hiding.hpp"

namespace warplens::scene {
namespace {

using measure::Measurement;

std::optional<double> time_at(const Measurement* measurement, size_t launch) {
  const auto times =
      measure::time_of(measure::find_build(measurement, measure::Build::kAsCompiled), launch);
  return times ? std::optional<double>(times->median_us) : std::nullopt;
}

std::optional<TimePair> pair_of(const Measurement* left, const Measurement* right,
                                const TimedLaunch& left_launch, const TimedLaunch& right_launch) {
  const auto left_us = time_at(left, left_launch.index);
  const auto right_us = time_at(right, right_launch.index);
  if (!left_us || !right_us || left->provenance.device != right->provenance.device)
    return std::nullopt;
  return TimePair{*left_us, *right_us, left->provenance.device, false, ""};
}

const Measurement* newest(const std::vector<const Measurement*>& measured,
                          const TimedLaunch& launch) {
  const auto found = std::find_if(measured.rbegin(), measured.rend(), [&](const Measurement* one) {
    return one->text_hash == launch.text_hash && one->launch == launch.launch;
  });
  return found == measured.rend() ? nullptr : *found;
}

// A launch in the words of a measurement, as far as it says how large it is.
struct Shape {
  launch::Launch launch;
  std::vector<uint64_t> bytes;  // of the arrays, the largest first
};

std::optional<Shape> shape_of(const std::string& words) {
  const auto options = launch::parse_options(launch::split_words(words));
  if (!options) return std::nullopt;
  Shape shape{launch::apply({}, *options), {}};
  if (!shape.launch.then.empty()) return std::nullopt;
  for (const launch::Argument& argument : shape.launch.arguments) {
    if (const auto* array = std::get_if<launch::ArrayArgument>(&argument.value))
      shape.bytes.push_back(array->bytes());
  }
  std::sort(shape.bytes.rbegin(), shape.bytes.rend());
  return shape;
}

// Of the launch's text, in blocks as large, on larger arrays.
bool is_larger(const Shape& one, const Shape& than) {
  return one.launch.block == than.launch.block && one.launch.kernel == than.launch.kernel &&
         one.launch.shared_bytes == than.launch.shared_bytes &&
         one.bytes.size() == than.bytes.size() && !one.bytes.empty() &&
         one.bytes.front() > than.bytes.front();
}

struct Candidate {
  const Measurement* measurement;
  Shape shape;
};

std::vector<Candidate> larger_ones(const measure::MeasurementFile& file,
                                   const TimedLaunch& launch) {
  const std::optional<Shape> own = shape_of(launch.launch);
  std::vector<Candidate> found;
  if (!own) return found;
  for (const Measurement& one : file.measurements) {
    if (one.text_hash != launch.text_hash || !time_at(&one, launch.index)) continue;
    std::optional<Shape> shape = shape_of(one.launch);
    if (shape && is_larger(*shape, *own)) found.push_back({&one, std::move(*shape)});
  }
  return found;
}

std::string largest_array(const Shape& shape) {
  for (const launch::Argument& argument : shape.launch.arguments) {
    const auto* array = std::get_if<launch::ArrayArgument>(&argument.value);
    if (array == nullptr || array->bytes() != shape.bytes.front()) continue;
    std::vector<std::string> extents;
    for (const uint64_t extent : array->extents) extents.push_back(study::grouped(extent));
    return fmt::format("{}", fmt::join(extents, " × "));
  }
  return "";
}

// Of these very launches: measured here, or else recorded.
Times exact_times(const compare::Recordings& recordings,
                  const std::vector<const Measurement*>& measured, const TimedLaunch& left,
                  const TimedLaunch& right) {
  Times times;
  if (const auto pair = pair_of(newest(measured, left), newest(measured, right), left, right))
    times.push_back(*pair);
  for (const measure::MeasurementFile& file : recordings.recordings) {
    if (!times.empty()) break;
    auto pair = pair_of(compare::find_recorded(file, left.text_hash, left.launch),
                        compare::find_recorded(file, right.text_hash, right.launch), left, right);
    if (!pair) continue;
    pair->is_recorded = true;
    times.push_back(std::move(*pair));
  }
  return times;
}

}  // namespace

Times times_of(const compare::Recordings& recordings,
               const std::vector<const Measurement*>& measured, const TimedLaunch& launch) {
  return exact_times(recordings, measured, launch, launch);
}

Times make_times(const compare::Recordings& recordings,
                 const std::vector<const Measurement*>& measured, const TimedLaunch& left,
                 const TimedLaunch& right) {
  if (left == right) return {};
  Times times = exact_times(recordings, measured, left, right);
  std::optional<TimePair> longest;
  for (const measure::MeasurementFile& file : recordings.recordings) {
    const std::vector<Candidate> rights = larger_ones(file, right);
    for (const Candidate& one : larger_ones(file, left)) {
      for (const Candidate& other : rights) {
        // One record says nothing about two launches that differ in their size alone.
        if (one.measurement == other.measurement || one.shape.bytes != other.shape.bytes) continue;
        auto pair = pair_of(one.measurement, other.measurement, left, right);
        if (!pair || (longest && pair->left_us <= longest->left_us)) continue;
        pair->is_recorded = true;
        pair->arrays = largest_array(one.shape);
        longest = std::move(pair);
      }
    }
  }
  if (longest) times.push_back(std::move(*longest));
  return times;
}

namespace {

// Of the longer time to the shorter one, at least 1.
double factor_of(const TimePair& pair) {
  const double least = std::min(pair.left_us, pair.right_us);
  return least > 0 ? std::max(pair.left_us, pair.right_us) / least : 1;
}

}  // namespace

bool is_same_time(const TimePair& pair) {
  return factor_of(pair) < 1.005;
}

std::string time_pair_words(const TimePair& pair, const std::string& left, const std::string& right,
                            bool names_right) {
  const double times = factor_of(pair);
  const auto named = [](const std::string& name, double time) {
    return name.empty() ? time_text(time) : fmt::format("{} {}", name, time_text(time));
  };
  const std::string factor = fmt::format("{:.{}f}", times, times < 1.095 ? 2 : times < 10 ? 1 : 0);
  const std::string one = named(left, pair.left_us), other = named(right, pair.right_us);
  if (is_same_time(pair))
    return say("{left}, {right}: the same time", "left"_a = one, "right"_a = other);
  const bool is_longer = pair.right_us > pair.left_us;
  if (names_right && !right.empty())
    return is_longer ? say("{left}, {right}: {name} takes {times} times as long", "left"_a = one,
                           "right"_a = other, "name"_a = right, "times"_a = factor)
                     : say("{left}, {right}: {name} is {times} times as fast", "left"_a = one,
                           "right"_a = other, "name"_a = right, "times"_a = factor);
  return is_longer ? say("{left}, {right}: {times} times as long", "left"_a = one,
                         "right"_a = other, "times"_a = factor)
                   : say("{left}, {right}: {times} times as fast", "left"_a = one,
                         "right"_a = other, "times"_a = factor);
}

std::string access_time_words(const Moment& moment, const model::Device& device, bool is_brief) {
  const model::SharedCost& cost = moment.banks.cost;
  const bool is_alike = moment.access.space == trace::Space::kShared && moment.access.bytes <= 4 &&
                        moment.access.operation != trace::Operation::kAtomic &&
                        device.is_measured && cost.conflicts() > 0;
  const auto* many = is_alike ? model::measured_passes(cost.wavefronts) : nullptr;
  const auto* few = is_alike ? model::measured_passes(cost.ideal_wavefronts) : nullptr;
  if (many == nullptr || few == nullptr) return "";
  const auto whole = [](double cycles) { return fmt::format("{:.0f}", cycles); };
  const std::string passes =
      study::counted(study::Measure::kWavefronts, cost.wavefronts).rendered();
  const std::string least =
      study::counted(study::Measure::kWavefronts, cost.ideal_wavefronts).rendered();
  if (is_brief)
    return say("measured on an H200: a load in {passes} takes {many} cycles, in {least} {few}",
               "passes"_a = passes, "many"_a = whole(many->alone), "least"_a = least,
               "few"_a = whole(few->alone));
  return say(
      "Measured on an H200: a load in {passes} takes {many} cycles, in {least} {few}. With "
      "32 warps at once it takes {many_of_all} and {few_of_all} cycles.",
      "passes"_a = passes, "many"_a = whole(many->alone), "least"_a = least,
      "few"_a = whole(few->alone), "many_of_all"_a = whole(many->many),
      "few_of_all"_a = whole(few->many));
}

}  // namespace warplens::scene
