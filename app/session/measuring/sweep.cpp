// Values are few enough to be read off a chart: the choices, every value of a short range,
// doublings of a long one; of a padding what is often tried.
#include "app/session/measuring/sweep.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include "app/session/text/text_numbers.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr int64_t kShortRange = 32;     // values that are all taken
constexpr int64_t kMostThreads = 1024;  // of a block
constexpr int64_t kPadding = 4;         // a macro's value up to here is a padding or a switch
constexpr size_t kMostLines = 8;        // as many as there are colours
constexpr size_t kLongestLine = 200;    // [bytes] of a directive, as far as it is read
constexpr int64_t kLargestDoubled = int64_t{1} << 40;

std::optional<int64_t> number_of(const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(value) : std::nullopt;
}

void add(std::vector<int64_t>& values, int64_t value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

std::vector<int64_t> values_between(int64_t minimum, int64_t maximum, int64_t now) {
  std::vector<int64_t> values;
  if (maximum - minimum < kShortRange) {
    for (int64_t value = minimum; value <= maximum; ++value) values.push_back(value);
    return values;
  }
  for (int64_t value = 1; value <= maximum; value *= 2) {
    if (value >= minimum) add(values, value);
  }
  add(values, minimum);
  add(values, maximum);
  if (now >= minimum && now <= maximum) add(values, now);
  std::sort(values.begin(), values.end());
  return values;
}

// Of a macro nothing but its present value is known: small ones are paddings and switches, larger
// ones tiles.
std::vector<int64_t> values_around(int64_t now) {
  if (now >= 0 && now <= kPadding) return values_between(0, 8, now);
  std::vector<int64_t> values{8, 16, 32};
  add(values, now);
  if (now < kLargestDoubled && now > -kLargestDoubled) add(values, now * 2);
  if (now % 2 == 0) add(values, now / 2);
  std::sort(values.begin(), values.end());
  return values;
}

// Of a padding: all small ones, and around half the banks and all of them, where it helps as little
// as it is often believed to.
std::vector<int64_t> values_of_padding(int64_t now) {
  std::vector<int64_t> values{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 31, 32, 33};
  add(values, now);
  std::sort(values.begin(), values.end());
  return values;
}

int64_t setting_of(const std::vector<launch::Definition>& settings, const std::string& name,
                   int64_t otherwise) {
  for (const launch::Definition& setting : settings) {
    if (setting.name == name) return number_of(setting.value).value_or(otherwise);
  }
  return otherwise;
}

// Of the recorded grids that hold what is set now but for this parameter.
std::vector<int64_t> recorded_values(const SweepSubject& subject, const std::string& name) {
  std::vector<int64_t> values;
  for (const lessons::RecordedGrid& grid : subject.lesson->recorded) {
    const auto holds = [&](const lessons::Parameter& parameter) {
      const int64_t now = setting_of(subject.settings, parameter.name, parameter.value);
      for (const lessons::RecordedGrid::Axis& axis : grid.axes) {
        if (axis.parameter == parameter.name)
          return std::find(axis.values.begin(), axis.values.end(), now) != axis.values.end();
      }
      return now == parameter.value;
    };
    const std::vector<lessons::Parameter>& parameters = subject.lesson->parameters;
    const bool is_here =
        std::all_of(parameters.begin(), parameters.end(), [&](const lessons::Parameter& parameter) {
          return parameter.name == name || holds(parameter);
        });
    for (const lessons::RecordedGrid::Axis& axis : grid.axes) {
      if (!is_here || axis.parameter != name) continue;
      for (const int64_t value : axis.values) add(values, value);
    }
  }
  return values;
}

std::vector<SweepAxis> axes_of_lesson(const SweepSubject& subject) {
  std::vector<SweepAxis> axes;
  for (const lessons::Parameter& parameter : subject.lesson->parameters) {
    SweepAxis axis{parameter.name,
                   parameter.label,
                   parameter.choices,
                   parameter.choice_names,
                   setting_of(subject.settings, parameter.name, parameter.value),
                   SweepAxis::Kind::kFew,
                   {}};
    if (axis.values.empty()) {
      axis.kind = parameter.maximum - parameter.minimum < kShortRange ? SweepAxis::Kind::kShortRange
                                                                      : SweepAxis::Kind::kLongRange;
      axis.values = values_between(parameter.minimum, parameter.maximum, axis.now);
      for (const int64_t value : recorded_values(subject, parameter.name)) {
        if (value >= parameter.minimum)
          add(value <= parameter.maximum ? axis.values : axis.timed_values, value);
      }
      std::sort(axis.values.begin(), axis.values.end());
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

// "line 4: 32 of s[32][…]": which number it is comes before where it is.
std::string literal_label(const TextNumber& number) {
  if (number.line == 0) return number.name;
  if (number.around.empty())
    return say("line {line}: {value}", "line"_a = number.line, "value"_a = number.now);
  return say("line {line}: {value} of {place}", "line"_a = number.line, "value"_a = number.now,
             "place"_a = number.around);
}

// Of the text; those that are among the axes already are not taken. Of a lesson its parameters come
// first.
void add_text_numbers(const SweepSubject& subject, std::vector<SweepAxis>& axes) {
  for (const TextNumber& number : text_numbers(subject.text)) {
    const bool is_known = std::any_of(
        axes.begin(), axes.end(), [&](const SweepAxis& axis) { return axis.name == number.name; });
    if (is_known) continue;
    const bool is_short = number.is_padding || number.now <= kPadding;
    axes.push_back({number.name,
                    literal_label(number),
                    number.is_padding ? values_of_padding(number.now) : values_around(number.now),
                    {},
                    number.now,
                    is_short ? SweepAxis::Kind::kShortRange : SweepAxis::Kind::kFew,
                    {},
                    subject.lesson != nullptr || number.line != 0,
                    number.is_padding});
  }
}

// `#ifndef NAME` with `#define NAME 16` behind it: a macro that -D may set. Asked for every point
// of a sweep, of texts that may be long: only the lines of directives are read.
std::vector<launch::Definition> guarded_macros(const std::string& text) {
  std::vector<launch::Definition> macros;
  std::string guarded;
  for (size_t hash = text.find('#'); hash != std::string::npos; hash = text.find('#', hash + 1)) {
    const size_t before = hash == 0 ? hash : text.find_last_not_of(" \t", hash - 1);
    const bool is_first = hash == 0 || before == std::string::npos || text[before] == '\n';
    if (!is_first) continue;
    std::istringstream words(
        text.substr(hash, std::min(text.find('\n', hash) - hash, kLongestLine)));
    std::string directive, name, value;
    words >> directive >> name >> value;
    if (directive == "#ifndef") {
      guarded = name;
    } else if (directive == "#define" && name == guarded && !name.empty()) {
      macros.push_back({name, value});
    }
  }
  return macros;
}

bool is_macro_of(const SweepSubject& subject, const std::string& name) {
  for (const launch::Definition& macro : guarded_macros(subject.text)) {
    if (macro.name == name) return true;
  }
  return std::any_of(subject.launch.defines.begin(), subject.launch.defines.end(),
                     [&](const launch::Definition& define) { return define.name == name; });
}

// The block's width; the height follows, so that the block keeps its number of threads.
SweepAxis block_shape_axis(const launch::Launch& launch) {
  SweepAxis axis{kBlockShape, kBlockShape, {}, {}, launch.block.x, SweepAxis::Kind::kFew};
  const auto threads = static_cast<int64_t>(launch.block.count());
  const bool is_flat = launch.block.y == 1 && launch.grid.y == 1;
  if (is_flat || launch.block.z > 1 || threads > kMostThreads) return axis;
  for (int64_t width = 1; width <= threads; width *= 2) {
    if (threads % width == 0) add(axis.values, width);
  }
  add(axis.values, axis.now);
  std::sort(axis.values.begin(), axis.values.end());
  for (const int64_t width : axis.values) {
    axis.value_names.push_back(std::to_string(width) + " × " + std::to_string(threads / width));
  }
  return axis;
}

std::vector<SweepAxis> axes_of_file(const SweepSubject& subject) {
  std::vector<SweepAxis> axes;
  std::vector<launch::Definition> macros = guarded_macros(subject.text);
  for (const launch::Definition& define : subject.launch.defines) {
    const auto same = [&](const launch::Definition& macro) { return macro.name == define.name; };
    const auto at = std::find_if(macros.begin(), macros.end(), same);
    if (at == macros.end()) {
      macros.push_back(define);
    } else {
      at->value = define.value;
    }
  }
  for (const launch::Definition& macro : macros) {
    if (const auto now = number_of(macro.value)) {
      axes.push_back(
          {macro.name,
           macro.name,
           values_around(*now),
           {},
           *now,
           *now >= 0 && *now <= kPadding ? SweepAxis::Kind::kShortRange : SweepAxis::Kind::kFew});
    }
  }
  if (subject.launch.then.empty()) {
    SweepAxis shape = block_shape_axis(subject.launch);
    if (shape.values.size() > 1) axes.push_back(std::move(shape));
  }
  return axes;
}

bool is_parameter(const SweepSubject& subject, const std::string& name) {
  if (subject.lesson == nullptr) return false;
  const std::vector<lessons::Parameter>& all = subject.lesson->parameters;
  return std::any_of(all.begin(), all.end(),
                     [&](const lessons::Parameter& one) { return one.name == name; });
}

void reshape(launch::Launch& launch, int64_t width) {
  const auto threads = static_cast<int64_t>(launch.block.count());
  const uint64_t columns = uint64_t{launch.grid.x} * launch.block.x;
  const uint64_t rows = uint64_t{launch.grid.y} * launch.block.y;
  launch.block.x = static_cast<uint32_t>(width);
  launch.block.y = static_cast<uint32_t>(threads / width);
  launch.grid.x = static_cast<uint32_t>((columns + launch.block.x - 1) / launch.block.x);
  launch.grid.y = static_cast<uint32_t>((rows + launch.block.y - 1) / launch.block.y);
}

}  // namespace

void set_define(launch::Launch& launch, const std::string& name, int64_t value) {
  for (launch::Definition& definition : launch.defines) {
    if (definition.name == name) {
      definition.value = std::to_string(value);
      return;
    }
  }
  launch.defines.push_back({name, std::to_string(value)});
}

std::vector<SweepAxis> sweep_axes(const SweepSubject& subject) {
  std::vector<SweepAxis> axes =
      subject.lesson != nullptr ? axes_of_lesson(subject) : axes_of_file(subject);
  add_text_numbers(subject, axes);
  return axes;
}

std::string text_at(const SweepSubject& subject, const std::vector<SweepSetting>& settings) {
  std::vector<std::pair<TextNumber, int64_t>> values;
  for (const TextNumber& number : text_numbers(subject.text)) {
    for (const SweepSetting& setting : settings) {
      const bool is_meant = setting.axis == number.name && !is_parameter(subject, number.name) &&
                            !is_macro_of(subject, number.name);
      if (is_meant) values.emplace_back(number, setting.value);
    }
  }
  return values.empty() ? subject.text : with_numbers(subject.text, std::move(values));
}

const SweepAxis* find_axis(const std::vector<SweepAxis>& axes, const std::string& name) {
  const auto at = std::find_if(axes.begin(), axes.end(),
                               [&](const SweepAxis& axis) { return axis.name == name; });
  return at != axes.end() ? &*at : nullptr;
}

SweepChoice first_choice(const std::vector<SweepAxis>& axes) {
  // Ranges show how a cost comes and goes; a block's shape says less than a macro of the text.
  const auto is_better = [](const SweepAxis& axis, const SweepAxis& than) {
    if (axis.is_literal != than.is_literal) return than.is_literal;
    if (axis.kind != than.kind) return axis.kind > than.kind;
    const bool is_shape = axis.name == kBlockShape, than_is_shape = than.name == kBlockShape;
    if (is_shape != than_is_shape) return than_is_shape;
    if (axis.is_padding != than.is_padding) return than.is_padding;
    return axis.values.size() > than.values.size();
  };
  const SweepAxis* along = nullptr;
  for (const SweepAxis& axis : axes) {
    if (along == nullptr || is_better(axis, *along)) along = &axis;
  }
  const SweepAxis* lines = nullptr;
  for (const SweepAxis& axis : axes) {
    const bool can_be = axis.kind == SweepAxis::Kind::kFew && axis.values.size() <= kMostLines;
    if (&axis == along || !can_be || axis.is_literal) continue;
    if (lines == nullptr || is_better(axis, *lines)) lines = &axis;
  }
  return {along != nullptr ? along->name : "", lines != nullptr ? lines->name : ""};
}

base::Result<launch::Launch, std::string> launch_at(const SweepSubject& subject,
                                                    const std::vector<SweepSetting>& settings) {
  if (subject.lesson != nullptr) {
    std::vector<std::pair<std::string, int64_t>> values;
    for (const lessons::Parameter& parameter : subject.lesson->parameters) {
      values.emplace_back(parameter.name,
                          setting_of(subject.settings, parameter.name, parameter.value));
    }
    for (const SweepSetting& setting : settings) {
      for (auto& [name, value] : values) {
        if (name == setting.axis) value = setting.value;
      }
    }
    auto launch = lessons::make_recorded_launch(*subject.lesson, values);
    if (launch) launch->device = subject.launch.device;
    return launch;
  }
  launch::Launch launch = subject.launch;
  for (const SweepSetting& setting : settings) {
    if (setting.axis == kBlockShape) {
      reshape(launch, setting.value);
    } else if (is_macro_of(subject, setting.axis)) {
      set_define(launch, setting.axis, setting.value);
    }
  }
  return launch;
}

}  // namespace warplens::gui
